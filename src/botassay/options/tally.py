"""Many lists as a histogram over their shapes: all that a measure needs, and little, however many lists there are."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from botassay.core.errors import UsageError
from botassay.options.measures import ListMeasure
from botassay.options.shape import Shape

Integers = npt.NDArray[np.int64]

DRAWS: Final = 2000
"""Bootstrap samples, unless said otherwise."""
_ROOM: Final = 4_000_000
"""Cells drawn at a time."""


@dataclass(frozen=True, slots=True)
class ListCounts:
    """How many lists have which shape; adds up.

    >>> from botassay.options import measure
    >>> tally = ListCounts.of([Shape.of("c"), Shape.of("cw"), Shape.of("ww")])
    >>> tally.n, round(tally.value(measure("LAR")), 3)
    (3, 0.667)
    """

    shapes: tuple[Shape, ...]
    counts: tuple[int, ...]

    @classmethod
    def of(cls, shapes: Iterable[Shape]) -> Self:
        """Count lists one by one."""
        return cls.counted(Counter(shapes))

    @classmethod
    def counted(cls, counts: Mapping[Shape, int]) -> Self:
        """Take lists that were counted; the order in which they came leaves no trace."""
        kept = sorted(
            ((shape, count) for shape, count in counts.items() if count),
            key=lambda item: (item[0].relevant, item[0].length, item[0].ranks),
        )
        return cls(tuple(shape for shape, _ in kept), tuple(count for _, count in kept))

    @classmethod
    def from_arrays(cls, lengths: npt.ArrayLike, ranks: npt.ArrayLike) -> Self:
        """Count lists with one correct answer, given as two arrays of n whole numbers; milliseconds for a million.

        Args:
            lengths: how many options each list has; 0 for an empty one.
            ranks: where the correct option stands, from 1; 0 where it is not in the list.

        Raises: UsageError for arrays of different lengths, what is no whole number, or a rank beyond its list.

        >>> ListCounts.from_arrays([3, 3, 1], [1, 1, 0]).counts
        (1, 2)
        """
        long, at = _whole("lengths", lengths), _whole("ranks", ranks)
        if long.shape != at.shape or long.ndim != 1:
            raise UsageError(
                f"lengths and ranks must be two arrays of the same length, not {long.shape} and {at.shape}"
            )
        if not long.size:
            return cls((), ())
        if int(at.min()) < 0 or int(long.min()) < 0 or bool((at > long).any()):
            raise UsageError("a rank is outside 0 to the length of its list")
        side = int(long.max()) + 1
        if side * side > _ROOM:
            raise UsageError(f"a list of {side - 1} options is too long")
        code = long.astype(np.min_scalar_type(side * side), copy=False) * side + at
        return cls.counted(
            {
                Shape(int(cell) // side, (int(cell) % side,) if cell % side else ()): int(count)
                for cell, count in _filled(np.bincount(code))
            }
        )

    @property
    def n(self) -> int:
        """How many lists there are."""
        return sum(self.counts)

    @property
    def empty(self) -> int:
        """How many of them are empty."""
        return self.where(lambda shape: shape.length).get(0, 0)

    @property
    def longest(self) -> int:
        """How many options the longest list has."""
        return max((shape.length for shape in self.shapes), default=0)

    def where(self, key: Any) -> dict[int, int]:
        """Count lists by something of their shape, least first."""
        found: Counter[int] = Counter()
        for shape, count in zip(self.shapes, self.counts, strict=True):
            found[key(shape)] += count
        return dict(sorted(found.items()))

    def value(self, measure: ListMeasure) -> float:
        """Give what the lists are worth.

        Raises: UsageError where there are none.
        """
        if not self.counts:
            raise UsageError("there are no lists to measure")
        return float(measure.over(self.shapes, np.array(self.counts)))

    def __add__(self, other: Self) -> Self:
        """Put two sets of lists together."""
        both = Counter(dict(zip(self.shapes, self.counts, strict=True)))
        both.update(dict(zip(other.shapes, other.counts, strict=True)))
        return type(self).counted(both)


def intervals(
    tally: ListCounts, measures: Sequence[ListMeasure], draws: int = DRAWS, seed: int = 0
) -> list[tuple[float, float]]:
    """Give each measure's 95 % bootstrap interval (percentiles; Efron 1979), from the same samples.

    Drawing n lists with replacement and counting their shapes is drawing once from a multinomial distribution: exact,
    and as fast for a million lists as for ten.

    Args:
        tally: at least one list.
        measures: what is worked out on every sample.
        draws: how many samples, at least 1.
        seed: makes them.
    """
    counts = np.array(tally.counts)
    values: list[list[Any]] = [[] for _ in measures]
    for sample in _samples(counts, draws, np.random.default_rng(seed)):
        for column, measure in zip(values, measures, strict=True):
            column.append(measure.over(tally.shapes, sample))
    return [ends(np.concatenate(column)) for column in values]


def ends(values: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Give the values between which 95 % of all lie."""
    low, high = np.quantile(values, [0.025, 0.975])
    return round(float(low), 9), round(float(high), 9)


def _samples(counts: Integers, draws: int, generator: np.random.Generator) -> Iterator[Integers]:
    n = int(counts.sum())
    step = max(1, _ROOM // len(counts))
    for begin in range(0, draws, step):
        yield generator.multinomial(n, counts / n, size=min(step, draws - begin))


def _whole(noun: str, numbers: npt.ArrayLike) -> Any:
    array = np.asarray(numbers)
    if array.size and not np.issubdtype(array.dtype, np.integer):
        raise UsageError(f"{noun} must be whole numbers, not {array.dtype}")
    return array


def _filled(counts: Any) -> Iterator[tuple[int, int]]:
    for cell in np.flatnonzero(counts):
        yield int(cell), int(counts[cell])
