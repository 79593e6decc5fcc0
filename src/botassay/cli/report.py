"""`botassay report`: any report again, from what is stored; and the conversations of a live run."""

from pathlib import Path

import click

from botassay.cli.output import harmful_option, redact_option
from botassay.cli.progress import Bar
from botassay.cli.settings import SettingsCommand
from botassay.cli.sparing import spare_inputs
from botassay.core.errors import UsageError


@click.command("report", cls=SettingsCommand)
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "outputs",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write FILE.html, .json, .md, .txt, .xml (JUnit), .sarif, .otlp.json, issues.csv, .csv for the findings,"
    " or .jsonl for the conversations. Repeatable.",
)
@click.option(
    "--fail-on",
    multiple=True,
    metavar="LEVEL|ISSUE=LEVEL",
    help="Exit with 1 if the rating or an issue is this bad. Repeatable. In an .xml the worst level fails by default.",
)
@click.option("--strict", is_flag=True, help="With --fail-on: exit with 1 if it could be this bad.")
@redact_option
@harmful_option
@click.option("--verbose", is_flag=True, help="Print the whole report instead of the card.")
@click.option("--asides", is_flag=True, help="Print the reasoning and tool calls of a live run instead.")
@click.option("--json", "as_json", is_flag=True, help="Print the stored document.")
def command(  # noqa: PLR0913 - one for each option
    run: Path,
    outputs: tuple[Path, ...],
    fail_on: tuple[str, ...],
    redact: str | None,
    *,
    show_harmful: bool,
    strict: bool,
    verbose: bool,
    asides: bool,
    as_json: bool,
) -> int:
    """Draw reports again from RUN, the folder of a run, a folder with a rating.json, or such a file.

    Without -o the card is printed. Nothing is sent. Of a live run all findings are listed, and the conversations can be
    written as a file of dialogs; of anything else the worst findings are stored.
    """
    from botassay.api.harmful import opened_for
    from botassay.api.rating import load
    from botassay.api.subjects import place_of
    from botassay.cli.redacting import keep_mapping, redacted_report
    from botassay.cli.showing import gated, opened, show
    from botassay.rating.gate import check_gate

    if asides:
        others = bool(outputs or fail_on or strict or verbose or redact or show_harmful)
        return _show_asides(run, others=others, as_json=as_json)
    if strict and not fail_on:
        raise UsageError("--strict requires --fail-on", hint="add --fail-on high, or leave it out")
    _check_formats(run, outputs)
    spare_inputs(outputs)
    with Bar() as bar:
        report = load(run, on_progress=bar.callback)
        folder = _folder_of(place_of(str(run)))
        whole = opened(report, redact, as_json=as_json) if show_harmful else None
        report = report if redact is None else redacted_report(report, redact, folder)
        check_gate(fail_on, report.ratings[0].levels, {result.issue for result in report.ratings[0].scores})
        for path in outputs:
            opened_for(path, report, whole).save(path, fail_on=fail_on, strict=strict)
    keep_mapping(report, folder)
    if as_json or not outputs:
        show(whole or report, as_json=as_json, verbose=verbose)
    return gated(report, fail_on=fail_on, strict=strict)


def _show_asides(run: Path, *, others: bool, as_json: bool) -> int:
    """Print the reasoning and tool calls of a live run, and return the exit code.

    Raises: UsageError with other options.
    """
    from botassay.api.asides import asides_of
    from botassay.cli.output import show

    if others:
        raise UsageError("--asides goes with --json alone", hint="run botassay report twice")
    show(asides_of(run), as_json=as_json)
    return 0


def _folder_of(place: Path) -> Path:
    return place if place.is_dir() else place.parent


def _check_formats(run: Path, outputs: tuple[Path, ...]) -> None:
    """Refuse a file that cannot be written from a run.

    Raises: UsageError.
    """
    from botassay.api.report import DIALOGS
    from botassay.rating.formats import format_for
    from botassay.runs.journal import FILE

    reports = [path for path in outputs if path.suffix != DIALOGS]
    if len(reports) < len(outputs) and not (run / FILE).is_file():
        raise UsageError("no conversations to write", hint="only a live run stores them")
    for path in reports:
        format_for(path)
