"""`botassay check`: problems of an input file, line by line."""

from pathlib import Path

import click

from botassay.cli.output import json_option, output_option, show
from botassay.cli.progress import Bar
from botassay.cli.settings import Existing, SettingsCommand, options_of
from botassay.core.errors import InputError
from botassay.settings.check import FileCheckSettings


@click.command("check", cls=SettingsCommand)
@click.argument("file", type=Existing(path_type=Path))
@options_of(FileCheckSettings)
@output_option()
@json_option
def command(file: Path, *, settings: FileCheckSettings, outputs: tuple[Path, ...], as_json: bool) -> int:
    """Check FILE, and say what is wrong and where: dialogs (also a folder), or any other file that botassay reads.

    That is: labelled phrases, option lists, a bot.toml, a profile, a botassay.toml, a grammar, a stored rating. Of
    dialogs every problem is listed, and each line counted: accepted + rejected = lines. Any other file is read as a
    whole: its first problem is listed.
    Exit codes: 0 no problems, 65 problems.
    """
    from botassay.api.check import check

    with Bar() as bar:
        result = check(file, settings, on_progress=bar.callback)
    show(result, outputs, as_json=as_json)
    return InputError.exit_code if result.found else 0
