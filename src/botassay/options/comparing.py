"""Two systems on the same queries: how much better is one, and could that be chance?"""

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
"""Random assignments of a randomisation test."""
_ROOM: Final = 2_000_000


@dataclass(slots=True)
class Paired:
    """The lists of two systems, query by query."""

    counts: Pairs
    unknown: int = 0
    """Queries without a known correct answer; they enter no measure."""
    bad: int = 0
    """Queries that were skipped because either row is no list."""

    @property
    def longest(self) -> int:
        """How many options the longest list of either system has."""
        return max((shape.length for pair in self.counts for shape in pair), default=0)


def pair(
    rows: Iterable[Listed | InputError],
    others: Iterable[Listed | InputError],
    names: tuple[str, str],
    *,
    skip_bad: bool,
) -> Paired:
    """Put the rows of two files together, the first with the first.

    Raises: InputError for a row that is no list, and where the files do not ask the same.
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
    """Compare two systems by several measures.

    The interval is that of a paired bootstrap: queries are drawn with replacement, both lists of each together. The p
    is that of a randomisation test (Fisher 1935; Smucker et al. 2007): if the systems did not differ, either list of a
    query could have come from either. Both are drawn on the counts of pairs of shapes, which is exact, and fast.

    Args:
        pairs: how many queries have which two shapes.
        measures: compared by each, on the same draws.
        draws: bootstrap samples.
        seed: makes all draws.
        swaps: random assignments of the test.

    Raises: UsageError where there are no pairs.
    """
    if not pairs:
        raise UsageError("no query is answered by both systems")
    kept = sorted(pairs.items(), key=lambda item: str(item[0]))
    both = _Both([one for (one, _), _ in kept], [other for (_, other), _ in kept], np.array([n for _, n in kept]))
    generator = np.random.default_rng(seed)
    drawn = [_joined(column) for column in zip(*both.resampled(measures, draws, generator), strict=True)]
    swapped = [_joined(column) for column in zip(*both.swapped(measures, swaps, generator), strict=True)]
    return [
        _difference(measure, both, at, by_chance)
        for measure, at, by_chance in zip(measures, drawn, swapped, strict=True)
    ]


def _difference(measure: ListMeasure, both: "_Both", drawn: Any, swapped: Any) -> MeasureComparison:
    value, other = (float(measure.over(shapes, both.counts)) for shapes in (both.ones, both.others))
    difference = value - other
    as_great = int((np.abs(swapped) >= abs(difference) - 1e-12).sum())
    low, high = ends(drawn)
    p = (1 + as_great) / (1 + len(swapped))
    return MeasureComparison(
        id=measure.id,
        measure=repr(measure),
        value=round(value, 9),
        other=round(other, 9),
        difference=round(difference, 9),
        interval=(low, high),
        p=round(p, 9),
    )


def _joined(column: Sequence[Any]) -> Any:
    return np.concatenate(column)


@dataclass(frozen=True, slots=True)
class _Both:
    ones: list[Shape]
    others: list[Shape]
    counts: Any

    def resampled(self, measures: Sequence[ListMeasure], draws: int, generator: Any) -> Iterator[list[Any]]:
        """Give the differences of all measures on bootstrap samples, some at a time."""
        n = int(self.counts.sum())
        for size in _steps(draws, len(self.counts)):
            sample = generator.multinomial(n, self.counts / n, size=size)
            yield [measure.over(self.ones, sample) - measure.over(self.others, sample) for measure in measures]

    def swapped(self, measures: Sequence[ListMeasure], swaps: int, generator: Any) -> Iterator[list[Any]]:
        """Give the differences of all measures where each query's lists change sides or not, by a coin."""
        shapes = [*self.ones, *self.others]
        for size in _steps(swaps, 2 * len(self.counts)):
            kept = generator.binomial(self.counts, 0.5, size=(size, len(self.counts)))
            left = np.concatenate([kept, self.counts - kept], axis=1)
            right = np.concatenate([self.counts - kept, kept], axis=1)
            yield [measure.over(shapes, left) - measure.over(shapes, right) for measure in measures]


def _steps(draws: int, cells: int) -> Iterator[int]:
    step = max(1, _ROOM // cells)
    for begin in range(0, draws, step):
        yield min(step, draws - begin)
