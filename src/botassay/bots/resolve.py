"""Finds the bot that a typed subject means."""

import re
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from botassay.core.errors import InputError, UnknownNameError, UsageError
from botassay.plugins.inprocess import Begin, Bundled
from botassay.plugins.protocols import Bot, BotOptions
from botassay.plugins.registry import BOTS

MODELS: Final = ("openai", "responses", "anthropic", "ollama")
SCHEMES: Final = ("http", "https", "ws", "wss", *MODELS, "a2a", "directline", "rasa", "browser", "python", "command")
"""Kinds of bots that need an address; anything else on the shelf is a bot by itself."""
DESCRIPTION: Final = "toml"
"""The kind of bot that a file `*.toml` describes."""


def is_bot(subject: str) -> bool:
    """Return whether a subject, as it is typed, is a live bot, and not a file or a folder.

    >>> [is_bot(subject) for subject in ("http://127.0.0.1:5005", "my/bot.toml", "talks.jsonl", "no:scheme")]
    [True, True, False, False]
    """
    scheme, colon, _ = subject.partition(":")
    if colon and scheme in BOTS:
        return True
    return is_described(subject) or (not colon and _sample(subject) is not None)


def find_bot(subject: str, options: BotOptions | None = None) -> Bot:
    """Return the bot that a subject means; nothing is sent yet.

    Args:
        subject: `scheme:address`, the path of a `bot.toml`, or the name of a bundled bot.
        options: how it is to be talked to.

    Raises:
        UnknownNameError: there is no such kind of bot.
        UsageError: the address makes no sense.
        ConfigurationError: the description or the environment lacks something.
    """
    options = options or BotOptions()
    scheme, colon, address = subject.partition(":")
    if is_described(subject):
        return BOTS.get(DESCRIPTION)(subject, options)
    if not colon:
        if _sample(subject) is None:
            raise UnknownNameError.among("bot", subject, _samples())
        if subject not in BOTS:
            hint = f"did you mean '{_sample(subject)}+guard'? Nothing else may follow the plus sign"
            raise UnknownNameError(f"there is no bot {subject!r}", hint=hint)
        return BOTS.get(subject)("", options)
    whole = scheme in ("http", "https", "ws", "wss")
    maker = BOTS.get(scheme)
    if not address.strip("/ "):
        raise UsageError(f"{subject!r} has no address", hint=f"write {scheme}:{'//HOST' if whole else 'ADDRESS'}")
    return maker(subject if whole else address, options)


def bundled(name: str) -> Bundled | None:
    """Return the bundled bot of a name, with or without an address or a `+` behind it; None for other bots.

    >>> bundled("trains:mean").name, bundled("rasa:http://127.0.0.1:5005")
    ('trains', None)
    """
    bare = name.partition(":")[0].partition("+")[0]
    maker = BOTS.get(bare) if bare in BOTS else None
    return maker if isinstance(maker, Bundled) else None


def sessions_of(name: str) -> Begin:
    """Return a function that begins sessions with a bundled bot, or with a variant of it.

    Raises:
        UnknownNameError: there is no such bot, or no such variant of it.
        UsageError: it has no variants.
    """
    sample, (bare, colon, address) = bundled(name), name.partition(":")
    if sample is None or sample.name != bare:
        raise UnknownNameError.among("bundled bot", name, [sample for sample in _samples() if bundled(sample)])
    if not colon:
        return sample.begin
    if sample.variant is None:
        raise UsageError(f"{bare} has no variants", hint=f"write {bare} alone")
    return sample.variant(address)[1]


_HOST: Final = re.compile(
    r"(?:[a-z\d-]+\.)+(?:ai|app|bot|chat|com|de|dev|edu|eu|example|fr|gov|io|net|org|uk|us)(?:/.*)?", re.IGNORECASE
)
_HOST_AND_PORT: Final = re.compile(r"[\w.-]+:\d{1,5}(?:/.*)?")


def check_spelling(subject: str) -> None:
    """Refuse what is neither a bot nor there, if it looks like the address or the name of a bot.

    Raises: UnknownNameError, UsageError, InputError.
    """
    if not subject.strip():
        raise UsageError("the subject is empty", hint="check for an unset shell variable; `.` is the current folder")
    if is_bot(subject) or Path(subject).exists():
        return
    scheme, colon, address = subject.partition(":")
    if _HOST_AND_PORT.fullmatch(subject):
        raise UsageError(f"{subject!r} is neither a file nor an address", hint=f"write http://{subject} or ws://…")
    if colon and (address.startswith("//") or get_close_matches(scheme, SCHEMES, n=1, cutoff=0.75)):
        raise UnknownNameError.among("kind of bot", scheme, SCHEMES)
    near = get_close_matches(scheme, _samples(), n=1, cutoff=0.75)
    if near:
        raise InputError(f"E174 {subject} does not exist", hint=f"did you mean the bundled bot {near[0]!r}?")
    if _HOST.fullmatch(subject):
        raise InputError(
            f"E174 {subject} does not exist", hint=f"write https://{subject} if it is the address of a bot"
        )


def is_described(subject: str) -> bool:
    """Return whether a subject is the file of a description, a `bot.toml`."""
    scheme, colon, _ = subject.partition(":")
    return Path(subject).suffix == f".{DESCRIPTION}" and not (colon and scheme in BOTS)


def _sample(subject: str) -> str | None:
    """Return the name of a bundled bot, whatever is put before it with a plus sign."""
    name = subject.partition("+")[0]
    return name if name in _samples() else None


def _samples() -> tuple[str, ...]:
    return tuple(name for name in BOTS.names() if name not in (*SCHEMES, DESCRIPTION))
