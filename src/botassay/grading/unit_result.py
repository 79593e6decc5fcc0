"""The result of examining a unit of a corpus; results add up exactly, in any order."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, Self, TypeVar

from botassay.core.evidence import Evidence, Finding, merged
from botassay.corpora import Tally
from botassay.corpora.units import SeenIds
from botassay.grading.corpus_stats import CensusState


class _Sum(Protocol):
    def __add__(self, other: Any, /) -> Any: ...


Part = TypeVar("Part", bound=_Sum)


class RunningSum(Generic[Part]):
    """Adds parts up in pairs as they come, which keeps the work for growing parts within n log n."""

    def __init__(self) -> None:
        self._sums: list[tuple[int, Part]] = []

    def add(self, part: Part) -> None:
        """Add a part behind those before it."""
        size = 1
        while self._sums and self._sums[-1][0] == size:
            before, earlier = self._sums.pop()
            part, size = earlier + part, size + before
        self._sums.append((size, part))

    def total(self) -> Part | None:
        """Return the sum; None without parts."""
        total: Part | None = None
        for _, part in reversed(self._sums):
            total = part if total is None else part + total
        return total


class SingleSum(Generic[Part]):
    """Adds parts up in place, in one sum: for large parts whose sum is hardly larger than one of them."""

    def __init__(self) -> None:
        self._sum: Part | None = None
        self._owned = False
        """Whether the sum may be changed: it is the sum of two parts, not the caller's first part."""

    def add(self, part: Part) -> None:
        """Add a part, which stays as it is."""
        if self._sum is None:
            self._sum = part
        elif self._owned:
            self._sum += part
        else:
            self._sum, self._owned = self._sum + part, True

    def total(self) -> Part | None:
        """Return the sum; None without parts."""
        return self._sum


@dataclass(frozen=True, slots=True)
class ReadingCounts:
    """How many dialogs were read, and how much was ignored or skipped."""

    dialogs: int = 0
    ignored: int = 0
    bad_rows: int = 0
    bad_dialogs: int = 0
    skipped_files: tuple[str, ...] = ()
    remarks: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, tally: Tally) -> Self:
        """Return the counts of a tally."""
        return cls(
            tally.dialogs,
            tally.ignored,
            tally.bad_rows,
            tally.bad_dialogs,
            tuple(tally.skipped_files),
            dict(tally.remarks),
        )

    def add_to(self, tally: Tally) -> None:
        """Add the counts of a unit behind those before it."""
        tally.dialogs += self.dialogs
        tally.ignored += self.ignored
        tally.bad_rows += self.bad_rows
        tally.bad_dialogs += self.bad_dialogs
        tally.skipped_files += self.skipped_files
        tally.remarks += Counter(self.remarks)


@dataclass(frozen=True, slots=True)
class UnitResult:
    """The result of a unit in one of the two rounds.

    In the first round everything is counted, checkers study the corpus, and those that need not know the whole of it
    give their evidence; the others do so in the second round.
    """

    evidence: Mapping[str, Evidence]
    """By the name of the checker."""
    decided: tuple[tuple[Finding, int], ...] = ()
    """Findings on which something was decided, each with the place of the decision among all."""
    counts: ReadingCounts = field(default_factory=ReadingCounts)
    census: CensusState = field(default_factory=CensusState)
    ids: SeenIds = field(default_factory=SeenIds)
    digests: tuple[tuple[str, bytes], ...] = ()
    """The files that were read, with their digests; see `corpora.units.UnitPass`."""
    studies: Mapping[str, Any] = field(default_factory=dict)
    """By issue: what its checker learned."""


def added_up(total: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Return evidence or studies by name, with those of another unit added."""
    return merged(total, more)
