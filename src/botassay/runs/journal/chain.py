"""The chain of a journal: whoever changes, removes or adds a row breaks it, conversation by conversation.

Each row has a digest over the digest before it and over the content of the row, which is itself a digest over a random
salt and the row: personal data can be taken out of a row later, with its salt, and the chain still holds. The root over
all conversations stands in the rating, so that a rating belongs to one journal.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from heapq import merge
from itertools import groupby
from operator import itemgetter
from secrets import token_bytes
from typing import Any, Final, NamedTuple, Self

import msgspec

from botassay.core.errors import InputError
from botassay.runs.journal import store

HINT: Final = "restore the run from a backup, or begin a new one"
LINK: Final = "INSERT INTO chain VALUES (?, ?, ?, ?, ?, ?, ?)"
PLANNED: Final = "planned"
BEGUN: Final = "begun"
SAID: Final = "said"
ANSWERED: Final = "answered"
ENDED: Final = "ended"
_SALT: Final = 16
"""Bytes."""
_encode: Final = msgspec.json.Encoder().encode

Place = tuple[str | int, ...]
"""Which row of a conversation: the script, the attempt, or the attempt and the turn."""
Columns = tuple[Any, ...]


class Entry(NamedTuple):
    """A row as it is written."""

    event: str
    conversation: str
    place: Place
    columns: Columns

    @property
    def values(self) -> Columns:
        """Its parameters in a statement."""
        return (self.conversation, *self.place, *self.columns)


class Chain:
    """The ends of the chains of a journal that is being written.

    Args:
        ends: by conversation: the number of its last row, and the digest of that.
    """

    def __init__(self, ends: Mapping[str, tuple[int, bytes]]) -> None:
        self._ends = dict(ends)

    @classmethod
    def of(cls, connection: sqlite3.Connection) -> Self | None:
        """Return the chain of a journal; None for one of an earlier version, which has none."""
        if not sealed(connection):
            return None
        rows = connection.execute("SELECT conversation, MAX(number), digest FROM chain GROUP BY conversation")
        return cls({name: (number, digest) for name, number, digest in rows.fetchall()})

    def link(self, entry: Entry) -> Columns:
        """Return the next row of the chain, as `LINK` takes it."""
        number, before = self._ends.get(entry.conversation, (0, b""))
        salt = token_bytes(_SALT)
        place = _written(entry.place)
        content = _content(salt, entry.event, place, entry.columns)
        digest = sha256(before + content).digest()
        self._ends[entry.conversation] = (number + 1, digest)
        return (entry.conversation, number + 1, entry.event, place, salt, content, digest)


def sealed(connection: sqlite3.Connection) -> bool:
    """Return whether a journal has a chain; those of version 1 have none."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return bool(version > 1)


