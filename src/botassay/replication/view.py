"""The page of a replication: a table for each source of figures, with the reason of each difference."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from botassay import __version__
from botassay.core.published_figure import ABSENT, Source, Status
from botassay.core.text.plural import many
from botassay.view import Badge, Fact, Headline, Page, Paragraph, Section, Table
from botassay.view.tone import Tone

if TYPE_CHECKING:
    from botassay.replication.documents import ReplicatedFigure, Replication

_TONES: Final[dict[Status, Tone]] = {
    Status.REPRODUCED: "first", Status.EXPLAINED: "middle", Status.DIFFERS: "last", Status.NOT_MEASURED: "none",
}  # fmt: skip
_SECTIONS: Final = {
    Source.PUBLISHED: ("Published", "In the paper, or in data that its authors published."),
    Source.RECONSTRUCTED: ("Reconstructed", "Not printed: what the prose and the rule of the paper leave."),
    Source.REFERENCE: ("Reference", "What the authors' code gave on public data."),
    Source.CONTROL: ("Control", "Dialogs or systems that are not the paper's, beside its answer where it gives one."),
}
_PAPER: Final = (Source.PUBLISHED, Source.RECONSTRUCTED)


def view(document: "Replication") -> Page:
    """Return the page of a replication."""
    differing = sum(count.differ for count in document.counts)
    headline = (
        Headline(f"{many(differing, 'figure differs', 'figures differ')} without a known reason.", "last")
        if differing
        else Headline("No measured figure differs without a known reason.", "first")
    )
    return Page(
        kicker="Published and measured figures of paper",
        title=document.paper,
        headline=headline,
        lead="",
        facts=tuple(Fact(str(count.source), str(count).partition(": ")[2]) for count in document.counts),
        sections=tuple(_sections(document)),
        version=__version__,
    )


def _sections(document: "Replication") -> Iterator[Section]:
    for source, (title, lead) in _SECTIONS.items():
        rows = [row for row in document.rows if row.source is source]
        if rows:
            columns = [str(each) for each in _PAPER] if source in _PAPER else [str(source)]
            head = ("figure", *columns, "ours", "status", "how")
            table = Table("", head, tuple(map(_cells, rows)), shown=len(rows))
            yield Section(str(source), title, lead, (table, *_reasons(rows)))


def _cells(row: "ReplicatedFigure") -> tuple[str | Badge, ...]:
    reference = tuple(row.reference if row.source is each else ABSENT for each in _PAPER if row.source in _PAPER)
    status = Badge(str(row.status), _TONES[row.status])
    return (row.figure, *(reference or (row.reference,)), row.ours, status, row.detail)


def _reasons(rows: list["ReplicatedFigure"]) -> Iterator[Paragraph]:
    """Yield why each figure differs, and a line for each reason why others are explained or not measured."""
    by_reason: dict[tuple[Status, str], list[str]] = {}
    points = []
    for row in rows:
        if row.status is Status.DIFFERS:
            points.append(f"{row.figure}, {row.status}: {row.note or 'no reason is known'}")
        elif row.status is not Status.REPRODUCED:
            by_reason.setdefault((row.status, row.note or "nothing to compare with"), []).append(row.figure)
    points += [f"{_names(names)}, {status}: {why}" for (status, why), names in by_reason.items()]
    if points:
        yield Paragraph("", label="Why", points=tuple(points))


def _names(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1:,} more"
