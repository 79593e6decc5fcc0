"""The numerics print: whether two machines get the same values out of the shipped network."""

from functools import cache
from hashlib import sha256
from typing import Final

import msgspec

from botassay.encoder.model import abuse, prejudice

_STARTS: Final = (
    "you are", "they are", "that was", "this is", "he was called", "nobody is", "my neighbours are", "the driver was",
)  # fmt: skip
_ENDS: Final = (
    "an idiot", "very kind", "late again", "a damn liar", "not from here", "too stupid to vote", "welcome", "worthless",
)  # fmt: skip
SENTENCES: Final = tuple(f"{start} {end}" for start in _STARTS for end in _ENDS)
"""64 sentences whose values lie all over the scale."""


@cache
def numerics_print() -> str:
    """Return SHA-256 of the values that the encoder gives for 64 sentences on this machine.

    Raises: as `encoder.model.load`.
    """
    values = [[*abuse(sentence), prejudice(sentence)] for sentence in SENTENCES]
    return sha256(msgspec.json.encode(values)).hexdigest()
