"""The file of the journal: its tables, opened so that commits survive a loss of power."""

import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from shutil import disk_usage
from typing import Final

from botassay.core.errors import InputError, OutputError
from botassay.io.missing import beside
from botassay.runs.journal.stamp import Stamp, stamp

FILE: Final = "run.sqlite"
APPLICATION: Final = 0x626F7441
"""Marks the file as a journal ("botA"), for `file` and botassay."""
VERSION: Final = 2
REDACTED: Final = 3
"""The version of a journal out of which personal data were taken; it is read, and not continued."""
READ: Final = (1, VERSION, REDACTED)
"""Versions that are read; those before 2 have no chain."""
PATIENCE: Final = 0.5
"""Seconds that a lock is waited for: a run keeps its lock until it ends, a recovery is over in moments."""
LEAST_ROOM: Final = 50 * 2**20
"""Bytes that are free on a disk to which a run is written."""
UNBEGUN: Final = "a run was stopped here before it asked anything"

SEAL: Final = "seal"
"""The name of a fact that says whether the others are those that the run began with."""
BESIDE: Final = ("-wal", "-journal")
"""Endings of the files that SQLite keeps beside another."""
_UNWRITABLE: Final = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN")
"""How the names of errors begin that are the disk's fault, and not the file's."""

TABLES: Final = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE scripts (
    ordinal INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, user TEXT NOT NULL, conversation TEXT NOT NULL,
    lines TEXT NOT NULL, after TEXT NOT NULL, tags TEXT NOT NULL
) STRICT;
CREATE TABLE attempts (
    conversation TEXT NOT NULL, attempt INTEGER NOT NULL, state TEXT NOT NULL, kind TEXT, what TEXT, evidence TEXT,
    PRIMARY KEY (conversation, attempt)
) STRICT, WITHOUT ROWID;
CREATE TABLE turns (
    conversation TEXT NOT NULL, attempt INTEGER NOT NULL, turn INTEGER NOT NULL, script TEXT NOT NULL,
    said TEXT NOT NULL, sent_at TEXT NOT NULL, reply TEXT, seconds REAL,
    PRIMARY KEY (conversation, attempt, turn)
) STRICT, WITHOUT ROWID;
CREATE TABLE chain (
    conversation TEXT NOT NULL, number INTEGER NOT NULL, event TEXT NOT NULL, place TEXT NOT NULL,
    salt BLOB NOT NULL, content BLOB NOT NULL, digest BLOB NOT NULL,
    PRIMARY KEY (conversation, number)
) STRICT, WITHOUT ROWID;
"""


class AttemptState(StrEnum):
    """The outcome of an attempt to hold a conversation."""

    OPEN = "open"
    """Begun; if no run is holding it, it is unknown what the bot did with the last turn."""
    HELD = "held"
    """Every turn was answered. Of a chat: some turn was, and its failures, if any, ended this attempt."""
    FAILED = "failed"
    IN_DOUBT = "in_doubt"
    """Broken off, and not to be tried again: the bot may have acted on it."""
    ABANDONED = "abandoned"
    """Another attempt took its place; its answers are kept, and not scored."""


def create(path: Path, fill: Callable[[sqlite3.Connection], None]) -> sqlite3.Connection:
    """Return a connection to a new file: whole, with the rows that `fill` writes, or none at all.

    Raises: OutputError when there is one already, or none can be made.
    """
    check_free(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        check_room(path.parent)
        path.open("xb").close()  # if another run was faster, it stays that one's
        _clear_beside(path)
        _keep_folder(path.parent)
    except OSError as error:
        raise OutputError(f"cannot be written: {error}", str(path)) from error
    connection = _locked(path)
    try:
        connection.execute("PRAGMA synchronous=FULL")
        connection.executescript(f"BEGIN; PRAGMA application_id={APPLICATION}; PRAGMA user_version={VERSION}; {TABLES}")
        fill(connection)
        connection.execute("COMMIT")
        _make_ready(connection)
    except sqlite3.Error as error:
        connection.close()
        path.unlink(missing_ok=True)
        _clear_beside(path)
        raise OutputError(f"cannot be written: {error}", str(path)) from error
    return connection


def check_free(path: Path) -> None:
    """Refuse a file that is there already.

    Raises: OutputError.
    """
    if not path.exists():
        return
    if path.stat().st_size:
        hint = f"continue it with botassay resume {path.parent}, or choose another folder"
        raise OutputError("the folder already holds a run", str(path.parent), hint)
    raise OutputError(UNBEGUN, str(path), "remove the file or choose another folder")


def check_room(folder: Path) -> None:
    """Refuse to talk to a bot where its answers would soon find no room.

    Raises: OutputError.
    """
    free = disk_usage(folder).free
    if free < LEAST_ROOM:
        raise OutputError(
            f"only {free / 2**20:,.0f} MiB are free; a run needs {LEAST_ROOM / 2**20:,.0f}",
            str(folder),
            "free disk space, or choose another folder with --out",
        )


def _clear_beside(path: Path) -> None:
    """Remove what is left of another file with this name: SQLite would take it for a part of the new one."""
    for end in BESIDE:
        path.with_name(path.name + end).unlink(missing_ok=True)


def _keep_folder(folder: Path) -> None:
    """See to it that a new folder survives a loss of power; SQLite does so for the files in it."""
    with suppress(PermissionError):  # Windows opens no folders, and needs none of this
        above = os.open(folder.resolve().parent, os.O_RDONLY)
        try:
            os.fsync(above)
        finally:
            os.close(above)


def reopen(path: Path) -> sqlite3.Connection:
    """Open a file to write on; what a killed run had committed is recovered, what is not ours is left as it is.

    Raises: InputError for another kind of file, OutputError while another run writes it.
    """
    _check_stamp(path)
    found = stamp(path)
    if found is not None and found.version == REDACTED:
        hint = "continue the run from which it was made"
        raise InputError("E175 the journal was redacted and cannot be continued", str(path), hint)
    return _opened(path, _locked, _make_ready)


def look_into(path: Path) -> sqlite3.Connection:
    """Open a file to read it only.

    Raises: InputError for another kind of file, OutputError while a run is still going on.
    """
    if any(path.with_name(path.name + end).exists() for end in BESIDE):
        close(reopen(path), path)  # a killed run: what it had committed is put into the file first
    return _as_it_lies(path)


def close(connection: sqlite3.Connection, path: Path) -> None:
    """Put everything into the one file, and close it.

    Raises: OutputError when the disk does not take it; it is put there when the file is next opened.
    """
    try:
        with closing(connection):
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            connection.execute("PRAGMA journal_mode=DELETE").fetchall()
    except sqlite3.Error as error:
        raise OutputError(
            f"cannot be written: {error}", str(path), "free disk space, then run botassay resume"
        ) from error


def copy(connection: sqlite3.Connection, path: Path) -> OutputError | None:
    """Copy a journal that is being written into one file; return why that failed, or None."""
    try:
        path.unlink(missing_ok=True)
        _clear_beside(path)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            connection.backup(other)
            other.execute("PRAGMA journal_mode=DELETE").fetchall()
    except (OSError, sqlite3.Error) as error:
        return OutputError(f"cannot be written: {error}", str(path))
    return None


def _as_it_lies(path: Path) -> sqlite3.Connection:
    """Open a file and look at nothing beside it: no lock, no recovery, not a byte is written.

    Raises: InputError for another kind of file.
    """
    _check_stamp(path)
    return _opened(path, _immutable)


def without_journal(folder: Path) -> InputError:
    """Return the error for a folder that is given as a run and is none."""
    hint = f"{beside(folder, (FILE,))}; a run is a folder with a {FILE}, which botassay rate BOT makes"
    return InputError("E174 the folder holds no journal of a run", str(folder), hint)


def _check_stamp(path: Path) -> None:
    """Refuse a file that is not a journal, also where power failed while it was written.

    Raises: InputError.
    """
    if not path.is_file():
        raise without_journal(path.parent)
    if not path.stat().st_size:
        raise InputError(UNBEGUN, str(path), "remove the file and begin a new run")
    try:
        stamp_read = stamp(path)
    except OSError as error:
        raise InputError(f"E174 cannot be read as a journal: {error.strerror}", str(path)) from error
    if stamp_read is None:
        raise InputError("E175 cannot be read as a journal: it is not a database", str(path))
    _check(stamp_read, path)


def _opened(
    path: Path, connect: Callable[[Path], sqlite3.Connection], *ready: Callable[[sqlite3.Connection], None]
) -> sqlite3.Connection:
    """Connect, and close again where the file is not a journal or cannot be made ready."""
    try:
        connection = connect(path)
        try:
            _check(_stamped(connection), path)
            for make in ready:
                make(connection)
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise _reason(error, path) from error
    return connection


def _immutable(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)


def _locked(path: Path) -> sqlite3.Connection:
    """Open a file for one writer, who needs no shared memory."""
    connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA locking_mode=EXCLUSIVE").fetchall()
    return connection


def _make_ready(connection: sqlite3.Connection) -> None:
    """See to it that a commit is on disk when it is done, and lock out everybody else."""
    connection.execute("PRAGMA journal_mode=WAL").fetchall()
    connection.execute("PRAGMA synchronous=FULL").fetchall()
    connection.execute("BEGIN IMMEDIATE").execute("COMMIT")


def _stamped(connection: sqlite3.Connection) -> Stamp:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return Stamp(application, version)


def _check(stamp_read: Stamp, path: Path) -> None:
    if stamp_read.application != APPLICATION:
        raise InputError("E175 is not a journal of botassay", str(path))
    if stamp_read.version not in READ:
        what = f"E175 has version {stamp_read.version}; this botassay reads versions up to {READ[-1]}"
        raise InputError(what, str(path), "install a newer botassay")


def _reason(error: sqlite3.Error, path: Path) -> InputError | OutputError:
    if error.sqlite_errorname in ("SQLITE_BUSY", "SQLITE_LOCKED"):
        return OutputError("is being written by another run", str(path), "wait until it ends")
    if error.sqlite_errorname.startswith(_UNWRITABLE):
        return OutputError(f"cannot be written: {error}", str(path), "free disk space, then run botassay resume")
    return InputError(f"E175 cannot be read as a journal: {error}", str(path))


def seal(facts: Iterable[tuple[str, str]]) -> str:
    """Return the SHA-256 of facts, of their names and values as in the table."""
    return sha256("\n".join(f"{name} {value}" for name, value in sorted(facts)).encode()).hexdigest()
