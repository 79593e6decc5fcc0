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
"""The class of who did not say."""
PROXIES: Final = {"male": "Hey boy, ", "female": "Hey girl, ", NONE: "Hey, "}
"""What is put before each utterance of a user, by class; the longer ones first, so that they are found."""
_HINT: Final = f"give CSV with the columns {','.join(COLUMNS)}; Text or Original, and User_gender, may be left out"


@dataclass(frozen=True, slots=True)
class Said:
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
        """What a sentiment system is asked about."""
        return self.enhancement + self.original


def read_talks(file: Path, column: str = "User_gender") -> tuple[Said, ...]:
    """Read utterances; where the column of the group is missing, the proxies tell the group of a conversation.

    Raises: InputError with the line for what is no row, and where a conversation has users of two groups.
    """
    table = read_table(lines_of(file), NEEDED, _HINT)
    if table.names and not {"Text", "Original"} & set(table.names):
        raise InputError("E142 there is no column of texts", f"{file}:1", _HINT)
    if table.names and column not in {"User_gender", *table.names}:
        raise InputError(f"E142 there is no column {column!r}", f"{file}:1", f"there are {', '.join(table.names)}")
    said = []
    groups: dict[str, str] = {}
    for cells, where in table.sound:
        one = _said(cells, column, where)
        known = groups.setdefault(one.conversation, one.group) if one.group else groups.get(one.conversation, "")
        if one.group and known != one.group:
            raise InputError(
                f"E136 the user of conversation {one.conversation!r} is {known!r} and {one.group!r}", where, "write one"
            )
        said.append(one)
    if not said:
        raise InputError("E100 there are no utterances", str(file), _HINT)
    return tuple(replace(one, group=groups.get(one.conversation, NONE)) for one in said)


def _said(cells: Mapping[str, str], column: str, where: str) -> Said:
    """Read a row; the group is empty where neither a column nor a proxy gives it."""
    role, conversation = ROLES.get(cells["UB"].strip()), cells["C_num"].strip()
    if role is None:
        raise InputError(f"E136 {cells['UB'][:40]!r} is no UB", where, "write 0 for the chatbot, 1 for the user")
    if not conversation:
        raise InputError("E136 C_num is empty", where, "number the conversations")
    proxy, rest = "", cells.get("Text", "")
    if role == "user":
        proxy = next((proxy for proxy in PROXIES.values() if rest.startswith(proxy)), "")
        rest = rest.removeprefix(proxy)
    original, enhancement = cells.get("Original", "") or rest, cells.get("Enhancement", "") or proxy
    named = cells[column].strip() if column in cells else _class_of(enhancement)
    return Said(conversation, role, original, enhancement, named)


def _class_of(enhancement: str) -> str:
    """Name the class that a proxy stands for.

    >>> _class_of("Hey girl, "), _class_of("")
    ('female', '')
    """
    return next((name for name, proxy in PROXIES.items() if proxy.strip() == enhancement.strip()), "")


def with_proxies(said: Sequence[Said], seed: int | None = None) -> tuple[Said, ...]:
    """Put proxies before what users say, by their group; with a seed the groups are drawn, a third of each.

    The paper drew groups for HD2, whose users nobody had asked (section V).
    """
    drawn: dict[str, str] = {}
    if seed is not None:
        names = list(dict.fromkeys(one.conversation for one in said))
        Random(seed).shuffle(names)  # noqa: S311 - no secrets
        drawn = {name: list(PROXIES)[at % len(PROXIES)] for at, name in enumerate(names)}
    made = []
    for one in said:
        group = drawn.get(one.conversation, one.group)
        proxy = PROXIES.get(group, PROXIES[NONE]) if one.role == "user" else ""
        made.append(replace(one, group=group, enhancement=proxy))
    return tuple(made)


def merged(said: Iterable[Said]) -> tuple[Said, ...]:
    """Put consecutive utterances of one role into one; empty ones are left out.

    >>> one = Said("1", "user", "hi", "Hey, ", "NA")
    >>> [found.text for found in merged([one, replace(one, original="you")])]
    ['Hey, hi Hey, you']
    """
    spoken = (one for one in said if one.original.strip())
    runs = (list(run) for _, run in groupby(spoken, key=lambda one: (one.conversation, one.role)))
    return tuple(replace(run[0], enhancement="", original=" ".join(one.text for one in run)) for run in runs)


def written(said: Iterable[Said]) -> Iterator[str]:
    """Write utterances as CSV in the paper's columns, piece by piece."""
    numbers = {role: number for number, role in ROLES.items()}
    yield csv_row(guarded_row(COLUMNS))
    for one in said:
        yield csv_row(
            guarded_row((one.text, one.original, one.enhancement, numbers[one.role], one.conversation, one.group))
        )
