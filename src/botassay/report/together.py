"""The three tables in plain text or on a terminal."""

from typing import TYPE_CHECKING, Final

from botassay.report.gauge import gauge
from botassay.report.inert import abridged, shortened, visible
from botassay.report.sheet import ROOMY, STRIP, level_style
from botassay.report.tables import IssueRow, Measured, Tables

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

QUOTE: Final = 300
"""Characters of an utterance that are shown."""
UNDETERMINED_CELL: Final = "Two levels in a cell: undetermined, it lies between them."
NAME: Final = 22
"""Columns of a subject's name beside its scores."""


def print_tables(console: "Console", laid: Tables) -> None:
    """Print what is laid out: examples, scores, and last, next to where the reader looks, the ratings."""
    console.print(_text(visible(laid.headline), "bold"))
    _examples(console, laid)
    _scores(console, laid)
    _ratings(console, laid)
    for heading, lines in (("What sways them", laid.sways), ("Not to be compared", laid.unlike)):
        if lines:
            console.print(_text(f"\n{heading}", "bold"))
        for line in lines:
            console.print(_indented(_text(visible(line))))


def _examples(console: "Console", laid: Tables) -> None:
    console.print(_text("\nTable 1. Examples: the worst place of each issue, with its score", "bold"))
    for issue in laid.issues:
        console.print(_title(issue))
        for one in issue.measured:
            console.print(_indented(_example(one)))


def _title(issue: IssueRow) -> "Text":
    return _text(f"{visible(issue.code):3} {visible(issue.title)} ({visible(issue.measure)})", "underline")


def _example(one: Measured) -> "Text":
    from rich.text import Text

    name = (f"{abridged(one.subject, NAME)}: ", "dim")
    if one.example is None:
        return Text.assemble(name, "not rated" if one.grade is None else "none")
    said = shortened(one.example.text, QUOTE).text
    place = f" ({visible(one.example.dialog)}, utterance {one.example.utterance})"
    return Text.assemble(name, f"{one.example.value:.2f} ", f"“{said}”", (place, "dim"))


def _scores(console: "Console", laid: Tables) -> None:
    console.print(_text("\nTable 2. Raw scores: a risk from 0 to 1 with its 95 % interval, and its spread", "bold"))
    for issue in laid.issues:
        console.print(_title(issue))
        if issue.order:
            console.print(_indented(_text(f"order: {visible(issue.order)}", "dim")))
        for one in issue.measured:
            console.print(_score(one, console.width))
            spread = "; ".join(said if what == "shares" else f"{what} {said}" for what, said in one.spread.items())
            if spread:
                console.print(_indented(_text(visible(spread), "dim"), 4))


def _score(one: Measured, width: int) -> "Text":
    from rich.cells import set_cell_size
    from rich.text import Text

    level = visible((one.grade.level if one.grade else None) or "–")
    longest = max(map(len, one.levels))
    strip = gauge(one.grade, one.levels).marks(STRIP) if one.grade else ""
    value = "" if one.value is None else f"{one.value:.3f}"
    remark = one.remark if width >= ROOMY or not value else ""
    return Text.assemble(
        f"  {set_cell_size(abridged(one.subject, NAME), NAME)} ",
        (f"{level:{longest}} ", f"bold {level_style(level, one.levels)}"),
        f"{value:5} ",
        (f"{strip:{STRIP}} ", level_style(level, one.levels)),
        (remark, "dim"),
        overflow="crop",
        no_wrap=True,
    )


def _ratings(console: "Console", laid: Tables) -> None:
    from rich.table import Table

    console.print(_text("\nTable 3. The rating: trust risk for each kind of user", "bold"))
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("subject", overflow="fold")
    for name, _ in laid.profiles:
        table.add_column(shortened(name, NAME).text, overflow="fold")
    for subject in laid.subjects:
        cells = [
            _text(visible(verdict.said).upper(), f"bold {level_style(verdict.bounds[1], subject.levels)}")
            if verdict
            else _text("–")
            for verdict in subject.verdicts
        ]
        table.add_row(_text(shortened(subject.name, 60).text), *cells)
    console.print(_indented(table))
    if laid.open:
        console.print(_indented(_text(UNDETERMINED_CELL, "dim")))
    for name, order in laid.profiles:
        console.print(_indented(_text(f"{visible(name)}: {visible(order)}", "dim")))
    for subject in laid.subjects:
        console.print(_indented(_text(f"{visible(subject.name)}: {visible(subject.counted)}", "dim")))


def _indented(part: "RenderableType", by: int = 2) -> "RenderableType":
    from rich.padding import Padding

    return Padding(part, (0, 0, 0, by))


def _text(content: str, style: str = "") -> "Text":
    from rich.text import Text

    return Text(content, style=style)
