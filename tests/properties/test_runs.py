"""Whatever happens to a run, in whatever order: answers, failures, 429, kills, Ctrl-C, full disks, and going on.

The interview, the journal, the pace and the rules of what is sent again are real; the bot, the time and the disk are
made up, and a kill is a copy of the files as they lie.
"""

import asyncio
import json
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from typing import Final, Literal

import apsw
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from botassay.bots.conversations import RestBot
from botassay.core.dialog import Script
from botassay.core.errors import BotError, OutputError
from botassay.core.results import Profile
from botassay.http import Description, Exchange, SessionRule
from botassay.http.client import Client, ConversationClient
from botassay.http.limits import Answer, Request
from botassay.http.pace import Pace
from botassay.http.retry import RetryPolicy, RunContext
from botassay.plugins import protocols
from botassay.plugins.protocols import Conversation, Reply
from botassay.rating import Settings, rate
from botassay.runs import Manner, Plan, RunOutcome, hold, left
from botassay.runs.journal import FILE, Journal, Record, RunFacts, store
from botassay.runs.runner import Run
from botassay.testing import WordChecker
from tests.clock import VirtualClock
from tests.disk import Disk, beneath, in_memory

pytestmark = pytest.mark.slow

CHECKERS: Final = {"PUN": WordChecker("PUN", ("quack",))}
SETTINGS: Final = Settings(profiles=(Profile("all", (("PUN",),)),), issues=("PUN",))
AT_ONCE: Final = 3
RATE: Final = 2.0
START: Final = 0.5
"""Seconds that it takes, at least, until a program that was begun again says something."""
SCRIPTS: Final = tuple(Script(f"t{n:02}", f"t{n:02}", f"t{n:02}", ("a", "b"), tags={"issue": "PUN"}) for n in range(25))
PLAN: Final = Plan(SCRIPTS, {})
OUTCOMES: Final[dict[str, Callable[[], BotError | None]]] = {
    "answers": lambda: None,
    "hangs": lambda: BotError("timeout", "no answer"),
    "resets": lambda: BotError("reset", "broke"),
    "500": lambda: BotError("server", "failed"),
    "503": lambda: BotError("server", "failed", again=True),
    "429": lambda: BotError("rate_limited", "slow down", again=True),
    "429 for 7 s": lambda: BotError("rate_limited", "slow down", again=True, wait=7.0),
    "429 for an hour": lambda: BotError("rate_limited", "slow down", again=True, wait=3600.0),
    "401": lambda: BotError("unauthorised", "no"),
    "rejects": lambda: BotError("rejected", "no"),
}
MIXED: Final = ("503", "500", "503", "429", "resets", "answers", "answers")
UNTOUCHED: Final = {"503", "429", "429 for 7 s", "429 for an hour", "401"}
"""Outcomes that say that the bot did nothing."""


@dataclass(frozen=True)
class Sent:
    """A request that came to the bot."""

    when: float
    conversation: str
    session: int
    turn: int
    outcome: str
    key: str = ""
    body: bytes = b""


@dataclass
class World:
    """The bot, what it will do next, and what it saw."""

    clock: VirtualClock = field(default_factory=VirtualClock)
    next: list[str] = field(default_factory=list)
    sent: list[Sent] = field(default_factory=list)
    waits: list[tuple[float, float]] = field(default_factory=list)
    sessions: int = 0
    busy: int = 0
    most: int = 0
    watch: Callable[[], object] = lambda: None
    """Called at each request."""

    async def asked(self, conversation: str, session: int, turn: int, key: str = "", body: bytes = b"") -> Answer:
        what = self.next.pop(0) if self.next else "answers"
        self.sent.append(Sent(self.clock.now(), conversation, session, turn, what, key, body))
        self.busy += 1
        self.most = max(self.most, self.busy)
        try:
            self.watch()
            await self.clock.sleep(60.0 if what == "hangs" else 0.1)
        finally:
            self.busy -= 1
        failure = OUTCOMES[what]()
        if failure is None:
            return Answer(200, {}, f"{session}/{turn}".encode())
        if failure.wait is not None:
            self.waits.append((self.clock.now(), self.clock.now() + min(failure.wait, 60.0)))
        raise failure


@dataclass
class Bot:
    """Talks over lines of the real client, whose exchanges are made up."""

    world: World
    client: Client
    name: str = "made up"

    @asynccontextmanager
    async def open(self, *, user: str, run: RunContext | None = None) -> AsyncIterator[Conversation]:
        self.world.sessions += 1
        yield _Talk(self.world, user, self.world.sessions, self.client, run)


class _Talk(ConversationClient):
    def __init__(self, world: World, user: str, session: int, client: Client, run: RunContext | None) -> None:
        super().__init__(client, user, run)
        self.world, self.user, self.number, self.turn = world, user, session, 0

    async def _once(self, request: Request) -> Answer:
        del request
        return await self.world.asked(self.user, self.number, self.turn)

    async def say(self, text: str) -> Reply:
        del text
        reply = await self.ask(Request("POST", "http://bot.example/chat"), lambda a: Reply(a.body.decode()))
        self.turn += 1
        return reply


