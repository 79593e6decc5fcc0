"""The journal: what it was told stands in one file, whatever becomes of the process, the disk or the file."""

import asyncio
import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import botassay
from botassay.core.dialog import Role, Script
from botassay.core.errors import BotError, InputError, OutputError
from botassay.plugins.protocols import Reply
from botassay.runs.journal import FILE, AttemptState, Journal, Record, RunFacts, store

FACTS = RunFacts("a bot", "sha256:00", 7, "2030-01-01", bot={"subject": "x"}, choices={"cuts": {}})
ODD = {
    "NUL": ("a\0b", "a\0b"),
    "half a surrogate pair": ("a\ud83db", "a�b"),
    "two halves": ("\ud83d\ude00", "😀"),
    "emoji": ("👩‍👩‍👧 é", "👩‍👩‍👧 é"),
    "64 KiB": ("é" * 65_536, "é" * 65_536),
    "quotes and breaks": ("\"'\\\r\n\u2028", "\"'\\\r\n\u2028"),
    "nothing": ("", ""),
}
"""What is noted, and what stands there."""


def script(name: str, *lines: str, **tags: str) -> Script:
    return Script(name, f"user of {name}", name, lines or ("hi",), tags=tags)


def scripts(count: int = 3) -> list[Script]:
    return [script(f"talk {number}", issue="AL") for number in range(count)]


def created(folder: Path, planned: Sequence[Script] | None = None) -> Journal:
    return Journal.create(folder, FACTS, scripts() if planned is None else planned)


async def exchange(journal: Journal, name: str, *pairs: tuple[str, str], number: int = 1) -> None:
    """Note a conversation that is held."""
    attempt = journal.begin(name, number)
    for turn, (said, answered) in enumerate(pairs):
        await journal.intend(attempt, turn, name, said)
        journal.answer(attempt, turn, Reply(answered, secrets=("KEY",) if answered == "secret" else ()), 0.25)
    journal.end(attempt, AttemptState.HELD)
    await journal.settled()


def one_talk(folder: Path, said: str = "hi", answered: str = "hello") -> Path:
    """Make a whole run with one conversation, closed."""
    journal = created(folder)
    asyncio.run(exchange(journal, "talk 0", (said, answered)))
    journal.close()
    return folder / FILE


