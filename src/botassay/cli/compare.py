"""`botassay compare`: two ratings, and what changed between them."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from botassay.cli.output import json_option, output_option, show
from botassay.cli.progress import Bar
from botassay.cli.sparing import spare_inputs
from botassay.core import exit_codes
from botassay.view.escape import visible

if TYPE_CHECKING:
    from botassay.rating.comparison_document import Comparison


@click.command("compare")
@click.argument("before", metavar="BEFORE", type=click.Path(path_type=Path))
@click.argument("after", metavar="AFTER", type=click.Path(path_type=Path))
@click.option(
    "--fail-on",
    type=click.Choice(["regression"]),
    help="Exit with 1 if an issue got worse beyond chance, or cannot be compared.",
)
@output_option()
@json_option
def command(before: Path, after: Path, *, fail_on: str | None, outputs: tuple[Path, ...], as_json: bool) -> int:
    """Compare two ratings: what got worse or better by more than chance.

    BEFORE and AFTER are folders of runs, files of dialogs, folders with a rating.json, or such files. Nothing is sent.
    Conversations are compared pair by pair where both runs have the same --seed and plan, otherwise as independent; of
    a rating.json alone only large changes show. Values that were measured in different ways (another method, other
    cuts, another order) are named instead of compared.
    """
    from botassay.api.comparison import compare

    spare_inputs(outputs)
    with Bar() as bar:
        comparison = compare(before, after, on_progress=bar.callback)
    show(comparison, outputs, as_json=as_json)
    return _gate(comparison) if fail_on else 0


def _gate(comparison: "Comparison") -> int:
    """Return 1 for a regression, and for values that cannot be compared, which may hide one."""
    unlike = [f"{unlike.what} cannot be compared: {unlike.reason}" for unlike in comparison.not_comparable]
    reasons = [*comparison.regressions, *unlike]
    for reason in reasons:
        click.echo(f"botassay: the gate failed: {visible(reason)}", err=True)
    return exit_codes.FAILED_GATE if reasons else 0
