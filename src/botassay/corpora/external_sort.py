"""Conversations whose utterances are anywhere in a file: gathered on disk, returned one by one, in order."""

import sqlite3
from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from math import isfinite
from typing import Final, NamedTuple, Self

from botassay.core.dialog import Dialog, Rejected, Role, Utterance
from botassay.core.errors import OutputError
from botassay.io.flaws import FlawError

_TABLES: Final = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE talk (number INTEGER PRIMARY KEY, name TEXT UNIQUE);
CREATE TABLE told (talk INTEGER, line INTEGER, id TEXT, answers TEXT, at TEXT, who TEXT, bot INTEGER, text TEXT);
CREATE TABLE flaw (talk INTEGER, line INTEGER, code TEXT, text TEXT, hint TEXT);
CREATE TABLE person (who TEXT PRIMARY KEY, bot INTEGER);
"""


class StoredUtterance(NamedTuple):
    """An utterance on its way."""

    line: int
    id: str | None
    answers: str | None
    """The id of the utterance that it answers."""
    at: str | None
    who: str
    bot: bool | None
    """Whether a bot says it, if the utterance states it."""
    text: str


class Gathering:
    """A temporary database, which is gone when it is closed."""

    def __init__(self) -> None:
        self._db = sqlite3.connect("", isolation_level=None)
        self._db.executescript(_TABLES)
        self._db.execute("BEGIN")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        self._db.close()
        if isinstance(error, sqlite3.Error):
            hint = "free disk space for temporary files, or choose another folder with TMPDIR"
            raise OutputError(f"conversations cannot be sorted on disk: {error}", hint=hint) from error

    def know(self, who: str, *, bot: bool) -> None:
        """Keep what is known of a speaker."""
        self._db.execute("INSERT OR REPLACE INTO person VALUES (?, ?)", (who, bot))

    def add(self, talk: str, message: StoredUtterance) -> None:
        """Take an utterance."""
        self._db.execute("INSERT INTO told VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (self._number(talk), *message))

    def spoil(self, talk: str, line: int, flaw: FlawError) -> None:
        """Take a bad row: its conversation is not returned."""
        row = (self._number(talk), line, flaw.code, flaw.text, flaw.hint)
        self._db.execute("INSERT INTO flaw VALUES (?, ?, ?, ?, ?)", row)

    def _number(self, talk: str) -> int:
        self._db.execute("INSERT OR IGNORE INTO talk (name) VALUES (?)", (talk,))
        (number,) = self._db.execute("SELECT number FROM talk WHERE name = ?", (talk,)).fetchone()
        return int(number)

    @property
    def count(self) -> int:
        """How many conversations there are."""
        (count,) = self._db.execute("SELECT count(*) FROM talk").fetchone()
        return int(count)

    @property
    def has_bot(self) -> bool:
        """Whether any speaker is known to be a bot."""
        query = "SELECT 1 FROM told LEFT JOIN person USING (who) WHERE coalesce(told.bot, person.bot) LIMIT 1"
        return self._db.execute(query).fetchone() is not None

    def conversations(self) -> Iterator[Dialog | Rejected]:
        """Return the conversations in the order of their first utterances, or their errors."""
        self._db.execute("CREATE INDEX told_talk ON told (talk, line)")
        self._db.execute("CREATE INDEX flaw_talk ON flaw (talk, line)")
        has_bot = self.has_bot
        query = (
            "SELECT line, id, answers, at, who, coalesce(told.bot, person.bot), text"
            " FROM told LEFT JOIN person USING (who) WHERE talk = ? ORDER BY line"
        )
        for number, name in self._db.execute("SELECT number, name FROM talk ORDER BY number"):
            flaws = self._db.execute("SELECT line, code, text, hint FROM flaw WHERE talk = ? ORDER BY line", (number,))
            rejected = [Rejected(line, code, text, hint, name) for line, code, text, hint in flaws]
            yield from rejected
            if not rejected:
                messages = [StoredUtterance(*row) for row in self._db.execute(query, (number,))]
                yield Dialog(name, _utterances(in_order(messages), has_bot=has_bot))


def _utterances(messages: Sequence[StoredUtterance], *, has_bot: bool) -> tuple[Utterance, ...]:
    beginner = messages[0].who
    return tuple(
        Utterance(
            Role.BOT if (message.bot if has_bot else message.who != beginner) else Role.USER,
            message.text.replace("\r\n", "\n"),
            message.who,
            message.at,
        )
        for message in messages
    )


def in_order(messages: Sequence[StoredUtterance]) -> list[StoredUtterance]:
    """Return utterances in their order in time: an answer behind what it answers, then by time.

    Where some have no time that is a number, the order of the file counts in its place. What answers in a circle comes
    last, in the order of the file.
    """
    times = _times(messages)
    keys = [(times[place] if times else 0.0, message.line, place) for place, message in enumerate(messages)]
    place_of = {message.id: place for place, message in enumerate(messages) if message.id is not None}
    answers: dict[int, list[int]] = {}
    ready = []
    for place, message in enumerate(messages):
        parent = place_of.get(message.answers) if message.answers is not None else None
        if parent is None or parent == place:
            ready.append(keys[place])
        else:
            answers.setdefault(parent, []).append(place)
    heapify(ready)
    order = []
    while ready:
        *_, place = heappop(ready)
        order.append(place)
        for answer in answers.get(place, ()):
            heappush(ready, keys[answer])
    circle = sorted(set(range(len(messages))) - set(order))
    return [messages[place] for place in (*order, *circle)]


def _times(messages: Sequence[StoredUtterance]) -> list[float] | None:
    try:
        times = [float(message.at) for message in messages if message.at is not None]
    except ValueError:
        return None
    return times if len(times) == len(messages) and all(map(isfinite, times)) else None
