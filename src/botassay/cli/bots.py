"""`botassay bots`: list, test, describe and serve bots."""

import sys
from functools import partial
from pathlib import Path

import click

from botassay.cli.output import json_option, print_json, show
from botassay.cli.settings import SettingsCommand, Whole, options_of, refuse_useless, typed
from botassay.cli.usage import CommandGroup
from botassay.core.errors import OutputError, UsageError
from botassay.io.files import unwritten
from botassay.settings.live import ConnectionSettings


@click.group("bots", cls=CommandGroup)
def command() -> None:
    """List, test, describe and serve bots."""


@command.command("list")
@json_option
def list_all(*, as_json: bool) -> None:
    """List the supported kinds of bots, and the bundled bots."""
    from botassay.bots.kinds import kinds

    if as_json:
        print_json(kinds())
        return
    for kind in kinds():
        click.echo(f"{kind.written:26} {kind.what} ({kind.origin})")


@command.command("check", cls=SettingsCommand)
@click.argument("subject")
@options_of(ConnectionSettings)
@click.option("--say", default="Hello", show_default=True, help="Message to send.")
@click.option("--sessions", is_flag=True, help="Send three more, to see whether conversations are kept apart.")
@json_option
def check(*, subject: str, settings: ConnectionSettings, say: str, sessions: bool, as_json: bool) -> int:
    """Send one message to SUBJECT, and show what went out, what came back and what was understood.

    SUBJECT is an address (http://…, ws://…, openai:MODEL@BASE, rasa:BASE), a bot.toml, python:module:function,
    command:./program, or the name of a bundled bot. Exit codes: 0 it answers, 69 it does not, 78 access denied.
    """
    from botassay.api.bot_target import useless_settings
    from botassay.api.bots import try_bot

    refuse_useless(typed(), useless_settings([subject], settings), [subject])
    trial = try_bot(subject, settings, say=say, sessions=sessions)
    show(trial, as_json=as_json)
    return trial.exit_code


@command.command("init")
@click.option("--curl", "pasted", metavar="TEXT", help="curl command for the bot; - reads standard input.")
@click.option("--browser", "page", metavar="URL", help="Web page with a chat window, which a browser opens.")
@click.option("--executable", metavar="FILE", help="Chromium to start.", show_default="that of Playwright")
@click.option(
    "-o", "output", type=click.Path(path_type=Path), default=Path("bot.toml"), show_default=True,
    help="Output file; - is standard output.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@click.option("--try", "send", is_flag=True, help="Send one “Hello” to find the reply in the answer; asks before.")
@click.option("--yes", is_flag=True, help="Do not ask before --try sends.")
def init(
    *, pasted: str | None, page: str | None, executable: str | None, output: Path, force: bool, send: bool, yes: bool
) -> None:
    """Write a first bot.toml, which describes how to connect to a bot.

    Keys and cookies in a pasted command are not written: names stand in their places, to be exported. Ids of
    conversations, users and messages become {{session}}, {{user}} and {{fresh}}. Of a web page the selectors of its
    chat window are written.
    """
    from botassay.api.bots import draft_bot, draft_page

    def may_send(address: str) -> bool:
        return send and (yes or click.confirm(f"Send one “Hello” to {address}?", default=True, err=True))

    if output.exists() and not force and str(output) != "-":
        raise OutputError(f"{output} already exists", hint="name another file with -o, or use --force")
    _check_sources(pasted, page, send=send)
    if page is not None:
        drafted = draft_page(page, send=may_send, executable=executable)
    else:
        drafted = draft_bot(sys.stdin.read() if pasted == "-" else pasted, send=may_send)
    described = _write(drafted.text, output)
    for line in (*(f"export {name}=…" for name in drafted.exports), *(f"note: {note}" for note in drafted.notes)):
        click.echo(line, err=True)
    click.echo(f"then: botassay bots check {described}", err=True)


def _check_sources(pasted: str | None, page: str | None, *, send: bool) -> None:
    """Refuse two sources of a description, and --try without one.

    Raises: UsageError.
    """
    if pasted is not None and page is not None:
        raise UsageError("both --curl and --browser are given", hint="give only one")
    if send and pasted is None and page is None:
        raise UsageError("--try needs a request or a page", hint="give one with --curl or --browser")


def _write(text: str, output: Path) -> Path:
    """Write a description to a file, or to standard output for `-`, and return the file to check.

    Raises: OutputError.
    """
    if str(output) == "-":
        click.echo(text, nl=False)
        return Path("bot.toml")
    try:
        output.write_text(text, "utf-8")
    except OSError as error:
        raise unwritten(error, output) from error
    click.echo(f"wrote {output}", err=True)
    return output


@command.command("serve")
@click.argument("name")
@click.option("--port", type=Whole(0, 65535), default=0, help="Port to listen on; 0 takes a free one.")
@click.option("--guard", "guarded", is_flag=True, help="Add the identity guard to the bot.")
def serve(name: str, port: int, *, guarded: bool) -> None:
    """Serve the bundled bot NAME on this machine alone: over REST, Rasa, OpenAI and WebSocket at once.

    It prints where it listens and how to describe it in a bot.toml. Ctrl-C ends it, with exit code 0. NAME may be a
    variant of a bot, such as trains:regression@winter. With --guard, users who ask whether they talk to a machine get
    a clear answer.
    """
    from botassay.api import bots

    bots.serve(name, port, guarded=guarded, announce=partial(print, flush=True))
