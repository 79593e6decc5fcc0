"""Conversations in the columns of paper 002 (HD1, HD2): read, given proxies, merged, written.

`Text, Original, Enhancement, UB, C_num, User_gender`: Text is the enhancement (the proxy) and the original together, UB
is 0 for the chatbot and 1 for the user, C_num numbers the conversation (section V, preprocessing steps 2 to 7).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Final

from botassay.core.errors import InputError
from botassay.io.csv_safe import csv_row, guarded_row
from botassay.io.sources import lines_of
from botassay.io.table import read_table

COLUMNS: Final = ("Text", "Original", "Enhancement", "UB", "C_num", "User_gender")
NEEDED: Final = ("UB", "C_num")
ROLES: Final = {"0": "bot", "1": "user"}
NONE: Final = "NA"
"""The class of users who did not state theirs."""
PROXIES: Final = {"male": "Hey boy, ", "female": "Hey girl, ", NONE: "Hey, "}
"""What is put before each utterance of a user, by class; the longer ones first, so that they are found."""
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


def read_conversations(file: Path, column: str = "User_gender") -> tuple[ConversationRow, ...]:
    """Return the utterances of a file; without a column of groups the proxies tell the group of a conversation.

    Raises: InputError with the line of an invalid row, and where a conversation has users of two groups.
    """
    table = read_table(lines_of(file), NEEDED, _HINT)
    if table.names and not {"Text", "Original"} & set(table.names):
        raise InputError("E142 there is no column of texts", f"{file}:1", _HINT)
    if table.names and column not in {"User_gender", *table.names}:
        raise InputError(f"E142 there is no column {column!r}", f"{file}:1", f"there are {', '.join(table.names)}")
    rows = []
    groups: dict[str, str] = {}
    for cells, where in table.sound:
        row = _row(cells, column, where)
        known = groups.setdefault(row.conversation, row.group) if row.group else groups.get(row.conversation, "")
        if row.group and known != row.group:
            raise InputError(
                f"E136 conversation {row.conversation!r} has two groups: {known!r} and {row.group!r}",
                where,
                "write one",
            )
        rows.append(row)
    if not rows:
        raise InputError("E100 there are no utterances", str(file), _HINT)
    return tuple(replace(row, group=groups.get(row.conversation, NONE)) for row in rows)


def _row(cells: Mapping[str, str], column: str, where: str) -> ConversationRow:
    """Read a row; the group is empty where neither a column nor a proxy gives it."""
    role, conversation = ROLES.get(cells["UB"].strip()), cells["C_num"].strip()
    if role is None:
        raise InputError(
            f"E136 UB is {cells['UB'][:40]!r}; expected 0 or 1", where, "write 0 for the chatbot, 1 for the user"
        )
    if not conversation:
        raise InputError("E136 C_num is empty", where, "give each conversation a number")
    proxy, rest = "", cells.get("Text", "")
    if role == "user":
        proxy = next((proxy for proxy in PROXIES.values() if rest.startswith(proxy)), "")
        rest = rest.removeprefix(proxy)
    original, enhancement = cells.get("Original", "") or rest, cells.get("Enhancement", "") or proxy
    group = cells[column].strip() if column in cells else _class_of(enhancement)
    return ConversationRow(conversation, role, original, enhancement, group)


def _class_of(enhancement: str) -> str:
    """Return the class that a proxy represents.

    >>> _class_of("Hey girl, "), _class_of("")
    ('female', '')
    """
    return next((name for name, proxy in PROXIES.items() if proxy.strip() == enhancement.strip()), "")


def with_proxies(rows: Sequence[ConversationRow], seed: int | None = None) -> tuple[ConversationRow, ...]:
    """Put proxies before what users say, by their group; with a seed the groups are drawn, a third of each.

    The paper drew groups for HD2, whose users had not been asked (section V).
    """
    assigned: dict[str, str] = {}
    if seed is not None:
        names = list(dict.fromkeys(row.conversation for row in rows))
        Random(seed).shuffle(names)  # noqa: S311 - no secrets
        assigned = {name: list(PROXIES)[at % len(PROXIES)] for at, name in enumerate(names)}
    greeted = []
    for row in rows:
        group = assigned.get(row.conversation, row.group)
        proxy = PROXIES.get(group, PROXIES[NONE]) if row.role == "user" else ""
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
