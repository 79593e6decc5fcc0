"""Reports: an assessment goes in, a file comes out."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from botassay.core.evidence import Finding
from botassay.core.results import Counts, IssueResult, Rating, Report


@runtime_checkable
class ReportFormat(Protocol):
    """Draws an assessment, from the stored document alone."""

    def draw(self, assessment: Rating) -> bytes:
        """Give the finished file."""
        ...


@runtime_checkable
class PluralReport(Protocol):
    """A report that can hold several ratings in one file; the others draw the worst."""

    def draw_all(self, assessments: Report) -> bytes:
        """Give the finished file."""
        ...


@runtime_checkable
class IssueView(Protocol):
    """Lays out more of an issue than its facts, on every report; it is registered under the code of the issue."""

    def __call__(self, result: IssueResult) -> Sequence[Any]:
        """Return sections (`botassay.view.Section`), in the order in which they are read."""
        ...


@dataclass(frozen=True, slots=True)
class Gate:
    """From which level on a rating is too bad, and how much must have been scored; it changes no rating."""

    fail_on: str
    """The name of a level."""
    min_coverage: float = 0.9

    def stops(self, assessment: Rating) -> bool:
        """Whether a rating, or the worse bound of one, is too bad."""
        levels = assessment.levels
        return levels.index(assessment.bounds[1]) >= levels.index(self.fail_on)

    def lacks(self, counts: Counts) -> bool:
        """Whether too few conversations were scored."""
        return counts.scored < self.min_coverage * counts.planned


@runtime_checkable
class GatedReport(Protocol):
    """A report that says what passes and what fails: it is told of the gate, which no document holds."""

    def gated(self, gate: Gate) -> ReportFormat:
        """Give the report for a gate."""
        ...


@runtime_checkable
class ListReport(Protocol):
    """A report that can list all findings, as a stream, and not only those that the document keeps."""

    def rows(self, findings: Iterable[Finding], assessment: Rating) -> Iterator[bytes]:
        """Give the file, piece by piece."""
        ...


@runtime_checkable
class PluralListReport(Protocol):
    """A report that can list the findings of several subjects in one file."""

    def rows_all(self, parts: Iterable[tuple[Rating, Iterable[Finding]]]) -> Iterator[bytes]:
        """Give the file, piece by piece, out of a rating of each subject and its findings."""
        ...
