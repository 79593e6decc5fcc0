"""`botassay report`: any report again, from what is stored; and the conversations of a live run."""

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from botassay.cli.sparing import spare_inputs
from botassay.core.errors import UsageError

if TYPE_CHECKING:
    from botassay.core.evidence import Finding
    from botassay.core.results import Report
    from botassay.plugins.protocols import Checker
    from botassay.rating import Settings

DIALOGS = ".jsonl"
"""The ending of a file of dialogs."""


@click.command("report")
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "outputs",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write FILE.html, .json, .md, .txt, .xml (JUnit), .sarif, .csv for the findings, or .jsonl for the"
    " conversations. Repeatable.",
)
@click.option("--fail-on", metavar="LEVEL", help="What fails in an .xml. [default: the worst level]")
@click.option("--json", "as_json", is_flag=True, help="Print the stored document.")
@click.pass_context
def command(ctx: click.Context, run: Path, outputs: tuple[Path, ...], fail_on: str | None, *, as_json: bool) -> None:
    """Draw reports again from RUN, the folder of a run, a folder with a rating.json, or such a file.

    Without -o the card is printed. Nothing is sent. Of a live run all findings are listed, and the conversations can be
    written as a file of dialogs; of anything else the worst findings are stored.
    """
    from botassay.cli.terminal import card
    from botassay.cli.verdict import barrier, check_gate, stored_findings, write
    from botassay.plugins.registry import REPORTS
    from botassay.report import draw, load, paper_for
    from botassay.runs.journal import FILE

    live = (run / FILE).is_file()
    if not live and any(path.suffix == DIALOGS for path in outputs):
        raise UsageError("there are no conversations to write", hint="only a live run keeps them")
    papers = {path: paper_for(path) for path in outputs if path.suffix != DIALOGS}
    spare_inputs(outputs)
    assessments = _of_run(ctx, run) if live else load(run)
    check_gate(fail_on, assessments.ratings[0].levels)
    limit = barrier(fail_on, 0.0)
    write(assessments, papers, lambda: _all_findings(ctx, run) if live else stored_findings(assessments), limit)
    _write_dialogs(run, [path for path in outputs if path.suffix == DIALOGS])
    if as_json or not outputs:
        click.echo(draw(REPORTS.get("json") if as_json else card(), assessments), nl=False)


def kept(ctx: click.Context, run: Path) -> "Report":
    """Read what is stored in the folder of a run, or in a rating.json.

    Raises: InputError when it is neither.
    """
    from botassay.report import load
    from botassay.runs.journal import FILE

    return _of_run(ctx, run) if (run / FILE).is_file() else load(run)


def _of_run(ctx: click.Context, run: Path) -> "Report":
    """Read what is stored of a live run; where that is gone, rate its journal again."""
    from botassay.cli.variants import Variants, lacking, run_folder_of, swayed
    from botassay.rating import rate, read_accepted
    from botassay.report import STORED, load
    from botassay.runs.journal import Record

    if (run / STORED).is_file():
        return load(run)
    settings, checkers, accept = _own_choices(ctx, run)
    accepted = read_accepted(Path(accept)) if accept else ()
    rated = partial(rate, checkers=checkers)
    variants = Variants.typed(Record.of(run).facts["choices"].get("variants", ()))
    baseline = rated(run, settings, accepted=accepted)
    if lacking(variants, run):
        return baseline
    return swayed(baseline, variants, settings, accepted, rated, partial(run_folder_of, base=run))


def _own_choices(ctx: click.Context, run: Path) -> "tuple[Settings, dict[str, Checker], str | None]":
    """Give what a run was begun with: settings, checkers, and the file of accepted findings."""
    from botassay.cli.verdict import checkers_of, own_choices, settings_of
    from botassay.runs.journal import Record

    own = own_choices(Record.of(run).facts["choices"])
    ctx.meta["cuts"] = own["cuts"]
    settings = settings_of(ctx, own)
    return settings, checkers_of(own, settings), own["accept"]


def _all_findings(ctx: click.Context, run: Path) -> "Iterator[Finding]":
    from botassay.rating import every_finding

    settings, checkers, _ = _own_choices(ctx, run)
    return every_finding(run, settings, checkers=checkers)


def _write_dialogs(run: Path, paths: Iterable[Path]) -> None:
    from botassay.corpora.jsonl import line_of
    from botassay.report import save
    from botassay.runs.journal import Record

    for path in paths:
        save(path, map(line_of, Record.of(run).dialogs()))
        click.echo(f"botassay: wrote {path}", err=True)
