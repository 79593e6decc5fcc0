"""Power fails between any two bytes: what stands in the journal afterwards is a beginning of what was written.

Everything that SQLite writes for a run is recorded, and the disk is put together again as a crash could have left it
after each write: what was not yet synced is there, or not, or torn within a sector's bounds, or zeros, or garbage.
"""

import asyncio
import random
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest

from botassay.core.dialog import Script
from botassay.core.errors import BotassayError, BotError
from botassay.plugins.protocols import Reply
from botassay.runs.journal import FILE, AttemptState, Journal, RunFacts, chain, store
from tests.disk import SECTOR, Connection, Disk, Event, beneath, in_memory

ALL: Final = (
    "SELECT * FROM facts ORDER BY name",
    "SELECT * FROM scripts ORDER BY ordinal",
    "SELECT * FROM attempts ORDER BY conversation, attempt",
    "SELECT * FROM turns ORDER BY conversation, attempt, turn",
    "SELECT * FROM chain ORDER BY conversation, number",
)
Image = Mapping[str, bytes]
"""What lies in the folder of a run: the bytes of each file."""


# ── what is written ─────────────────────────────────────────────────────────────────────────────────────────────────


async def held(journal: Journal, disk: Disk, name: str, number: int = 1) -> None:
    """Note a conversation of two turns, the first attempt of every third of them broken off."""
    broken = int(name) % 3 == 0
    if broken:
        attempt = journal.begin(name, number)
        await journal.intend(attempt, 0, name, "hi")
        disk.said()
        journal.end(attempt, AttemptState.ABANDONED, BotError("timeout", "too slow", evidence="x" * 700))
    attempt = journal.begin(name, number + broken)
    for turn in range(2):
        await journal.intend(attempt, turn, name, f"{turn} of {name}")
        disk.said()
        journal.answer(attempt, turn, Reply("so " * (1 + 900 * (int(name) % 2))), 0.25)
    journal.end(attempt, AttemptState.HELD)
    await journal.settled()
    disk.said()


