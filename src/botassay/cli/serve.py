"""`botassay serve`: a local web application over runs, bots and profiles."""

from functools import partial
from pathlib import Path

import click

from botassay.cli.settings import Existing, options_of
from botassay.cli.settings import command as settings_command
from botassay.core.errors import UsageError
from botassay.settings.serve import ServeSettings


@settings_command("serve")
@click.argument("workspace", metavar="[WORKSPACE]", default=".", type=Existing(file_okay=False, path_type=Path))
@options_of(ServeSettings)
@click.option("--new-token", metavar="NAME:ROLE", help="Add a token to --token-file, print it once, and end.")
def command(*, workspace: Path, settings: ServeSettings, new_token: str | None) -> int:
    """Serve the folder WORKSPACE as a web application on this machine: runs, evidence, decisions, chats.

    It prints the address to open, with the token of its owner; Ctrl-C ends it. Roles are viewer, reviewer and owner.
    """
    if new_token is not None:
        from botassay.web.tokens import new_token as made

        if settings.token_file is None:
            raise UsageError("--new-token requires --token-file", hint="name the file that the token is added to")
        click.echo(made(new_token, settings.token_file))
        return 0
    from botassay.web.serving import serve

    return serve(workspace, settings, partial(print, flush=True))
