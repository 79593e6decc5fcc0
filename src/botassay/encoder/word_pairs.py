"""Numbers for pairs of neighbouring word pieces: what a cheap look before the encoder reads."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

PAIRS: Final = 1 << 15
"""Numbers that pairs have; several pairs share one."""
_SPREAD: Final = 31_337
"""A number that scatters pairs over those."""


def pairs(numbers: Sequence[int]) -> list[int]:
    """Return the number of each pair of neighbouring word pieces, from 0 to `PAIRS` - 1.

    >>> pairs([7, 8, 9])
    [22759, 21329]
    """
    return [(first * _SPREAD + second) % PAIRS for first, second in pairwise(numbers)]