def listed(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return one_talk(tmp_path / "run").parent


# ── what is noted stands there ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("case", ODD)
def test_odd_text_comes_back_out_of_the_plan_and_out_of_what_was_said(tmp_path: Path, case: str) -> None:
    given, kept = ODD[case]
    planned = Script("a", given, "a", (given, given), tags={"note": given})
    journal = created(tmp_path, [planned])
    asyncio.run(exchange(journal, "a", (given, given), ("more", given)))
    journal.close()
    record = Record.of(tmp_path)
    assert record.scripts() == [Script("a", kept, "a", (kept, kept), tags={"note": kept})]
    (dialog,) = record.dialogs()
    assert [u.text for u in dialog.utterances] == [kept, kept, "more", kept]
    assert [u.role for u in dialog.utterances] == [Role.USER, Role.BOT] * 2
    assert dialog.tags == {"note": kept}


def test_options_intent_and_confidence_of_an_answer_are_kept(tmp_path: Path) -> None:
    async def talk(journal: Journal) -> None:
        attempt = journal.begin("talk 0", 1)
        await journal.intend(attempt, 0, "talk 0", "hi")
        journal.answer(attempt, 0, Reply("what?", ("a", "b"), "greet", 0.5), 1.0)
        journal.end(attempt, AttemptState.HELD)

    journal = created(tmp_path)
    asyncio.run(talk(journal))
    journal.close()
    answer = next(Record.of(tmp_path).dialogs()).utterances[1]
    assert (answer.options, answer.intent, answer.confidence) == (("a", "b"), "greet", 0.5)


def test_what_a_run_is_about_stands_there_before_anything_is_sent(tmp_path: Path) -> None:
    created(tmp_path).close()
    record = Record.of(tmp_path)
    assert record.facts == {
        "subject": "a bot",
        "digest": "sha256:00",
        "seed": 7,
        "begun": "2030-01-01",
        "bot": {"subject": "x"},
        "version": botassay.__version__,
        "choices": {"cuts": {}},
        "chat": False,
        "secret": FACTS.secret,
    }
    assert record.scripts() == scripts()
    assert list(record.progress()) == ["talk 0", "talk 1", "talk 2"]
    assert {seen.state for seen in record.progress().values()} == {None}


def test_answers_of_a_given_up_attempt_are_kept_and_not_among_the_dialogs(tmp_path: Path) -> None:
    async def talk(journal: Journal) -> None:
        broken = journal.begin("talk 0", 1)
        await journal.intend(broken, 0, "talk 0", "hi")
        journal.answer(broken, 0, Reply("secret", secrets=("KEY",)), 0.5)
        await journal.intend(broken, 1, "talk 0", "more")
        journal.end(broken, AttemptState.ABANDONED, BotError("timeout", "too slow", evidence="half"))
        await exchange(journal, "talk 0", ("hi", "hello"), number=2)

    journal = created(tmp_path)
    asyncio.run(talk(journal))
    journal.close()
    record = Record.of(tmp_path)
    assert [u.text for d in record.dialogs() for u in d.utterances] == ["hi", "hello"]
    assert record.failures() == {"timeout": 1}
    assert list(record.given_away()) == [("talk 0", "KEY")]
    latency = record.latency()
    assert (latency.sent, latency.answered, latency.median, latency.p95) == (3, 2, 0.5, 0.5)
    seen = record.progress()["talk 0"]
    assert (seen.attempts, seen.state, seen.kind, seen.sent) == (2, AttemptState.HELD, None, 1)


def test_a_journal_is_gone_on_with_where_it_ended(run: Path) -> None:
    journal = Journal.reopen(run)
    assert journal.progress()["talk 0"].state is AttemptState.HELD
    asyncio.run(exchange(journal, "talk 1", ("hi", "there")))
    journal.close()
    assert [dialog.id for dialog in Record.of(run).dialogs()] == ["talk 0", "talk 1"]


# ── what is refused, and left as it is ──────────────────────────────────────────────────────────────────────────────


def test_a_run_is_never_written_over(run: Path) -> None:
    before = (run / FILE).read_bytes()
    with pytest.raises(OutputError, match=r"the folder already holds a run.*botassay resume"):
        created(run)
    assert (run / FILE).read_bytes() == before


def test_two_who_begin_the_same_run_do_not_both_get_it(tmp_path: Path) -> None:
    journal = created(tmp_path)
    with pytest.raises(OutputError, match="the folder already holds a run"):
        created(tmp_path)
    asyncio.run(exchange(journal, "talk 0", ("hi", "hello")))
    journal.close()
    assert len(list(Record.of(tmp_path).dialogs())) == 1


def of_version(path: Path, version: int) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version={version}")
    connection.close()


def foreign(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE songs (name)")
    connection.close()


NO_JOURNALS: dict[str, tuple[Any, str]] = {
    "text": (lambda path: path.write_text("once upon a time, there was a text\n" * 100), "cannot be read as a journal"),
    "empty": (lambda path: path.write_bytes(b""), "stopped here before it asked anything"),
    "cut off": (lambda path: path.write_bytes(path.read_bytes()[:50]), "E175 is not a journal"),
    "another program's": (foreign, "is not a journal"),
    "newer": (
        lambda path: of_version(path, 4),
        "has version 4; this botassay reads versions up to 3.*install a newer botassay",
    ),
    "not there": (Path.unlink, "E174 the folder holds no journal"),
}


@pytest.mark.parametrize("case", NO_JOURNALS)
@pytest.mark.parametrize("rest", ["", "-wal", "-journal"])
@pytest.mark.case("P30")
def test_what_is_no_journal_of_ours_is_refused_and_not_touched(run: Path, case: str, rest: str) -> None:
    spoil, message = NO_JOURNALS[case]
    spoil(run / FILE)
    if rest:
        (run / f"{FILE}{rest}").write_bytes(b"left behind")
    before = {name: (run / name).read_bytes() for name in listed(run)}
    for look in (Record.of, Journal.reopen):
        with pytest.raises(InputError, match=message):
            look(run)
    assert {name: (run / name).read_bytes() for name in listed(run)} == before


def test_a_second_writer_and_a_reader_are_told_that_a_run_goes_on(tmp_path: Path) -> None:
    journal = created(tmp_path)
    asyncio.run(exchange(journal, "talk 0", ("hi", "hello")))
    for look in (Journal.reopen, Record.of):
        with pytest.raises(OutputError, match=r"is being written by another run.*wait until it ends"):
            look(tmp_path)
    asyncio.run(exchange(journal, "talk 1", ("hi", "hello")))
    journal.close()
    assert len(list(Record.of(tmp_path).dialogs())) == 2


def test_a_run_that_cannot_be_begun_leaves_nothing_behind(tmp_path: Path) -> None:
    twice = [script("a"), script("a")]
    with pytest.raises(OutputError, match="UNIQUE"):
        created(tmp_path / "run", twice)
    assert listed(tmp_path / "run") == []
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="cannot be written"):
        created(tmp_path / "file")


@pytest.mark.parametrize("rest", ["-wal", "-journal"])
def test_what_is_left_of_another_run_gets_into_no_new_one(tmp_path: Path, rest: str) -> None:
    journal = created(tmp_path / "old")
    asyncio.run(exchange(journal, "talk 0", ("hi", "of the old one")))
    left_over = (tmp_path / "old" / f"{FILE}-wal").read_bytes()
    journal.close()
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / f"{FILE}{rest}").write_bytes(left_over)
    created(tmp_path / "new").close()
    assert list(Record.of(tmp_path / "new").dialogs()) == []
    assert listed(tmp_path / "new") == [FILE]


