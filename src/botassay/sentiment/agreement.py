"""How far annotators agree: in percent, and by Krippendorff's alpha."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

Distance = Callable[[float, float], float]


def nominal(a: float, b: float) -> float:
    """Return 1.0 where two values differ, else 0.0."""
    return float(a != b)


def interval(a: float, b: float) -> float:
    """Return the squared difference of two values."""
    return (a - b) ** 2


FEWEST: Final = 2
"""Values of a unit that can be compared."""


def krippendorff(units: Sequence[Sequence[float]], distance: Distance = interval) -> float | None:
    """Return Krippendorff's alpha (Krippendorff 2011): 1 is agreement, 0 what chance would give.

    alpha = 1 - D_o / D_e over all pairs of values within a unit, and over all pairs of values at all. Units with fewer
    than two values say nothing.

    Args:
        units: the values that each unit got, as many as there are.
        distance: of two values.

    Returns: None where fewer than two different values were given: there is nothing to disagree about.

    >>> krippendorff([[1, 1], [0, 0], [-1, -1]]), krippendorff([[1, 1], [1, 1]])
    (1.0, None)
    """
    pairable = [Counter(unit) for unit in units if len(unit) >= FEWEST]
    totals: Counter[float] = sum(pairable, Counter())
    n = totals.total()
    expected = _pairs(totals, distance) / (n * (n - 1)) if n > 1 else 0.0
    if expected == 0:
        return None
    observed = sum(_pairs(unit, distance) / (unit.total() - 1) for unit in pairable) / n
    return 1 - observed / expected


def _pairs(counts: Counter[float], distance: Distance) -> float:
    """Sum the distance over all ordered pairs of values."""
    return sum(n * m * distance(a, b) for (a, n), (b, m) in product(counts.items(), repeat=2))


def percent_agreement(units: Sequence[Sequence[float]]) -> float | None:
    """Return the share of pairs of annotators that gave a unit the same value, over all units, in percent.

    >>> percent_agreement([[1, 1, 1], [1, 1, 0]])
    66.66666666666667
    """
    same = [a == b for unit in units for a, b in combinations(unit, 2)]
    return 100 * sum(same) / len(same) if same else None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotatorAgreement:
    """How far annotators agree, and how their votes were settled."""

    annotators: int
    sentences: int
    percent: float | None
    """Pairs of annotators that gave a sentence the same label."""
    alpha: float | None
    """Krippendorff's alpha over -1, 0, 1 as numbers; null where only one value was ever given."""
    alpha_nominal: float | None
    """The same with the three as mere names."""
    conflicts: int
    """Sentences on which no value had most votes: one of those with most was drawn."""

    @classmethod
    def of(cls, units: Sequence[Sequence[float]], *, annotators: int, conflicts: int) -> "AnnotatorAgreement":
        """Summarise the labels that each sentence got."""
        return cls(
            annotators=annotators,
            sentences=len(units),
            percent=percent_agreement(units),
            alpha=krippendorff(units),
            alpha_nominal=krippendorff(units, nominal),
            conflicts=conflicts,
        )
