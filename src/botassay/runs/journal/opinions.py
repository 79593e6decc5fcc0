"""Answers of a judge, kept beside a run so that nothing is asked twice; the chain does not speak of them."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple, Self

from botassay.runs.journal import store

NAME: Final = "opinions"
_TABLE: Final = """
CREATE TABLE IF NOT EXISTS opinions (
    judge TEXT NOT NULL, key TEXT NOT NULL, issue TEXT NOT NULL, label INTEGER,
    answer TEXT NOT NULL, reason TEXT NOT NULL,
    PRIMARY KEY (judge, key)
) STRICT, WITHOUT ROWID
"""


class KeptOpinion(NamedTuple):
    """An answer of a judge."""

    judge: str
    key: str
    """The digest of what was asked."""
    issue: str
    label: int | None
    """For a labelled reply of the sample, whether people say yes."""
    answer: str
    reason: str


class OpinionBook:
    """The answers that a journal keeps, being written.

    Args:
        connection: to the journal.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @classmethod
    @contextmanager
    def of(cls, folder: Path) -> Iterator[Self]:
        """Open the journal of a run to write answers.

        Raises: InputError for a folder without a run, or with a redacted one; OutputError while it is going on.
        """
        path = folder / store.FILE
        connection = store.reopen(path)
        try:
            connection.execute(_TABLE)
            yield cls(connection)
        finally:
            store.close(connection, path)

    def forget_sample(self, judge: str) -> None:
        """Forget which replies belong to the sample of a judge; its answers are kept."""
        self._connection.execute("UPDATE opinions SET label = NULL WHERE judge = ?", (judge,))

    def add(self, opinion: KeptOpinion) -> None:
        """Write an answer; it is on disk when this returns."""
        self._connection.execute("INSERT OR REPLACE INTO opinions VALUES (?, ?, ?, ?, ?, ?)", opinion)


def kept_opinions(folder: Path, judge: str) -> tuple[KeptOpinion, ...]:
    """Return the answers of a judge that a journal keeps.

    Raises: InputError for a folder without a run; OutputError while it is going on.
    """
    with closing(store.look_into(folder / store.FILE)) as connection:
        return tuple(each for each in all_opinions(connection) if each.judge == judge)


def all_opinions(connection: sqlite3.Connection) -> Iterator[KeptOpinion]:
    """Yield the answers of all judges in a journal."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (NAME,)).fetchone():
        return
    for row in connection.execute("SELECT judge, key, issue, label, answer, reason FROM opinions ORDER BY judge, key"):
        yield KeptOpinion(*row)


def write_all(connection: sqlite3.Connection, opinions: Iterable[KeptOpinion]) -> None:
    """Write answers into a journal, within its transaction; none leave it as it is."""
    rows = list(opinions)
    if rows:
        connection.execute(_TABLE)
        connection.executemany("INSERT INTO opinions VALUES (?, ?, ?, ?, ?, ?)", rows)
