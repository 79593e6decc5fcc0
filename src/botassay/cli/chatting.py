"""The chat of `botassay chat`: from the first line to the rating."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import click

from botassay.api.asynchronous import run_to_end
from botassay.api.bot_target import useless_settings
from botassay.api.chat import ChatRun, chat
from botassay.api.live import check_answers
from botassay.cli.conversing import Sitting
from botassay.cli.progress import Bar
from botassay.cli.screen import HELP, Screen, person, showing, typed_lines
from botassay.cli.settings import refuse_useless, typed
from botassay.cli.showing import conclude
from botassay.cli.sparing import spare_inputs
from botassay.core.errors import BotassayError, BotError, InputError
from botassay.http import RetryPolicy
from botassay.runs.journal import FILE
from botassay.settings.chat import ChatSettings


def run_chat(
    subject: str, settings: ChatSettings, out: Path | None, outputs: tuple[Path, ...], *, as_json: bool
) -> int:
    """Chat, rate the chat, write the reports, and return the exit code.

    Raises: UsageError for settings and outputs that do not fit; BotError if the bot gives no reply.
    """
    spare_inputs(outputs)
    run = chat(subject, settings, out=out)
    refuse_useless(typed("bot"), useless_settings([subject], settings.bot), [subject])
    run_to_end(check_answers(run.bot, again=run.again))
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


def _talk(run: ChatRun, *, as_json: bool) -> Sitting:
    """Run the chat with a generator or a person; show each turn."""
    by_hand = run.generator is None
    typing = by_hand and sys.stdin.isatty()
    screen = Screen(as_json=as_json, who="you" if by_hand else "user", echoes=not typing)
    if typing:
        for line in (f"you talk to {run.facts.subject}; the conversation is recorded", *HELP):
            screen.tell(line)
    lines = typed_lines("you", as_json=as_json)
    talker = run.generator or person(run.seed, lines, screen.tell, lambda: screen.details(run.so_far.latest))
    with ThreadPoolExecutor(1) as meanwhile:  # what rates is loaded while somebody thinks of what to say
        show = showing(run, meanwhile.submit(run.so_far.warm_up), screen)
        patience = None if by_hand else RetryPolicy().failures_at_start
        sitting = Sitting(run.bot, run.journal, screen.line, show, screen.tell, patience)
        sitting.hold(talker)
    if not (sitting.lines or sitting.exit_code or typing):
        raise InputError("E100 there are no messages", "standard input", "send one line per turn")
    return sitting


@contextmanager
def _saying_where(folder: Path) -> Iterator[None]:
    """Name the folder of the chat if an error interrupts it."""
    try:
        yield
    except BotassayError:
        if (folder / FILE).is_file():
            _say_where(folder)
        raise


def _say_where(folder: Path) -> None:
    click.echo(f"botassay: progress is saved; rate it with: botassay rate {folder}", err=True)
