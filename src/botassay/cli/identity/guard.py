"""`botassay identity guard`: try what the runtime guard answers."""

import sys
from pathlib import Path

import click

from botassay import identity
from botassay.cli.progress import Bar
from botassay.cli.settings import command, options_of
from botassay.io.json_text import row
from botassay.settings.identity import GuardSettings
from botassay.view.escape import visible


@command("guard")
@click.argument("text", default="-", metavar="[TEXT]")
@options_of(GuardSettings)
@click.option("--json", "as_json", is_flag=True, help="Print JSON lines: text, asked, p and answer.")
def guard(*, text: str, settings: GuardSettings, as_json: bool) -> None:
    """Answer TEXT if it asks whether a machine is answering; leave everything else to your bot.

    Without TEXT, or with -, each line of standard input is a text. The same guard stands before a bot or a web
    application from Python: botassay.identity.Guard, with before, middleware (ASGI) and wsgi.
    """
    if text != "-" and Path(text).is_file():
        click.echo(f"botassay: {text!r} is judged as a text; for its lines: botassay identity guard < {text}", err=True)
    with Bar() as bar:
        texts = Path("-") if text == "-" else [text]
        for judged in identity.guard_answers(texts, settings, on_progress=bar.callback):
            line = row(judged) if as_json else f"{visible(judged.answer or '(left to the bot)')}\n".encode()
            sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
