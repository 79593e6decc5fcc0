"""The bundled bots: small, offline and reproducible.

>>> from botassay_samples import SAMPLES, sample
>>> sorted(SAMPLES)
['eliza', 'faq', 'hospital', 'trains']
>>> sample("eliza")("Ann").reply("Are you a robot?").text
'I am a computer program, not a person. What made you ask?'
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Final, cast

from botassay.core.errors import UnknownNameError, UsageError
from botassay.plugins.inprocess import Begin, Session

SAMPLES: Final[Mapping[str, str]] = {
    "eliza": "turns what you say into a question, after Weizenbaum",
    "faq": "answers questions about working for an invented company; also faq:FOLDER, with data of your own",
    "hospital": "recommends a hospital for a medical service and a place",
    "trains": "says when a train arrives and how late it will be; also trains:MODEL@TABLE+STYLE",
}
"""The names of the bundled bots, and what each one does."""


def sample(name: str) -> Begin:
    """Return the function that begins a session with a bundled bot, or with a variant of it.

    Raises:
        UnknownNameError: there is no such bot, or no such variant of it.
        UsageError: it has no variants.
    """
    bare, colon, address = name.partition(":")
    if bare not in SAMPLES:
        raise UnknownNameError.among("bundled bot", name, SAMPLES)
    module = import_module(f"{__name__}.{bare}")
    if not colon:
        return cast("Begin", module.begin)
    if not hasattr(module, "variant"):
        raise UsageError(f"{bare} has no variants", hint=f"give {bare} only")
    return cast("Begin", module.variant(address)[1])


__all__ = ["SAMPLES", "Begin", "Session", "sample"]
