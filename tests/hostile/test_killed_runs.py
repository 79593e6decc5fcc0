"""Killed runs: real processes, killed without warning, lose nothing that had come in and ask nothing twice."""

import json
import random
import signal
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import pytest

from botassay.core.errors import BotassayError
from botassay.rating import rate
from botassay.runs.journal import FILE, AttemptState, Record, store
from tests.conftest import Run
from tests.disk import in_memory
from tests.forks import Nest, nest
from tests.hostile.victim import AT_ONCE, planned

HOW_IT_WENT = {"availability", "latency", "failing", "dates"}
"""Observations that tell of the run, and not of the bot's answers; so does the digest of its journal."""


@dataclass
class Killed:
    folder: Path
    log: list[dict[str, Any]]
    kills: int

    def turns(self) -> list[tuple[str, int, int, str | None]]:
        """Give conversation, attempt, turn and answer of all that stands in the journal."""
        connection = store.look_into(self.folder / FILE)
        rows = connection.execute("SELECT conversation, attempt, turn, reply FROM turns").fetchall()
        connection.close()
        return rows

    def answers(self) -> dict[str, str]:
        """Give the answers in the journal by the mark that the bot put on each."""
        replies = [json.loads(reply) for *_, reply in self.turns() if reply is not None]
        return {reply["intent"]: reply["text"] for reply in replies}

    def states(self) -> Counter[AttemptState | None]:
        return Counter(seen.state for seen in Record.of(self.folder).progress().values())


@dataclass
class Killer:
    """Holds a run again and again, and kills it."""

    nest: Nest
    folder: Path
    size: int
    on_doubt: str = "restart"

    @property
    def run(self) -> Path:
        return self.folder / "run"

    @property
    def log(self) -> Path:
        return self.folder / "log"

    def held(self, moment: float | None) -> bool:
        """Hold a run, or what is left of it, and kill it after some seconds; say whether that was necessary."""
        process = self.nest.fork(str(self.run), str(self.log), str(self.size), self.on_doubt)
        if moment is not None:
            Event().wait(moment)
            process.signal(signal.SIGKILL)
        code = process.wait()
        assert code in (0, -9)
        return code != 0

    def killed(self, kills: int, seed: int) -> Killed:
        """Hold a run that is killed so many times at random moments, then not any more."""
        chance, done = random.Random(seed), 0  # noqa: S311 - any moment will do
        while done < kills and self.held(0.01 + chance.expovariate(40)):
            done += 1
            if not self.log.exists() and not is_a_run(self.run):  # before its plan was on disk: nothing was sent
                begin_anew(self.run)
        assert not self.held(None)
        return Killed(self.run, [json.loads(line) for line in self.log.read_text().splitlines()], done)


def is_a_run(folder: Path) -> bool:
    try:
        Record.of(folder)
    except BotassayError:
        return False
    return True


def begin_anew(folder: Path) -> None:
    """Remove what there is of a run without a plan."""
    for path in folder.glob("*"):
        path.unlink()
    if folder.exists():
        folder.rmdir()


def rated(folder: Path) -> bytes:
    """Rate a run; what is said of how it went is left out."""
    return msgspec.json.encode(of_the_bot(msgspec.to_builtins(rate(folder))))


def of_the_bot(document: Any) -> Any:
    """Leave out what is said of how a run went."""
    for one in document.get("ratings", [document]):
        one["observations"] = [seen for seen in one["observations"] if seen["kind"] not in HOW_IT_WENT]
        assert one["provenance"].pop("journal").startswith("sha256:")
    return document


def check_nothing_is_lost(run: Killed) -> None:
    answers = run.answers()
    log = {line["mark"]: line["answer"] for line in run.log}
    assert answers.items() <= log.items(), "the journal holds what nobody said"
    sessions: dict[str, list[str]] = defaultdict(list)
    for line in run.log:
        sessions[line["session"]].append(line["mark"])
    for marks in sessions.values():  # who was asked on had been heard
        assert answers.keys() >= set(marks[:-1])
    assert len(log.keys() - answers.keys()) <= AT_ONCE * run.kills
    intended = Counter(name for name, *_ in run.turns())
    assert Counter(line["conversation"] for line in run.log) <= intended, "something was said before it was noted"


def check_nothing_is_asked_twice(run: Killed) -> None:
    sessions = defaultdict(set)
    for line in run.log:
        sessions[line["conversation"]].add(line["session"])
    progress = Record.of(run.folder).progress()
    again = sum(len(held) - 1 for held in sessions.values())
    assert again <= AT_ONCE * run.kills
    assert all(len(held) <= progress[name].attempts for name, held in sessions.items())
    assert all(len(sessions[name]) == 1 for name, seen in progress.items() if seen.attempts == 1)


