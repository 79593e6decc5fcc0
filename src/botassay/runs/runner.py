"""Holds the conversations of a run: many at once, each turn recorded before it is sent, each failure with its turn."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import TopologicalSorter
from logging import getLogger
from time import monotonic
from typing import Final, Literal

from botassay.core.dialog import CLOSING, Script
from botassay.core.errors import BotError
from botassay.http.budget import RequestBudget
from botassay.http.retry import RetryBudget, RetryPolicy, RunContext, TurnAttempts
from botassay.plugins.optional import greeting_of, open_in_run, shown_beside
from botassay.plugins.protocols import Bot, Conversation, Reply
from botassay.runs.journal import Attempt, AttemptState, ConversationProgress, Journal
from botassay.runs.plan import Plan

FINAL: Final = frozenset({AttemptState.HELD, AttemptState.FAILED, AttemptState.IN_DOUBT})
"""A conversation in one of these states is never held again."""
RESTARTED: Final = frozenset({"timeout", "reset", "truncated", "protocol", "server", "bot_error", "program"})
"""Kinds of failure after which a conversation starts over."""
PAUSING: Final = frozenset({"unauthorised", "budget"})
"""Kinds of failure that concern everybody: it makes no sense to go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a run goes about it."""

    concurrency: int = 4
    """Conversations at once."""
    on_doubt: Literal["restart", "skip"] = "restart"
    """What to do with a conversation that breaks off where the bot may have acted."""
    retry: RetryPolicy = field(default_factory=RetryPolicy)
    """How often what failed is repeated; with one attempt nothing is sent twice, whatever comes of it."""
    failed_again: bool = False
    """Whether conversations that failed in an earlier sitting are held once more."""
    budget: RequestBudget = field(default_factory=RequestBudget)
    """Counts the messages to a bot that is not reached over HTTP."""
    drain: float = 5.0
    """Seconds that answers on their way are waited for when the run is stopped."""


@dataclass(slots=True)
class RunProgress:
    """How far a run is; it changes while the run goes on."""

    conversations: int
    held: int = 0
    failed: int = 0
    replies: int = 0


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """How a run came to its end."""

    how: Literal["finished", "paused", "unreachable", "interrupted"]
    why: str = ""


@dataclass(frozen=True, slots=True)
class ConversationPlan:
    """A conversation that is to be held: its scripts, in their order."""

    name: str
    scripts: tuple[Script, ...]
    after: frozenset[str]
    """Conversations that come before."""


LOG: Final = getLogger("botassay")


class _StoppedError(Exception):
    """The run stops; the conversation stays as it is."""


@dataclass(slots=True)
class Run:
    """A run while it goes on."""

    bot: Bot
    plan: Plan
    journal: Journal
    manner: Manner
    standing: RunProgress
    before: Mapping[str, int]
    """How often each conversation was begun in an earlier run."""
    secret: str
    """What the keys of its requests are made with."""
    ended: dict[str, "asyncio.Future[bool]"] = field(default_factory=dict)
    """By conversation: whether it was held."""
    ending: RunOutcome | None = None
    """Why the run stops; None while it goes on."""
    misses: int = 0
    """Attempts that failed since the last answer."""
    in_a_row: list[tuple[Attempt, BotError, bool]] = field(default_factory=list)
    """Failures since the last conversation that was held, and whether another try is allowed."""
    tasks: "set[asyncio.Task[None]]" = field(default_factory=set)
    room: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
    budget: RetryBudget = field(default_factory=lambda: RetryBudget(0))

    def stop(self, ending: RunOutcome) -> None:
        """Send nothing new; wait for pending replies for a while."""
        if self.ending is None:
            self.ending = ending
            asyncio.get_running_loop().call_later(self.manner.drain, self.break_off)

    def break_off(self) -> None:
        """Wait no longer."""
        for task in self.tasks:
            task.cancel()

    async def hold(self, talks: Sequence[ConversationPlan]) -> RunOutcome:
        """Hold conversations until all are held, or the run stops."""
        loop = asyncio.get_running_loop()
        self.room = asyncio.Semaphore(self.manner.concurrency)
        self.budget = self.manner.retry.budget(self.plan.requests)
        for talk in talks:
            self.ended.setdefault(talk.name, loop.create_future())
        self.tasks = {loop.create_task(self._when_due(talk)) for talk in talks}
        for outcome in await asyncio.gather(*self.tasks, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome
        await self.journal.settled()
        return self.ending or RunOutcome("finished")

    async def _when_due(self, talk: ConversationPlan) -> None:
        """Hold a conversation once those before it are held; if one of them was not, this one cannot be."""
        held = False
        try:
            before = [await asyncio.shield(self.ended[name]) for name in talk.after]
            if all(before):
                async with self.room:
                    held = await self._tried(talk)
        except Exception:
            self.stop(RunOutcome("interrupted", "an error ended the conversation"))
            raise
        finally:
            if not self.ended[talk.name].done():
                self.ended[talk.name].set_result(held)

    async def _tried(self, talk: ConversationPlan) -> bool:
        """Hold a conversation, starting over where that makes sense; say whether it was held."""
        number = self.before.get(talk.name, 0)
        tries = 0
        turns: list[TurnAttempts] = []
        while self.ending is None:
            number, tries = number + 1, tries + 1
            attempt = self.journal.begin(talk.name, number)
            context = RunContext(self.secret, talk.name, number)
            answered: list[Reply] = []
            try:
                await self._said(talk, attempt, context, turns, answered)
            except BotError as failure:
                free = self._may_be_held_again(failure, answered)
                state = self._judge(failure, tries, turns[: len(answered) + 1], free=free)
                self.journal.end(attempt, state, failure)
                self.misses += 1
                if state in FINAL:
                    self.standing.failed += 1
                    self.in_a_row.append((attempt, failure, free))
                self._stop_in_silence(failure)
                if state in FINAL:
                    return False
            except _StoppedError:
                return False
            else:
                self.journal.end(attempt, AttemptState.HELD)
                self.standing.held += 1
                self.in_a_row.clear()
                return True
        return False

    async def _said(
        self,
        talk: ConversationPlan,
        attempt: Attempt,
        context: RunContext,
        turns: list[TurnAttempts],
        answered: list[Reply],
    ) -> None:
        async with open_in_run(self.bot, talk.scripts[0].user, context) as conversation:
            greeting = greeting_of(conversation)
            if greeting is not None:
                self.journal.greet(attempt, talk.scripts[0].id, greeting)
            for script in talk.scripts:
                replies: list[Reply] = []
                try:
                    while (line := self.plan.line(script, replies)) is not None:
                        context.turn = self._count_turn(turns, len(answered))
                        replies.append(await self._turn(conversation, attempt, len(answered), script, line))
                        answered.append(replies[-1])
                except (_StoppedError, BotError, asyncio.CancelledError) as broken:
                    if CLOSING in script.tags and (answered or not isinstance(broken, _StoppedError)):
                        context.turn = self._count_turn(turns, len(answered) + 1)
                        await self._close(conversation, attempt, len(answered) + 1, script, replies)
                    raise

    async def _close(
        self, conversation: Conversation, attempt: Attempt, turn: int, script: Script, replies: Sequence[Reply]
    ) -> None:
        """Say the closing line of a script that has one and breaks off, however the run ends; wait only briefly."""
        closing = script.tags[CLOSING]
        if self.plan.line(script, replies) is None:
            return
        try:
            await self.journal.intend(attempt, turn, script.id, closing)
            begun = monotonic()
            reply = await asyncio.wait_for(conversation.say(closing), self.manner.drain)
            self.journal.answer(attempt, turn, reply, monotonic() - begun, shown_beside(conversation))
        except (BotError, TimeoutError) as failure:
            why = str(failure) or "no answer in time"
            LOG.warning("the closing line of %s may not have arrived: %s", attempt.conversation, why)

    def _count_turn(self, turns: list[TurnAttempts], number: int) -> TurnAttempts:
        """Count a turn that is sent now, so that the client knows how often it was sent before."""
        if number == len(turns):
            turns.append(TurnAttempts(self.budget, self.manner.retry.attempts))
        turns[number].sent += 1
        return turns[number]

    async def _turn(self, conversation: Conversation, attempt: Attempt, turn: int, script: Script, line: str) -> Reply:
        """Record a message, send it, record the reply."""
        if self.ending is not None:
            raise _StoppedError
        await self.journal.intend(attempt, turn, script.id, line)
        if not hasattr(getattr(self.bot, "bot", self.bot), "client"):
            self.manner.budget.take()  # other bots count for themselves
        begun = monotonic()
        reply = await conversation.say(line)
        self.journal.answer(attempt, turn, reply, monotonic() - begun, shown_beside(conversation))
        self.standing.replies += 1
        self.misses = 0
        return reply

    def _may_be_held_again(self, failure: BotError, answered: Sequence[Reply]) -> bool:
        """Return whether a conversation may start over: always, only if the bot has acted on none of it, or never."""
        if self.manner.retry.attempts == 1:
            return False
        untouched = not answered and (failure.again or failure.kind in PAUSING)
        return untouched or self.manner.on_doubt == "restart"

    def _judge(self, failure: BotError, tries: int, turns: Sequence[TurnAttempts], *, free: bool) -> AttemptState:
        """Return the outcome of a failed attempt; a conversation that may not be repeated is in doubt.

        Args:
            failure: what happened.
            tries: how often the conversation was begun in this run.
            turns: those that were sent in it, and would be sent again.
            free: whether it may be held again.
        """
        policy = self.manner.retry
        once_more = AttemptState.ABANDONED if free else AttemptState.IN_DOUBT
        if failure.kind in PAUSING or (failure.wait is not None and failure.wait > policy.longest_retry_after):
            self.stop(RunOutcome("paused", str(failure)))
            return once_more
        if failure.again:
            return AttemptState.FAILED
        limit = max(2, policy.attempts) if failure.kind in RESTARTED else 1  # not repeated even once: in doubt
        if failure.kind == "session_lost":
            limit = policy.lost_sessions
        again = tries < limit and (not free or self._may_say_again(turns))
        return once_more if again else AttemptState.FAILED

    def _may_say_again(self, turns: Sequence[TurnAttempts]) -> bool:
        """Allow all turns of a conversation once more, if none was sent too often."""
        return all(turn.sent < turn.limit for turn in turns) and self.budget.take(len(turns))

    def _stop_in_silence(self, failure: BotError) -> None:
        """Stop when nothing comes back any more; what failed in a row is then open to another try, if it may be."""
        policy = self.manner.retry
        most = policy.failures_in_a_row if self.standing.replies else policy.failures_at_start
        if len(self.in_a_row) >= most or self.misses >= policy.failures_in_a_row:
            again = [(broken, why) for broken, why, freed in self.in_a_row if freed]
            for broken, why in again:
                self.journal.end(broken, AttemptState.ABANDONED, why)
            self.standing.failed -= len(again)
            self.in_a_row.clear()
            self.stop(RunOutcome("unreachable", f"every conversation failed; last error: {failure}"))


async def hold(
    bot: Bot,
    plan: Plan,
    journal: Journal,
    manner: Manner | None = None,
    begun: Callable[[Run], object] = lambda run: run,
) -> RunOutcome:
    """Hold all conversations of a plan that are not yet held, and note everything in a journal.

    Args:
        bot: who is talked to.
        plan: the messages.
        journal: where they are recorded; what it holds already is not sent again.
        manner: how to go about it.
        begun: is given the run when it begins, to watch it or to stop it.

    Raises: OutputError when the journal cannot be written.
    """
    progress, secret = journal.progress(), journal.secret()
    talks = talks_of(plan.scripts)
    chosen = manner or Manner()
    standing = RunProgress(len(talks))
    begun_before = {name: seen.attempts for name, seen in progress.items()}
    run = Run(bot, plan, journal, chosen, standing, begun_before, secret)
    ended = {name: _left(journal, name, seen, chosen) for name, seen in progress.items()}
    for name, state in ended.items():
        if state in final_states(again=chosen.failed_again):
            run.ended[name] = asyncio.get_running_loop().create_future()
            run.ended[name].set_result(state is AttemptState.HELD)
            standing.held += state is AttemptState.HELD
            standing.failed += state is not AttemptState.HELD
    begun(run)
    return await run.hold([talk for talk in talks if talk.name not in run.ended])


def _left(journal: Journal, name: str, seen: ConversationProgress, manner: Manner) -> AttemptState | None:
    """Return where an earlier run left a conversation; an interrupted one starts over, or is in doubt."""
    if seen.state is not AttemptState.OPEN:
        return seen.state
    once = manner.on_doubt == "skip" or manner.retry.attempts == 1
    state = AttemptState.IN_DOUBT if once and seen.sent else AttemptState.ABANDONED
    journal.end(Attempt(name, seen.attempts), state)
    return state


def final_states(*, again: bool) -> frozenset[AttemptState]:
    """Return the states in which a conversation is not held again; `again`: those that failed are."""
    return FINAL - {AttemptState.FAILED} if again else FINAL


def left(
    scripts: Sequence[Script], progress: Mapping[str, ConversationProgress], *, again: bool = False
) -> list[ConversationPlan]:
    """Return the conversations of a plan that can still be held: one that comes after a failed one cannot be.

    Args:
        scripts: the plan.
        progress: how far each conversation is.
        again: whether failed ones are held once more.
    """
    talks = {talk.name: talk for talk in talks_of(scripts)}
    final = final_states(again=again)
    over = {name: seen.state is AttemptState.HELD for name, seen in progress.items() if seen.state in final}
    for name in TopologicalSorter({talk.name: talk.after for talk in talks.values()}).static_order():
        if not all(over.get(earlier, True) for earlier in talks[name].after):
            over.setdefault(name, False)
    return [talk for talk in talks.values() if talk.name not in over]


def talks_of(scripts: Sequence[Script]) -> list[ConversationPlan]:
    """Put the scripts of one conversation together, in the order in which conversations are first named."""
    homes = {script.id: script.conversation for script in scripts}
    parts: dict[str, list[Script]] = {}
    for script in scripts:
        parts.setdefault(script.conversation, []).append(script)
    return [
        ConversationPlan(
            name, tuple(scripts), frozenset(homes[earlier] for part in scripts for earlier in part.after) - {name}
        )
        for name, scripts in parts.items()
    ]
