"""`botassay doctor`: check the installation, and run the robustness tests."""

from pathlib import Path

import click

from botassay.cli.output import json_option, output_option, show
from botassay.cli.progress import Bar


@click.command("doctor")
@click.option("--lab", is_flag=True, help="Run the robustness tests: conversations with a hostile server.")
@output_option()
@json_option
def command(*, lab: bool, outputs: tuple[Path, ...], as_json: bool) -> int:
    """Check the installation: versions, database, disk, plugins, terminal; --lab runs the robustness tests.

    Nothing leaves this machine. Exit codes: 0 no problems, 1 problems.
    """
    from botassay.api.doctor import doctor

    with Bar() as bar:
        diagnosis = doctor(lab=lab, on_progress=bar.callback)
    show(diagnosis, outputs, as_json=as_json)
    return 0 if diagnosis.well else 1
