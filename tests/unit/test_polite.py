"""How many ask at once, and how often again: fewer where a host strains, and never a flood."""

import asyncio
import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.dialog import Script
from botassay.core.errors import BotError
from botassay.http import Pace
from botassay.http.concurrency import LOOKED_AT, ConcurrencyLimit
from botassay.plugins.protocols import Bot
from botassay.runs import Manner, Plan, hold
from botassay.runs.journal import AttemptState, Journal, Record, RunFacts
from botassay.testing.hostile.server import HANG, HELLO, Server, answer, serving
from botassay.testing.hostile.server import Script as Acts
from tests.clock import VirtualClock
from tests.hostile.test_hostile_bots import bot_at


def crowd(most: int = 8, busy: int = 8) -> ConcurrencyLimit:
    made = ConcurrencyLimit(most)
    made.busy = busy
    return made


@pytest.mark.case("H63")
def test_a_host_that_gets_slower_is_asked_by_fewer() -> None:
    some = crowd()
    for at in range(LOOKED_AT):
        some.succeeded(at, at + 0.5)
    assert some.room == 8
    for at in range(10, 10 + LOOKED_AT):
        some.succeeded(at, at + 2.0)
    assert 4 <= some.room < 5


@pytest.mark.case("H63")
def test_one_long_answer_is_no_strain_and_neither_is_a_little_delay() -> None:
    some = crowd()
    for at in range(40):
        some.succeeded(at, at + (9.0 if at % 5 == 4 else 0.1))
    for at in range(40, 60):
        some.succeeded(at, at + 0.9)
    assert some.room == 8


@pytest.mark.case("H63")
def test_room_comes_back_one_for_each_round() -> None:
    some = crowd()
    some.shrink(0.0, 1.0)
    some.shrink(0.5, 1.2)  # asked before the first sign was seen: the same one
    assert some.room == 4
    some.shrink(1.1, 2.0)
    some.busy = 2
    some.shrink(2.5, 3.0)
    some.shrink(3.5, 4.0)
    assert some.room == 1  # never nobody
    for at in range(4, 60):
        some.succeeded(at, at + 0.1)
    assert some.room == 8


@pytest.mark.case("H63")
def test_a_host_that_is_down_is_not_strained() -> None:
    some = crowd()
    for at in range(0, 60, 2):
        some.shrink(at, at + 1.0, silent=True)
    assert some.room == 4
    some.succeeded(60, 60.1)
    some.shrink(61, 62, silent=True)
    assert some.room < 4


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 100)), max_size=60), st.integers(1, 9))
def test_there_is_always_room_for_one_and_never_for_more_than_most(seen: list[tuple[bool, float]], most: int) -> None:
    some = crowd(most, most)
    now = 0.0
    for strained, seconds in seen:
        begun, now = now, now + seconds
        (some.shrink if strained else some.succeeded)(begun, now)
        assert 1 <= some.room <= most


def slow_down() -> None:
    raise BotError("rate_limited", "slow down", again=True)


def asked_at_once(pace: Pace, failing: Sequence[bool]) -> list[int]:
    """Let everybody ask at the same time, some in vain; give how many there were at each moment of asking."""
    there: list[int] = []
    here = 0

    async def one(fails: bool) -> None:  # noqa: FBT001 - as it comes
        nonlocal here
        try:
            async with pace.turn("127.0.0.1"):
                here += 1
                there.append(here)
                await pace.clock.sleep(1.0)
                here -= 1
                if fails:
                    slow_down()
        except BotError:
            pass

    async def all_of_them() -> None:
        await asyncio.gather(*map(one, failing))

    asyncio.run(all_of_them())
    return there


def test_everybody_comes_to_their_turn() -> None:
    there = asked_at_once(Pace(clock=VirtualClock(), at_once=4), [False] * 20)
    assert (len(there), max(there)) == (20, 4)
    there = asked_at_once(Pace(clock=VirtualClock(), at_once=4), [True] * 20)
    assert (len(there), max(there), there[-1]) == (20, 4, 1)


