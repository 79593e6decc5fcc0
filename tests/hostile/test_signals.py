"""Ctrl-C and SIGTERM: what was answered is kept, and everybody learns how to go on."""

import json
import random
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from botassay.runs.journal import FILE, AttemptState, Record, store
from tests.effort import until
from tests.forks import Nest, nest

BOT: Final = """
import asyncio, os
from itertools import count

turns = count()
log = os.open("log", os.O_WRONLY | os.O_APPEND | os.O_CREAT)


async def answer(text, session):
    mark = f"{os.getpid()}/{next(turns)}"
    await asyncio.sleep(0.004)
    os.write(log, (mark + "\\n").encode())
    await asyncio.sleep(0.004)
    return mark


async def hang(text, session):
    if next(turns) > 10:
        os.write(log, b"hangs\\n")
        await asyncio.sleep(600)
    return "hello"
"""
CODES: Final = {signal.SIGINT: 130, signal.SIGTERM: 143}


@pytest.fixture(scope="module")
def home() -> Iterator[Nest]:
    """A command line that is imported already."""
    with nest("tests.command:main") as home:
        yield home


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "signalled.py").write_text(BOT)
    return tmp_path


def lines(folder: Path) -> list[str]:
    file = folder / "log"
    return file.read_text().splitlines() if file.exists() else []


def once_said(folder: Path, more: int) -> None:
    """Wait until the bot has said so much more."""
    before = len(lines(folder))
    until(lambda: len(lines(folder)) >= before + more)


def stored(folder: Path) -> set[str]:
    with closing(store.look_into(folder / "run" / FILE)) as connection:
        rows = connection.execute("SELECT reply FROM turns WHERE reply IS NOT NULL").fetchall()
    return {json.loads(reply)["text"] for (reply,) in rows}


@pytest.mark.case("P18")
def test_a_run_that_is_stopped_twenty_times_keeps_what_was_answered_each_time(home: Nest, folder: Path) -> None:
    typed = ("rate", "python:signalled:answer", "--seed", "3", "--limit", "90", "--out", "run")
    chance = random.Random(5)  # noqa: S311 - any moment will do
    for stop in range(20):
        number = (signal.SIGINT, signal.SIGTERM)[stop % 2]
        said = folder / f"said-{stop}"
        process = home.fork(*(typed if stop == 0 else ("resume", "run")), out=said, cwd=folder)
        once_said(folder, 2 + chance.randrange(12))
        process.signal(number)
        assert process.wait() == CODES[number], said.read_text()
        assert "continue with: botassay resume run" in said.read_text()
        assert "Traceback" not in said.read_text()
        first_trips = {mark for mark in lines(folder) if mark.endswith("/0")}
        assert stored(folder) == set(lines(folder)) - first_trips
    process = home.fork("resume", "run", out=folder / "resumed", cwd=folder)
    assert process.wait() == 0, (folder / "resumed").read_text()
    assert {seen.state for seen in Record.of(folder / "run").progress().values()} == {AttemptState.HELD}


@pytest.mark.parametrize("number", CODES)
@pytest.mark.case("P18")
def test_a_second_signal_leaves_at_once(home: Nest, folder: Path, number: signal.Signals) -> None:
    process = home.fork(
        "rate", "python:signalled:hang", "--limit", "30", "--out", "run", out=folder / "said", cwd=folder
    )
    once_said(folder, 4)
    process.signal(number)
    until(lambda: "stopping" in (folder / "said").read_text())
    process.signal(number)
    assert process.wait() == CODES[number]  # the bot would hang for ten minutes
    assert "continue with: botassay resume run" in (folder / "said").read_text()
    states = [seen.state for seen in Record.of(folder / "run").progress().values()]
    assert states.count(AttemptState.OPEN) == 4


@pytest.mark.case("P18")
def test_an_answer_that_never_comes_is_not_waited_for_forever(home: Nest, folder: Path) -> None:
    process = home.fork(
        "rate", "python:signalled:hang", "--limit", "30", "--out", "run", out=folder / "said", cwd=folder
    )
    once_said(folder, 4)
    process.signal(signal.SIGINT)
    assert process.wait() == 130
    assert "continue with: botassay resume run" in (folder / "said").read_text()
