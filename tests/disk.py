"""A disk that keeps account of every write, and fails when it is told to: beneath SQLite, so that the journal is real.

What SQLite writes goes through a VFS of ours (apsw); the journal is given a connection that looks like sqlite3's.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import apsw
import pytest

from botassay.runs.journal import store

SECTOR: Final = 512
_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - no secrets; a sync takes no time there
_NAMES: Final = count()
_WORDS: Final = {apsw.FullError: "database or disk is full", apsw.IOError: "disk I/O error"}
_SEEN_BY_NOBODY: Final = ("BEGIN", "COMMIT", "PRAGMA", "SELECT")
"""Statements that change nothing in the tables."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a file, or, where `what` is `said`, a moment at which a caller was told "it is there".

    `written` is how many statements had been given to SQLite by then.
    """

    what: str
    file: str = ""
    at: int = 0
    data: bytes = b""
    written: int = 0


class Disk(apsw.VFS):
    """Passes everything on to the real disk, and notes it; the n-th write or sync, from 1, may fail.

    Args:
        fail_at: which one fails; 0: none.
        error: with what.
        for_good: all that follow fail, too.
    """

    def __init__(self, fail_at: int = 0, error: type[Exception] = apsw.IOError, *, for_good: bool = True) -> None:
        self.name = f"watched-{next(_NAMES)}"
        super().__init__(self.name, "")
        self.fail_at, self.error, self.for_good = fail_at, error, for_good
        self.operations = 0
        self.failures = 0
        self.events: list[Event] = []
        self.statements: list[tuple[str, Sequence[Any]]] = []

    def xOpen(self, name: Any, flags: list[int]) -> "_File":  # noqa: N802 - SQLite's name
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        if path is not None and not Path(path).exists():
            self.note("create", path)
        return _File(self, name, flags, path or "")

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: FBT001, N802 - SQLite's
        super().xDelete(filename, syncdir)
        self.note("delete", filename)

    def note(self, what: str, path: str, at: int = 0, data: bytes = b"") -> None:
        self.events.append(Event(what, Path(path).name, at, data, len(self.statements)))

    def said(self) -> None:
        """Note that somebody was told that all so far is on disk."""
        self.note("said", "")

    def work(self) -> None:
        """Count a write or a sync, and fail if it is the one."""
        self.operations += 1
        if self.fail_at and (self.operations == self.fail_at or (self.for_good and self.operations > self.fail_at)):
            self.failures += 1
            raise self.error


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int], path: str) -> None:
        super().__init__("", name, flags)
        self._disk, self._path = disk, path

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._disk.work()
        super().xWrite(data, offset)
        self._disk.note("write", self._path, offset, bytes(data))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        super().xTruncate(newsize)
        self._disk.note("truncate", self._path, newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.work()
        super().xSync(flags)
        self._disk.note("sync", self._path)


class _Rows(list[tuple[Any, ...]]):
    def __init__(self, rows: Iterable[tuple[Any, ...]], connection: "Connection") -> None:
        super().__init__(rows)
        self._connection = connection

    def fetchall(self) -> list[tuple[Any, ...]]:
        return self

    def fetchone(self) -> tuple[Any, ...] | None:
        return self[0] if self else None

    def execute(self, statement: str) -> "_Rows":
        return self._connection.execute(statement)


class Connection:
    """A connection on such a disk, as far as the journal uses one of sqlite3."""

    def __init__(self, path: Path, disk: Disk) -> None:
        with _as_sqlite3():
            self._connection = apsw.Connection(str(path), vfs=disk.name)
        self._disk = disk

    def execute(self, statement: str, values: Sequence[Any] = ()) -> _Rows:
        if not statement.startswith(_SEEN_BY_NOBODY):
            self._disk.statements.append((statement, tuple(values)))
        with _as_sqlite3():
            return _Rows(self._connection.execute(statement, tuple(values)), self)

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        for row in rows:
            self.execute(statement, row)

    def executescript(self, script: str) -> None:
        self._disk.statements.append((store.TABLES, ()))
        with _as_sqlite3():
            _Rows(self._connection.execute(script), self)

    def close(self) -> None:
        with suppress(apsw.Error):  # sqlite3 closes without a word, too: what was not written is still in the log
            self._connection.close()


@contextmanager
def _as_sqlite3() -> Iterator[None]:
    try:
        yield
    except apsw.Error as error:
        known = sqlite3.OperationalError(_WORDS.get(type(error), str(error)))
        known.sqlite_errorname = f"SQLITE_{type(error).__name__.removesuffix('Error').upper()}"
        raise known from error


@contextmanager
def beneath(disk: Disk, settle: Callable[[Connection], object] = lambda connection: connection) -> Iterator[Disk]:
    """Let journals lie on a disk; `settle` may change settings of each connection."""

    def locked(path: Path) -> Connection:
        connection = Connection(path, disk)
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        settle(connection)
        return connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "_locked", locked)
        yield disk


@contextmanager
def in_memory() -> Iterator[Path]:
    """Give a folder on which thousands of syncs take no time, where there is such a place."""
    with TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as folder:
        yield Path(folder)
