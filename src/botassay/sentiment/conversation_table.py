"""Conversations in the columns of paper 002 (HD1, HD2): read, given proxies, merged, written.

`Text, Original, Enhancement, UB, C_num, User_gender`: Text is the enhancement (the proxy) and the original together, UB
is 0 for the chatbot and 1 for the user, C_num numbers the conversation (section V, preprocessing steps 2 to 7).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Final

from botassay.core.errors import InputError, UsageError
from botassay.io.csv_safe import csv_row, guarded_row
from botassay.io.sources import lines_of
from botassay.io.table import read_table

COLUMNS: Final = ("Text", "Original", "Enhancement", "UB", "C_num", "User_gender")
NEEDED: Final = ("UB", "C_num")
ROLES: Final = {"0": "bot", "1": "user"}
NONE: Final = "NA"
"""The class of users who did not state theirs."""
PROXIES: Final = {"male": "Hey boy, ", "female": "Hey girl, ", NONE: "Hey, "}
"""What is put before each utterance of a user, by class."""
GENDER: Final = "User_gender"
_PROXY: Final = re.compile(r"hey,? (?P<who>boy|girl)\b,?\s*|hey,\s*", re.IGNORECASE)
_WHO: Final = {"boy": "male", "girl": "female", None: NONE}
_WORDS: Final = {
    "male": "male", "m": "male", "man": "male",
    "female": "female", "f": "female", "woman": "female",
    "na": NONE, "prefer not to say": NONE,
}  # fmt: skip
"""What people write for a class, case folded."""
_DIGITS: Final = {"0": NONE, "1": "male", "2": "female"}
"""The codes of the published data sets, in the column User_gender."""
_LISTED: Final = 5
"""Values that are no class and named in an error."""
_HINT: Final = f"give CSV with the columns {','.join(COLUMNS)}; Text or Original, and User_gender, may be left out"


@dataclass(frozen=True, slots=True)
class ConversationRow:
    """One utterance: a row of the file."""

    conversation: str
    role: str
    """`user` or `bot`."""
    original: str
    enhancement: str
    group: str
    """The class of the conversation's user."""

    @property
    def text(self) -> str:
        """The text that a sentiment system scores."""
        return self.enhancement + self.original


@dataclass(frozen=True, slots=True)
class GroupColumn:
    """The column with the user's group, and which class its values mean."""

    name: str = GENDER
    classes: Mapping[str, str] = field(default_factory=dict)
    """Value, case folded -> class: what the user says, and stronger than the words and digits above."""

    def meaning(self, values: Iterable[str]) -> dict[str, str]:
        """Return the class of each value of the column; an empty one has none.

        The values of another column than User_gender are classes themselves, unless one of them is a word for a gender.

        Raises: KeyError with the values that mean no class.
        """
        known = {**_WORDS, **(_DIGITS if self.name == GENDER else {}), **self.classes}
        read = {value: known.get(value.casefold(), "") for value in values if value}
        unknown = [value for value, meant in read.items() if not meant]
        if self.name != GENDER and not self.classes and len(unknown) == len(read):
            return {value: value for value in read}
        if unknown:
            raise KeyError(*unknown)
        return read


def parse_classes(text: str | None) -> dict[str, str]:
    """Return which value means which class.

    Raises: UsageError.

    >>> parse_classes("1=male, D=NA")
    {'1': 'male', 'd': 'NA'}
    """
    pairs = [part.partition("=") for part in text.split(",")] if text else []
    if any(not value.strip() or not meant.strip() for value, _, meant in pairs):
        raise UsageError(f"--classes {text} is not a list of value=class", hint="write for example 1=male,2=female")
    spelt = {value.strip().casefold(): meant.strip() for value, _, meant in pairs}
    return {value: _WORDS.get(meant.casefold(), meant) for value, meant in spelt.items()}


def read_conversations(file: Path, groups_in: GroupColumn | None = None) -> tuple[ConversationRow, ...]:
    """Return the utterances of a file; without a column of groups the proxies tell the group of a conversation.

    Raises: InputError with the line of an invalid row, where a value of the column means no class, and where a
        conversation has users of two groups.
    """
    wanted = groups_in or GroupColumn()
    column = wanted.name
    table = read_table(lines_of(file), NEEDED, _HINT)
    if table.names:
        _check_columns(table.names, column, file)
    rows: list[ConversationRow] = []
    groups: dict[str, str] = {}
    read = [(_row(cells, where), cells.get(column, "").strip(), where) for cells, where in table.sound]
    classes = _classes(wanted, read, file)
    for parsed, value, where in read:
        row = _grouped(parsed, classes.get(value, ""), where, column)
        known = groups.setdefault(row.conversation, row.group) if row.group else ""
        if known != row.group:
            what = f"E136 conversation {row.conversation!r} has two groups: {known!r} and {row.group!r}"
            raise InputError(what, where, "write one")
        rows.append(row)
    if not rows:
        raise InputError("E100 there are no utterances", str(file), _HINT)
    return tuple(replace(row, group=groups.get(row.conversation, NONE)) for row in rows)


