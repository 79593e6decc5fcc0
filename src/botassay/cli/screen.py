"""The display of a chat: lines, replies, and the rating so far."""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import click

from botassay.api.chat import script_of_person
from botassay.cli.terminal import colourful
from botassay.core.errors import BotError, InputError
from botassay.core.seeded_rng import Lot
from botassay.core.text.plural import many
from botassay.io.json_text import row
from botassay.io.lines import undecodable
from botassay.io.sources import standard_input
from botassay.plugins.protocols import Reply
from botassay.rating.wording import bounded
from botassay.runs import Chat, Move
from botassay.view.escape import shortened, visible

if TYPE_CHECKING:
    from concurrent.futures import Future

    from botassay.api.chat import ChatRun
    from botassay.cli.conversing import Show, Talker
    from botassay.rating import Interim
    from botassay.rating.incremental import InterimRating, InterimScore

HELP: Final = (
    "/rating shows the evidence for each issue, and the verdict so far",
    "an empty line, /quit or Ctrl-D ends the chat and shows the rating of all issues",
    "/new starts a new conversation as a new user; // sends a line that begins with a slash; /help shows this text",
)
_LINES: Final = 40
"""Lines of a reply that are shown; all of it is kept."""
_WIDTH: Final = 2000


@dataclass(frozen=True, slots=True)
class Screen:
    """Shows a chat on standard output, or writes a line of JSON for each turn.

    Args:
        as_json: whether to write JSON.
        who: what stands before the lines that are said.
        echoes: whether these lines are shown, too; what a person types stands there already.
    """

    as_json: bool
    who: str
    echoes: bool

    def line(self, text: str) -> None:
        """Show a line that is about to be said."""
        if self.echoes and not self.as_json:
            self._part(self.who, text)

    def outcome(self, outcome: Reply | BotError) -> None:
        """Show the reply, before it is rated."""
        if self.as_json:
            return
        if isinstance(outcome, BotError):
            self._dim(f"no reply: {outcome.what}")
            return
        self._part("bot", outcome.text or "(nothing)")
        if outcome.options:
            self._dim(f"options: {', '.join(outcome.options)}")

    def turn(self, interim: "Interim") -> None:
        """Show what that means for the rating."""
        if self.as_json:
            click.echo(row(interim), nl=False)
            sys.stdout.flush()
            return
        self._dim("; ".join([f"verdict so far: {_verdicts(interim.ratings)}", *interim.changed]))

    def details(self, interim: "Interim | None") -> None:
        """Show the evidence for each issue, and the verdict for each kind of user."""
        if self.as_json:
            return
        if interim is None:
            self.tell("nothing was said yet")
            return
        for score in interim.scores:
            self._dim(f"{score.issue}: {_evidence(score)}{score.standing}{_lacking(score)}")
        for rating in interim.ratings:
            self._dim(f"verdict for {rating.profile}: {bounded(rating.level, rating.bounds)}")

    def tell(self, text: str) -> None:
        """Show a message that is not part of the chat."""
        click.echo(f"botassay: {visible(text)}", err=True)

    def _part(self, who: str, text: str) -> None:
        lines = text.splitlines() or [""]
        for number, line in enumerate(lines[:_LINES]):
            click.echo(f"{'' if number else who:>4} │ {shortened(line, _WIDTH).text}")
        if len(lines) > _LINES:
            self._dim(f"… {len(lines) - _LINES} lines more")

    def _dim(self, text: str) -> None:
        line = f"     │ {shortened(text, _WIDTH).text}"
        click.echo(click.style(line, dim=True) if colourful() else line)


def showing(run: "ChatRun", warm: "Future[None]", screen: Screen) -> "Show":
    """What shows a turn, and how the rating stands after it, once what rates is loaded."""

    def show(move: Move, outcome: Reply | BotError, chat: Chat) -> None:
        screen.outcome(outcome)
        warm.result()
        screen.turn(run.seen(move, outcome, chat))

    return show


def _evidence(score: "InterimScore") -> str:
    """Say what there is to go by.

    >>> from botassay.rating.incremental import InterimScore
    >>> _evidence(InterimScore("AL", 0.25, "high", ("low", "medium", "high"), 4, None, True, 1))
    '0.250 (1 finding, n = 4): '
    """
    if score.value is None:
        return f"{many(score.findings, 'finding', 'findings')}: " if score.findings else ""
    found = f"{many(score.findings, 'finding', 'findings')}, " if score.findings else ""
    return f"{score.value:.3f} ({found}n = {score.n}): "


def _lacking(score: "InterimScore") -> str:
    """Say how much evidence there is of an issue about which it is too early to tell, and how much it would take."""
    return f": {score.reason.removeprefix('too little evidence: ')}" if score.early and score.reason else ""


def _verdicts(ratings: "tuple[InterimRating, ...]") -> str:
    """Name the verdicts, each with the kinds of users that it is for; one for all stands alone."""
    by_level: dict[str, list[str]] = {}
    for rating in ratings:
        by_level.setdefault(bounded(rating.level, rating.bounds), []).append(rating.profile)
    if len(by_level) == 1:
        return next(iter(by_level))
    return "; ".join(f"{level} ({', '.join(profiles)})" for level, profiles in by_level.items())


# ── a person at the keyboard, or what comes in through a pipe ───────────────────────────────────────────────────────


def person(
    seed: int, lines: Iterator[str], tell: Callable[[str], object], show_rating: Callable[[], object]
) -> "Talker":
    """Turn lines into moves until one is empty; what begins with a slash is a command."""
    lot = Lot(seed)
    number = 1
    for line in lines:
        text = line.strip()
        if text in ("", "/quit"):
            return
        if text.startswith("//") or not text.startswith("/"):
            yield Move(script_of_person(lot, number), text.removeprefix("/"))
        elif text == "/new":
            number += 1
            tell("a new conversation, as a new user")
        elif text == "/rating":
            show_rating()
        else:
            for help_line in (*([] if text == "/help" else [f"unknown command {text.split()[0]}"]), *HELP):
                tell(help_line)


def typed_lines(who: str, *, as_json: bool) -> Iterator[str]:
    """Read what is typed, until Ctrl-D; on a terminal lines can be edited, and earlier ones called back.

    Raises: InputError for a line that is not UTF-8, with its number.
    """
    if not sys.stdin.isatty():
        yield from _piped()
        return
    prompt = f"{who:>4} │ "
    edited = sys.stdout.isatty() and not as_json
    if edited:
        _let_edit()
    while True:
        if not edited:
            click.echo(prompt, nl=False, err=True)
        try:
            line = input(prompt if edited else "")
        except (EOFError, KeyboardInterrupt) as end:
            click.echo(err=not edited)
            if isinstance(end, KeyboardInterrupt):
                raise
            return
        yield line


def _let_edit() -> None:
    """Let `input` edit lines, where Python was built with that."""
    with suppress(ImportError):
        import readline  # noqa: F401 - it takes effect by itself


def _piped() -> Iterator[str]:
    lines = standard_input()
    for line in lines:
        if undecodable(line):
            place = f"{lines.name}:{lines.number}"
            raise InputError("E111 the line is not UTF-8", place, "send UTF-8; earlier lines are saved")
        yield line
