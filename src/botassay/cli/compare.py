"""`botassay compare`: two runs, and what moved between them."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from botassay.rating.comparison import Comparison, IssueChange, VerdictChange


@click.command("compare")
@click.argument("before", metavar="RUN", type=click.Path(path_type=Path))
@click.argument("after", metavar="RUN", type=click.Path(path_type=Path))
@click.option(
    "--fail-on",
    type=click.Choice(["regression"]),
    help="Exit with 1 when a verdict got worse, an issue that counts moved up, or something cannot be compared.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, and nothing else, on standard output.")
def command(before: Path, after: Path, *, fail_on: str | None, as_json: bool) -> int:
    """Say what moved from the first RUN to the second, by how much, and whether the verdict changed.

    RUN is the folder of a run, a folder with a rating.json, or such a file. Nothing is sent. An issue moved when the
    95 % interval of the difference leaves out 0. What was not made alike (another method, other cuts, another order)
    is named instead of compared.
    """
    import msgspec

    from botassay.api.rating import compare
    from botassay.cli.terminal import card
    from botassay.report.sheet import printed

    comparison = compare(before, after)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(comparison), indent=1))
    else:
        paper = card()
        click.echo(printed(lambda console: _print(console, comparison), paper.width, colour=paper.colour), nl=False)
    return _gate(comparison) if fail_on else 0


def _gate(comparison: "Comparison") -> int:
    """Give 1 for a regression, and for what cannot be compared: nobody knows of that whether it is one."""
    from botassay.report.inert import visible

    unlike = [f"{unlike.what} cannot be compared: {unlike.reason}" for unlike in comparison.not_comparable]
    reasons = [*comparison.regressions, *unlike]
    for reason in reasons:
        click.echo(f"botassay: the gate failed: {visible(reason)}", err=True)
    return 1 if reasons else 0


def _print(console: "Console", comparison: "Comparison") -> None:
    from rich.padding import Padding
    from rich.text import Text

    from botassay.report.inert import visible

    console.print(Text(visible(comparison.summary), style="bold"))
    for when, side in (("before", comparison.before), ("after", comparison.after)):
        made = f"{when:7} {visible(side.subject.name)}, subject {side.subject.digest[:19]}…, botassay {side.version}"
        console.print(Text(made, style="dim"))
    console.print(_verdicts(comparison.profiles))
    console.print(_issues(comparison.issues))
    missing = [f"{change.issue}: {change.reason}" for change in comparison.issues if change.reason]
    known = {f"{unlike.what}: {unlike.reason}" for unlike in comparison.not_comparable}
    unlike = [f"{unlike.what}: {unlike.reason}" for unlike in comparison.not_comparable]
    for heading, lines in (
        ("Not measured", [line for line in missing if line not in known]),
        ("Not comparable", unlike),
    ):
        if lines:
            console.print(Text(f"\n{heading}", style="bold"))
        for line in lines:
            console.print(Padding(Text(visible(line)), (0, 0, 0, 2)))


def _verdicts(profiles: "tuple[VerdictChange, ...]") -> "Table":
    from botassay.report.inert import visible

    table = _table("profile", "was", "is", "the verdict")
    for verdict in profiles:
        ends = (visible(" to ".join(dict.fromkeys(bounds))) for bounds in (verdict.bounds_before, verdict.bounds_after))
        table.add_row(visible(verdict.profile), *ends, _coloured(verdict.change, "cannot be compared"))
    return table


def _issues(issues: "tuple[IssueChange, ...]") -> "Table":
    from botassay.report.inert import visible

    table = _table("issue", "was", "is", "difference", "95 % interval", "moved", "level")
    for change in issues:
        levels = (visible(level or "–") for level in dict.fromkeys((change.level_before, change.level_after)))
        table.add_row(
            f"{visible(change.issue):3} {visible(change.title)}",
            *("–" if value is None else f"{value:.3f}" for value in (change.before, change.after)),
            "–" if change.difference is None else f"{change.difference:+.3f}",
            "{:+.3f} to {:+.3f}".format(*change.interval) if change.interval else "–",
            _coloured(change.moved, "–"),
            " to ".join(levels),
        )
    return table


def _table(*columns: str) -> "Table":
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim", title=" ")
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def _coloured(word: str | None, instead: str) -> "Text":
    from rich.text import Text

    return Text(
        word or instead, style={"worse": "red", "up": "red", "better": "green", "down": "green"}.get(word or "", "")
    )
