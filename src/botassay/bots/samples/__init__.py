"""The bundled bots: small, offline, and the same answer to the same conversation every time.

>>> from botassay.bots.samples import SAMPLES, sample
>>> sorted(SAMPLES)
['eliza', 'hospital']
>>> sample("eliza")("Ann").reply("Are you a robot?").text
'I am a computer program, not a person. What made you ask?'
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Final, cast

from botassay.bots.samples.session import Begin, Session
from botassay.errors import UnknownNameError

SAMPLES: Final[Mapping[str, str]] = {
    "eliza": "turns what you say into a question, after Weizenbaum",
    "hospital": "recommends a hospital for a medical service and a place",
}
"""The names of the bundled bots, and what each one does."""


def sample(name: str) -> Begin:
    """Give what begins a session with a bundled bot.

    Raises: UnknownNameError.
    """
    if name not in SAMPLES:
        raise UnknownNameError.among("bundled bot", name, SAMPLES)
    return cast("Begin", import_module(f"{__name__}.{name}").begin)


__all__ = ["SAMPLES", "Begin", "Session", "sample"]
