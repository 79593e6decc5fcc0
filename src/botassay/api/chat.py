"""Chatting: a person, a script or a data generator talks to a live bot, and every reply is rated at once."""

import secrets
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Generator, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from logging import getLogger
from pathlib import Path
from typing import Final

from botassay.api.bot_target import BotTarget
from botassay.api.checkers import checkers_of
from botassay.api.live import check_answers, new_run_folder
from botassay.api.rating import rate
from botassay.api.rating_request import check_settings
from botassay.api.report import RatingReport
from botassay.api.run_settings import RunInputs, stored
from botassay.api.subjects import Subject, bot_given
from botassay.bots import check_spelling, is_bot
from botassay.bots.naming import name_of
from botassay.core.declared import for_people_at_risk
from botassay.core.dialog import OWN, Script
from botassay.core.errors import BotError, UnknownNameError, UsageError
from botassay.core.progress import OnProgress
from botassay.core.seeded_rng import Lot
from botassay.grading.default_issues import default_issues
from botassay.plugins.about import about_of
from botassay.plugins.protocols import Bot, Prober, Reply
from botassay.plugins.registry import CONSENTED, PROBERS, freely_asking
from botassay.rating import Interim, Settings, SoFar
from botassay.runs import Chat, Move, fewest_turns, fitting, generated
from botassay.runs.journal import Journal, RunFacts
from botassay.runs.journal.writing import now
from botassay.settings.chat import ChatSettings, GeneratorSettings
from botassay.trust.abuse.labelled import Labelled

LOG = getLogger("botassay")

MIXED: Final = "mixed"
TURNS: Final = 20
"""Lines that a generator says where they suffice."""

Talker = Generator[Move, Reply | None, None]
"""Yields the next line, and is sent the reply; None without one."""
User = Iterable[str] | AsyncIterable[str] | None
"""What is said, line by line; an empty line begins a new conversation. None: the generator of the settings talks."""


@dataclass(slots=True)
class ChatRun:
    """A chat before its first line: iterate it to run it, then read its `report`.

    Attributes:
        bot: the bot.
        folder: of the run, which is made with the first line.
        seed: what the generator, or the names of users, are drawn from.
        facts: what the journal says of the run.
        so_far: the rating while the chat goes on.
        generator: the generator that sends the lines; None for a person.
        user: what is said, where it is known.
    """

    bot: Bot
    folder: Path
    seed: int
    facts: RunFacts
    so_far: SoFar
    generator: Talker | None
    user: User = None
    again: bool = True
    """Whether a bad first round trip is given a second chance."""
    turns: int = 0

    def journal(self) -> Journal:
        """The journal of the chat, which begins with its first line.

        Raises: OutputError.
        """
        return Journal.create(self.folder, self.facts, ())

    def seen(self, move: Move, outcome: Reply | BotError, chat: Chat) -> Interim:
        """What came of a turn, and how the rating stands after it."""
        self.turns += 1
        self.so_far.see(chat.dialog, held=chat.held)
        return self.so_far.interim(self.turns, move.script.id, move.line, outcome)

    def report(self, on_progress: OnProgress | None = None) -> RatingReport:
        """The rating of all that was said.

        Raises: InputError when nothing was.
        """
        return rate(self.folder, on_progress=on_progress)

    async def __aiter__(self) -> AsyncIterator[Interim]:
        """Hold the chat; give what came of each turn.

        Raises: RunStopped when the bot does not answer.
        """
        await check_answers(self.bot, again=self.again)
        journal = self.journal()
        chat = Chat(self.bot, journal, person=self.generator is None)
        moves = self._moves()
        try:
            move = await anext(moves, None)
            while move is not None:
                outcome = await _outcome(chat, move)
                yield self.seen(move, outcome, chat)
                try:
                    move = await moves.asend(outcome if isinstance(outcome, Reply) else None)
                except StopAsyncIteration:
                    return
        finally:
            await chat.close()
            journal.close()

    async def _moves(self) -> AsyncGenerator[Move, Reply | None]:
        if self.generator is not None:
            move = next(self.generator, None)
            while move is not None:
                reply = yield move
                try:
                    move = self.generator.send(reply)
                except StopIteration:
                    return
        lot, number = Lot(self.seed), 1
        async for line in _lines(self.user):
            if line.strip():
                yield Move(script_of_person(lot, number), line)
            else:
                number += 1


