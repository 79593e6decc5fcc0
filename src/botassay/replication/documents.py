"""The published figures of a paper and those of botassay, as a document."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from botassay.core.published_figure import Figure
from botassay.view.document import Viewable

if TYPE_CHECKING:
    from botassay.view import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplicatedFigure:
    """A published figure and that of botassay."""

    figure: str
    published: str
    ours: str
    agrees: bool
    expected: bool
    """Whether the two agree, or differ for the reason that `note` gives."""
    note: str
    detail: str
    """Where the published figure comes from, and how botassay's was measured."""

    @classmethod
    def of(cls, figure: Figure) -> "ReplicatedFigure":
        """Return a figure as a row of the document."""
        return cls(
            figure=figure.name,
            published=figure.published,
            ours=figure.ours,
            agrees=figure.agrees,
            expected=figure.expected,
            note=figure.note,
            detail=figure.detail,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Replication(Viewable):
    """The document of `replicate --json`, `botassay/replication/1`."""

    schema: Literal["botassay/replication/1"] = "botassay/replication/1"
    paper: str
    as_expected: bool
    rows: tuple[ReplicatedFigure, ...]

    @classmethod
    def of(cls, paper: str, figures: Iterable[Figure]) -> "Replication":
        """Return the document of a paper's figures.

        Args:
            paper: its number, `000` to `004`.
            figures: published ones and those of botassay.
        """
        rows = tuple(map(ReplicatedFigure.of, figures))
        return cls(paper=paper, as_expected=all(row.expected for row in rows), rows=rows)

    def view(self) -> "Page":
        """Return the page."""
        from botassay.replication.view import view

        return view(self)
