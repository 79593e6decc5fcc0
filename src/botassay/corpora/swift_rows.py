"""CSV in blocks of many rows: of ordinary ones it is seen at once that nothing is wrong.

A block is ordinary when all of its rows have the fields of the header, each names a dialog and a role that is known,
and its texts are UTF-8. Whatever a block holds beyond that is for those who look at each row.
"""

import csv
import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from itertools import pairwise
from typing import BinaryIO, Final, NamedTuple

from botassay.corpora.files import LINE_LIMIT, Source, packed_errors, unpacked
from botassay.corpora.rows import FIELD_LIMIT, ROW_LINES
from botassay.corpora.said import IGNORED_ROLES, FlawError, is_role, said
from botassay.corpora.table import Group, Header, below, number_of
from botassay.dialog import Role
from botassay.errors import InputError

_BLOCK: Final = 2**19
"""Bytes: below the limit for a field, so that in most blocks none can be beyond it."""
_BOT: Final = str(Role.BOT.value)


class RowBlock(NamedTuple):
    """Some whole rows below the header."""

    text: str
    lines: int
    size: int
    """Bytes."""


class Ordinary(NamedTuple):
    """A block of which nothing is wrong."""

    names: list[str]
    """Of the dialogs that end in it."""
    utterances: int
    """Of these dialogs."""
    ignored: int
    silent: int
    """In how many of them the bot says nothing."""
    group: Group
    """The dialog that may go on in the next block."""
    blank: int
    """Lines."""


def header_of(source: Source) -> tuple[int, int, Header | None]:
    """Read the header of a file, and say how many lines it takes, how many of them are blank; none for lines by CR.

    Raises: InputError.
    """
    lines = source.open()
    blank = 0

    def counted() -> Iterator[str]:
        nonlocal blank
        for line in lines:
            blank += line.isspace()
            yield line

    try:
        above, header = below(counted())
    except InputError as error:
        raise error if error.where else InputError(error.what, lines.place(), error.hint) from None
    return above, blank, None if lines.old_mac else header


def row_blocks(source: Source, above: int) -> Iterator[RowBlock | None]:
    """Cut what stands below the header into blocks of whole rows; None is the end, where something has no UTF-8.

    Raises: InputError for a file that cannot be read.
    """
    with packed_errors(str(source.path)), source.raw() as raw:
        stream = unpacked(raw, packed=source.packed)
        for _ in range(above):
            stream.readline(LINE_LIMIT + 1)
        while data := stream.read(_BLOCK):
            whole = _to_the_end(data, stream)
            text = _decoded(whole) if whole else None
            if whole is None or text is None:
                yield None
                return
            yield RowBlock(text, whole.count(b"\n") + (not whole.endswith(b"\n")), len(whole))


def _to_the_end(data: bytes, stream: BinaryIO) -> bytes | None:
    """Read on to where a row seems to end; none where that is too far away."""
    pieces = [data]
    odd = data.count(b'"') % 2
    room = FIELD_LIMIT
    while odd % 2 or not pieces[-1].endswith(b"\n"):
        line = stream.readline(room + 1)
        if not line:
            break
        room -= len(line)
        if room < 0 or len(pieces) > ROW_LINES:
            return None
        pieces.append(line)
        odd += line.count(b'"')
    return b"".join(pieces) if odd % 2 == 0 else None


def _decoded(data: bytes) -> str | None:
    try:
        return None if b"\0" in data else data.decode()
    except UnicodeDecodeError:
        return None


def ordinary_rows(block: RowBlock, header: Header, group: Group) -> Ordinary | None:
    """Look at all rows of a block at once; None where anything is out of the ordinary.

    Args:
        block: the rows.
        header: what stands above them.
        group: the dialog of the last row before them.
    """
    with _no_collecting():
        columns = _without_quotes(block, header) or _by_rows(block, header)
        if columns is None:
            return None
        cells = dict(zip(header.columns, columns, strict=True))
        names, roles = list(map(str.strip, cells["dialog"])), cells["role"]
        kinds = {role: role.strip().lower() for role in set(roles)}
        if "" in names or not all(map(is_role, kinds)) or not _are_confidences(cells.get("confidence", ())):
            return None
        told = _told(names, [kinds[role] for role in roles], cells["text"], group)
        blank = 0 if len(names) == block.lines else sum(map(str.isspace, StringIO(block.text, newline="\n")))
        return Ordinary(*told, blank)