def recorded(folder: Path, disk: Disk, talks: int, *, checkpoints: bool) -> None:
    """Hold a run, close it, go on with it, and close it again."""

    def settle(connection: Connection) -> None:
        if checkpoints:  # in the middle of a run, too: SQLite makes the first one after four megabytes
            connection.execute("PRAGMA wal_autocheckpoint=6")

    facts = RunFacts("a bot", "sha256:00", 7, "2030-01-01")
    scripts = [Script(str(n), "somebody", str(n), ("hi",), tags={"issue": "AL"}) for n in range(talks)]
    with beneath(disk, settle):
        journal = Journal.create(folder, facts, scripts)
        disk.said()
        for name in range(talks // 2):
            asyncio.run(held(journal, disk, str(name)))
        journal.close()
        disk.said()
        journal = Journal.reopen(folder)
        for name in range(talks // 2, talks):
            asyncio.run(held(journal, disk, str(name)))
        journal.close()
        disk.said()


# ── what a crash leaves ─────────────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Kept:
    """A file: what is certainly on disk, and what was written since."""

    durable: bytes | None = None
    waiting: list[Event] = field(default_factory=list)

    def happens(self, event: Event) -> None:
        if event.what in ("sync", "delete"):  # SQLite syncs the folder when it deletes a journal
            self.durable = None if event.what == "delete" else self.with_(self.waiting)
            self.waiting = []
        else:
            self.waiting.append(event)

    def with_(self, events: Sequence[Event]) -> bytes | None:
        content = self.durable
        for event in events:
            content = _after(content, event)
        return content


def _after(content: bytes | None, event: Event) -> bytes | None:
    if event.what == "create":
        return content or b""
    if content is None:  # the file itself is not there
        return None
    if event.what == "truncate":
        return content[: event.at].ljust(event.at, b"\0")
    padded = content.ljust(event.at, b"\0")
    return padded[: event.at] + event.data + padded[event.at + len(event.data) :]


def crashes(kept: Mapping[str, Kept], last: Event, chance: random.Random) -> Iterator[Image]:
    """Give what a crash after the last event may leave."""
    yield _image(kept, {})
    yield _image(kept, {name: [] for name in kept})
    for name, file in kept.items():
        for missing in chance.sample(range(len(file.waiting)), min(3, len(file.waiting))):
            yield _image(kept, {name: [event for n, event in enumerate(file.waiting) if n != missing]})
    for _ in range(3):
        yield _image(kept, {name: [e for e in file.waiting if chance.random() < 0.5] for name, file in kept.items()})
    if last.what == "write":
        before = kept[last.file].waiting[:-1]
        for torn in _torn(last, kept[last.file].with_(before) or b"", chance):
            yield _image(kept, {last.file: [*before, torn]})


def _torn(write: Event, below: bytes, chance: random.Random) -> Iterator[Event]:
    """Tear a write: its first sectors are there, and in place of the rest what was there before, zeros, or garbage."""
    length = len(write.data)
    first = SECTOR - write.at % SECTOR
    for cut in (0, *range(first, length, SECTOR)):
        old = below[write.at + cut : write.at + length].ljust(length - cut, b"\0")
        for rest in (old, bytes(length - cut), chance.randbytes(length - cut)):
            yield Event("write", write.file, write.at, write.data[:cut] + rest)


def _image(kept: Mapping[str, Kept], chosen: Mapping[str, Sequence[Event]]) -> Image:
    contents = {name: file.with_(chosen.get(name, file.waiting)) for name, file in kept.items()}
    return {name: content for name, content in contents.items() if content is not None}


# ── what is recovered ───────────────────────────────────────────────────────────────────────────────────────────────


def beginnings(statements: Sequence[tuple[str, Sequence[Any]]]) -> dict[str, int]:
    """Give what stands in the tables after each statement: how many were written, the most where it is the same."""
    seen: dict[str, int] = {}
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for number, (statement, values) in enumerate(statements, 1):
            connection.executescript(statement) if statement == store.TABLES else connection.execute(statement, values)
            seen[_dump(connection)] = number
    return seen


def _dump(connection: sqlite3.Connection) -> str:
    return "\n".join(repr(connection.execute(query).fetchall()) for query in ALL)


def recovered(folder: Path, image: Image) -> str | None:
    """Read a run as a crash left it; None where there is none."""
    for old in folder.iterdir():
        old.unlink()
    for name, content in image.items():
        (folder / name).write_bytes(content)
    try:
        with closing(store.look_into(folder / FILE)) as connection:
            chain.root_of(connection, "", FILE)
            return _dump(connection)
    except BotassayError as error:
        return "the chain is broken" if error.code == "E176" else None
    except sqlite3.DatabaseError:
        return "corrupt"


@dataclass
class Found:
    points: int = 0
    violations: list[str] = field(default_factory=list)


def simulated(disk: Disk, folder: Path, seed: int) -> Found:
    """Let power fail after each event, in many ways; images that were seen with as much promised are not looked at."""
    states, kept, found = beginnings(disk.statements), {FILE: Kept(b"")}, Found()
    chance, promised, seen = random.Random(seed), 0, set()  # noqa: S311 - any bytes will do
    for number, event in enumerate(disk.events):
        if event.what == "said":
            promised = event.written
        else:
            kept.setdefault(event.file, Kept()).happens(event)
        for image in crashes(kept, event, chance):
            known = (promised, *sorted((name, hash(content)) for name, content in image.items()))
            if known in seen:
                continue
            seen.add(known)
            found.points += 1
            there = recovered(folder, image)
            reached = 0 if there is None else states.get(there, -1)
            if reached < promised:
                found.violations.append(f"after {number} {event.what} {event.file}: {reached}, promised {promised}")
    return found


def crashed(folder: Path, talks: int = 10, *, checkpoints: bool = False, honest: bool = True) -> Found:
    """Record a run, and look at what any crash leaves of it; a disk that is not honest syncs nothing."""
    disk = Disk()
    recorded(folder, disk, talks, checkpoints=checkpoints)
    if not honest:
        disk.events = [event for event in disk.events if event.what != "sync"]
    with in_memory() as image:
        return simulated(disk, image, 7)


@pytest.mark.case("P3")
def test_whenever_power_fails_nothing_that_was_promised_is_lost(tmp_path: Path) -> None:
    found = [crashed(tmp_path / str(often), checkpoints=often) for often in (False, True)]
    assert [one.violations for one in found] == [[], []]
    assert sum(one.points for one in found) >= 5_000


def test_a_disk_that_only_says_that_it_wrote_is_found_out(tmp_path: Path) -> None:
    """The simulator sees what is lost."""
    assert len(crashed(tmp_path / "run", 2, honest=False).violations) > 100
