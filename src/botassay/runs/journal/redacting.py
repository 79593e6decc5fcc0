"""A journal without personal data: a new file with the rows changed, in which the chain of the old one still holds.

A changed row loses its salt, without which its digest tells nothing about what stood there. With the salts, which the
mapping keeps, the journal can be made again as it was.
"""

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import msgspec

from botassay.core.errors import InputError, OutputError
from botassay.runs.journal import chain, store
from botassay.runs.journal.opinions import KeptOpinion, all_opinions, write_all

SECRET: Final = "secret"  # noqa: S105 - the name of a fact
Change = Callable[[str], str]
_PLACES: Final = {
    chain.PLANNED: ("scripts", "conversation = ? AND id = ?"),
    chain.SAID: ("turns", "conversation = ? AND attempt = ? AND turn = ?"),
    chain.ANSWERED: ("turns", "conversation = ? AND attempt = ? AND turn = ?"),
    chain.ENDED: ("attempts", "conversation = ? AND attempt = ?"),
}
_PLAIN: Final[Mapping[str, tuple[str, ...]]] = {
    "scripts": ("user",),
    "turns": ("said",),
    "attempts": ("kind", "what", "evidence"),
}
"""Columns of text, by table."""
_JSON: Final[Mapping[str, tuple[str, ...]]] = {
    "scripts": ("lines", "after", "tags"),
    "turns": ("reply",),
    "attempts": (),
}
"""Columns of JSON."""
_OF_EVENT: Final[Mapping[str, tuple[str, ...]]] = {
    chain.PLANNED: ("user", "lines", "after", "tags"),
    chain.SAID: ("said",),
    chain.ANSWERED: ("reply",),
    chain.ENDED: ("kind", "what", "evidence"),
}
"""Columns that a row of the chain is about and that may be changed."""


class Withheld(msgspec.Struct):
    """What a redacted journal lacks beside the values of its marks."""

    salts: dict[str, str] = {}
    """Of the rows that were changed, by `conversation/number`, hexadecimal."""
    facts: dict[str, str] = {}
    """Parts of the description of the run."""
    opinions: list[KeptOpinion] = []
    """Answers of a judge, which may quote."""


def texts_of(source: Path) -> list[tuple[str, bool]]:
    """Return every text that may hold personal data, and whether it is JSON."""
    texts: list[tuple[str, bool]] = []
    with closing(store.look_into(source)) as connection:
        rows = connection.execute("SELECT value FROM facts WHERE name NOT IN (?, ?)", (store.SEAL, SECRET))
        texts += [(value, True) for (value,) in rows]
        for columns, is_json in ((_PLAIN, False), (_JSON, True)):
            for table, names in columns.items():
                for name in names:
                    values = connection.execute(f"SELECT {name} FROM {table} WHERE {name} IS NOT NULL")  # noqa: S608 - ours
                    texts += [(value, is_json) for (value,) in values]
    return texts


def redacted_copy(source: Path, target: Path, plain: Change, in_json: Change) -> Withheld:
    """Write a journal without personal data, and return what was withheld beside the values of its marks.

    Args:
        source: a journal of a run that is not going on.
        target: the new file.
        plain: what becomes of a text.
        in_json: what becomes of JSON.

    Raises: InputError for a journal that cannot be redacted; OutputError where there is one already.
    """
    withheld = Withheld()
    with closing(store.look_into(source)) as old:
        withheld.opinions = list(all_opinions(old))
        if not chain.sealed(old):
            hint = "share reports instead: botassay report RUN --redact -o report.html"
            raise InputError("E175 an earlier version wrote this journal, without digests", str(source), hint)
        with closing(_copied(old, target, store.REDACTED)) as new:
            for name, value in old.execute("SELECT name, value FROM facts").fetchall():
                if name != store.SEAL:
                    _redact_fact(new, name, value, in_json, withheld)
            _change_rows(new, plain, in_json)
            for row in old.execute("SELECT conversation, number, event, place, salt FROM chain").fetchall():
                _unsalt(old, new, row, withheld)
            new.execute("COMMIT")
    return withheld