def chat(
    subject: Subject, settings: ChatSettings | None = None, *, user: User = None, out: str | Path | None = None
) -> ChatRun:
    """A chat with a live bot, to be iterated with `async for`.

    Args:
        subject: a bundled name, an address, a bot.toml, a `Bot` or a callable.
        settings: everything that changes the chat and its rating.
        user: what is said, line by line; an empty line begins a new conversation. None: the generator talks.
        out: the folder of the run; None: one in `runs`.

    Raises: UsageError for what is not a live bot, and for data that no generator says; TypeError.
    """
    chosen = settings or ChatSettings()
    whole = chosen.as_rating
    given = None if isinstance(subject, str | Path) else bot_given(subject, chosen.bot.timeout)
    if given is None:
        check_spelling(str(subject))
        if not is_bot(str(subject)):
            hint = "botassay bots list shows the kinds of bots; botassay rate takes files"
            raise UsageError(f"{str(subject)!r} is not a live bot", hint=hint)
    target = BotTarget(given[1]) if given else BotTarget.of(str(subject), whole.bot)
    bot = given[0] if given else target.bot(whole.bot)
    at_risk = for_people_at_risk(about_of(bot))
    rated = Settings.of(whole.rating, kind="chat", at_risk=at_risk)
    if chosen.generator.generate is not None and rated.rated == rated.default_issues and not rated.published:
        issues = _generated_issues(rated, chosen.generator.generate.upper())
        whole = replace(whole, rating=replace(whole.rating, issues=issues))
        rated = Settings.of(whole.rating, kind="chat", at_risk=at_risk)
    check_settings(whole, rated)
    seed = secrets.randbelow(2**53) if chosen.generator.seed is None else chosen.generator.seed
    generator = _generator(rated, chosen.generator, seed)
    name = name_of(bot, whole.bot.name)
    known = {**asdict(target), "about": about_of(bot)}
    facts = RunFacts(name, target.digest, seed, now(), known, stored(whole, RunInputs()), chat=True)
    folder = new_run_folder(name, None if out is None else Path(out))
    so_far = SoFar(rated, checkers_of(whole.checkers, rated))
    return ChatRun(bot, folder, seed, facts, so_far, generator, user, chosen.bot.retries > 0)


def script_of_person(lot: Lot, number: int) -> Script:
    """The script of a conversation with a person: what is said to it stands in the turns alone."""
    name = f"chat-{number:02}"
    return Script(name, lot.guest(name), name, (), tags={"part": OWN})


async def _outcome(chat: Chat, move: Move) -> Reply | BotError:
    try:
        return await chat.say(move)
    except BotError as failure:
        return failure


async def _lines(user: User) -> AsyncIterator[str]:
    if isinstance(user, AsyncIterable):
        async for line in user:
            yield line
    else:
        for line in user or ():
            yield line


def _generated_issues(rated: Settings, wanted: str) -> tuple[str, ...]:
    """The issues that are rated where none are named: those that the generator talks about, beside the default ones."""
    if wanted == MIXED.upper():
        return default_issues("bot", rated.method)
    always = (code for code in rated.default_issues if code not in rated.where_evidence)
    return tuple(dict.fromkeys((*always, *({wanted} & {*PROBERS.names()}))))


def _generator(rated: Settings, chosen: GeneratorSettings, seed: int) -> Talker | None:
    """The generator that sends the lines, if one was chosen.

    Raises: UsageError for data without a generator, and for fewer turns than it takes.
    """
    if chosen.generate is not None:
        probers = _probers(rated, chosen.generate, chosen.data)
        if chosen.generate.lower() == MIXED:
            turns = chosen.turns or TURNS
            return generated(_with_room(probers, turns), seed, turns)
        return generated(probers, seed, chosen.turns or _turns(probers, chosen.generate))
    if chosen.data:
        raise UsageError("--data requires a generator", hint="add --generate AL")
    return None


def _with_room(probers: Mapping[str, Prober], turns: int) -> Mapping[str, Prober]:
    """The probers that can show something in their share of the turns; the others are reported."""
    chosen = fitting(probers, turns)
    left_out = ", ".join(f"{code} ({fewest_turns({code: probers[code]}, 1)})" for code in probers if code not in chosen)
    if left_out:
        LOG.info(
            "%d lines leave no room for %s: in brackets, the lines that each takes (--turns N gives more)",
            turns,
            left_out,
        )
    return chosen


def _turns(probers: Mapping[str, Prober], wanted: str) -> int:
    """The number of lines that a generator says where none is chosen."""
    turns = fewest_turns(probers, TURNS)
    if turns > TURNS:
        LOG.info("%s needs %d lines; sending that many (change with --turns N)", wanted, turns)
    return turns


def _probers(rated: Settings, wanted: str, data: Path | None) -> dict[str, Prober]:
    """The probers that send the lines.

    Raises: UsageError for an issue that has no prober or is not rated.
    """
    mixed = wanted.lower() == MIXED
    codes = [code for code in rated.rated if code in freely_asking()] if mixed else [wanted.upper()]
    if codes == [CONSENTED]:
        raise UsageError("chat does not send the lines of CR: they take consent", hint="botassay rate … --issues +CR")
    if not mixed and codes[0] not in PROBERS:
        raise UnknownNameError.among("generator", wanted, (*freely_asking(), MIXED))
    if not codes or not set(codes) <= set(rated.rated):
        raise UsageError(f"no rated issue has the generator {wanted}", hint="name it with --issues")
    if data and "AL" not in codes:
        raise UsageError("--data requires the generator for AL", hint="use --generate AL or --generate mixed")
    probers = {code: PROBERS.get(code) for code in codes}
    return probers | ({"AL": Labelled.read(data)} if data else {})