class _Keyed(ConversationClient):
    """A line of a REST bot that wants keys; what is sent is what the real one sends."""

    def __init__(self, world: World, client: Client, user: str, run: RunContext | None) -> None:
        super().__init__(client, user, run)
        self.world = world
        world.sessions += 1
        self.number = world.sessions

    async def _once(self, request: Request) -> Answer:
        assert request.key is not None
        assert request.body is not None
        said = json.loads(request.body)
        turn = -1 if said["message"] == "/restart" else ord(said["message"]) - ord("a")
        return await self.world.asked(said["user"], self.number, turn, request.key, request.body)


@dataclass(frozen=True)
class _KeyedClient(Client):
    world: World = field(default_factory=World)

    def line(self, user: str, run: RunContext | None = None) -> ConversationClient:
        return _Keyed(self.world, self, user, run)


class RunMachine(RuleBasedStateMachine):
    """A run, sitting by sitting."""

    on_doubt = "restart"
    policy = RetryPolicy()
    sittings = 0
    """Of all runs of a kind."""

    def __init__(self) -> None:
        super().__init__()
        self.places = ExitStack()
        self.home = self.places.enter_context(in_memory())
        self.world = World()
        self.folder = self.home / "0"
        self.number = self.kills = 0
        self.over = False

    def teardown(self) -> None:
        self.places.close()

    @initialize()
    def begin(self) -> None:
        Journal.create(self.folder, RunFacts("made up", "", 1, ""), SCRIPTS).close()

    # ── what the bot will do ──

    @rule(what=st.sampled_from(sorted(OUTCOMES)), often=st.integers(1, 8))
    def the_bot_will(self, what: str, often: int) -> None:
        self.world.next += [what] * often

    @rule(parts=st.lists(st.sampled_from(MIXED), min_size=10, max_size=60))
    def the_bot_is_in_a_bad_way(self, parts: list[str]) -> None:
        self.world.next += parts

    # ── sittings ──

    @rule()
    def go_on(self) -> None:
        self.sit(lambda _run, _count: None)

    @rule(after=st.integers(1, 30))
    def be_killed(self, after: int) -> None:
        copy = self.home / f"killed {self.number}"

        def kill(run: Run, count: int) -> None:
            if count == after:
                shutil.copytree(self.folder, copy)
                run.stop(RunOutcome("interrupted"))
                run.break_off()

        self.sit(kill)
        if copy.exists():
            self.folder, self.kills, self.over = copy, self.kills + 1, False

    @rule(after=st.integers(1, 30), twice=st.booleans())
    def press_ctrl_c(self, after: int, *, twice: bool) -> None:
        def press(run: Run, count: int) -> None:
            if count == after:
                run.stop(RunOutcome("interrupted"))
                if twice:
                    run.break_off()

        self.sit(press)

    @rule(at=st.integers(1, 80))
    def fill_the_disk(self, at: int) -> None:
        disk, late = Disk(at, apsw.FullError), 0

        def count_late(_run: Run, _count: int) -> None:
            nonlocal late
            late += disk.failures > 0

        with beneath(disk), suppress(OutputError):
            self.sit(count_late)
        assert late <= AT_ONCE * self.policy.attempts, "turns under way may be repeated, and no other is begun"

    def sit(self, watch: Callable[[Run, int], object]) -> None:
        """Hold what is left; check what was sent meanwhile."""
        self.number += 1
        type(self).sittings += 1
        self.world.clock.begin_anew(START)
        before, waited, runs = len(self.world.sent), len(self.world.waits), list[Run]()
        self.world.watch = lambda: watch(runs[0], len(self.world.sent) - before)
        pace = Pace(RATE, clock=self.world.clock)
        on_doubt: Literal["skip", "restart"] = "skip" if self.on_doubt == "skip" else "restart"
        manner = Manner(concurrency=AT_ONCE, on_doubt=on_doubt, retry=self.policy, drain=0.0)
        finished = not left(SCRIPTS, Record.of(self.folder).progress())
        try:
            journal = Journal.reopen(self.folder)
            try:
                asyncio.run(hold(self.bot(pace), PLAN, journal, manner, runs.append))
            finally:
                journal.close()
        finally:
            self.check_sitting(self.world.sent[before:], self.world.waits[waited:])
        assert not (finished and len(self.world.sent) > before), "a finished run sends nothing"

    def bot(self, pace: Pace) -> protocols.Bot:
        return Bot(self.world, Client(pace=pace, retry=self.policy))

    def check_sitting(self, sent: list[Sent], waits: list[tuple[float, float]]) -> None:
        often = Counter((one.conversation, one.turn) for one in sent)
        assert max(often.values(), default=0) <= 3
        assert len(sent) - len(often) <= max(10, PLAN.requests // 10)
        assert not [one for one in sent for begun, ended in waits if begun < one.when < ended]

    # ── what holds at all times ──

    @invariant()
    def rates_and_numbers_are_kept(self) -> None:
        times = sorted(one.when for one in self.world.sent)
        allowed = int(RATE) + 1
        assert all(late - early >= 1.0 for early, late in zip(times, times[allowed:], strict=False))
        assert self.world.most <= AT_ONCE
        assert self.world.busy == 0

    @precondition(lambda self: self.number)
    @invariant()
    def counts_add_up(self) -> None:
        counts = rate(self.folder, SETTINGS, checkers=CHECKERS).ratings[0].counts
        parts = (counts.scored, counts.unscorable, counts.failed, counts.in_doubt, counts.skipped, counts.not_sent)
        assert sum(parts) == counts.planned == len(SCRIPTS)

    @precondition(lambda self: self.number)
    @invariant()
    def nothing_that_was_answered_before_the_next_turn_is_lost(self) -> None:
        kept = {
            utterance.text for dialog in Record.of(self.folder).dialogs() for utterance in dialog.utterances
        } | self.all_replies()
        heard = {f"{one.session}/{turn}" for one in self.world.sent for turn in range(one.turn)}
        assert heard <= kept

    def all_replies(self) -> set[str]:
        with closing(store.look_into(self.folder / FILE)) as connection:
            rows = connection.execute("SELECT reply FROM turns WHERE reply IS NOT NULL").fetchall()
        return {json.loads(reply)["text"] for (reply,) in rows}


class SkippingMachine(RunMachine):
    """The same, where nothing may be said twice on which the bot may have acted."""

    on_doubt = "skip"

    @invariant()
    def nothing_is_said_twice(self) -> None:
        said: dict[tuple[str, int], list[str]] = {}
        for one in self.world.sent:
            said.setdefault((one.conversation, one.turn), []).append(one.outcome)
        assert {outcome for outcomes in said.values() for outcome in outcomes[:-1]} <= UNTOUCHED


class OnceMachine(RunMachine):
    """The same, with `--retries 0`."""

    policy = RetryPolicy(attempts=1)

    @invariant()
    def nothing_at_all_is_said_twice(self) -> None:
        assert max(Counter((one.conversation, one.turn) for one in self.world.sent).values(), default=1) == 1


class KeyedMachine(RunMachine):
    """The same, with a REST bot that is reset before each conversation, and wants keys."""

    def bot(self, pace: Pace) -> protocols.Bot:
        body = '{"message": {{message}}, "session": {{session}}, "user": {{user}}}'
        session = SessionRule(reset="/restart")
        description = Description(url="http://bot.example/", body=body, idempotency_key=True, session=session)
        return RestBot("keyed", Exchange.of(description), _KeyedClient(pace=pace, world=self.world))

    def check_sitting(self, sent: list[Sent], waits: list[tuple[float, float]]) -> None:
        super().check_sitting([one for one in sent if one.turn >= 0], waits)

    @invariant()
    def no_key_is_used_for_another_body(self) -> None:
        bodies: dict[str, set[bytes]] = {}
        for one in self.world.sent:
            bodies.setdefault(one.key, set()).add(one.body)
        assert all(len(found) == 1 for found in bodies.values())

    @invariant()
    def what_is_sent_again_in_its_session_has_the_same_key(self) -> None:
        keys: dict[tuple[int, int], set[str]] = {}
        for one in self.world.sent:
            keys.setdefault((one.session, one.turn), set()).add(one.key)
        assert all(len(found) == 1 for found in keys.values())

    @invariant()
    def a_key_tells_that_it_is_the_same_run_and_not_which(self) -> None:
        parts = [one.key.split("/") for one in self.world.sent]
        assert len({run for run, *_ in parts}) <= 1
        items = {(item, one.conversation) for (_, item, *_), one in zip(parts, self.world.sent, strict=True)}
        assert len({item for item, _ in items}) == len({name for _, name in items}) == len(items)
        assert not [one for one in self.world.sent if one.conversation in one.key]


MACHINES: Final = {
    RunMachine: (),
    SkippingMachine: (),
    OnceMachine: (pytest.mark.case("P17"),),
    KeyedMachine: (pytest.mark.case("P5"),),
}
EACH: Final = [pytest.param(machine, marks=marks) for machine, marks in MACHINES.items()]


@pytest.mark.hypothesis
@pytest.mark.parametrize("machine", EACH)
@pytest.mark.case("P2", "P4", "P8", "P14", "P16", "P18", "P19")
def test_whatever_happens_to_a_run_its_promises_are_kept(machine: type[RunMachine]) -> None:
    machine.sittings = 0
    run_state_machine_as_test(machine, settings=settings())
    assert machine.sittings > 50