# ── a killed run, one file, groups ──────────────────────────────────────────────────────────────────────────────────


def copied(folder: Path, to: Path) -> Path:
    """Copy the files of a run that goes on, as a kill would leave them."""
    to.mkdir()
    for path in folder.iterdir():
        (to / path.name).write_bytes(path.read_bytes())
    return to


@pytest.mark.parametrize("look", [Record.of, lambda folder: Journal.reopen(folder).close()])
def test_what_a_killed_run_had_committed_is_recovered_into_one_file(tmp_path: Path, look: Any) -> None:
    journal = created(tmp_path / "run")
    asyncio.run(exchange(journal, "talk 0", ("hi", "hello"), ("and", "so on")))
    killed = copied(tmp_path / "run", tmp_path / "killed")
    journal.close()
    assert listed(killed) == [FILE, f"{FILE}-wal"]
    look(killed)
    assert listed(killed) == [FILE]
    assert [u.text for d in Record.of(killed).dialogs() for u in d.utterances] == ["hi", "hello", "and", "so on"]


def test_a_torn_end_takes_only_itself_away(tmp_path: Path) -> None:
    journal = created(tmp_path / "run")
    for number in range(3):
        asyncio.run(exchange(journal, f"talk {number}", ("hi", "hello")))
    killed = copied(tmp_path / "run", tmp_path / "killed")
    journal.close()
    wal = killed / f"{FILE}-wal"
    wal.write_bytes(wal.read_bytes()[:-1000])
    held = [dialog.id for dialog in Record.of(killed).dialogs()]
    assert held == ["talk 0", "talk 1"]


def test_a_closed_journal_is_one_file_that_needs_no_other(run: Path) -> None:
    assert listed(run) == [FILE]
    assert (run / FILE).read_bytes()[18:20] == b"\x01\x01", "readers would look for a log beside it"


