"""Compares two systems on the same queries: their difference, its interval, and its p-value."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from botassay.core.errors import InputError, UsageError
from botassay.options.documents import MeasureComparison
from botassay.options.lists import Listed
from botassay.options.measures import ListMeasure
from botassay.options.shape import Shape
from botassay.options.tally import DRAWS, ends

Pairs = Counter[tuple[Shape, Shape]]

SWAPS: Final = 10_000
"""Number of random assignments of a randomisation test."""
_CELLS: Final = 2_000_000
"""Maximum number of counts sampled at a time, to bound memory."""


@dataclass(slots=True)
class Paired:
    """The lists of two systems, query by query."""

    counts: Pairs
    unknown: int = 0
    """Queries without a known correct answer, which are not measured."""
    bad: int = 0
    """Skipped queries with an invalid row."""

    @property
    def longest(self) -> int:
        """The length of the longest list."""
        return max((shape.length for pair in self.counts for shape in pair), default=0)


def pair(
    rows: Iterable[Listed | InputError],
    others: Iterable[Listed | InputError],
    names: tuple[str, str],
    *,
    skip_bad: bool,
) -> Paired:
    """Return the lists of two files, paired in order.

    Raises: InputError for an invalid row that is not skipped, and for files of different queries.
    """
    paired = Paired(Counter())
    for number, (row, other) in enumerate(_zipped(rows, others, names), 1):
        for read in (row, other):
            if isinstance(read, InputError) and not skip_bad:
                raise read
        if isinstance(row, InputError) or isinstance(other, InputError):
            paired.bad += 1
            continue
        _check_same(row, other, f"list {number} of {names[0]} and of {names[1]}")
        if row.shape is None or other.shape is None:
            paired.unknown += 1
        else:
            paired.counts[row.shape, other.shape] += 1
    return paired


def _zipped(
    rows: Iterable[Listed | InputError], others: Iterable[Listed | InputError], names: tuple[str, str]
) -> Iterator[tuple[Listed | InputError, Listed | InputError]]:
    left, right = iter(rows), iter(others)
    while True:
        row, other = next(left, None), next(right, None)
        if row is not None and other is not None:
            yield row, other
            continue
        if row is not None or other is not None:
            shorter = names[0] if row is None else names[1]
            raise InputError(
                "E154 the files hold different numbers of lists", shorter, "both files must answer the same queries"
            )
        return


def _check_same(row: Listed, other: Listed, place: str) -> None:
    ids = (row.line.id, other.line.id)
    if None not in ids and str(ids[0]) != str(ids[1]):  # a CSV cell is text, in JSON the same id may be a number
        raise InputError(f"E154 the ids differ: {ids[0]!r} and {ids[1]!r}", place, "put both files into the same order")
    if row.shape and other.shape and row.shape.relevant != other.shape.relevant:
        raise InputError("E154 the numbers of correct answers differ", place, "both files must answer the same queries")
    answers = (row.line.answers, other.line.answers)
    if all(answers) and set(answers[0]) != set(answers[1]):
        raise InputError(
            "E154 the correct answers differ", place, "both files must answer the same queries in the same order"
        )


def compare(
    pairs: Pairs, measures: Sequence[ListMeasure], draws: int = DRAWS, seed: int = 0, swaps: int = SWAPS
) -> list[MeasureComparison]:
    """Return the difference of two systems by each measure.

    The interval is that of a paired bootstrap: queries are resampled with both lists. The p-value is that of a
    randomisation test (Fisher 1935; Smucker et al. 2007): under the null hypothesis, the two lists of a query can be
    swapped. Both sample the counts of pairs of shapes, which is exact and fast.

    Args:
        pairs: number of queries by the shapes of both lists.
        measures: all measured on the same samples.
        draws: number of bootstrap samples.
        seed: random seed.
        swaps: number of random assignments.

    Raises: UsageError if there are no pairs.
    """
    if not pairs:
        raise UsageError("the systems have no query in common")
    shapes, counts = zip(*sorted(pairs.items(), key=lambda item: str(item[0])), strict=True)
    both = _Both([shape for shape, _ in shapes], [other for _, other in shapes], np.array(counts))
    generator = np.random.default_rng(seed)
    resampled = map(np.concatenate, zip(*both.resampled(measures, draws, generator), strict=True))
    swapped = map(np.concatenate, zip(*both.swapped(measures, swaps, generator), strict=True))
    return [
        _difference(measure, both, sampled, by_chance)
        for measure, sampled, by_chance in zip(measures, resampled, swapped, strict=True)
    ]


def _difference(measure: ListMeasure, both: "_Both", sampled: Any, by_chance: Any) -> MeasureComparison:
    value, other = (float(measure.over(shapes, both.counts)) for shapes in (both.first, both.second))
    difference = value - other
    at_least = int((np.abs(by_chance) >= abs(difference) - 1e-12).sum())
    p = (1 + at_least) / (1 + len(by_chance))
    return MeasureComparison(
        id=measure.id,
        measure=repr(measure),
        value=round(value, 9),
        other=round(other, 9),
        difference=round(difference, 9),
        interval=ends(sampled),
        p=round(p, 9),
    )


@dataclass(frozen=True, slots=True)
class _Both:
    """The different pairs of shapes, and their numbers."""

    first: list[Shape]
    second: list[Shape]
    counts: Any

    def resampled(self, measures: Sequence[ListMeasure], draws: int, generator: Any) -> Iterator[list[Any]]:
        """Yield the differences by all measures on bootstrap samples, a batch at a time."""
        n = int(self.counts.sum())
        for size in _steps(draws, len(self.counts)):
            sample = generator.multinomial(n, self.counts / n, size=size)
            yield [measure.over(self.first, sample) - measure.over(self.second, sample) for measure in measures]

    def swapped(self, measures: Sequence[ListMeasure], swaps: int, generator: Any) -> Iterator[list[Any]]:
        """Yield the differences by all measures after randomly swapping the lists of each query."""
        shapes = [*self.first, *self.second]
        for size in _steps(swaps, 2 * len(self.counts)):
            stay = generator.binomial(self.counts, 0.5, size=(size, len(self.counts)))
            left = np.concatenate([stay, self.counts - stay], axis=1)
            right = np.concatenate([self.counts - stay, stay], axis=1)
            yield [measure.over(shapes, left) - measure.over(shapes, right) for measure in measures]


def _steps(draws: int, cells: int) -> Iterator[int]:
    step = max(1, _CELLS // cells)
    for begin in range(0, draws, step):
        yield min(step, draws - begin)
