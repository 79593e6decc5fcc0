"""`botassay merge`: the rating that evidence files of all parts of a corpus, or several live runs, give together."""

from pathlib import Path

import click

from botassay.cli.output import report_option
from botassay.cli.settings import command as settings_command
from botassay.cli.settings import options_of
from botassay.settings.merging import EvidenceMergeSettings


@settings_command("merge")
@click.argument("evidence", metavar="FILE.evidence...|RUN...", nargs=-1, required=True, type=click.Path(path_type=Path))
@options_of(EvidenceMergeSettings)
@report_option
@click.option("--verbose", is_flag=True, help="Print the whole report instead of the card.")
@click.option("--json", "as_json", is_flag=True, help="Print only JSON to standard output.")
def command(
    *,
    evidence: tuple[Path, ...],
    settings: EvidenceMergeSettings,
    outputs: tuple[Path, ...],
    verbose: bool,
    as_json: bool,
) -> int:
    """Rate a corpus from the evidence of its parts, or several live runs with the same bot as one.

    \b
    botassay rate dialogs/ --shard 1/2 -o 1.evidence
    botassay rate dialogs/ --shard 2/2 -o 2.evidence
    botassay merge *.evidence -o report.html

    Where checkers learn from the whole corpus, as CC does, this writes all.study, prints the commands of a second round
    and exits with 75; merge the evidence of both rounds then. The dialogs are not read.

    \b
    botassay rate bot.toml --seed 1 --out run1
    botassay rate bot.toml --seed 2 --out run2
    botassay merge run1 run2 -o report.html

    Runs need the same bot, the same settings and the same version, but other seeds, and must be finished.
    """  # noqa: D301 - click leaves the lines after a backspace as they are
    from botassay.api.sharding import merge
    from botassay.cli.showing import conclude
    from botassay.cli.sparing import spare_inputs
    from botassay.settings.option import layered, to_builtins
    from botassay.settings.rating import RateSettings

    spare_inputs(outputs)
    asked = None if settings == EvidenceMergeSettings() else layered(RateSettings, to_builtins(settings), {})
    report = merge(evidence, asked)
    for path in outputs:
        report.save(path)
    return conclude(report, as_json=as_json, verbose=verbose)
