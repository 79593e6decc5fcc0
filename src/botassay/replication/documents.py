"""The figures of a paper and those of botassay, as a document."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from botassay.core.published_figure import Figure, Source, Status
from botassay.view.document import Viewable

if TYPE_CHECKING:
    from botassay.view import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplicatedFigure:
    """A figure of a paper and that of botassay."""

    figure: str
    source: Source
    reference: str
    """The figure of the source; `–` where nothing is published to compare with."""
    ours: str
    """`–` where it is not measured."""
    tolerance: float
    """How far the two may lie apart and still be the same."""
    status: Status
    note: str
    """The reason of a difference with its bound, or what measuring the figure takes."""
    detail: str
    """Where the reference comes from, and how botassay's was measured."""

    @classmethod
    def of(cls, figure: Figure) -> "ReplicatedFigure":
        """Return a figure as a row of the document."""
        reason = figure.reason
        why = reason is not None and figure.status in (Status.EXPLAINED, Status.DIFFERS)
        within = f"{reason.text} (at most {reason.bound:g} apart)" if reason and why else ""
        return cls(
            figure=figure.name,
            source=figure.source,
            reference=figure.reference,
            ours=figure.ours,
            tolerance=figure.tolerance,
            status=figure.status,
            note="; ".join(filter(None, (within, figure.note))),
            detail=figure.detail,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceCounts:
    """How many figures of one source have each status."""

    source: Source
    figures: int
    reproduced: int
    explained: int
    differ: int
    not_measured: int

    @classmethod
    def of(cls, source: Source, rows: Iterable[ReplicatedFigure]) -> "SourceCounts":
        """Count the rows of a source."""
        counts = Counter(row.status for row in rows if row.source is source)
        return cls(
            source=source,
            figures=counts.total(),
            reproduced=counts[Status.REPRODUCED],
            explained=counts[Status.EXPLAINED],
            differ=counts[Status.DIFFERS],
            not_measured=counts[Status.NOT_MEASURED],
        )

    def __str__(self) -> str:
        each = f"{self.reproduced:,} reproduced, {self.explained:,} explained, {self.differ:,} differ"
        return f"{self.source} {self.figures:,}: {each}, {self.not_measured:,} not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class Replication(Viewable):
    """The document of `replicate --json`, `botassay/replication/2`."""

    schema: Literal["botassay/replication/2"] = "botassay/replication/2"
    paper: str
    counts: tuple[SourceCounts, ...]
    """The published figures, then each other source that the paper has."""
    rows: tuple[ReplicatedFigure, ...]

    @classmethod
    def of(cls, paper: str, figures: Iterable[Figure]) -> "Replication":
        """Return the document of a paper's figures.

        Args:
            paper: its number, `000` to `004`.
            figures: those of the paper and those of botassay.
        """
        rows = tuple(map(ReplicatedFigure.of, figures))
        counts = (SourceCounts.of(source, rows) for source in Source)
        kept = tuple(count for count in counts if count.figures or count.source is Source.PUBLISHED)
        return cls(paper=paper, counts=kept, rows=rows)

    def passed(self, *, complete: bool = False) -> bool:
        """Return whether no figure differs without a reason.

        Args:
            complete: a published figure that is not measured counts as well.
        """
        missing = complete and self.counts[0].not_measured > 0
        return not missing and not any(count.differ for count in self.counts)

    def text(self, width: int = 100, *, colour: bool = False) -> str:
        """Return the counts, a line for each source, and below them the page as text for a terminal.

        Args:
            width: columns of the terminal.
            colour: whether to add escape sequences for colours.
        """
        page = Viewable.text(self, width, colour=colour)
        return "".join(f"{count}\n" for count in self.counts) + page

    def view(self) -> "Page":
        """Return the page."""
        from botassay.replication.view import view

        return view(self)
