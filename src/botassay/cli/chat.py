"""`botassay chat`: talk to a bot, or let a data generator talk, and see the rating after every reply."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from botassay.cli.settings import command as settings_command
from botassay.cli.settings import options_of, typed
from botassay.cli.sparing import spare_inputs
from botassay.core.errors import BotassayError, BotError, InputError
from botassay.settings.chat import ChatSettings

if TYPE_CHECKING:
    from botassay.api.chat import ChatRun
    from botassay.cli.conversing import Sitting


@settings_command("chat")
@click.argument("subject", metavar="SUBJECT")
@options_of(ChatSettings)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="The folder of the run.")
@click.option(
    "-o",
    "outputs",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a report: FILE.html, .json, .md, .txt, .xml (JUnit), .sarif, or .csv for all findings. Repeatable.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: a line for each turn, then the rating.")
def command(*, subject: str, settings: ChatSettings, out: Path | None, outputs: tuple[Path, ...], as_json: bool) -> int:
    """Talk to the live bot SUBJECT, and see after every reply what it is worth and how the rating stands.

    An empty line, /quit or Ctrl-D ends the chat, with the rating over all issues; /new begins a new conversation as a
    new user; /help lists the commands. Ctrl-C ends it, too. All is kept as a run, like those of botassay rate. Lines
    can also come from a pipe.
    """
    from botassay.api.asynchronous import run_to_end
    from botassay.api.bot_target import useless_settings
    from botassay.api.chat import chat
    from botassay.api.live import check_answers
    from botassay.cli.progress import Bar
    from botassay.cli.rate import refuse_useless
    from botassay.cli.showing import conclude
    from botassay.rating.formats import format_for

    for path in outputs:
        format_for(path)  # a wrong ending is said before the work, not after
    spare_inputs(outputs)
    run = chat(subject, settings, out=out)
    refuse_useless(typed("bot"), useless_settings([subject], settings.bot), [subject])
    run_to_end(check_answers(run.bot))
    with _saying_where(run.folder):
        sitting = _talk(run, as_json=as_json)
    if not sitting.lines:
        click.echo("botassay: no messages were sent; no run was saved", err=True)
        return sitting.exit_code
    if sitting.exit_code:
        _say_where(run.folder)
    if sitting.left:
        return sitting.exit_code
    with Bar() as bar:
        report = run.report(bar.callback)
    for path in outputs:
        report.save(path)
    code = conclude(report, as_json=as_json)
    return sitting.exit_code or (code if sitting.answers else BotError.exit_code)


def _talk(run: "ChatRun", *, as_json: bool) -> "Sitting":
    """Run the chat with a generator or a person; show each turn."""
    from concurrent.futures import ThreadPoolExecutor

    from botassay.cli.conversing import Sitting
    from botassay.cli.screen import HELP, Screen, person, showing, typed_lines
    from botassay.http import RetryPolicy

    by_hand = run.generator is None
    typing = by_hand and sys.stdin.isatty()
    screen = Screen(as_json=as_json, who="you" if by_hand else "user", echoes=not typing)
    if typing:
        for line in (f"you talk to {run.bot.name}; the conversation is recorded", *HELP):
            screen.tell(line)
    talker = run.generator or person(run.seed, typed_lines("you", as_json=as_json), screen.tell)
    with ThreadPoolExecutor(1) as meanwhile:  # what rates is loaded while somebody thinks of what to say
        show = showing(run, meanwhile.submit(run.so_far.warm_up), screen)
        patience = None if by_hand else RetryPolicy().failures_at_start
        sitting = Sitting(run.bot, run.journal, screen.line, show, screen.tell, patience)
        sitting.hold(talker)
    if not (sitting.lines or sitting.exit_code or typing):
        raise InputError("E100 nothing was said", "standard input", "send one line per turn")
    return sitting


@contextmanager
def _saying_where(folder: Path) -> Iterator[None]:
    """Name the folder of the chat if an error interrupts it."""
    from botassay.runs.journal import FILE

    try:
        yield
    except BotassayError:
        if (folder / FILE).is_file():
            _say_where(folder)
        raise


def _say_where(folder: Path) -> None:
    click.echo(f"botassay: progress is saved; rate it with: botassay rate {folder}", err=True)
