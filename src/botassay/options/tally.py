"""Counts of lists by shape: all that measures need, and small for any number of lists."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from botassay.core.errors import UsageError
from botassay.options.measures import ListMeasure
from botassay.options.shape import Shape

Integers = npt.NDArray[np.int64]

DRAWS: Final = 2000
"""Default number of bootstrap samples."""
_CELLS: Final = 4_000_000
"""Maximum number of counts sampled at a time, to bound memory."""


@dataclass(frozen=True, slots=True)
class ListCounts:
    """The number of lists of each shape; `+` adds two of them.

    >>> from botassay.options import measure
    >>> tally = ListCounts.of([Shape.of("c"), Shape.of("cw"), Shape.of("ww")])
    >>> tally.n, round(tally.value(measure("LAR")), 3)
    (3, 0.667)
    """

    shapes: tuple[Shape, ...]
    counts: tuple[int, ...]

    @classmethod
    def of(cls, shapes: Iterable[Shape]) -> Self:
        """Return the counts of lists."""
        return cls.counted(Counter(shapes))

    @classmethod
    def counted(cls, counts: Mapping[Shape, int]) -> Self:
        """Return counts in a fixed order of the shapes."""
        items = sorted(
            ((shape, count) for shape, count in counts.items() if count),
            key=lambda item: (item[0].relevant, item[0].length, item[0].ranks),
        )
        return cls(tuple(shape for shape, _ in items), tuple(count for _, count in items))

    @classmethod
    def from_arrays(cls, lengths: npt.ArrayLike, ranks: npt.ArrayLike) -> Self:
        """Return the counts of lists with one correct answer, from two arrays of n integers.

        Args:
            lengths: number of options of each list; 0 for an empty one.
            ranks: rank of the correct option, from 1; 0 if it is not in the list.

        Raises: UsageError for arrays of different lengths or other numbers, and for a rank beyond its list.

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
            raise UsageError("each rank must be between 0 and the length of its list")
        side = int(long.max()) + 1
        if side * side > _CELLS:
            hint = f"lists may have up to {isqrt(_CELLS) - 1:,} options"
            raise UsageError(f"a list of {side - 1:,} options is too long", hint=hint)
        code = long.astype(np.min_scalar_type(side * side), copy=False) * side + at
        return cls.counted(
            {
                Shape(cell // side, (cell % side,) if cell % side else ()): count
                for cell, count in enumerate(np.bincount(code).tolist())
                if count
            }
        )

    @property
    def n(self) -> int:
        """The number of lists."""
        return sum(self.counts)

    @property
    def empty(self) -> int:
        """The number of empty lists."""
        return self.where(lambda shape: shape.length).get(0, 0)

    @property
    def longest(self) -> int:
        """The length of the longest list."""
        return max((shape.length for shape in self.shapes), default=0)

    def where(self, key: Any) -> dict[int, int]:
        """Return the number of lists by a key of their shape, in ascending order."""
        by_key: Counter[int] = Counter()
        for shape, count in zip(self.shapes, self.counts, strict=True):
            by_key[key(shape)] += count
        return dict(sorted(by_key.items()))

    def value(self, measure: ListMeasure) -> float:
        """Return the value of a measure. Raises UsageError if there are no lists."""
        if not self.counts:
            raise UsageError("there are no lists to measure")
        return float(measure.over(self.shapes, np.array(self.counts)))

    def __add__(self, other: Self) -> Self:
        """Return the counts of both."""
        both = Counter(dict(zip(self.shapes, self.counts, strict=True)))
        both.update(dict(zip(other.shapes, other.counts, strict=True)))
        return type(self).counted(both)


def intervals(
    tally: ListCounts, measures: Sequence[ListMeasure], draws: int = DRAWS, seed: int = 0
) -> list[tuple[float, float]]:
    """Return the 95 % bootstrap interval of each measure (percentiles; Efron 1979), from the same samples.

    Resampling n lists and counting their shapes is one draw from a multinomial distribution: exact, and as fast for a
    million lists as for ten.

    Args:
        tally: at least one list.
        measures: the measures.
        draws: number of samples, at least 1.
        seed: random seed.
    """
    counts = np.array(tally.counts)
    values: list[list[Any]] = [[] for _ in measures]
    for sample in _samples(counts, draws, np.random.default_rng(seed)):
        for column, measure in zip(values, measures, strict=True):
            column.append(measure.over(tally.shapes, sample))
    return [ends(np.concatenate(column)) for column in values]


def ends(values: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Return the 2.5 % and the 97.5 % quantile."""
    low, high = np.quantile(values, [0.025, 0.975])
    return round(float(low), 9), round(float(high), 9)


def _samples(counts: Integers, draws: int, generator: np.random.Generator) -> Iterator[Integers]:
    n = int(counts.sum())
    step = max(1, _CELLS // len(counts))
    for begin in range(0, draws, step):
        yield generator.multinomial(n, counts / n, size=min(step, draws - begin))


def _whole(noun: str, numbers: npt.ArrayLike) -> Any:
    array = np.asarray(numbers)
    if array.size and not np.issubdtype(array.dtype, np.integer):
        raise UsageError(f"{noun} must be integers, not {array.dtype}")
    return array
