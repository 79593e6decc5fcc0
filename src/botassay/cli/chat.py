"""`botassay chat`: talk to a bot, or let a data generator talk, and see the rating after every reply."""

from pathlib import Path

import click

from botassay.cli.output import report_option
from botassay.cli.settings import command as settings_command
from botassay.cli.settings import options_of
from botassay.settings.chat import ChatSettings


@settings_command("chat")
@click.argument("subject", metavar="SUBJECT")
@options_of(ChatSettings)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="The folder of the run.")
@report_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON: a line for each turn, then the rating.")
def command(*, subject: str, settings: ChatSettings, out: Path | None, outputs: tuple[Path, ...], as_json: bool) -> int:
    """Talk to the live bot SUBJECT, and see after every reply what it is worth and how the rating stands.

    An empty line, /quit or Ctrl-D ends the chat, with the rating over all issues; /new begins a new conversation as a
    new user; /help lists the commands. Ctrl-C ends it, too. All is kept as a run, like those of botassay rate. Lines
    can also come from a pipe.
    """
    from botassay.cli.chatting import run_chat

    return run_chat(subject, settings, out, outputs, as_json=as_json)
