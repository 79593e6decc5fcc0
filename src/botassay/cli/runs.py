"""`botassay runs`: list runs, and remove them."""

import sys
from pathlib import Path

import click

from botassay.cli.output import json_option, output_option, show
from botassay.cli.settings import SettingsCommand, existing_run, options_of
from botassay.cli.usage import CommandGroup
from botassay.core.errors import UsageError
from botassay.settings.runs import RunListSettings
from botassay.view.escape import visible


@click.group("runs", cls=CommandGroup)
def command() -> None:
    """List the folders of live runs and chats, and remove them."""


@command.command("list", cls=SettingsCommand)
@options_of(RunListSettings)
@output_option()
@json_option
def list_all(*, settings: RunListSettings, outputs: tuple[Path, ...], as_json: bool) -> None:
    """List runs, the latest first: bot, date, conversations, verdict, folder."""
    from botassay.api.run_folders import list_runs

    show(list_runs(settings), outputs, as_json=as_json)


@command.command("delete")
@click.argument("runs", metavar="RUN...", nargs=-1, required=True, type=existing_run())
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete(*, runs: tuple[Path, ...], yes: bool) -> int:
    """Remove the folders RUN: conversations, reports and variants. This cannot be undone.

    Files that botassay did not write there, such as decisions on findings, are left where they are.
    """
    from botassay.api.run_folders import check_deletable, delete_runs
    from botassay.api.subjects import place_of

    folders = [place_of(str(run)) for run in runs]
    for folder in folders:
        check_deletable(folder)
    if not yes:
        _ask(folders)
    for folder in delete_runs(folders):
        click.echo(f"botassay: {visible(str(folder))} stays: it also holds other files", err=True)
    return 0


def _ask(folders: list[Path]) -> None:
    """Ask whether folders may be removed; raises UsageError without a terminal, and Abort where they may not."""
    if not sys.stdin.isatty():
        raise UsageError("deleting runs needs a confirmation", hint="add --yes")
    for folder in folders:
        click.echo(f"  {visible(str(folder))}", err=True)
    click.confirm(f"Delete {'this run' if len(folders) == 1 else f'these {len(folders)} runs'}?", abort=True, err=True)
