"""A second opinion: a language model is asked about replies, after the rating and beside it."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from logging import getLogger
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol
from uuid import uuid4

from botassay.api.asynchronous import run_to_end
from botassay.core.errors import BotError, UsageError
from botassay.core.progress import OnProgress, Progress
from botassay.core.results import Rating
from botassay.core.second_opinion import SecondOpinion
from botassay.grading.checkers import Track
from botassay.grading.sources import Dialogs
from botassay.plugins.optional import open_in_run
from botassay.plugins.protocols import Bot, BotOptions, Checker
from botassay.rating import Settings
from botassay.rating.pipeline import dialogs_with_findings
from botassay.rating.second_opinion.asking import QUESTIONS, JudgeAnswer, JudgedReply, read_answer
from botassay.rating.second_opinion.replies import JudgedPlace, judged_places
from botassay.rating.second_opinion.sample import judge_sample
from botassay.rating.second_opinion.summary import Labels, summed_up
from botassay.redaction import Redactor, kinds_of, regional
from botassay.runs.journal import FILE, Record
from botassay.runs.journal.opinions import KeptOpinion, OpinionBook, kept_opinions
from botassay.settings.rating import JudgeSettings

if TYPE_CHECKING:
    from botassay.http.retry import RunContext

LOG = getLogger("botassay")

SCHEME: Final = "openai:"
AT_ONCE: Final = 4
"""Questions that are on their way at the same time."""
PATIENCE: Final = 60.0
"""Seconds for an answer."""
MOST_FAILURES: Final = 3
"""Questions in a row without an answer, after which no more are asked."""
_HOPELESS: Final = frozenset({"dns", "connect", "tls", "redirect", "unauthorised", "rejected", "not_chat"})
"""Kinds of failure that the next question would meet again."""


class _Watched(Protocol):
    """What a rating is told and tells: a part of its request."""

    @property
    def on_progress(self) -> OnProgress | None: ...

    @property
    def track(self) -> Track: ...


@dataclass(frozen=True, slots=True)
class Asked:
    """About whose replies a judge is asked."""

    source: Dialogs
    rated: Settings
    checkers: Mapping[str, Checker]
    settings: JudgeSettings
    again: SecondOpinion | None = None
    """A second opinion that is to be made again, without asking."""

    @property
    def run(self) -> Path | None:
        """The folder of the live run that is rated, whose journal keeps the answers."""
        return self.source if isinstance(self.source, Path) and (self.source / FILE).is_file() else None


def check_judge(settings: JudgeSettings) -> None:
    """Refuse a judge that cannot be asked, before any work; nothing is sent.

    Raises: UsageError, ConfigurationError for its address; InputError for the sample.
    """
    if settings.judge is not None:
        _judge_of(settings.judge)
        judge_sample(settings.judge_sample)


def with_opinion(ratings: tuple[Rating, ...], asked: Asked, request: _Watched) -> tuple[Rating, ...]:
    """Return ratings with a second opinion beside them, where one is asked for; nothing else of them changes.

    A judge that fails is warned of, and the replies that it did not answer for are counted.

    Args:
        ratings: of one subject.
        asked: about what, and how.
        request: who is told how far the work is.
    """
    settings, again = asked.settings, asked.again
    if again is None and settings.judge is None:
        return ratings
    limit = again.limit if again else settings.judge_limit
    issues = [issue for issue in QUESTIONS if issue in {score.issue for score in ratings[0].scores}]
    found = dialogs_with_findings(asked.source, asked.rated, checkers=asked.checkers, track=request.track)
    places = judged_places(found, issues, limit)
    if again is not None:
        answers, labels = _kept(asked.run, again.by)
        opinion = summed_up(again, places, answers, labels)
    else:
        opinion = _asked(asked, places, request.on_progress)
    return tuple(replace(rating, judge=opinion) for rating in ratings)


def _asked(asked: Asked, places: Sequence[JudgedPlace], on_progress: OnProgress | None) -> SecondOpinion:
    """Ask a judge for the answers that are not kept yet, and return what they come to."""
    settings = asked.settings
    bot, sample = _judge_of(str(settings.judge)), judge_sample(settings.judge_sample)
    name, hidden = name_of_judge(bot.name), settings.judge_redact
    labelled = {reply: label for issue in _issues(places) for reply, label in sample.of(issue).items()}
    labels = _by_issue(labelled, hidden)
    replies = {reply.key(hidden): reply for reply in (*labelled, *(place.reply for place in places))}
    answers, _ = _kept(asked.run, name)
    shown = _hiding(hidden, replies.values(), asked.run)
    with _book(asked.run) as book:
        work = _Asking(bot, name, answers, labels, hidden, book, on_progress)
        work.keep_sample()
        missing = [(reply, shown(reply)) for key, reply in replies.items() if key not in answers]
        if missing:
            LOG.info("asking %s about %d replies; the rating does not depend on its answers", name, len(missing))
            run_to_end(work.ask(missing))
    _warn(name, work.failure, len(replies.keys() - answers.keys()), len(missing))
    opinion = SecondOpinion(by=name, limit=settings.judge_limit, hidden=hidden, sample=sample.name, issues=())
    return summed_up(opinion, places, answers, labels)


def _issues(places: Sequence[JudgedPlace]) -> list[str]:
    asked = {place.reply.issue for place in places}
    return [issue for issue in QUESTIONS if issue in asked]


def _by_issue(labelled: Mapping[JudgedReply, bool], hidden: str | None) -> Labels:
    labels: dict[str, dict[str, bool]] = {}
    for reply, label in labelled.items():
        labels.setdefault(reply.issue, {})[reply.key(hidden)] = label
    return labels


def _warn(judge: str, failure: BotError | None, lacking: int, questions: int) -> None:
    """Say why answers are missing, if any are."""
    if failure is None:
        return
    hint = f" ({failure.hint})" if failure.hint else ""
    text = "%s gave no answer to %d of %d questions: %s%s; the rating is complete without them"
    LOG.warning(text, judge, lacking, questions, failure.said, hint)


def _judge_of(typed: str) -> Bot:
    """Return the model that is asked.

    Raises: UsageError, ConfigurationError.
    """
    from botassay.api.bot_target import check_address  # brings every kind of bot
    from botassay.bots import find_bot

    if not typed.startswith(SCHEME):
        hint = "write openai:MODEL@http://HOST; most servers of models speak this"
        raise UsageError(f"{typed!r} is not the address of a judge", hint=hint)
    check_address(typed)
    return find_bot(typed, BotOptions(turn=PATIENCE, retries=1))


def name_of_judge(bot: str) -> str:
    """Return what reports call a judge: the model, and the host where it was asked.

    >>> name_of_judge("openai:qwen3:8b@localhost:11434")
    'qwen3:8b (localhost:11434)'
    """
    model, _, host = bot.removeprefix(SCHEME).rpartition("@")
    return f"{model} ({host})"


def _hiding(hidden: str | None, replies: Iterable[JudgedReply], run: Path | None) -> Callable[[JudgedReply], str]:
    """Return what makes a question out of a reply, without the personal data that are to be hidden."""
    if hidden is None:
        return lambda reply: reply.prompt
    redactor = Redactor(kinds_of(hidden), {}, Record.of(run, checked=False).planted() if run else (), regional.ways())
    for reply in replies:
        redactor.study(reply.before)
        redactor.study(reply.text)
    return lambda reply: JudgedReply(reply.issue, redactor.text(reply.before), redactor.text(reply.text)).prompt


# ── answers ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _kept(run: Path | None, judge: str) -> tuple[dict[str, JudgeAnswer], Labels]:
    """Return the answers that a journal keeps, and the labels of the sample."""
    answers: dict[str, JudgeAnswer] = {}
    labels: dict[str, dict[str, bool]] = {}
    for kept in kept_opinions(run, judge) if run else ():
        known = kept.answer if kept.answer in ("yes", "no") else "unsure"
        answers[kept.key] = JudgeAnswer(known, kept.reason)  # type: ignore[arg-type] # one of the three
        if kept.label is not None:
            labels.setdefault(kept.issue, {})[kept.key] = bool(kept.label)
    return answers, labels


def _book(run: Path | None) -> "AbstractContextManager[OpinionBook | None]":
    """Open the journal that keeps the answers; files of dialogs have none."""
    return nullcontext() if run is None or Record.of(run).redacted else OpinionBook.of(run)


@dataclass(slots=True)
class _Asking:
    """Questions to a judge, a few at a time."""

    bot: Bot
    name: str
    answers: dict[str, JudgeAnswer]
    labels: Labels
    hidden: str | None
    book: OpinionBook | None
    on_progress: OnProgress | None
    failure: BotError | None = None
    failures: int = 0
    """Without an answer between them."""
    done: int = field(default=0)

    def keep_sample(self) -> None:
        """Write down which of the answers that are kept belong to the sample."""
        if self.book is None:
            return
        self.book.forget_sample(self.name)
        for issue, own in self.labels.items():
            for key in own.keys() & self.answers.keys():
                self._write(issue, key, self.answers[key])

    async def ask(self, questions: Sequence[tuple[JudgedReply, str]]) -> None:
        """Ask until all is answered, or the judge fails."""
        waiting = iter(questions)

        async def go_on() -> None:
            for reply, prompt in waiting:
                await self._one(reply, prompt)
                self.done += 1
                if self.on_progress:
                    self.on_progress(Progress("second opinion", self.done, len(questions), "answers"))
                if self._hopeless:
                    return

        async with asyncio.TaskGroup() as group:
            for _ in range(min(AT_ONCE, len(questions))):
                group.create_task(go_on())

    @property
    def _hopeless(self) -> bool:
        return self.failures >= MOST_FAILURES or (self.failure is not None and self.failure.kind in _HOPELESS)

    async def _one(self, reply: JudgedReply, prompt: str) -> None:
        try:
            async with open_in_run(self.bot, str(uuid4()), _context()) as conversation:
                said = await conversation.say(prompt)
        except BotError as error:
            self.failure, self.failures = error, self.failures + 1
            return
        self.failures = 0
        key = reply.key(self.hidden)
        self.answers[key] = read_answer(said.text)
        self._write(reply.issue, key, self.answers[key])

    def _write(self, issue: str, key: str, answer: JudgeAnswer) -> None:
        if self.book is not None:
            label = self.labels.get(issue, {}).get(key)
            kept = KeptOpinion(
                self.name, key, issue, None if label is None else int(label), answer.answer, answer.reason
            )
            self.book.add(kept)


def _context() -> "RunContext":
    from botassay.http.retry import RunContext

    return RunContext(uuid4().hex, "judge", 1)
