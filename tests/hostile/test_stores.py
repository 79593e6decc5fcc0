"""Journals of other days, of other makes, and broken ones: read as they were, refused, or said to be damaged."""

import os
import random
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest

from botassay.core.errors import InputError, OutputError
from botassay.runs import Manner, left
from botassay.runs.journal import FILE, AttemptState, Journal, Record, RunFacts, store, writing
from botassay.testing import EchoBot, FakeBot
from botassay.trust.abuse.checker import Abuse
from tests.disk import in_memory
from tests.live.conftest import Cli, cli
from tests.unit.test_interview import Heard, failing, held, many, states

__all__ = ["cli"]

FACTS: Final = RunFacts("bot", "", 1, "")
RUNS: Final = Path(__file__).parents[1] / "data" / "runs"
FORBIDDEN: Final = ("pickle.find_class", "exec", "compile", "os.system", "subprocess.Popen")


# ── old ones, and broken ones ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("version", sorted(path.stem for path in RUNS.glob("*.sqlite")))
@pytest.mark.case("P30")
def test_a_journal_of_each_version_is_read_and_rated(cli: Cli, tmp_path: Path, version: str) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    shutil.copy(RUNS / f"{version}.sqlite", folder / FILE)
    assert cli("rate", "run").code == cli("report", "run", "-o", "talk.jsonl").code == 0
    assert (tmp_path / "talk.jsonl").read_text() == (RUNS / f"{version}.jsonl").read_text()
    assert (folder / FILE).read_bytes() == (RUNS / f"{version}.sqlite").read_bytes()


@pytest.fixture
def quick() -> Iterator[Path]:
    with in_memory() as folder:
        yield folder


@pytest.mark.case("P28")
def test_500_damaged_journals_run_nothing_and_are_read_or_refused(quick: Path) -> None:
    whole = (RUNS / "1.sqlite").read_bytes()
    chance, refused = random.Random(9), 0  # noqa: S311 - any damage will do
    with watched() as fired:
        for _ in range(500):
            damaged = bytearray(whole)
            for _ in range(chance.choice((1, 8, 64))):
                damaged[chance.randrange(100 * chance.randrange(2), len(whole))] = chance.randrange(256)
            (quick / FILE).write_bytes(damaged)
            refused += is_refused(quick)
    assert fired == []
    assert 0 < refused < 500


def is_refused(folder: Path) -> bool:
    try:
        record = Record.of(folder)
        record.scripts(), record.progress(), list(record.dialogs()), list(record.given_away())
        record.failures(), record.latency()
    except InputError:
        return True
    return False


_FIRED: list[str] | None = None


def _hook(event: str, _: Any) -> None:
    if _FIRED is not None and event in FORBIDDEN:
        _FIRED.append(event)


class watched:  # noqa: N801 - it is used like a function
    """Notes what would run something; a hook stays for ever, so there is only one."""

    added = False

    def __enter__(self) -> list[str]:
        global _FIRED  # noqa: PLW0603 - a hook has no other place
        if not watched.added:
            sys.addaudithook(_hook)
            watched.added = True
        _FIRED = []
        return _FIRED

    def __exit__(self, *_: object) -> None:
        global _FIRED  # noqa: PLW0603
        _FIRED = None


# ── memory runs out ─────────────────────────────────────────────────────────────────────────────────────────────────


def failing_at(n: int, work: Callable[..., Any]) -> Callable[..., Any]:
    calls = count(1)

    def worked(*arguments: Any) -> Any:
        if next(calls) == n:
            raise MemoryError
        return work(*arguments)

    return worked


@pytest.mark.parametrize("n", [1, 2, 5, 11])
@pytest.mark.case("P20")
def test_where_memory_runs_out_while_a_run_goes_on_no_answer_is_lost(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, n: int
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(writing, "_written", failing_at(n, writing._written))
        ended = cli("rate", "eliza", "--limit", "8", "--seed", "1", "--concurrency", "1", "--out", "run")
    assert ended.code == 70
    assert Record.of(tmp_path / "run").latency().answered == n - 1
    resumed = cli("resume", "run")
    assert resumed.code == 0, resumed.err
    assert {seen.state for seen in Record.of(tmp_path / "run").progress().values()} == {AttemptState.HELD}


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.case("P20")
def test_where_memory_runs_out_while_a_run_is_rated_it_can_be_rated_again(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, n: int
) -> None:
    (tmp_path / "run").mkdir()
    shutil.copy(RUNS / "1.sqlite", tmp_path / "run" / FILE)
    with monkeypatch.context() as patch:
        patch.setattr(Abuse, "_note", failing_at(n, Abuse._note))
        assert cli("rate", "run", "--workers", "1").code == 70
    assert os.listdir(tmp_path / "run") == [FILE]  # noqa: PTH208 - the names are enough
    assert cli("rate", "run", "--workers", "1").code == 0


# ── many conversations ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.case("P16")
def test_a_bot_that_always_fails_is_not_asked_a_thousand_times(tmp_path: Path) -> None:
    bot = failing("server")
    ending, record = held(tmp_path / "run", bot, many(1000, "a"))
    assert ending.how == "unreachable"
    assert len(bot.heard) <= 30
    assert len(left(record.scripts(), record.progress())) == 1000 - bot_gave_up(record)


def bot_gave_up(record: Record) -> int:
    return sum(state in (AttemptState.FAILED, AttemptState.IN_DOUBT) for state in states(record).values())


@pytest.mark.case("P16")
def test_a_tenth_is_said_again_and_no_more(tmp_path: Path) -> None:
    """Every third conversation fails at first, and as often as it is held."""
    bot = Heard(
        lambda user, *_: failing("server").answer(user, 1, "") if int(user.rpartition("t")[2]) % 3 == 0 else "ok"
    )
    ending, _ = held(tmp_path / "run", bot, many(300, "a"), Manner(concurrency=1))
    assert ending.how == "finished"
    assert len(bot.heard) == 300 + 30


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs /proc")
@pytest.mark.case("P29")
def test_a_thousand_conversations_leave_neither_files_nor_threads_open(quick: Path) -> None:
    held(quick / "first", FakeBot("echo", EchoBot()), many(10, "a"))
    files, threads = opened()
    _, record = held(quick / "run", FakeBot("echo", EchoBot()), many(1000, "a"))
    assert len(list(record.dialogs())) == 1000
    assert opened() <= (files + 2, threads + 2)


def opened() -> tuple[int, int]:
    return len(os.listdir("/proc/self/fd")), threading.active_count()  # noqa: PTH208


# ── room for a run ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.case("P19")
def test_no_run_begins_or_goes_on_where_there_is_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held(tmp_path / "run", FakeBot("echo", EchoBot()), many(3, "a"))
    monkeypatch.setattr(store, "LEAST_ROOM", 2**80)
    with pytest.raises(OutputError, match=r"only [\d,]+ MiB are free"):
        Journal.reopen(tmp_path / "run")
    with pytest.raises(OutputError, match=r"only [\d,]+ MiB are free"):
        Journal.create(tmp_path / "new", FACTS, ())
    assert not (tmp_path / "new" / FILE).exists()
    assert len(list(Record.of(tmp_path / "run").dialogs())) == 3  # to read takes none


def test_a_run_that_was_killed_before_it_began_is_told_from_one_that_was_not(tmp_path: Path, cli: Cli) -> None:
    (tmp_path / FILE).touch()
    for command in (("rate", "eliza", "--out", tmp_path), ("resume", tmp_path), ("report", tmp_path)):
        ended = cli(*command)
        assert (ended.code in (65, 73), store.UNBEGUN in ended.err) == (True, True), ended
