"""Numbers for pairs of neighbouring word pieces: what a cheap look before the encoder reads."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

PAIRS: Final = 1 << 15
"""Numbers that pairs have; several pairs share one."""
_SPREAD: Final = 31_337
"""A number that scatters pairs over those."""


def pairs(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the number of each pair of neighbouring word pieces, from 0 to `PAIRS` - 1.

    >>> pairs(np.array([7, 8, 9]))
    array([22759, 21329])
    """
    return (numbers[:-1] * _SPREAD + numbers[1:]) % PAIRS
