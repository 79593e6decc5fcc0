"""`botassay verify`: whether a run and its rating are as they were recorded."""

from pathlib import Path

import click

from botassay.cli.output import json_option, output_option, show
from botassay.cli.progress import Bar
from botassay.cli.settings import Existing
from botassay.core import exit_codes


@click.command("verify")
@click.argument("run", type=Existing(path_type=Path))
@output_option()
@json_option
def command(run: Path, *, outputs: tuple[Path, ...], as_json: bool) -> int:
    """Check RUN, the folder of a live run: that no answer was changed, and that its rating follows from the answers.

    Every row of the journal is checked against the digests that were written with it, the rating against the journal
    that it names, and rating.json and report.html against the same rating worked out again. Nothing is sent.
    Exit codes: 0 sound, 1 not sound or not sealed, 2 usage, 65 not a run.
    """
    from botassay.api.verification import verify

    with Bar() as bar:
        verification = verify(run, on_progress=bar.callback)
    show(verification, outputs, as_json=as_json)
    return 0 if verification.sound else exit_codes.FAILED_GATE
