"""`botassay resume`: continue a run that was stopped, or that broke off."""

from pathlib import Path

import click

from botassay.cli.progress import Bar
from botassay.cli.settings import existing_run


@click.command("resume")
@click.argument("run", type=existing_run(file_okay=False))
@click.option("--json", "as_json", is_flag=True, help="Print only JSON to standard output.")
def command(run: Path, *, as_json: bool) -> int:
    """Continue RUN, the folder of an interrupted live run, and rate it.

    No finished conversation is held again; an interrupted one starts over, and its old replies are kept, unscored. The
    bot is the one that the run began with, and so are the settings of the rating.
    """
    from botassay.api.rating import resume
    from botassay.cli.showing import conclude
    from botassay.cli.signals import SignalControl

    with Bar() as bar:
        report = resume(run, on_progress=bar.callback, control=SignalControl())
    return conclude(report, as_json=as_json)