def redacted(connection: sqlite3.Connection) -> bool:
    """Return whether personal data were taken out of a journal."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return bool(version == store.REDACTED)


def root_of(connection: sqlite3.Connection, seal: str, where: str) -> str | None:
    """Check every row of a journal; return the digest over its description and all conversations, None without a chain.

    Rows of a redacted journal that have no salt are not compared with their digests.

    Args:
        connection: to the journal.
        seal: the digest of the description of the run, before anything was taken out.
        where: the journal, for errors.

    Raises: InputError with the conversation and the number of the first row that is not as it was written.
    """
    if not sealed(connection):
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'chain'").fetchone():
            raise InputError("E176 the journal was changed: its version was lowered", where, HINT)
        return None
    whole = sha256(seal.encode())
    unsalted = redacted(connection)
    for name, rows in groupby(merge(*_rows(connection), key=itemgetter(0)), key=itemgetter(0)):
        number, digest = _checked(name, [row for _, row in rows], where, unsalted=unsalted)
        whole.update(msgspec.json.encode([name, number, digest.hex()]))
    return f"sha256:{whole.hexdigest()}"


class _Link(NamedTuple):
    number: int
    event: str
    place: str
    salt: bytes
    content: bytes
    digest: bytes


_Row = tuple[str, Entry | _Link]
"""A row with its conversation."""


def _rows(connection: sqlite3.Connection) -> Iterator[Iterator[_Row]]:
    """Yield the rows of each table, by conversation, as they would be written now, and those of the chain."""
    scripts = connection.execute(
        "SELECT conversation, id, user, lines, after, tags FROM scripts ORDER BY conversation, ordinal"
    )
    attempts = connection.execute(
        "SELECT conversation, attempt, state, kind, what, evidence FROM attempts ORDER BY conversation"
    )
    turns = connection.execute("SELECT * FROM turns ORDER BY conversation")
    links = connection.execute("SELECT * FROM chain ORDER BY conversation, number")
    yield ((name, Entry(PLANNED, name, (script,), tuple(columns))) for name, script, *columns in scripts)
    yield (row for attempt in attempts for row in _of_attempt(*attempt))
    yield (row for turn in turns for row in _of_turn(*turn))
    yield ((name, _Link(*link)) for name, *link in links)


def _of_attempt(name: str, attempt: int, *columns: Any) -> Iterator[_Row]:
    yield name, Entry(BEGUN, name, (attempt,), ())
    if columns[0] != store.AttemptState.OPEN:
        yield name, Entry(ENDED, name, (attempt,), columns)


def _of_turn(name: str, attempt: int, turn: int, *columns: Any) -> Iterator[_Row]:
    place = (attempt, turn)
    yield name, Entry(SAID, name, place, columns[:3])
    if columns[3:] != (None, None):
        yield name, Entry(ANSWERED, name, place, columns[3:])


def _checked(name: str, found: Iterable[Entry | _Link], where: str, *, unsalted: bool) -> tuple[int, bytes]:
    """Check the rows of one conversation against its chain; return the number and the digest of the last one.

    Args:
        name: of the conversation.
        found: its rows, and those of its chain.
        where: the journal, for errors.
        unsalted: whether a row may be without a salt, and is then not compared.
    """

    def changed(number: int, what: str) -> InputError:
        text = f"E176 the journal was changed: conversation {name!r}, row {number}: {what}"
        return InputError(text, where, HINT)

    links: list[_Link] = []
    rows: dict[tuple[str, str], Columns] = {}
    for row in found:
        if isinstance(row, _Link):
            links.append(row)
        else:
            rows[row.event, _written(row.place)] = row.columns
    last = {(link.event, link.place): link.number for link in links}
    before = b""
    for number, link in enumerate(links, 1):
        key = (link.event, link.place)
        if link.number != number:
            raise changed(number, "it is missing")
        if last[key] == number:  # an outcome that was overtaken by another one no longer stands in its table
            if key not in rows:
                raise changed(number, f"{_named(*key)} is missing")
            if not _recorded(link, rows[key], unsalted=unsalted):
                raise changed(number, f"{_named(*key)} is not what was recorded")
        if sha256(before + link.content).digest() != link.digest:
            raise changed(number, f"{_named(*key)} does not follow from the row before it")
        before = link.digest
    for key in sorted(rows.keys() - last.keys()):
        raise changed(len(links) + 1, f"{_named(*key)} was added")
    return len(links), before


def _recorded(link: _Link, columns: Columns, *, unsalted: bool) -> bool:
    """Whether a row is what was recorded; of a row without a salt, where there may be some, nothing can be said."""
    return (unsalted and not link.salt) or _content(link.salt, link.event, link.place, columns) == link.content


def _content(salt: bytes, event: str, place: str, columns: Columns) -> bytes:
    return sha256(salt + _encode((event, place, *columns))).digest()


def _written(place: Place) -> str:
    return "/".join(map(str, place))


def _named(event: str, place: str) -> str:
    """Say what a row is.

    >>> _named("answered", "1/2"), _named("ended", "2")
    ('answer 3 of attempt 1', 'the outcome of attempt 2')
    """
    attempt, _, turn = place.partition("/")
    match event:
        case "said" | "answered" if turn.isdecimal():
            return f"{'message' if event == SAID else 'answer'} {int(turn) + 1} of attempt {attempt}"
        case "begun":
            return f"attempt {attempt}"
        case "ended":
            return f"the outcome of attempt {attempt}"
    return f"the script {place!r}"
