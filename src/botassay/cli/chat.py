"""`botassay chat`: talk to a bot, or let a data generator talk, and see the rating come about, reply by reply."""

import sys
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from botassay.cli.flags import (
    Existing,
    Whole,
    by_rule,
    for_whom,
    into_reports,
    of_issues,
    reaching,
    with_coverage,
    with_glossary,
    with_sentiment,
)
from botassay.cli.sparing import spare_inputs
from botassay.core.errors import BotassayError, BotError, InputError, UnknownNameError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

    from botassay.cli.conversing import Show, Sitting, Talker
    from botassay.cli.live import Approach
    from botassay.cli.screen import Screen
    from botassay.plugins.protocols import Bot, Prober, Reply
    from botassay.rating import Settings, SoFar
    from botassay.runs import Chat, Move
    from botassay.runs.journal import Facts, Journal

MIXED: Final = "mixed"
TURNS: Final = 20
"""Lines that a generator says where they suffice."""
_FILE: Final = Existing(dir_okay=False, path_type=Path)
_LEFT_ALONE: Final[Mapping[str, Any]] = {
    "method": "botassay", "missing": None, "accept": None, "fail_on": None,
    "variants": (), "rate": None, "concurrency": 1, "on_doubt": "restart",
}  # fmt: skip
"""Choices of `rate` that a chat does not have, as they are where nobody makes them."""


@click.command("chat")
@click.argument("subject", metavar="SUBJECT")
@for_whom
@of_issues
@by_rule
@with_glossary
@with_sentiment
@click.option("--bot", type=_FILE, help="How a live bot is spoken to: a bot.toml.")
@click.option("--system", type=_FILE, help="What a model is told before a conversation begins: a text file.")
@reaching
@click.option("--generate", metavar="ISSUE", help="Let a data generator talk: an issue, like AL or SG, or mixed.")
@click.option(
    "--data", type=_FILE, help="What the generator for AL says: texts labelled as abuse, CSV with text,label."
)
@click.option(
    "--turns", type=Whole(min=1), metavar="N",
    help="Lines that a generator says. [default: 20, or as many as it takes]",
)  # fmt: skip
@click.option(
    "--seed", type=Whole(0, 2**53 - 1), metavar="N", help="What a generator draws from. [default: drawn anew]"
)
@with_coverage
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="The folder of the run.")
@into_reports
@click.option("--json", "as_json", is_flag=True, help="Print JSON: a line for each turn, then the rating.")
@click.pass_context
def command(ctx: click.Context, /, subject: str, outputs: tuple[Path, ...], **typed: Any) -> int:
    """Talk to the live bot SUBJECT, and see after every reply what it is worth and how the rating stands.

    An empty line, /quit or Ctrl-D ends the chat, with the rating over all issues; /new begins a new conversation as a
    new user; /help lists the commands. Ctrl-C ends it, too. All is kept as a run, like those of botassay rate. Lines
    can also come from a pipe.
    """
    from botassay.api.guarded import bot_of
    from botassay.bots import check_spelling, is_bot
    from botassay.cli.live import Approach, drawn_seed, run_folder, try_first
    from botassay.cli.rate import check_choices, rate_run
    from botassay.cli.subjects import conclude
    from botassay.cli.using import check_used
    from botassay.cli.verdict import settings_of
    from botassay.report import paper_for
    from botassay.runs.journal import Journal

    papers = {path: paper_for(path) for path in outputs}
    spare_inputs(outputs)
    check_spelling(subject)
    if not is_bot(subject):
        raise UsageError(f"{subject!r} is no live bot", hint="botassay bots list names the kinds; rate takes files")
    chosen = {**_LEFT_ALONE, **typed}
    settings = settings_of(ctx, chosen)
    check_choices(settings, chosen)
    approach = Approach.typed(subject, chosen)
    check_used(ctx, [subject], lambda _: approach.options)
    bot = bot_of(subject, approach.options)
    seed = drawn_seed() if typed["seed"] is None else typed["seed"]
    generator = _generator(settings, typed, seed)
    facts = _facts(ctx, bot, approach, seed, chosen)
    folder = run_folder(bot, typed["out"])
    code = try_first(bot)
    if code:
        return code
    create = partial(Journal.create, folder, facts, ())
    so_far = _so_far(settings, chosen)
    with _kept(folder):
        sitting = _talk(bot, create, so_far, seed if generator is None else generator, as_json=typed["as_json"])
    if not sitting.lines:
        click.echo("botassay: nothing was said, and nothing is kept", err=True)
        return sitting.exit_code
    if sitting.exit_code:
        _say_where(folder)
    if sitting.left:
        return sitting.exit_code
    code = conclude(rate_run(ctx, folder, chosen, papers), as_json=typed["as_json"])
    return sitting.exit_code or (code if sitting.answers else BotError.exit_code)