def test_it_is_synced_with_every_commit(tmp_path: Path) -> None:
    journal = created(tmp_path)
    settings = [journal._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    journal.close()
    assert settings == ["wal", 2]


def test_many_who_wait_share_a_few_commits(tmp_path: Path) -> None:
    journal = created(tmp_path, scripts(500))
    traced: list[str] = []
    journal._connection.set_trace_callback(traced.append)

    async def talks() -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(500):
                group.create_task(exchange(journal, f"talk {number}", ("hi", "hello"), ("and", "so")))

    asyncio.run(talks())
    journal.close()
    assert len(list(Record.of(tmp_path).dialogs())) == 500
    assert sum(statement.startswith("INSERT INTO turns") for statement in traced) == 1000
    assert traced.count("COMMIT") <= 100


# ── a disk that breaks ──────────────────────────────────────────────────────────────────────────────────────────────


def full(journal: Journal) -> None:
    journal._connection.execute("PRAGMA max_page_count=1").fetchone()  # where there are more, no more are added


BREAKS = {"full": (full, "full"), "gone": (lambda journal: journal._connection.close(), "closed database")}


@pytest.mark.parametrize("case", BREAKS)
def test_a_disk_that_takes_nothing_more_is_said_to_all_who_wait_and_to_all_who_come(tmp_path: Path, case: str) -> None:
    journal = created(tmp_path, scripts(20))
    asyncio.run(exchange(journal, "talk 0", ("hi", "hello")))
    break_it, message = BREAKS[case]
    break_it(journal)

    async def talks() -> list[BaseException | None]:
        long = ("hi", "hello" * 10_000)
        waiting = [exchange(journal, f"talk {n}", long, ("never said", "")) for n in range(1, 20)]
        return await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 30)

    for failure in asyncio.run(talks()):
        assert isinstance(failure, OutputError)
        assert failure.exit_code == 73
        assert message in str(failure)
    with pytest.raises(OutputError, match=message):
        journal.begin("talk 0", 9)
    with pytest.raises(OutputError, match=message):
        journal.close()
    record = Record.of(tmp_path)
    assert [dialog.id for dialog in record.dialogs()] == ["talk 0"]
    assert "never said" not in {said for (said,) in rows(tmp_path, "SELECT said FROM turns")}


@pytest.mark.case("P19")
def test_wherever_a_disk_is_full_what_stands_there_is_the_beginning(tmp_path: Path) -> None:
    """Room for one page more each time, until all of it fits."""
    names = [f"talk {number}" for number in range(8)]
    for more in range(100):
        journal = created(tmp_path / str(more), [script(name) for name in names])
        (pages,) = journal._connection.execute("PRAGMA page_count").fetchone()
        journal._connection.execute(f"PRAGMA max_page_count={pages + more}").fetchone()
        done = 0
        with suppress(OutputError):
            for name in names:
                asyncio.run(exchange(journal, name, ("hi", "hello" * 1_000), ("and", "so" * 1_000)))
                done += 1
        with suppress(OutputError):
            journal.close()
        record = Record.of(tmp_path / str(more))
        assert [dialog.id for dialog in record.dialogs()] == names[:done]
        assert all(len(dialog.utterances) == 4 for dialog in record.dialogs())
        if done == len(names):
            assert more > 10
            return
    pytest.fail("it never fits")


def rows(folder: Path, query: str) -> list[Any]:
    connection = store.look_into(folder / FILE)
    found = connection.execute(query).fetchall()
    connection.close()
    return found


def test_a_disk_that_takes_no_plan_is_said_before_anything_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = f"PRAGMA max_page_count=8; {store.TABLES}"
    monkeypatch.setattr(store, "TABLES", tables)
    with pytest.raises(OutputError, match="full"):
        created(tmp_path, [script("a", "long" * 100_000)])
    assert listed(tmp_path) == []


def test_nobody_waits_for_ever_when_a_loop_ends_early(tmp_path: Path) -> None:
    async def leave(journal: Journal, sitting: int) -> None:
        for number in range(50):
            journal.begin("talk 0", 50 * sitting + number)
            waiting = asyncio.ensure_future(journal.settled())
            await asyncio.sleep(0)
            waiting.cancel()

    journal = created(tmp_path)
    for sitting in range(10):
        asyncio.run(leave(journal, sitting))
    asyncio.run(exchange(journal, "talk 1", ("hi", "hello")))
    journal.close()
    assert [dialog.id for dialog in Record.of(tmp_path).dialogs()] == ["talk 1"]


