"""Report formats, and sections that an issue adds to every report."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from botassay.core.evidence import Finding
from botassay.core.results import UNDETERMINED, Counts, IssueResult, Rating, Report

IssueView = Callable[[IssueResult], Sequence[Any]]
"""Returns sections (`botassay.view.Section`) about an issue, in reading order; its name is the issue's code."""
ListedFindings = Iterable[tuple[Rating, Iterable[Finding]]]
"""For each subject its worst rating and all its findings, as a stream that can be read once."""


@dataclass(frozen=True, slots=True)
class Gate:
    """The levels from which ratings and issues fail, and the share of conversations that must be scored."""

    fail_on: str | None
    """The level at which a rating fails, or any issue that is there beyond doubt; None: no rating fails."""
    min_coverage: float = 0.9
    issues: Mapping[str, str] = field(default_factory=dict)
    """The level at which an issue fails, by its code."""
    strict: bool = False
    """Whether ratings and these issues fail by how bad they could be."""

    def stops(self, rating: Rating) -> bool:
        """Whether a rating reaches the level of the gate: by its worse bound where it is undetermined, or if strict."""
        if self.fail_on is None:
            return False
        level = rating.bounds[1] if self.strict or rating.level == UNDETERMINED else rating.level
        return rating.levels.index(level) >= rating.levels.index(self.fail_on)

    def lacks(self, counts: Counts) -> bool:
        """Whether too few conversations were scored."""
        return counts.scored < self.min_coverage * counts.planned


@runtime_checkable
class ReportFormat(Protocol):
    """Writes ratings in one file format."""

    def render(self, report: Report, *, gate: Gate | None, findings: ListedFindings | None) -> Iterator[bytes]:
        """Return the file, piece by piece; the same arguments give the same bytes.

        Args:
            report: one or more ratings, the worst first.
            gate: what passes and what fails, for formats that show it; None: no gate was given.
            findings: every finding, for formats that list them all; None: those that the ratings hold.
        """
        ...
