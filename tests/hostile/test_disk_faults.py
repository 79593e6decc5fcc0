"""A disk that fails at the n-th write or sync, for every n: no more is sent, nothing is corrupt, resume goes on."""

import asyncio
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

import apsw
import pytest

from botassay.core.errors import OutputError
from botassay.runs import Manner, Plan, hold
from botassay.runs.journal import FILE, AttemptState, Journal, Record, RunFacts, store
from botassay.testing import EchoBot, FakeBot
from tests.disk import Connection, Disk, beneath, in_memory
from tests.live.conftest import Cli, cli
from tests.unit.test_interview import Heard, script

__all__ = ["cli"]

AT_ONCE: Final = 4
PLAN: Final = Plan(tuple(script(f"t{number:02}", "a", "b") for number in range(12)), {})
FAULTS: Final[dict[str, dict[str, Any]]] = {
    "no room any more": {"error": apsw.FullError, "for_good": True},
    "no room for a moment": {"error": apsw.FullError, "for_good": False},
    "broken": {"error": apsw.IOError, "for_good": True},
    "broken once": {"error": apsw.IOError, "for_good": False},
}


@pytest.fixture
def quick() -> Iterator[Path]:
    with in_memory() as folder:
        yield folder


def often(connection: Connection) -> None:
    """Let the log be put into the file in the middle of the run, too."""
    connection.execute("PRAGMA wal_autocheckpoint=4")


def tried(folder: Path, disk: Disk) -> tuple[OutputError | None, int]:
    """Hold a run on a disk; give how it broke, and how many requests were sent after the first fault."""
    late = 0

    def answer(*_: object) -> Any:
        nonlocal late
        late += disk.failures > 0
        return asyncio.sleep(0, "long " * 300)

    with beneath(disk, often):
        try:
            journal = Journal.create(folder, RunFacts("a bot", "", 1, ""), PLAN.scripts)
            try:
                asyncio.run(hold(Heard(answer), PLAN, journal, Manner(concurrency=AT_ONCE)))
            finally:
                journal.close()
        except OutputError as error:
            return error, late
    return None, late


def check_sound(folder: Path) -> None:
    """See that what is on disk is whole."""
    with closing(store.look_into(folder / FILE)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def check_goes_on(folder: Path) -> None:
    """See that what is left can be held."""
    journal = Journal.reopen(folder)
    asyncio.run(hold(FakeBot("echo", EchoBot()), PLAN, journal))
    journal.close()
    record = Record.of(folder)
    assert {seen.state for seen in record.progress().values()} == {AttemptState.HELD}
    assert len(list(record.dialogs())) == len(PLAN.scripts)
    assert [path.name for path in folder.iterdir()] == [FILE]


@pytest.mark.parametrize(
    "fault",
    [
        "no room any more",
        "broken once",
        pytest.param("no room for a moment", marks=pytest.mark.slow),
        pytest.param("broken", marks=pytest.mark.slow),
    ],
)
@pytest.mark.case("P19")
def test_wherever_a_disk_fails_the_sending_stops_and_the_run_can_be_gone_on_with(quick: Path, fault: str) -> None:
    stops = began = n = 0
    while True:
        n += 1
        folder, disk = quick / str(n), Disk(n, **FAULTS[fault])
        error, late = tried(folder, disk)
        assert late <= AT_ONCE, n
        if error is not None:
            stops += 1
            assert error.exit_code == 73
            assert "cannot be written" in str(error)
        if not (folder / FILE).exists():  # the plan could not be written: nothing was sent
            assert list(folder.iterdir()) == []
            continue
        began += 1
        check_sound(folder)
        check_goes_on(folder)
        if not disk.failures:
            break
    assert n > 100
    assert stops > 50
    assert began > 50


def test_a_disk_that_fails_when_a_run_is_gone_on_with_is_the_one_to_blame(quick: Path) -> None:
    for folder, disk in failing_from_the_first_on(quick):
        Journal.create(folder, RunFacts("a bot", "", 1, ""), PLAN.scripts).close()
        with beneath(disk), suppress(OutputError):  # and not InputError: the file is sound
            Journal.reopen(folder).close()
        check_sound(folder)
        check_goes_on(folder)
        if not disk.failures:
            return


def failing_from_the_first_on(folder: Path) -> Iterator[tuple[Path, Disk]]:
    yield from ((folder / str(n), Disk(n, apsw.FullError)) for n in range(1, 100))
    pytest.fail("it never fits")


@pytest.mark.parametrize("n", [3, 40, 80])
@pytest.mark.case("P19")
def test_the_command_says_that_the_disk_is_full(cli: Cli, tmp_path: Path, n: int) -> None:
    with beneath(Disk(n, apsw.FullError)):
        ended = cli("rate", "eliza", "--limit", "12", "--seed", "1", "--out", "run")
    assert ended.code == 73, ended.err
    assert "cannot be written: database or disk is full" in ended.err
    assert "Traceback" not in ended.err
    if n > 30:
        assert "free disk space, then run botassay resume" in ended.err
        assert cli("resume", "run").code == 0
    else:
        assert list((tmp_path / "run").iterdir()) == []