def test_a_closed_loop_does_not_stop_the_writer(tmp_path: Path) -> None:
    journal = created(tmp_path)
    loop = asyncio.new_event_loop()
    journal._queue.put(loop.create_future())
    loop.close()
    asyncio.run(exchange(journal, "talk 1", ("hi", "hello")))
    journal.close()
    assert [dialog.id for dialog in Record.of(tmp_path).dialogs()] == ["talk 1"]


# ── what was written is sealed ──────────────────────────────────────────────────────────────────────────────────────


async def eventful(journal: Journal) -> None:
    """Note a conversation that is broken off, and held in its second attempt, whose outcome is overtaken."""
    broken = journal.begin("talk 0", 1)
    await journal.intend(broken, 0, "talk 0", "hi")
    journal.answer(broken, 0, Reply("hello"), 0.5)
    await journal.intend(broken, 1, "talk 0", "more")
    journal.end(broken, AttemptState.FAILED, BotError("timeout", "too slow"))
    journal.end(broken, AttemptState.ABANDONED, BotError("timeout", "too slow"))
    await exchange(journal, "talk 0", ("hi", "hello"), ("and", "so on"), number=2)
    await exchange(journal, "talk 1", ("hi", "good day"))


@pytest.fixture
def sealed(tmp_path: Path) -> Path:
    journal = created(tmp_path / "run")
    asyncio.run(eventful(journal))
    journal.close()
    return tmp_path / "run"


def altered(folder: Path, *statements: str) -> None:
    with sqlite3.connect(folder / FILE) as connection:
        for statement in statements:
            assert connection.execute(statement).rowcount, statement
    connection.close()


MISSING = "DELETE FROM turns WHERE conversation = 'talk 0' AND attempt = 2 AND turn = 1"
CHANGES = {
    "an answer": (
        "UPDATE turns SET reply = replace(reply, 'so on', 'so oN')",
        r"conversation 'talk 0', row 12: answer 2 of attempt 2 is not what was recorded",
    ),
    "a message": ("UPDATE turns SET said = 'ho' WHERE conversation = 'talk 1'", "'talk 1', row 3: message 1 of"),
    "a time": ("UPDATE turns SET seconds = 0.1 WHERE attempt = 1 AND turn = 0 AND seconds = 0.5", "row 4: answer 1"),
    "an answer that is gone": ("UPDATE turns SET reply = NULL, seconds = NULL WHERE turn = 1", "row 12: .* is missing"),
    "a turn that is gone": (MISSING, "'talk 0', row 11: message 2 of attempt 2 is missing"),
    "an answer that was added": (
        "UPDATE turns SET reply = '{}', seconds = 1 WHERE attempt = 1 AND turn = 1",
        "'talk 0', row 14: answer 2 of attempt 1 was added",
    ),
    "a turn that was added": (
        "INSERT INTO turns VALUES ('talk 2', 1, 0, 'talk 2', 'hi', '', '{}', 1)",
        "'talk 2', row 2: answer 1 of attempt 1 was added",
    ),
    "an outcome": ("UPDATE attempts SET state = 'held' WHERE state = 'abandoned'", "row 7: the outcome of attempt 1"),
    "an attempt": ("INSERT INTO attempts VALUES ('talk 2', 1, 'open', NULL, NULL, NULL)", "row 2: attempt 1 was added"),
    "a script": ("UPDATE scripts SET lines = '[]' WHERE id = 'talk 2'", "'talk 2', row 1: the script 'talk 2'"),
    "the last link": ("DELETE FROM chain WHERE conversation = 'talk 1' AND number = 5", "row 5: the outcome .* added"),
    "a link": ("DELETE FROM chain WHERE conversation = 'talk 1' AND number = 3", "'talk 1', row 3: it is missing"),
    "a link and its row": (
        "UPDATE chain SET content = zeroblob(32) WHERE conversation = 'talk 0' AND number = 6",
        "'talk 0', row 6: the outcome of attempt 1 does not follow from the row before it",
    ),
    "the version": ("PRAGMA user_version=1", "its version was lowered"),
    "the description": ("UPDATE facts SET value = '8' WHERE name = 'seed'", "E175 .*description of the run"),
    "the seal": ("DELETE FROM facts WHERE name = 'seal'", "E175 .*description of the run"),
}
"""What is done to a journal, and how it is refused."""