Column = Sequence[str]


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Keep from looking for circles among the cells of a block: there are none, and it takes half of the time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _without_quotes(block: RowBlock, header: Header) -> list[Column] | None:
    """Take rows apart that hold no quote, and stand on a line each; None where they are of another kind."""
    text, delimiter, width = block.text, header.delimiter, len(header.columns)
    if '"' in text or "\r" in text or "\n\n" in text or not text.endswith("\n") or text.startswith("\n"):
        return None
    cells = text.replace("\n", f"{delimiter}\n{delimiter}").split(delimiter)
    rows, rest = divmod(len(cells) - 1, width + 1)
    columns: list[Column] = [cells[nth : -1 : width + 1] for nth in range(width)]
    sound = rest == 0 and cells[width :: width + 1].count("\n") == rows == block.lines and len(text) <= FIELD_LIMIT
    return columns if sound and "" not in columns[header.columns.index("dialog")] else None


def _by_rows(block: RowBlock, header: Header) -> list[Column] | None:
    """Take rows apart; None where one is none, or does not fit the header."""
    csv.field_size_limit(max(csv.field_size_limit(), FIELD_LIMIT))
    try:
        rows = list(csv.reader(StringIO(block.text, newline="\n"), delimiter=header.delimiter, strict=True))
    except csv.Error:
        return None
    if len(rows) < block.lines and any(sum(cell.count("\n") for cell in row) >= ROW_LINES for row in rows):
        return None
    full = list(filter(any, rows))
    return list(zip(*full, strict=True)) if full and set(map(len, full)) == {len(header.columns)} else None


def _told(names: list[str], roles: list[str], texts: Column, group: Group) -> tuple[list[str], int, int, int, Group]:
    """Sum up the dialogs that end in some rows, and give the one that may not."""
    bounds = [0, *(place for place, (one, after) in enumerate(pairwise(names), 1) if one != after), len(names)]
    if names[0] == group.name:
        bounds = bounds[1:]
        _take(group, roles, texts, 0, bounds[0])
    if len(bounds) == 1:
        return [], 0, 0, 0, group
    speaking = _speaking(roles, texts)
    silent = sum(_BOT not in speaking[begin:end] for begin, end in pairwise(bounds[:-1]))
    inner = roles[bounds[0] : bounds[-2]]
    ignored = sum(map(inner.count, IGNORED_ROLES))
    last = Group(names[-1])
    _take(last, roles, texts, bounds[-2], bounds[-1])
    ended = [names[begin] for begin in bounds[:-2]]
    if not group.name:
        return ended, len(inner) - ignored, ignored, silent, last
    spoken = len(group.utterances), group.ignored, _is_silent(group)
    return [group.name, *ended], len(inner) - ignored + spoken[0], ignored + spoken[1], silent + spoken[2], last


def _take(group: Group, roles: list[str], texts: Column, begin: int, end: int) -> None:
    for role, text in zip(roles[begin:end], texts[begin:end], strict=True):
        group.take(said(role, text))


def _is_silent(group: Group) -> bool:
    return not any(one.role is Role.BOT and one.text and not one.text.isspace() for one in group.utterances)


def _speaking(roles: list[str], texts: Column) -> list[str]:
    """Give the roles, without those who say nothing."""
    if "" not in texts and not any(map(str.isspace, texts)):
        return roles
    return [role if text and not text.isspace() else "" for role, text in zip(roles, texts, strict=True)]


def _are_confidences(column: Column) -> bool:
    try:
        return all(number is None or 0 <= number <= 1 for number in (number_of(cell.strip()) for cell in set(column)))
    except FlawError:
        return False
