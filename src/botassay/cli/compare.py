"""`botassay compare`: two ratings, and what changed between them."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from botassay.rating.comparison import Comparison


@click.command("compare")
@click.argument("before", metavar="RUN", type=click.Path(path_type=Path))
@click.argument("after", metavar="RUN", type=click.Path(path_type=Path))
@click.option(
    "--fail-on",
    type=click.Choice(["regression"]),
    help="Exit with 1 for a worse verdict or issue, or incomparable values.",
)
@click.option("--json", "as_json", is_flag=True, help="Print only JSON to standard output.")
def command(before: Path, after: Path, *, fail_on: str | None, as_json: bool) -> int:
    """Compare two ratings: what changed, by how much, and whether the verdict changed.

    RUN is the folder of a run, a folder with a rating.json, or such a file. Nothing is sent. An issue moved when the
    95 % interval of the difference leaves out 0. What was not made alike (another method, other cuts, another order)
    is named instead of compared.
    """
    import msgspec

    from botassay.api.rating import compare
    from botassay.cli.terminal import card
    from botassay.rating.comparison_view import view
    from botassay.view import text

    comparison = compare(before, after)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(comparison), indent=1))
    else:
        paper = card()
        click.echo(text.render(view(comparison), paper.width, colour=paper.colour), nl=False)
    return _gate(comparison) if fail_on else 0


def _gate(comparison: "Comparison") -> int:
    """Return 1 for a regression, and for values that cannot be compared, which may hide one."""
    from botassay.view.escape import visible

    unlike = [f"{unlike.what} cannot be compared: {unlike.reason}" for unlike in comparison.not_comparable]
    reasons = [*comparison.regressions, *unlike]
    for reason in reasons:
        click.echo(f"botassay: the gate failed: {visible(reason)}", err=True)
    return 1 if reasons else 0
