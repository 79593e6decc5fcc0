"""`botassay options`: are the lists of options short and right?"""

from pathlib import Path

import click

from botassay.cli.output import json_option, output_option, show
from botassay.cli.progress import Bar
from botassay.cli.settings import Existing, SettingsCommand, Whole, options_of
from botassay.cli.sparing import spare_inputs
from botassay.cli.usage import CommandGroup
from botassay.core.errors import UsageError
from botassay.core.text.plural import many
from botassay.settings.options import OptionsSettings, TuneSettings


@click.group("options", cls=CommandGroup)
def command() -> None:
    """Measure the option lists of a bot: are they short and correct?"""


@command.command("score", cls=SettingsCommand)
@click.argument("file", metavar="FILE", type=Existing(allow_dash=True, path_type=Path))
@options_of(OptionsSettings)
@click.option(
    "--compare", "other", type=Existing(dir_okay=False, path_type=Path), metavar="OTHER",
    help="Lists of another system for the same queries, in the same order.",
)  # fmt: skip
@output_option()
@json_option
def score(
    *, file: Path, settings: OptionsSettings, other: Path | None, outputs: tuple[Path, ...], as_json: bool
) -> None:
    """Score the option lists in FILE, each measure with its 95 % interval.

    A line of FILE is {"options": ["a", "b"], "correct": "b"}, or {"pattern": "wc"}. FILE may also be CSV (columns
    options and correct, options with | between them), a dialog file or a run whose bot showed menus, or - for standard
    input.
    """
    from botassay import options

    spare_inputs(outputs)
    with Bar() as bar:
        document = options.score(file, settings, compare=other, on_progress=bar.callback)
    if document.n_empty:
        lists = many(document.n_empty, "empty list scores", "empty lists score")
        click.echo(f"botassay: {lists} 0; if the bot gave a default answer there, list it as an option", err=True)
    if document.n_bad:
        click.echo(f"botassay: left out: {many(document.n_bad, 'invalid row', 'invalid rows')}", err=True)
    show(document, outputs, as_json=as_json)


@command.command("tune", cls=SettingsCommand)
@click.argument("file", metavar="SCORED", type=Existing(dir_okay=False, allow_dash=True, path_type=Path))
@options_of(TuneSettings)
@output_option(svg="the curves")
@json_option
def tune(*, file: Path, settings: TuneSettings, outputs: tuple[Path, ...], as_json: bool) -> None:
    """Find how many options to show, from the confidences of a classifier in SCORED.

    A line of SCORED is {"candidates": {"pay": 0.7, "block": 0.2}, "correct": "pay"}; candidates may also be a list of
    {"intent", "confidence"}.
    """
    from botassay import options

    spare_inputs(outputs)
    with Bar() as bar:
        document = options.tune(file, settings, on_progress=bar.callback)
    if document.n_bad:
        click.echo(f"botassay: left out: {many(document.n_bad, 'invalid row', 'invalid rows')}", err=True)
    show(document, outputs, as_json=as_json)


@command.command("table")
@click.option("--measure", metavar="MEASURE", help="Another measure instead, such as 'RBP(p=0.8)'.")
@click.option("--longest", type=Whole(1, 8), metavar="N", help="With --measure: longest list. [default: 5]")
@click.option("--relevant", type=Whole(1, 3), metavar="R", help="With --measure: correct answers. [default: 1]")
@json_option
def table(*, measure: str | None, longest: int | None, relevant: int | None, as_json: bool) -> None:
    """Print Table 1 of paper 003 as computed here, the published values in brackets.

    (*) and (△) mark a list that scores no less than one that should beat it, by Confidence or by Correctness; an
    exclamation mark stands where print and code differ.

    With --measure, draw the gold ranking with the scores of that measure, and its properties.
    """
    from botassay import options
    from botassay.options.properties import described
    from botassay.options.published_table import drawn

    if measure is not None and as_json:
        raise UsageError("--json cannot be combined with --measure", hint="remove one of them")
    if measure is None and (longest or relevant):
        raise UsageError(
            "--longest and --relevant need --measure: Table 1 has up to 5 options, one of them correct",
            hint="name a --measure",
        )
    if measure is not None:
        click.echo(described(measure, longest or 5, relevant or 1))
    else:
        click.echo(options.table().json() if as_json else f"{drawn()}\n", nl=False)