def test_who_gives_up_waiting_takes_nobodys_turn() -> None:
    async def hold_on() -> int:
        some = ConcurrencyLimit(1)
        await some.enter()
        waiting = [asyncio.create_task(some.enter()) for _ in range(3)]
        await asyncio.sleep(0)
        some.leave()
        waiting[0].cancel()  # at the very moment at which it is its turn
        await asyncio.gather(waiting[0], return_exceptions=True)
        await asyncio.wait_for(waiting[1], 1)
        waiting[2].cancel()
        await asyncio.gather(waiting[2], return_exceptions=True)
        return some.busy

    assert asyncio.run(hold_on()) == 1


def test_a_pace_serves_one_loop_after_another() -> None:
    pace = Pace(clock=VirtualClock(), at_once=2)
    for _ in range(2):
        assert max(asked_at_once(pace, [False] * 4)) == 2


# ── a run with a bot that is down ───────────────────────────────────────────────────────────────────────────────────


def held(folder: object, conversations: int, *scripts: Acts) -> tuple[Server, Record, str]:
    async def talk() -> tuple[Server, str]:
        said = tuple(Script(f"t{n}", "u", f"t{n}", ("hi",)) for n in range(conversations))
        journal = Journal.create(folder, RunFacts("bot", "", 1, ""), said)  # type: ignore[arg-type]
        try:
            async with serving(*scripts) as server:
                bot: Bot = bot_at(server.url)
                ending = await hold(bot, Plan(said, {}), journal, Manner(concurrency=4))
        finally:
            await asyncio.to_thread(journal.close)
        return server, ending.how

    server, how = asyncio.run(talk())
    return server, Record.of(folder), how  # type: ignore[arg-type]


DOWN = answer(b"", status="500 X")
BUSY = answer(b"", status="503 X")
STORM = answer(b"", "Retry-After: 1", status="429 X")


@pytest.mark.parametrize("down", [DOWN, BUSY, STORM], ids=["500", "503", "429"])
@pytest.mark.case("H11", "H13", "H14")
def test_a_bot_that_goes_down_is_not_flooded(down: bytes, tmp_path: object) -> None:
    server, record, how = held(tmp_path, 300, *[(HELLO,)] * 5, (down,))
    assert how == "unreachable"
    assert len(server.requests) <= 5 + 20 + 4 + 30  # 20 conversations, what was on its way, a tenth of the plan again
    states = [seen.state for seen in record.progress().values()]
    assert states.count(AttemptState.HELD) in (4, 5)  # one of two at once may be cut off


@pytest.mark.case("H14", "H15")
def test_a_bot_that_wants_pauses_gets_them_and_all_is_said(tmp_path: object) -> None:
    scripts = [(STORM,) if n % 11 == 7 else (HELLO,) for n in range(110)]
    server, record, how = held(tmp_path, 100, *scripts, (HELLO,))
    assert how == "finished"
    assert {seen.state for seen in record.progress().values()} == {AttemptState.HELD}
    assert len(server.requests) <= math.ceil(1.1 * 100) + 10


@pytest.mark.case("H01", "H06")
def test_a_bot_that_hangs_ends_the_run_before_everybody_has_waited(tmp_path: object) -> None:
    server, record, how = held(tmp_path, 100, (HANG,))
    assert how == "unreachable"
    assert len(server.requests) <= 20 + 4
    assert AttemptState.HELD not in {seen.state for seen in record.progress().values()}


@pytest.mark.case("H14", "H15")
def test_while_a_host_wants_to_be_left_alone_nobody_asks() -> None:
    pace = Pace(clock=VirtualClock(), at_once=4)
    times: list[float] = []

    async def one(number: int) -> None:
        async with pace.turn("127.0.0.1"):
            times.append(pace.clock.now())
            await pace.clock.sleep(1.0)
            if number == 5:
                pace.hold("127.0.0.1", 7.0)
                pace.hold("127.0.0.1", 2.0)  # another one wants less: that takes nothing back

    async def all_of_them() -> None:
        await asyncio.gather(*map(one, range(20)))

    asyncio.run(all_of_them())
    assert len(times) == 20
    assert [at for at in times if 2.0 < at < 9.0] == []
