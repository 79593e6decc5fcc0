"""The interview: who is asked what, in which order, how often, and when it stops. Nobody sleeps."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from botassay.core.dialog import Dialog, Script
from botassay.core.errors import BotError, InputError, InternalError, OutputError, UsageError
from botassay.plugins.protocols import Bot, Conversation, Prober, Reply
from botassay.runs import Manner, Plan, RunOutcome, draw_up, hold, left, own_scripts
from botassay.runs.journal import AttemptState, ConversationProgress, Journal, Record, RunFacts
from botassay.runs.runner import Run
from botassay.testing import EchoBot, FakeBot, FlakyBot
from botassay.trust.abuse.prober import Provocations
from botassay.trust.bias.prober import Opinions
from botassay.trust.complexity.prober import Questions
from botassay.trust.leakage.prober import Canaries

FACTS = RunFacts("a bot", "", 1, "")
SKIP = Manner(on_doubt="skip")


def script(name: str, *lines: str, after: Sequence[str] = (), **tags: str) -> Script:
    return Script(name, f"user of {name}", tags.pop("conversation", name), lines or ("hi",), tuple(after), tags)


def many(count: int, *lines: str) -> Plan:
    return Plan(tuple(script(f"t{number:02}", *lines) for number in range(count)), {})


@dataclass
class Scripted:
    """A prober that hands out what it is given."""

    given: Sequence[Script]
    more: int = 0

    def scripts(self, seed: int) -> Iterator[Script]:
        del seed
        yield from self.given

    def next(self, script: Script, replies: Sequence[Reply]) -> str | None:
        return f"more {len(replies)}" if len(replies) - len(script.lines) < self.more else None


@dataclass
class Heard:
    """A bot that asks a function for every answer, and keeps all that it heard."""

    answer: Callable[[str, int, str], Any]
    """Called with the user, the number of the attempt, and what was said; an error is raised, an awaitable awaited."""
    name: str = "heard"
    heard: list[tuple[str, int, str]] = field(default_factory=list)
    attempts: Counter[str] = field(default_factory=Counter)
    now: int = 0
    most: int = 0

    @asynccontextmanager
    async def open(self, *, user: str) -> AsyncIterator[Conversation]:
        self.attempts[user] += 1
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            yield _Talking(self, user, self.attempts[user])
        finally:
            self.now -= 1


@dataclass
class _Talking:
    bot: Heard
    user: str
    attempt: int

    async def say(self, text: str) -> Reply:
        self.bot.heard.append((self.user, self.attempt, text))
        answer = self.bot.answer(self.user, self.attempt, text)
        if asyncio.iscoroutine(answer):
            answer = await answer
        if isinstance(answer, BaseException):
            raise answer
        return Reply(str(answer))


def failing(kind: str, times: int = 10**6, *, at: str | None = None, **more: Any) -> Heard:
    """Make a bot that fails in the first attempts of each conversation, at every line or at one."""

    def answer(_: str, attempt: int, text: str) -> Any:
        bad = attempt <= times and at in (None, text)
        return BotError(kind, BotError.KINDS[kind], **more) if bad else f"{text}!"

    return Heard(answer)


def held(folder: Path, bot: Bot, plan: Plan, manner: Manner | None = None) -> tuple[RunOutcome, Record]:
    """Hold what is left of a plan, from the first time on."""
    journal = Journal.reopen(folder) if folder.exists() else Journal.create(folder, FACTS, plan.scripts)
    try:
        ending = asyncio.run(asyncio.wait_for(hold(bot, plan, journal, manner), 60))
    finally:
        journal.close()
    return ending, Record.of(folder)


def states(record: Record) -> dict[str, AttemptState | None]:
    return {name: seen.state for name, seen in record.progress().items()}


def texts(dialog: Dialog) -> list[str]:
    return [utterance.text for utterance in dialog.utterances]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "run"


# ── the plan ────────────────────────────────────────────────────────────────────────────────────────────────────────

PROBERS: dict[str, Prober] = {"AL": Provocations(), "B": Opinions(), "CC": Questions(), "IL": Canaries()}


def test_a_seed_draws_the_plan() -> None:
    assert draw_up(PROBERS, 1).scripts == draw_up(PROBERS, 1).scripts != draw_up(PROBERS, 2).scripts


def test_a_plan_knows_its_size() -> None:
    plan = draw_up({"AL": Scripted([script("a", "x", "y", issue="AL")], more=3)}, 1, [script("own", "z")])
    assert (plan.conversations, plan.requests, plan.issue_sizes()) == (2, 6, {"AL": 1, "": 1})


@pytest.mark.parametrize("limit", [1, 4, 9, 10, 33, 1000])
def test_a_limit_takes_in_turn_and_keeps_canaries_whole(limit: int) -> None:
    whole, plan = draw_up(PROBERS, 3), draw_up(PROBERS, 3, limit=limit)
    assert plan.conversations == min(limit, whole.conversations) or limit - plan.conversations < 3
    assert [kept for kept in whole.scripts if kept in plan.scripts] == list(plan.scripts)
    canaries = Counter(kept.tags["canary"] for kept in plan.scripts if "canary" in kept.tags)
    assert all(count == sum(s.tags.get("canary") == name for s in whole.scripts) for name, count in canaries.items())
    turns = [plan.issue_sizes().get(code, 0) for code in ("AL", "B", "CC")]
    assert max(turns) - min(turns) <= 1 or limit > 30


def test_a_limit_keeps_together_what_comes_after_something_else() -> None:
    linked = [script("a"), script("b", after=["a"]), script("c"), script("d", after=["b", "c"])]
    plan = draw_up({"X": Scripted([*linked, script("e")])}, 1, limit=4)
    assert [kept.id for kept in plan.scripts] == ["a", "b", "c", "d"]
    with pytest.raises(UsageError, match="no questions to ask"):
        draw_up({"X": Scripted(linked)}, 1, limit=3)
    parts = [script("p", conversation="one", canary="1"), script("q", conversation="one", canary="2")]
    assert len(draw_up({"X": Scripted([script("o"), *parts])}, 1, limit=2).scripts) == 3


def test_questions_of_ones_own_come_from_a_file_a_blank_line_ends_a_conversation(tmp_path: Path) -> None:
    file = tmp_path / "ask.txt"
    file.write_bytes("\n\nWhen do you open? \r\nAnd on Sundays?\r\n\r\n \nWas kostet das für 2?\n".encode())
    first, second = own_scripts(file)
    assert first.lines == ("When do you open?", "And on Sundays?")
    assert second.lines == ("Was kostet das für 2?",)
    assert first.conversation != second.conversation
    assert draw_up({}, 1, (first, second)).scripts == (first, second)


@pytest.mark.parametrize("content", [b"", b" \n\n", b"caf\xe9"])
def test_a_file_without_questions_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "ask.txt"
    file.write_bytes(content)
    with pytest.raises(InputError, match=r"ask\.txt"):
        own_scripts(file)


BROKEN: dict[str, tuple[list[Script], str]] = {
    "two of one name": ([script("a"), script("a")], "two scripts have the id 'a'"),
    "after a later one": ([script("a", after=["b"]), script("b")], "comes before one that it follows"),
    "after nothing": ([script("a", after=["z"])], "comes before one that it follows"),
    "in a circle": (
        [
            script("a1", conversation="a"),
            script("b", after=["a1"]),
            script("a2", after=["b"], conversation="a"),
        ],
        "wait for each other",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_prober_that_breaks_its_promise_is_found_out_before_anything_is_sent(case: str) -> None:
    given, message = BROKEN[case]
    with pytest.raises(InternalError, match=message):
        draw_up({"X": Scripted(given)}, 1)


# ── a whole run ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_everything_is_said_and_everything_comes_back(folder: Path) -> None:
    plan = draw_up({"AL": Scripted([script("a", "x", "y", issue="AL")], more=2)}, 1, [script("own", "z")])
    bot = FakeBot("echo", EchoBot())
    ending, record = held(folder, bot, plan)
    assert ending == RunOutcome("finished")
    assert [(dialog.id, texts(dialog)) for dialog in record.dialogs()] == [
        ("a", ["x", "x", "y", "y", "more 2", "more 2", "more 3", "more 3"]),
        ("own", ["z", "z"]),
    ]
    assert bot.opened == bot.closed == 2
    assert record.latency().answered == len(bot.record) == 5


def test_several_scripts_of_one_conversation_are_said_in_it_one_after_the_other(folder: Path) -> None:
    plan = draw_up({}, 1, [script("a", "1", conversation="c"), script("b", "2", conversation="c"), script("d", "3")])
    bot = FakeBot("echo", EchoBot())
    _, record = held(folder, bot, plan)
    assert [(dialog.id, texts(dialog)) for dialog in record.dialogs()] == [
        ("a", ["1", "1"]),
        ("b", ["2", "2"]),
        ("d", ["3", "3"]),
    ]
    assert {said.conversation for said in bot.record if said.text in "12"} == {1}


def test_a_script_with_nothing_to_say_is_a_dialog_too(folder: Path) -> None:
    plan = Plan((Script("quiet", "u", "quiet", ()), script("a")), {})
    _, record = held(folder, FakeBot("echo", EchoBot()), plan)
    assert [len(dialog.utterances) for dialog in record.dialogs()] == [0, 2]


@pytest.mark.case("P6")
def test_a_second_run_sends_nothing(folder: Path) -> None:
    plan = many(5, "a", "b")
    _, record = held(folder, FakeBot("echo", EchoBot()), plan)
    before = list(record.dialogs())
    bot = FakeBot("echo", EchoBot())
    ending, record = held(folder, bot, plan)
    assert (ending.how, bot.opened, list(record.dialogs())) == ("finished", 0, before)


@pytest.mark.case("P14")
def test_no_more_conversations_go_on_at_once_than_were_asked_for(folder: Path) -> None:
    bot = Heard(lambda *_: asyncio.sleep(0, "ok"))
    held(folder, bot, many(40, "a", "b"), Manner(concurrency=7))
    assert bot.most == 7
    assert len(bot.heard) == 80


@pytest.mark.case("H60", "P22")
def test_each_answer_stands_with_its_question_whatever_the_order_in_which_they_come(folder: Path) -> None:
    waiting: list[tuple[str, asyncio.Future[str]]] = []

    async def answer(text: str) -> str:
        mine: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        waiting.append((text, mine))
        if len(waiting) == 10:  # the last who asked is the first to be answered
            while waiting:
                said, other = waiting.pop()
                other.set_result(f"to {said}")
        return await mine

    plan = Plan(tuple(script(f"t{n}", f"{n}a", f"{n}b", f"{n}c") for n in range(10)), {})
    _, record = held(folder, Heard(lambda _, __, text: answer(text)), plan, Manner(concurrency=10))
    dialogs = list(record.dialogs())
    assert len(dialogs) == 10
    for dialog in dialogs:
        said = [f"{dialog.id[1:]}{letter}" for letter in "abc"]
        assert texts(dialog) == [text for line in said for text in (line, f"to {line}")]


@pytest.mark.case("P1")
def test_every_intent_is_on_disk_before_it_is_sent(folder: Path) -> None:
    plan, seen = many(3, "a", "b"), []
    journal = Journal.create(folder, FACTS, plan.scripts)

    def answer(user: str, _: int, text: str) -> str:
        known = journal._connection.execute("SELECT conversation, said, reply FROM turns").fetchall()
        name = user.removeprefix("user of ")
        assert (name, text, None) in known
        assert text == "a" or any(row[:2] == (name, "a") and row[2] for row in known), "the answer before is not there"
        seen.append(text)
        return "ok"

    asyncio.run(hold(Heard(answer), plan, journal, Manner(concurrency=1)))
    journal.close()
    assert len(seen) == 6


# ── what comes after something else ─────────────────────────────────────────────────────────────────────────────────


def linked() -> Plan:
    return Plan((script("plant"), script("ask", after=["plant"]), script("again", after=["ask"]), script("free")), {})


def test_what_follows_is_held_afterwards(folder: Path) -> None:
    bot = Heard(lambda *_: asyncio.sleep(0, "ok"))
    held(folder, bot, linked(), Manner(concurrency=4))
    order = [user.removeprefix("user of ") for user, _, _ in bot.heard]
    assert order.index("plant") < order.index("ask") < order.index("again")


def test_what_follows_a_failed_conversation_is_not_held_and_nothing_is_left_to_do(folder: Path) -> None:
    bot = Heard(lambda user, *_: BotError("rejected", "no") if user.endswith("plant") else "ok")
    ending, record = held(folder, bot, linked())
    assert ending.how == "finished"
    assert states(record) == {"plant": AttemptState.FAILED, "ask": None, "again": None, "free": AttemptState.HELD}
    assert left(record.scripts(), record.progress()) == []
    again = FakeBot("echo", EchoBot())
    held(folder, again, linked())
    assert again.opened == 0


def test_what_is_left_is_what_can_still_be_held() -> None:
    def seen(state: AttemptState | None) -> ConversationProgress:
        return ConversationProgress(int(state is not None), state, None, 1)

    progress = {
        "plant": seen(AttemptState.ABANDONED),
        "ask": seen(None),
        "again": seen(None),
        "free": seen(AttemptState.HELD),
    }
    assert [talk.name for talk in left(linked().scripts, progress)] == ["plant", "ask", "again"]
    progress["plant"] = seen(AttemptState.IN_DOUBT)
    assert left(linked().scripts, progress) == []


# ── failures ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", ["timeout", "reset", "truncated", "protocol", "server", "bot_error", "program"])
@pytest.mark.case("P4")
def test_a_conversation_that_breaks_off_starts_over_and_what_was_answered_is_kept_as_abandoned(
    folder: Path, kind: str
) -> None:
    bot = failing(kind, times=1, at="b")
    ending, record = held(folder, bot, many(1, "a", "b", "c"))
    assert ending.how == "finished"
    assert [(attempt, text) for _, attempt, text in bot.heard] == [(1, "a"), (1, "b"), (2, "a"), (2, "b"), (2, "c")]
    assert [texts(dialog) for dialog in record.dialogs()] == [["a", "a!", "b", "b!", "c", "c!"]]
    assert record.failures() == {kind: 1}
    assert (record.latency().sent, record.latency().answered) == (5, 4)


TRIES = {"timeout": 3, "server": 3, "program": 3, "session_lost": 2, "rejected": 1, "not_chat": 1, "too_large": 1}


@pytest.mark.parametrize("kind", TRIES)
@pytest.mark.case("H01", "H11", "P16")
def test_nobody_is_asked_for_ever(folder: Path, kind: str) -> None:
    bot = failing(kind)
    ending, record = held(folder, bot, many(1, "a"))
    assert (ending.how, len(bot.heard)) == ("finished", TRIES[kind])
    assert states(record) == {"t00": AttemptState.FAILED}
    assert record.progress()["t00"].kind == kind
    assert record.failures() == {kind: TRIES[kind]}


def test_what_may_be_tried_again_has_been_tried_again_by_those_who_send(folder: Path) -> None:
    bot = failing("rate_limited", again=True, wait=1.0)
    held(folder, bot, many(1))
    assert len(bot.heard) == 1


@pytest.mark.parametrize("kind", ["timeout", "reset", "server", "bot_error", "session_lost"])
@pytest.mark.case("P4")
def test_whoever_skips_what_is_in_doubt_says_nothing_twice(folder: Path, kind: str) -> None:
    plan = many(3, "a", "b", "c")
    bot = failing(kind, at="b")
    _, record = held(folder, bot, plan, SKIP)
    assert set(states(record).values()) == {AttemptState.IN_DOUBT}
    assert len(bot.heard) == len(set(bot.heard)) == 6
    again = FakeBot("echo", EchoBot())
    held(folder, again, plan, SKIP)
    assert again.opened == 0


def test_what_is_in_doubt_stays_in_doubt_when_nothing_comes_back_any_more(folder: Path) -> None:
    plan = many(8, "a")
    ending, record = held(folder, failing("timeout"), plan, SKIP)
    assert ending.how == "unreachable"
    assert Counter(states(record).values())[AttemptState.ABANDONED] == 0
    bot = FakeBot("echo", EchoBot())
    _, record = held(folder, bot, plan, SKIP)
    assert bot.opened == Counter(states(record).values())[AttemptState.HELD] <= 3


@pytest.mark.parametrize(
    ("kind", "wait"), [("unauthorised", None), ("rate_limited", 61.0), ("server", 3600.0)], ids=str
)
@pytest.mark.case("H15", "H19", "H64", "P15")
def test_a_bot_that_lets_nobody_in_or_asks_for_long_patience_pauses_the_run(
    folder: Path, kind: str, wait: float | None
) -> None:
    bot = Heard(lambda user, *_: BotError(kind, "no", again=True, wait=wait) if "t03" in user else "ok")
    plan = many(10, "a")
    ending, record = held(folder, bot, plan, Manner(concurrency=1))
    assert ending.how == "paused"
    assert Counter(states(record).values()) == {AttemptState.HELD: 3, AttemptState.ABANDONED: 1, None: 6}
    fine = FakeBot("echo", EchoBot())
    ending, record = held(folder, fine, plan)
    assert (ending.how, fine.opened) == ("finished", 7)
    assert set(states(record).values()) == {AttemptState.HELD}


def test_a_short_wait_does_not_pause_a_run(folder: Path) -> None:
    ending, _ = held(folder, failing("rate_limited", again=True, wait=60.0), many(1))
    assert ending.how == "finished"


@pytest.mark.parametrize(("answered", "needed"), [(0, 5), (1, 20)])
@pytest.mark.parametrize("kind", ["connect", "rejected"])
@pytest.mark.case("H06", "H11")
def test_a_run_stops_when_nothing_but_failures_comes_and_these_are_open_to_another_try(
    folder: Path, answered: int, needed: int, kind: str
) -> None:
    bot = Heard(lambda user, *_: "ok" if user < f"user of t{answered:02}" else BotError(kind, "no", again=True))
    plan = many(60)
    ending, record = held(folder, bot, plan, Manner(concurrency=1))
    assert ending.how == "unreachable"
    assert len(bot.heard) == answered + needed
    assert Counter(states(record).values())[AttemptState.ABANDONED] == needed
    ending, record = held(folder, FakeBot("echo", EchoBot()), plan)
    assert set(states(record).values()) == {AttemptState.HELD}


@pytest.mark.case("H12")
def test_failures_between_answers_stop_nothing(folder: Path) -> None:
    bot = FakeBot("flaky", FlakyBot(every=2, kind="rejected", otherwise=EchoBot()))
    ending, record = held(folder, bot, many(60), Manner(concurrency=1))
    assert ending.how == "finished"
    assert Counter(states(record).values()) == {AttemptState.HELD: 30, AttemptState.FAILED: 30}


def test_a_broken_bot_of_ones_own_stops_the_run_and_is_named(folder: Path) -> None:
    plan = many(6, "a", "b")
    bot = Heard(lambda user, *_: ZeroDivisionError("oops") if "t02" in user else "ok")
    with pytest.raises(ZeroDivisionError, match="oops"):
        held(folder, bot, plan, Manner(concurrency=1))
    record = Record.of(folder)
    assert Counter(states(record).values()) == {AttemptState.HELD: 2, AttemptState.OPEN: 1, None: 3}


def test_a_disk_that_breaks_stops_the_sending_at_once(folder: Path) -> None:
    plan = many(50, "a", "b", "c")
    journal = Journal.create(folder, FACTS, plan.scripts)

    def answer(*_: object) -> str:
        if len(bot.heard) == 30:
            # where there are more already, no more are added
            journal._connection.execute("PRAGMA max_page_count=1").fetchone()
        return "long " * 2_000

    bot = Heard(answer)
    with pytest.raises(OutputError, match="full"):
        asyncio.run(hold(bot, plan, journal, Manner(concurrency=4)))
    with pytest.raises(OutputError, match="full"):
        journal.close()
    assert len(bot.heard) <= 30 + 4
    again = Heard(lambda *_: "ok")
    _, record = held(folder, again, plan)
    assert set(states(record).values()) == {AttemptState.HELD}
    assert len(list(record.dialogs())) == 50


# ── stopping and going on ───────────────────────────────────────────────────────────────────────────────────────────


def interrupted(folder: Path, plan: Plan, *, patient: bool, manner: Manner) -> tuple[RunOutcome, Record, Heard]:
    """Stop a run while two answers are on their way; wait for them, or not."""
    stopped = asyncio.Event()
    runs: list[Run] = []

    async def answer() -> str:
        if len(bot.heard) == 6:
            runs[0].stop(RunOutcome("interrupted"))
            stopped.set()
            if not patient:
                runs[0].break_off()
        if len(bot.heard) > 4:
            await stopped.wait()
            await asyncio.sleep(0)
        return "ok"

    bot = Heard(lambda *_: answer())
    journal = Journal.create(folder, FACTS, plan.scripts)
    ending = asyncio.run(asyncio.wait_for(hold(bot, plan, journal, manner, runs.append), 60))
    journal.close()
    return ending, Record.of(folder), bot


@pytest.mark.parametrize("patient", [True, False])
@pytest.mark.parametrize("on_doubt", ["restart", "skip"])
def test_a_stopped_run_waits_for_answers_on_their_way_and_goes_on_with_what_is_left(
    folder: Path,
    patient: bool,  # noqa: FBT001 - a parameter of the test
    on_doubt: Any,
) -> None:
    plan, manner = many(8, "a", "b"), Manner(concurrency=2, on_doubt=on_doubt)
    ending, record, bot = interrupted(folder, plan, patient=patient, manner=manner)
    assert ending.how == "interrupted"
    assert len(bot.heard) == 6
    assert record.latency().sent == 6
    assert record.latency().answered >= (6 if patient else 4)
    broken = {name for name, state in states(record).items() if state is AttemptState.OPEN}
    done = {name for name, state in states(record).items() if state is AttemptState.HELD}
    again = FakeBot("echo", EchoBot())
    ending, record = held(folder, again, plan, manner)
    assert ending.how == "finished"
    assert {said.user.removeprefix("user of ") for said in again.record}.isdisjoint(done)
    if on_doubt == "restart":
        assert set(states(record).values()) == {AttemptState.HELD}
        assert len(list(record.dialogs())) == 8
    else:
        assert {name for name, state in states(record).items() if state is AttemptState.IN_DOUBT} == broken
        assert {said.user.removeprefix("user of ") for said in again.record}.isdisjoint(broken)


@pytest.mark.parametrize("on_doubt", ["restart", "skip"])
def test_a_conversation_that_was_begun_and_in_which_nothing_was_said_is_held_in_any_case(
    folder: Path, on_doubt: Any
) -> None:
    plan = many(2, "a")
    journal = Journal.create(folder, FACTS, plan.scripts)
    journal.begin("t00", 1)
    journal.close()
    ending, record = held(folder, FakeBot("echo", EchoBot()), plan, Manner(on_doubt=on_doubt))
    assert ending.how == "finished"
    assert set(states(record).values()) == {AttemptState.HELD}
    assert record.progress()["t00"].attempts == 2
