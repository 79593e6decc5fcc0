"""Hashes of pairs of neighbouring word pieces, which screens before the encoder weigh."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

PAIRS: Final = 1 << 15
"""Hash buckets; several pairs share one."""
SPREAD: Final = 31_337
"""A prime that spreads hashes over buckets."""


def pairs(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the bucket of each pair of neighbouring word pieces, from 0 to `PAIRS` - 1.

    >>> pairs(np.array([7, 8, 9]))
    array([22759, 21329])
    """
    return (numbers[:-1] * SPREAD + numbers[1:]) % PAIRS
