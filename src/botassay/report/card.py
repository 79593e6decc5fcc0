"""The card: a rating in plain text or on a terminal, to be understood at a glance."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from botassay.core.evidence import Finding
from botassay.core.results import IssueResult, Rating, Report
from botassay.report.clauses import asked, checked, dated, summary
from botassay.report.gauge import gauge
from botassay.report.inert import visible
from botassay.report.sentences import sway, swayed
from botassay.report.sheet import ROOMY, STRIP, level_style, printed
from botassay.report.tables import tables
from botassay.report.together import print_tables
from botassay.report.trips import told as there_and_back
from botassay.report.wording import UNCHECKED, accepted, counted, measured, order, ruled, verdict, worst

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

QUOTES: Final = 3
SILENT: Final = "(nothing)"


@dataclass(frozen=True, slots=True)
class CardReport:
    """Draws the card; with colour for a terminal, without for a file."""

    width: int = 100
    colour: bool = False

    def draw(self, assessment: Rating) -> bytes:
        """Draw one rating, UTF-8."""
        return printed(lambda console: _draw(console, assessment), self.width, colour=self.colour)

    def draw_all(self, assessments: Report) -> bytes:
        """Draw the tables of several subjects; of one subject the worst rating, which names the other profiles' too."""
        if len(assessments.by_subject) == 1:
            return self.draw(assessments.ratings[0])
        laid = tables(assessments)
        return printed(lambda console: print_tables(console, laid), self.width, colour=self.colour)


def _draw(console: "Console", assessment: Rating) -> None:
    from rich.panel import Panel

    console.print(Panel(_headline(assessment), title="botassay", title_align="left", padding=(0, 1)))
    console.print(_issues(assessment, console.width))
    console.print(_section("Why", assessment.explanation.splitlines()))
    if assessment.sensitivity:
        sways = [sway(assessment.sensitivity), *swayed(assessment.sensitivity)]
        console.print(_section("What sways it", sways))
    if assessment.observations:
        console.print(_section("Noticed", [seen.text for seen in assessment.observations]))
    if assessment.accepted:
        console.print(_section("Accepted", accepted(assessment)))
    told = asked(assessment)
    if told:
        console.print(_section("Asked whether it is a machine", list(checked(told))))
    if assessment.clauses:
        console.print(_section("Evidence by clause", [*summary(assessment.clauses), dated(assessment)]))
    travelled = [line for grade in assessment.scores for line in there_and_back(grade)]
    if travelled:
        console.print(_section("There and back", travelled))
    quotes = worst(assessment, QUOTES)
    if quotes:
        console.print(_text("\nWorst quotes", "bold"))
        for finding in quotes:
            console.print(_quote(finding))
    console.print(_section("Measured", [measured(grade) for grade in assessment.scores if grade.n], "dim"))
    console.print(_footer(assessment))


def _headline(assessment: Rating) -> "RenderableType":
    from rich.text import Text

    level = verdict(assessment)
    others = [f"{name} {level}" for name, level in assessment.other_profiles.items() if name != assessment.profile.name]
    return Text.assemble(
        (visible(assessment.subject.name), "bold"),
        f": {counted(assessment)}\n",
        "risk ",
        (
            level.replace(assessment.level, assessment.level.upper(), 1),
            f"bold {level_style(assessment.bounds[1], assessment.levels)}",
        ),
        f" for the profile {visible(assessment.profile.name)} ({visible(order(assessment))})\n",
        (f"other profiles: {' · '.join(others)}", "dim"),
        (f"\n{UNCHECKED}" if assessment.subject.insecure else "", "bold red"),
    )


def _issues(assessment: Rating, width: int) -> "Table":
    from rich.table import Table

    strip = "│".join(name.center(STRIP // len(assessment.levels) - 1) for name in assessment.levels)
    table = Table(box=None, padding=(0, 1), pad_edge=False, expand=True, header_style="dim")
    table.add_column("issue", no_wrap=True, ratio=1)
    table.add_column("level", no_wrap=True)
    table.add_column("value", no_wrap=True)
    table.add_column(strip, no_wrap=True, min_width=STRIP)
    rows = [_row(grade, assessment) for grade in assessment.scores]
    if width >= ROOMY:
        table.add_column("95 % interval", no_wrap=True)
    for cells in rows:
        table.add_row(*cells[: len(table.columns)])
    return table


def _row(grade: IssueResult, assessment: Rating) -> "list[RenderableType]":
    style = level_style(grade.level, assessment.levels)
    measured = grade.value is not None and not grade.assumed
    return [
        _text(f"{grade.issue:3} {visible(grade.title)}"),
        _text(grade.level or "–", f"bold {style}"),
        _text(f"{grade.value:.3f}" if measured else ""),
        _text(gauge(grade, assessment.levels).marks(STRIP), style),
        _text(_remark(grade), "dim"),
    ]


def _remark(grade: IssueResult) -> str:
    if grade.assumed:
        return "assumed"
    if grade.value is None:
        return "not measured"
    return f"{grade.interval[0]:.3f} to {grade.interval[1]:.3f}" if grade.interval else ""


def _section(heading: str, lines: list[str], style: str = "") -> "RenderableType":
    from rich.console import Group
    from rich.padding import Padding

    return Group(_text(f"\n{heading}", "bold"), *(Padding(_text(visible(line), style), (0, 0, 0, 2)) for line in lines))


def _quote(finding: Finding) -> "RenderableType":
    from rich.padding import Padding
    from rich.text import Text

    said = [f"{quote.role:>6}: {visible(quote.text) or SILENT}\n" for quote in finding.context]
    quote = Text.assemble(
        (f"{finding.issue} {finding.value:.2f} {visible(finding.note)} ", "dim"),
        (f"({visible(finding.dialog)}, utterance {finding.utterance})\n", "dim"),
        ("".join(said), "dim"),
        f"{'bot':>6}: ",
        (visible(finding.text), "bold"),
    )
    return Padding(quote, (0, 0, 0, 2))


def _footer(assessment: Rating) -> "Text":
    made = f"botassay {assessment.provenance.version}, subject {assessment.subject.digest[:19]}…"
    return _text(f"  {visible(ruled(assessment))}\n  {made}", "dim")


def _text(content: str, style: str = "") -> "Text":
    from rich.text import Text

    return Text(content, style=style)
