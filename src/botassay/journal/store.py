"""The file: its tables, and how it is opened so that what is committed survives a loss of power."""

import sqlite3
from enum import StrEnum
from pathlib import Path
from typing import Final

from botassay.errors import InputError, OutputError

FILE: Final = "run.sqlite"
APPLICATION: Final = 0x626F7441
"""Marks the file as ours ("botA"), for `file` and for us."""
VERSION: Final = 1

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
"""


class State(StrEnum):
    """What became of an attempt to hold a conversation."""

    OPEN = "open"
    """Begun; if nobody is at it any more, nobody knows what the bot did with the last turn."""
    HELD = "held"
    """Every turn was answered."""
    FAILED = "failed"
    IN_DOUBT = "in_doubt"
    """Broken off, and not to be tried again: the bot may have acted on it."""
    ABANDONED = "abandoned"
    """Another attempt took its place; its answers are kept, and not scored."""


def create(path: Path) -> sqlite3.Connection:
    """Make a new file.

    Raises: OutputError when there is one already, or none can be made.
    """
    if path.exists():
        raise OutputError("there is a run already", str(path), "go on with it: botassay resume, or name another folder")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = _connected(path)
        connection.executescript(f"PRAGMA application_id={APPLICATION}; PRAGMA user_version={VERSION}; {TABLES}")
    except (OSError, sqlite3.Error) as error:
        raise OutputError(f"cannot be written: {error}", str(path)) from error
    return connection


def reopen(path: Path) -> sqlite3.Connection:
    """Open a file to write on; what a killed run had committed is recovered.

    Raises: InputError for what is no journal of ours, OutputError when somebody else writes it.
    """
    if not path.is_file():
        raise InputError("there is no journal", str(path), f"a run is a folder with a {FILE}")
    try:
        connection = _connected(path)
        _check(connection, path)
    except sqlite3.Error as error:
        raise _reason(error, path) from error
    return connection


def look_into(path: Path) -> sqlite3.Connection:
    """Open a file to read it only.

    Raises: InputError for what is no journal of ours, OutputError when a run is still going on.
    """
    if path.with_name(f"{path.name}-wal").exists():  # a killed run: what it had committed is put into the file first
        reopen_and_close(path)
    if not path.is_file():
        raise InputError("there is no journal", str(path), f"a run is a folder with a {FILE}")
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)
        _check(connection, path)
    except sqlite3.Error as error:
        raise _reason(error, path) from error
    return connection


def reopen_and_close(path: Path) -> None:
    """Recover what a killed run had committed, into one file."""
    close(reopen(path))


def close(connection: sqlite3.Connection) -> None:
    """Put everything into the one file, and close it."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.execute("PRAGMA journal_mode=DELETE").fetchall()
    connection.close()


def _connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE").fetchall()  # one writer, and no shared memory file
        connection.execute("PRAGMA journal_mode=WAL").fetchall()
        connection.execute("PRAGMA synchronous=FULL").fetchall()
        connection.execute("BEGIN IMMEDIATE").execute("COMMIT")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _check(connection: sqlite3.Connection, path: Path) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application == APPLICATION and version == VERSION:
        return
    connection.close()
    if application != APPLICATION:
        raise InputError("is not a journal of botassay", str(path))
    raise InputError(f"is of version {version}, and this botassay knows {VERSION}", str(path), "install a newer one")


def _reason(error: sqlite3.Error, path: Path) -> InputError | OutputError:
    if error.sqlite_errorname in ("SQLITE_BUSY", "SQLITE_LOCKED"):
        return OutputError("is being written by another run", str(path), "wait until it ends")
    return InputError(f"cannot be read as a journal: {error}", str(path))
