"""Hashes of pairs of neighbouring word pieces, which screens before the encoder weigh."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

PAIRS: Final = 1 << 15
"""Hash buckets; several pairs share one."""
SPREAD: Final = 31_337
"""A prime that spreads hashes over buckets."""


def pairs(numbers: Sequence[int]) -> list[int]:
    """Return the bucket of each pair of neighbouring word pieces, from 0 to `PAIRS` - 1.

    >>> pairs([7, 8, 9])
    [22759, 21329]
    """
    return [(first * SPREAD + second) % PAIRS for first, second in pairwise(numbers)]