def _check_columns(names: Sequence[str], groups_in: str, file: Path) -> None:
    """Refuse a table without a column of texts, or without the named column of groups. Raises InputError."""
    if not {"Text", "Original"} & set(names):
        raise InputError("E142 there is no column of texts", f"{file}:1", _HINT)
    if groups_in not in {GENDER, *names}:
        raise InputError(f"E142 there is no column {groups_in!r}", f"{file}:1", f"there are {', '.join(names)}")


def _classes(column: GroupColumn, read: Sequence[tuple[ConversationRow, str, str]], file: Path) -> dict[str, str]:
    """Return the class of each value of the column. Raises InputError that lists the values that mean none."""
    lines = {value: where.rpartition(":")[2] for _, value, where in reversed(read)}
    try:
        return column.meaning(lines)
    except KeyError as error:
        values = sorted(map(str, error.args), key=lambda value: int(lines[value]))
        listed = ", ".join(f"{value[:40]!r} (line {lines[value]})" for value in values[:_LISTED])
        more = f" and {len(values) - _LISTED} more" if len(values) > _LISTED else ""
        hint = f"write male, female or NA, or say what they mean: --classes {values[0][:40]}=NA,…"
        raise InputError(f"E136 values of {column.name} mean no group: {listed}{more}", str(file), hint) from error


def _row(cells: Mapping[str, str], where: str) -> ConversationRow:
    """Read a row; its group is what its proxy says, if it has one."""
    role, conversation = ROLES.get(cells["UB"].strip()), cells["C_num"].strip()
    if role is None:
        raise InputError(
            f"E136 UB is {cells['UB'][:40]!r}; expected 0 or 1", where, "write 0 for the chatbot, 1 for the user"
        )
    if not conversation:
        raise InputError("E136 C_num is empty", where, "give each conversation a number")
    text = cells.get("Text", "")
    match = _PROXY.match(text) if role == "user" else None
    proxy = match[0] if match else ""
    original, enhancement = cells.get("Original", "") or text[len(proxy) :], cells.get("Enhancement", "") or proxy
    return ConversationRow(conversation, role, original, enhancement, _class_of(enhancement))


def _grouped(row: ConversationRow, group: str, where: str, column: str) -> ConversationRow:
    """Return a row with the group of the column where it has one. Raises InputError where its proxy says another."""
    if group in PROXIES and row.group not in {"", NONE, group}:
        hint = "correct one of them, or leave the column empty"
        raise InputError(f"E136 {column} says {group}, {row.enhancement.strip()!r} says {row.group}", where, hint)
    return replace(row, group=group or row.group)


def _class_of(enhancement: str) -> str:
    """Return the class that a proxy represents, with or without its comma.

    >>> _class_of("Hey girl, "), _class_of("hey boy"), _class_of("")
    ('female', 'male', '')
    """
    match = _PROXY.fullmatch(enhancement.strip())
    return _WHO[match["who"] and match["who"].lower()] if match else ""


def with_proxies(rows: Sequence[ConversationRow], seed: int | None = None) -> tuple[ConversationRow, ...]:
    """Put proxies before what users say, by their group; with a seed the groups are drawn, a third of each.

    The paper drew groups for HD2, whose users had not been asked (section V).

    Raises: InputError for a group that has no proxy.
    """
    assigned: dict[str, str] = {}
    if seed is not None:
        names = list(dict.fromkeys(row.conversation for row in rows))
        Random(seed).shuffle(names)  # noqa: S311 - no secrets
        assigned = {name: list(PROXIES)[at % len(PROXIES)] for at, name in enumerate(names)}
    elif unknown := sorted({row.group for row in rows} - set(PROXIES)):
        hint = "say which are male, female or NA: --classes VALUE=male,…"
        raise InputError(f"E136 there is no proxy for the group {', '.join(map(repr, unknown[:_LISTED]))}", None, hint)
    greeted = []
    for row in rows:
        group = assigned.get(row.conversation, row.group)
        proxy = PROXIES[group] if row.role == "user" else ""
        greeted.append(replace(row, group=group, enhancement=proxy))
    return tuple(greeted)


def merged(rows: Iterable[ConversationRow]) -> tuple[ConversationRow, ...]:
    """Put consecutive utterances of one role into one; empty ones are left out.

    >>> row = ConversationRow("1", "user", "hi", "Hey, ", "NA")
    >>> [row.text for row in merged([row, replace(row, original="you")])]
    ['Hey, hi Hey, you']
    """
    spoken = (row for row in rows if row.original.strip())
    runs = (list(run) for _, run in groupby(spoken, key=lambda row: (row.conversation, row.role)))
    return tuple(replace(run[0], enhancement="", original=" ".join(row.text for row in run)) for run in runs)


def written(rows: Iterable[ConversationRow]) -> Iterator[str]:
    """Write utterances as CSV in the paper's columns, piece by piece."""
    numbers = {role: number for number, role in ROLES.items()}
    yield csv_row(guarded_row(COLUMNS))
    for row in rows:
        cells = (row.text, row.original, row.enhancement, numbers[row.role], row.conversation, row.group)
        yield csv_row(guarded_row(cells))
