"""Translators, found by name, for round trips into another language and back."""

from typing import Final

from botassay.core.errors import UsageError
from botassay.plugins.protocols import SentimentOptions, Translator
from botassay.plugins.registry import TRANSLATORS

KNOWN: Final = {
    "apertium": "apertium, rule-based; needs the local command apertium",
    "recorded": "recorded:FILE.jsonl, recorded translations",
    "python": "python:package.module:function, a function of a text and two languages",
    "libretranslate": "libretranslate:http://…, a LibreTranslate server",
    "google": "google, Google Cloud Translation v2; needs a key in GOOGLE_TRANSLATE_KEY",
    "marian": "marian:FOLDER, MarianMT models on your disk; extra `transformer` or `ctranslate2`",
}
"""Name -> description."""
_ALONE: Final = frozenset({"apertium", "google"})
"""Those that need nothing behind a colon."""


def find_translator(typed: str, options: SentimentOptions | None = None) -> Translator:
    """Return the translator that a text means: `name`, or `name:address`.

    Raises:
        UnknownNameError: there is no such translator.
        UsageError, InputError, ConfigurationError: what stands behind the colon makes no sense, or something lacks.
    """
    name, colon, address = typed.partition(":")
    part = TRANSLATORS.get(name)
    if isinstance(part, Translator):
        if colon:
            raise UsageError(f"{name} takes no address after a colon", hint=f"write {name}")
        return part
    if not address and name not in _ALONE:
        raise UsageError(f"{name} needs more", hint=f"write {KNOWN.get(name, f'{name}:…')}")
    return part(address, options or SentimentOptions())
