"""The page of a replication: each published figure with that of botassay, and the reason for each difference."""

from typing import TYPE_CHECKING

from botassay import __version__
from botassay.core.published_figure import ABSENT
from botassay.core.text.plural import many
from botassay.view import Badge, Fact, Headline, Page, Paragraph, Section, Table

if TYPE_CHECKING:
    from botassay.replication.documents import ReplicatedFigure, Replication


def view(document: "Replication") -> Page:
    """Return the page of a replication."""
    rows = document.rows
    same = sum(row.agrees for row in rows)
    missing = sum(row.ours == ABSENT for row in rows)
    unexplained = [row for row in rows if not row.expected]
    facts = (
        Fact("figures", f"{len(rows):,}"),
        Fact("as published", f"{same:,}"),
        Fact("different, with a known reason", f"{sum(row.expected and not row.agrees for row in rows):,}"),
        Fact("different, unexplained", f"{len(unexplained):,}"),
        Fact("missing here", f"{missing:,}"),
    )
    headline = (
        Headline(f"{many(len(unexplained), 'figure differs', 'figures differ')} without a known reason.", "last")
        if unexplained
        else Headline("All figures agree, or differ for a known reason.", "first")
    )
    table = Table("", ("figure", "published", "ours", "", "how"), tuple(map(_cells, rows)), shown=len(rows))
    reasons = tuple(f"{row.figure}: {row.note or 'unexplained difference'}" for row in rows if not row.agrees)
    return Page(
        kicker="Published and measured figures of paper",
        title=document.paper,
        headline=headline,
        lead="",
        facts=facts,
        sections=(
            Section("figures", "Figures", "", (table,)),
            *((Section("differences", "Differences", "", (Paragraph("", points=reasons),)),) if reasons else ()),
        ),
        version=__version__,
    )


def _cells(row: "ReplicatedFigure") -> tuple[str | Badge, ...]:
    mark = (
        Badge("same", "first") if row.agrees else Badge("explained", "middle") if row.expected else Badge("!", "last")
    )
    return (row.figure, row.published, row.ours, mark, row.detail)