def _generator(settings: "Settings", typed: Mapping[str, Any], seed: int) -> "Talker | None":
    """Make what talks in a person's place, where somebody asks for it.

    Raises: UsageError for data that nobody would say, and for fewer turns than it takes.
    """
    from botassay.runs import generated

    if typed["generate"] is not None:
        probers = _probers(settings, typed)
        return generated(probers, seed, typed["turns"] or _turns(probers, typed["generate"]))
    if typed["data"]:
        raise UsageError("--data is for a generator", hint="--generate AL lets it talk")
    return None


def _turns(probers: "Mapping[str, Prober]", wanted: str) -> int:
    """Give the number of lines that a generator says where nobody has chosen one."""
    from botassay.runs import fewest_turns

    turns = fewest_turns(probers, TURNS)
    if turns > TURNS:
        click.echo(f"botassay: {wanted} takes {turns} lines to show anything: so many are said (--turns N)", err=True)
    return turns


def _probers(settings: "Settings", typed: Mapping[str, Any]) -> "dict[str, Prober]":
    """Find the probers who talk.

    Raises: UsageError for an issue that has no prober or is not rated.
    """
    from botassay.plugins.registry import PROBERS
    from botassay.trust.abuse.labelled import Labelled

    wanted = typed["generate"]
    mixed = wanted.lower() == MIXED
    codes = [code for code in settings.rated if code in PROBERS] if mixed else [wanted.upper()]
    if not mixed and codes[0] not in PROBERS:
        raise UnknownNameError.among("generator", wanted, (*PROBERS.names(), MIXED))
    if not codes or not set(codes) <= set(settings.rated):
        raise UsageError(f"no issue is rated that {wanted} talks about", hint="name it with --issues")
    if typed["data"] and "AL" not in codes:
        raise UsageError("--data is for the generator for AL", hint="--generate AL, or mixed")
    probers = {code: PROBERS.get(code) for code in codes}
    return probers | ({"AL": Labelled.read(typed["data"])} if typed["data"] else {})


def _so_far(settings: "Settings", chosen: Mapping[str, Any]) -> "SoFar":
    from botassay.cli.verdict import checkers_of
    from botassay.rating import SoFar

    return SoFar(settings, checkers_of(chosen, settings))


def _talk(
    bot: "Bot", create: "Callable[[], Journal]", so_far: "SoFar", talker: "Talker | int", *, as_json: bool
) -> "Sitting":
    """Let a generator talk, or a person, whose names as a user are drawn from a seed; show what comes of each turn."""
    from concurrent.futures import ThreadPoolExecutor

    from botassay.cli.conversing import Sitting
    from botassay.cli.screen import HELP, Screen, person, typed_lines
    from botassay.http import RetryPolicy

    by_hand = isinstance(talker, int)
    typing = by_hand and sys.stdin.isatty()
    screen = Screen(as_json=as_json, who="you" if by_hand else "user", echoes=not typing)
    if typing:
        for line in (f"you talk to {bot.name}; all of it is written down", *HELP):
            screen.tell(line)
    if isinstance(talker, int):
        talker = person(talker, typed_lines("you", as_json=as_json), screen.tell)
    with ThreadPoolExecutor(1) as meanwhile:  # what rates is loaded while somebody thinks of what to say
        show = _showing(so_far, meanwhile.submit(so_far.warm_up), screen)
        patience = None if by_hand else RetryPolicy().failures_at_start
        sitting = Sitting(bot, create, screen.line, show, screen.tell, patience)
        sitting.hold(talker)
    if not (sitting.lines or sitting.exit_code or typing):
        raise InputError("E100 nothing was said", "standard input", "send a line for each turn")
    return sitting


def _showing(so_far: "SoFar", warm: "Future[None]", screen: "Screen") -> "Show":
    """Make what shows a turn and how the rating stands after it."""
    turns = count(1)

    def show(move: "Move", outcome: "Reply | BotError", chat: "Chat") -> None:
        screen.outcome(outcome)
        warm.result()
        so_far.see(chat.dialog, held=chat.held)
        screen.turn(so_far.interim(next(turns), move.script.id, move.line, outcome))

    return show


@contextmanager
def _kept(folder: Path) -> "Iterator[None]":
    """Where something goes wrong in the middle of a chat, say where the beginning is."""
    from botassay.runs.journal import FILE

    try:
        yield
    except BotassayError:
        if (folder / FILE).is_file():
            _say_where(folder)
        raise


def _say_where(folder: Path) -> None:
    click.echo(f"botassay: what was said is kept; rate it with: botassay rate {folder}", err=True)


def _facts(ctx: click.Context, bot: "Bot", approach: "Approach", seed: int, chosen: Mapping[str, Any]) -> "Facts":
    from botassay.cli.verdict import kept_choices
    from botassay.runs.journal import Facts
    from botassay.runs.journal.writing import now

    return Facts(bot.name, approach.digest, seed, now(), asdict(approach), kept_choices(ctx, chosen), chat=True)
