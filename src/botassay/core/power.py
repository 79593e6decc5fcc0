"""What a comparison of two samples can show: the power of Fisher's exact test."""

from collections.abc import Callable
from math import comb
from typing import Any, Final

import numpy as np

POWER: Final = 0.8
"""The chance with which a change is to show."""
_STEPS: Final = 14


def smallest_rise(share: float, before: int, after: int, alpha: float) -> float | None:
    """Return the smallest greater share that a second sample would show as different, four times in five.

    By Fisher's exact test of both samples, two-sided, and the binomial distribution of what each would have.

    Args:
        share: of the first sample, in [0, 1].
        before: size of the first sample.
        after: size of the second one.
        alpha: the p value below which a difference counts.

    Returns: a share in (share, 1]; None where none would show so surely.

    >>> smallest_rise(0.0, 30, 30, 0.05), smallest_rise(0.0, 3, 3, 0.05)
    (0.251, None)
    """
    if not (before and after):
        return None
    shows = _shows(before, after, alpha)
    first = _binomial(before, share)

    def power(other: float) -> float:
        return float(first @ shows @ _binomial(after, other))

    if power(1.0) < POWER:
        return None
    return round(_least(power, share), 3)


def _least(power: Callable[[float], float], low: float) -> float:
    """Return the least share above another that has the power, by halving."""
    high = 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if power(middle) >= POWER else (middle, high)
    return high


def _binomial(size: int, share: float) -> Any:
    """Return the chance of each number of hits."""
    return np.array([comb(size, hits) * share**hits * (1 - share) ** (size - hits) for hits in range(size + 1)])


def _shows(before: int, after: int, alpha: float) -> Any:
    """Return for each pair of numbers of hits whether the second is beyond chance the greater one."""
    shows = np.zeros((before + 1, after + 1))
    for hits in range(1, before + after + 1):
        least, most = max(0, hits - before), min(after, hits)
        ways = [comb(after, x) * comb(before, hits - x) for x in range(least, most + 1)]
        whole = comb(before + after, hits)
        middle = hits * after / (before + after)
        for x in range(least, most + 1):
            if x > middle:
                far = [way for y, way in enumerate(ways, least) if abs(y - middle) >= x - middle]
                shows[hits - x, x] = float(sum(far) / whole < alpha)
    return shows