@pytest.mark.parametrize("case", CHANGES)
def test_a_journal_that_was_changed_is_refused_with_the_place(sealed: Path, case: str) -> None:
    assert Record.of(sealed).root
    statement, message = CHANGES[case]
    altered(sealed, statement)
    with pytest.raises(InputError, match=message) as caught:
        Record.of(sealed)
    assert caught.value.code in ("E175", "E176")
    assert caught.value.exit_code == 65


def test_the_root_changes_with_every_row_and_not_with_a_reading(tmp_path: Path) -> None:
    roots = []
    for number in range(3):
        journal = created(tmp_path) if not number else Journal.reopen(tmp_path)
        asyncio.run(exchange(journal, f"talk {number}", ("hi", "hello")))
        journal.close()
        roots.append(Record.of(tmp_path).root)
        assert Record.of(tmp_path).root == roots[-1]
    assert len(set(roots)) == 3
    assert one_talk(tmp_path / "other").is_file()
    assert Record.of(tmp_path / "other").root not in roots, "it is salted"


def test_a_row_says_nothing_about_its_content_without_its_salt(sealed: Path) -> None:
    salts = rows(sealed, "SELECT salt, content, digest FROM chain")
    assert len({salt for salt, *_ in salts}) == len(salts) == 19
    assert {tuple(map(len, row)) for row in salts} == {(16, 32, 32)}


def test_a_journal_of_the_first_version_is_gone_on_with_and_stays_unsealed(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    created(folder).close()
    altered_version = sqlite3.connect(folder / FILE)
    altered_version.executescript("DROP TABLE chain; PRAGMA user_version=1")
    altered_version.close()
    journal = Journal.reopen(folder)
    asyncio.run(exchange(journal, "talk 0", ("hi", "hello")))
    journal.close()
    assert Record.of(folder).root is None
    assert [dialog.id for dialog in Record.of(folder).dialogs()] == ["talk 0"]


# ── reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def read_only(run: Path) -> Iterator[Path]:
    (run / FILE).chmod(0o444)
    run.chmod(0o555)
    yield run
    run.chmod(0o755)


def test_a_run_in_a_folder_that_cannot_be_written_is_read_and_nothing_is_changed(read_only: Path) -> None:
    before = (read_only.stat().st_mtime_ns, (read_only / FILE).stat().st_mtime_ns, (read_only / FILE).read_bytes())
    record = Record.of(read_only)
    assert len(list(record.dialogs())) == 1
    assert record.latency().answered == 1
    assert len(record.progress()) == 3
    assert listed(read_only) == [FILE]
    after = (read_only.stat().st_mtime_ns, (read_only / FILE).stat().st_mtime_ns, (read_only / FILE).read_bytes())
    assert after == before  # also for an administrator, who may write there nevertheless


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs /proc")
@pytest.mark.case("P29")
def test_neither_files_nor_threads_are_left_open(run: Path, tmp_path: Path) -> None:
    newer = one_talk(tmp_path / "newer")
    of_version(newer, 4)
    files, threads = len(os.listdir("/proc/self/fd")), threading.active_count()  # noqa: PTH208 - no Path is needed
    for _ in range(50):
        Journal.reopen(run).close()
        record = Record.of(run)
        assert len(list(record.dialogs())) == 1
        next(record.dialogs())
        with pytest.raises(OutputError):
            created(run)
        with pytest.raises(InputError):
            Journal.reopen(newer.parent)
    assert len(os.listdir("/proc/self/fd")) <= files + 2  # noqa: PTH208
    assert threading.active_count() <= threads