def check_whole(run: Killed, undisturbed: Killed) -> None:
    assert set(run.states()) == {AttemptState.HELD}
    assert rated(run.folder) == rated(undisturbed.folder)
    assert [path.name for path in run.folder.iterdir()] == [FILE]


def check_nothing_is_said_twice(run: Killed, planned: int) -> None:
    said = Counter((line["conversation"], line["turn"]) for line in run.log)
    assert set(said.values()) == {1}, "something was said twice"
    states = run.states()
    assert states[AttemptState.HELD] + states[AttemptState.IN_DOUBT] + states[None] == planned
    assert states[AttemptState.IN_DOUBT] <= AT_ONCE * run.kills
    counts = rate(run.folder).ratings[0].counts
    assert counts.balanced
    assert (counts.in_doubt, counts.not_sent) == (states[AttemptState.IN_DOUBT], states[None])


def kill_and_compare(folder: Path, kills: int, size: int) -> int:
    """Kill one run so many times, and compare it with one that nobody killed."""
    with nest("tests.hostile.victim:main") as home:
        undisturbed = Killer(home, folder / "whole", size).killed(0, 0)
        run = Killer(home, folder / "killed", size).killed(kills, 1)
    check_nothing_is_lost(run)
    check_nothing_is_asked_twice(run)
    check_whole(run, undisturbed)
    return run.kills


def kill_and_skip(folder: Path, kills: int, size: int) -> int:
    """Kill one run so many times, which leaves what is in doubt."""
    with nest("tests.hostile.victim:main") as home:
        run = Killer(home, folder / "skip", size, "skip").killed(kills, 2)
    check_nothing_is_lost(run)
    check_nothing_is_said_twice(run, planned(size).conversations)
    return run.kills


@pytest.fixture
def quick() -> Iterator[Path]:
    with in_memory() as folder:
        for name in ("whole", "killed", "skip"):
            (folder / name).mkdir()
        yield folder


@pytest.mark.case("P1", "P2")
def test_a_run_killed_forty_times_ends_as_if_nobody_had_killed_it(quick: Path) -> None:
    assert kill_and_compare(quick, 40, 12) == 40


@pytest.mark.case("P4")
def test_a_run_killed_forty_times_says_nothing_twice_if_it_may_not(quick: Path) -> None:
    assert kill_and_skip(quick, 40, 12) == 40


@pytest.mark.slow
@pytest.mark.case("P1", "P2")
def test_three_hundred_kills_change_nothing(quick: Path) -> None:
    assert kill_and_compare(quick, 300, 100) == 300


@pytest.mark.slow
@pytest.mark.case("P4")
def test_three_hundred_kills_make_nobody_say_anything_twice(quick: Path) -> None:
    assert kill_and_skip(quick, 300, 100) == 300


BOT = """
import os, signal
from itertools import count
from botassay.testing import PoliteBot

turns = count(1)


def answer(text):
    if next(turns) == int(os.environ.get("KILL_AT", "0")):
        os.kill(os.getpid(), signal.SIGKILL)
    return PoliteBot()("").reply(text).text
"""


@pytest.mark.parametrize("at", [1, 20])
def test_a_killed_command_is_gone_on_with_by_resume(botassay: Run, tmp_path: Path, at: int) -> None:
    (tmp_path / "dying.py").write_text(BOT)
    typed = ("rate", "python:dying:answer", "--seed", "3", "--limit", "10", "--out")
    assert botassay(*typed, "run", KILL_AT=str(at)).code == -9
    if at == 1:  # in the first round trip, before the plan
        assert not (tmp_path / "run").exists()
        return
    partly = botassay("rate", "run", "--json")
    counts = json.loads(partly.out)["ratings"][0]["counts"]
    assert partly.code == 0, partly.err
    assert counts["planned"] == 10
    assert counts["scored"] + counts["in_doubt"] + counts["not_sent"] == 10
    assert 1 <= counts["in_doubt"] <= 4
    resumed = botassay("resume", "run")
    assert resumed.code == 0, resumed.err
    assert botassay(*typed, "whole").code == 0
    assert stored(tmp_path / "run") == stored(tmp_path / "whole")


def stored(folder: Path) -> Any:
    """Read a stored rating; what is said of how the run went is left out."""
    return of_the_bot(json.loads((folder / "rating.json").read_bytes()))
