"""Killed runs: real processes, killed without warning, lose nothing that had come in and ask nothing twice."""

import json
import random
import subprocess
import sys
import time
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from botassay.assess import rate
from botassay.errors import BotassayError
from botassay.journal import FILE, Record, State, store
from tests.conftest import Run
from tests.hostile.victim import AT_ONCE, planned

ROOT = Path(__file__).parents[2]
HOW_IT_WENT = {"availability", "latency", "failing"}
"""Observations that tell of the run, and not of the bot's answers."""


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

    def states(self) -> Counter[State | None]:
        return Counter(seen.state for seen in Record.of(self.folder).progress().values())


def held(folder: Path, log: Path, seed: int, on_doubt: str, after: float | None) -> bool:
    """Hold a run, or what is left of it, and kill it after a while; say whether that was necessary."""
    command = [sys.executable, "-m", "tests.hostile.victim", str(folder), str(log), str(seed), on_doubt]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout
        process.stdout.readline()
        if after is not None:
            with suppress(subprocess.TimeoutExpired):
                process.wait(after)
            process.kill()
        code = process.wait()
    assert code in (0, -9)
    return code != 0


def killed(folder: Path, seed: int, kills: int, on_doubt: str = "restart") -> Killed:
    """Hold a run that is killed so many times at random moments, then not any more."""
    chance, log, done = random.Random(seed), folder / "log", 0  # noqa: S311 - any moment will do
    while done < kills and held(folder / "run", log, seed, on_doubt, chance.expovariate(25)):
        done += 1
        if not log.exists() and not is_a_run(folder / "run"):  # killed before its plan was on disk: nothing was sent
            begin_anew(folder / "run")
    assert not held(folder / "run", log, seed, on_doubt, None)
    return Killed(folder / "run", [json.loads(line) for line in log.read_text().splitlines()], done)


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
    document = msgspec.to_builtins(rate(folder))
    for one in document.get("ratings", [document]):
        one["observations"] = [seen for seen in one["observations"] if seen["kind"] not in HOW_IT_WENT]
    return msgspec.json.encode(document)


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
    assert set(run.states()) == {State.HELD}
    assert rated(run.folder) == rated(undisturbed.folder)
    assert [path.name for path in run.folder.iterdir()] == [FILE]


def kill_and_compare(tmp_path: Path, kills: int) -> int:
    """Kill runs until so many kills hit; give how many that were."""
    done = 0
    for seed in range(kills):
        if done >= kills:
            break
        undisturbed = killed(tmp_path / f"{seed}-whole", seed, 0)
        run = killed(tmp_path / f"{seed}-killed", seed, min(kills - done, 10))
        check_nothing_is_lost(run)
        check_nothing_is_asked_twice(run)
        check_whole(run, undisturbed)
        done += run.kills
    return done


def kill_and_skip(tmp_path: Path, kills: int) -> int:
    """Kill runs that leave what is in doubt."""
    done = 0
    for seed in range(kills):
        if done >= kills:
            break
        run = killed(tmp_path / f"{seed}-skip", seed, min(kills - done, 10), "skip")
        check_nothing_is_lost(run)
        said = Counter((line["conversation"], line["turn"]) for line in run.log)
        assert set(said.values()) == {1}, "something was said twice"
        states = run.states()
        assert states[State.HELD] + states[State.IN_DOUBT] + states[None] == planned(seed).conversations
        assert states[State.IN_DOUBT] <= AT_ONCE * run.kills
        counts = rate(run.folder).ratings[0].counts
        assert counts.balanced
        assert (counts.in_doubt, counts.not_sent) == (states[State.IN_DOUBT], states[None])
        done += run.kills
    return done


def test_a_run_killed_seven_times_ends_as_if_nobody_had_killed_it(tmp_path: Path) -> None:
    assert kill_and_compare(tmp_path, 7) == 7


def test_a_run_killed_three_times_says_nothing_twice_if_it_may_not(tmp_path: Path) -> None:
    assert kill_and_skip(tmp_path, 3) == 3


@pytest.mark.slow
def test_seventy_kills_change_nothing(tmp_path: Path) -> None:
    begun = time.monotonic()
    assert kill_and_compare(tmp_path, 70) == 70
    assert time.monotonic() - begun < 280


@pytest.mark.slow
def test_thirty_kills_make_nobody_say_anything_twice(tmp_path: Path) -> None:
    assert kill_and_skip(tmp_path, 30) == 30


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
    document = json.loads((folder / "rating.json").read_bytes())
    for one in document.get("ratings", [document]):
        one["observations"] = [seen for seen in one["observations"] if seen["kind"] not in HOW_IT_WENT]
    return document