def restored_copy(source: Path, target: Path, plain: Change, in_json: Change, withheld: Withheld) -> None:
    """Write a journal as it was before it was redacted, and see that every row is as it was recorded.

    Args:
        source: a redacted journal.
        target: the new file.
        plain: puts the values back into a text.
        in_json: puts them back into JSON.
        withheld: what `redacted_copy` returned.
    """
    with closing(store.look_into(source)) as old, closing(_copied(old, target, store.VERSION)) as new:
        for name, value in old.execute("SELECT name, value FROM facts WHERE name <> ?", (store.SEAL,)).fetchall():
            new.execute("UPDATE facts SET value = ? WHERE name = ?", (in_json(value), name))
        new.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", withheld.facts.items())
        _change_rows(new, plain, in_json)
        write_all(new, withheld.opinions)
        for key, salt in withheld.salts.items():
            conversation, _, number = key.rpartition("/")
            place = (bytes.fromhex(salt), conversation, int(number))
            new.execute("UPDATE chain SET salt = ? WHERE conversation = ? AND number = ?", place)
        new.execute("COMMIT")


def _copied(old: sqlite3.Connection, target: Path, version: int) -> sqlite3.Connection:
    """Return a connection to a new file with the rows of another, within a transaction; no byte of the old is left."""
    store.check_free(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        new = sqlite3.connect(target, isolation_level=None)
        new.execute("PRAGMA secure_delete=ON").fetchall()
        new.executescript(
            f"BEGIN; PRAGMA application_id={store.APPLICATION}; PRAGMA user_version={version}; {store.TABLES}"
        )
        for table in ("facts", "scripts", "attempts", "turns", "chain"):
            for row in old.execute(f"SELECT * FROM {table}"):  # noqa: S608 - ours
                new.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608 - ours
    except (OSError, sqlite3.OperationalError) as error:
        raise OutputError(f"cannot be written: {error}", str(target)) from error
    return new


def _redact_fact(new: sqlite3.Connection, name: str, value: str, in_json: Change, withheld: Withheld) -> None:
    if name == SECRET:  # with it what the description said could be guessed
        withheld.facts[name] = value
        new.execute("DELETE FROM facts WHERE name = ?", (name,))
        return
    new.execute("UPDATE facts SET value = ? WHERE name = ?", (in_json(value), name))


def _change_rows(new: sqlite3.Connection, plain: Change, in_json: Change) -> None:
    for columns, change in ((_PLAIN, plain), (_JSON, in_json)):
        for table, names in columns.items():
            for name in names:
                values = new.execute(f"SELECT DISTINCT {name} FROM {table} WHERE {name} IS NOT NULL").fetchall()  # noqa: S608 - ours
                pairs = [(changed, value) for (value,) in values if (changed := change(value)) != value]
                _update(new, table, name, pairs)


def _update(new: sqlite3.Connection, table: str, name: str, pairs: list[tuple[str, str]]) -> None:
    """Change values of a column at once, so that no new value is taken for an old one."""
    new.execute("CREATE TEMP TABLE changes (old TEXT PRIMARY KEY, new TEXT)")
    new.executemany("INSERT INTO changes VALUES (?2, ?1)", pairs)
    new.execute(
        f"UPDATE {table} SET {name} = (SELECT new FROM changes WHERE old = {name}) "  # noqa: S608 - ours
        f"WHERE {name} IN (SELECT old FROM changes)"
    )
    new.execute("DROP TABLE changes")


def _unsalt(old: sqlite3.Connection, new: sqlite3.Connection, row: tuple[Any, ...], withheld: Withheld) -> None:
    """Take the salt out of a row of the chain whose row was changed."""
    conversation, number, event, place, salt = row
    if event not in _PLACES:
        return
    table, where = _PLACES[event]
    columns = ", ".join(_OF_EVENT[event])
    key = (conversation, place) if event == chain.PLANNED else (conversation, *map(int, place.split("/")))
    query = f"SELECT {columns} FROM {table} WHERE {where}"  # noqa: S608 - ours
    if old.execute(query, key).fetchone() == new.execute(query, key).fetchone():
        return
    withheld.salts[f"{conversation}/{number}"] = salt.hex()
    new.execute("UPDATE chain SET salt = x'' WHERE conversation = ? AND number = ?", (conversation, number))
