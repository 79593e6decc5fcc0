"""CSV in blocks of many rows: of ordinary ones it is seen at once that nothing is wrong.

A block is ordinary when all of its rows have the fields of the header, each names a dialog and a role that is known,
and its texts are UTF-8. Whatever a block holds beyond that is for those who look at each row.
"""

import csv
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from itertools import pairwise
from operator import eq
from typing import BinaryIO, Final, NamedTuple

import numpy as np

from botassay.core.dialog import Role
from botassay.core.errors import InputError
from botassay.corpora.cells import Column, Flags, Places, take_apart
from botassay.corpora.files import LINE_LIMIT, Source, packed_errors, unpacked
from botassay.corpora.rows import FIELD_LIMIT, ROW_LINES
from botassay.corpora.table import TAGS, Group, Header, below, number_of
from botassay.corpora.utterance_builder import IGNORED_ROLES, FlawError, is_role, said

_BLOCK: Final = 2**19
"""Bytes: below the limit for a field, so that in most blocks none can be beyond it."""
_BOT: Final = str(Role.BOT.value)


class RowBlock(NamedTuple):
    """Some whole rows below the header."""

    data: bytes
    """UTF-8 without NUL."""
    lines: int

    @property
    def text(self) -> str:
        """The rows as a text."""
        return self.data.decode()


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
            if whole is None or not _is_text(whole):
                yield None
                return
            yield RowBlock(whole, whole.count(b"\n") + (not whole.endswith(b"\n")))


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


def _is_text(data: bytes) -> bool:
    if b"\0" in data:
        return False
    try:
        return data.isascii() or bool(data.decode())
    except UnicodeDecodeError:
        return False


class Told(NamedTuple):
    """What the rows of a block say, dialog by dialog."""

    begins: Places
    """The first row of each run of rows of one dialog."""
    names: list[str]
    """Of these dialogs."""
    ignored: Flags
    """Which rows are system or tool messages."""
    speaking: Flags
    """In which rows a bot says something."""
    row: Callable[[int], tuple[str, str]]
    """Gives the role and the text of a row."""
    tags: dict[str, str]
    """What the first row says of its dialog; of all of them it is known that rows of one dialog say the same."""
    last: dict[str, str]
    """What the last dialog is tagged with."""
    line: Callable[[int], int]
    """On which line of the block a row begins, from 1."""


def ordinary_rows(block: RowBlock, header: Header, group: Group, before: int = 0) -> Ordinary | None:
    """Look at all rows of a block at once; None where anything is out of the ordinary.

    Args:
        block: the rows.
        header: what stands above them.
        group: the dialog of the last row before them; it takes the rows that are its own.
        before: lines above the block.
    """
    columns = take_apart(block.data, header.delimiter, len(header.columns))
    told = _by_columns(dict(zip(header.columns, columns, strict=True))) if columns else None
    told = told or _by_rows(block, header)
    if told is None or (told.names[0] == group.name and not _agree(group.tags, told.tags)):
        return None
    blank = 0 if len(told.ignored) == block.lines else sum(map(str.isspace, StringIO(block.text, newline="\n")))
    return Ordinary(*_summed(told, group, before), blank)


def _by_columns(cells: dict[str, Column]) -> Told | None:
    """Look at the columns of rows; None where it takes a look at each row to know whether all is well."""
    new, kinds = cells["dialog"].changes(), cells["role"].kinds()
    if new is None or kinds is None or not all(map(is_role, kinds[0])) or not _constant(cells, new):
        return None
    begins = np.concatenate(([0], np.flatnonzero(new) + 1))
    names = [name.strip() for name in cells["dialog"].cells(begins)]
    odd = "" in names or "\n" in "".join(names) or any(map(eq, names, names[1:]))
    if odd or ("confidence" in cells and not _are_confidences(cells["confidence"].cells())):
        return None
    said = [role.strip().lower() for role in kinds[0]]
    ignored = np.array([role in IGNORED_ROLES for role in said])[kinds[1]]
    speaking = cells["text"].speaking(np.array([role == _BOT for role in said])[kinds[1]])
    role, text = cells["role"], cells["text"]
    first, last = (
        {str(name): cells[name].cell(row).strip() for name in TAGS if name in cells} for row in (0, len(role) - 1)
    )
    line = next(iter(cells.values())).line
    return Told(begins, names, ignored, speaking, lambda row: (role.cell(row), text.cell(row)), first, last, line)


def _constant(cells: dict[str, Column], new: Flags) -> bool:
    """Whether what rows say of their dialog is spelt alike in all rows of it."""
    for name in TAGS:
        changes = cells[name].changes() if name in cells else new
        if changes is None or np.any(changes & ~new):
            return False
    return True


def _by_rows(block: RowBlock, header: Header) -> Told | None:
    """Take rows apart by a reader of CSV; None where one is none, does not fit the header, or is flawed."""
    csv.field_size_limit(max(csv.field_size_limit(), FIELD_LIMIT))
    reader = csv.reader(StringIO(block.text, newline="\n"), delimiter=header.delimiter, strict=True)
    try:
        numbered = [(reader.line_num, row) for row in reader]
    except csv.Error:
        return None
    rows = [row for _, row in numbered]
    if len(rows) < block.lines and any(sum(cell.count("\n") for cell in row) >= ROW_LINES for row in rows):
        return None
    full = list(filter(any, rows))
    if not full or set(map(len, full)) != {len(header.columns)}:
        return None
    cells = dict(zip(header.columns, zip(*full, strict=True), strict=True))
    return _by_cells(cells, [end - sum(cell.count("\n") for cell in row) for end, row in numbered if any(row)])


def _by_cells(cells: dict[str, tuple[str, ...]], lines: Sequence[int]) -> Told | None:
    names, texts = [name.strip() for name in cells["dialog"]], cells["text"]
    roles = [role.strip().lower() for role in cells["role"]]
    if "" in names or not all(map(is_role, set(roles))) or not _are_confidences(cells.get("confidence", ())):
        return None
    begins = [0, *(place for place, (one, after) in enumerate(pairwise(names), 1) if one != after)]
    tags = [_tags(cells, begin, end) for begin, end in pairwise([*begins, len(names)])]
    if None in tags:
        return None
    first, last = tags[0] or {}, tags[-1] or {}
    ignored = np.array([role in IGNORED_ROLES for role in roles])
    speaking = np.array([role == _BOT and bool(text.strip()) for role, text in zip(roles, texts, strict=True)])
    known = [names[begin] for begin in begins]
    line = lines.__getitem__
    return Told(np.array(begins), known, ignored, speaking, lambda row: (roles[row], texts[row]), first, last, line)


def _tags(cells: dict[str, tuple[str, ...]], begin: int, end: int) -> dict[str, str] | None:
    """Say what some rows say of their dialog; None where they do not agree."""
    found = {name: {cell.strip() for cell in cells[name][begin:end]} - {""} for name in TAGS if name in cells}
    if any(len(values) > 1 for values in found.values()):
        return None
    return {name: next(iter(values), "") for name, values in found.items()}


def _agree(known: dict[str, str], tags: dict[str, str]) -> bool:
    return not any(value and known.get(name) and known[name] != value for name, value in tags.items())


def _summed(told: Told, group: Group, before: int) -> tuple[list[str], int, int, int, Group]:
    """Sum up the dialogs that end in some rows, and give the one that may not."""
    begins, names, rows = told.begins, told.names, len(told.ignored)
    if names[0] == group.name:
        _take(group, told, 0, int(begins[1]) if len(begins) > 1 else rows, told.tags)
        begins, names = begins[1:], names[1:]
    if not names:
        return [], 0, 0, 0, group
    begin, end = int(begins[0]), int(begins[-1])
    ignored = int(np.count_nonzero(told.ignored[begin:end]))
    heard = np.add.reduceat(told.speaking.astype(np.int64), begins)[:-1] if end > begin else np.array([], np.int64)
    silent = int(np.count_nonzero(heard == 0))
    last = Group(names[-1], line=before + told.line(end))
    _take(last, told, end, rows, told.last)
    if not group.name:
        return names[:-1], end - begin - ignored, ignored, silent, last
    spoken = len(group.utterances), group.ignored, _is_silent(group)
    ended = [group.name, *names[:-1]]
    return ended, end - begin - ignored + spoken[0], ignored + spoken[1], silent + spoken[2], last


def _take(group: Group, told: Told, begin: int, end: int, tags: dict[str, str]) -> None:
    """Put rows into a dialog that may go on."""
    for row in range(begin, end):
        group.take(said(*told.row(row)))
    for name, value in tags.items():
        if value:
            group.tags.setdefault(name, value)


def _is_silent(group: Group) -> bool:
    return not any(one.role is Role.BOT and not one.silent for one in group.utterances)


def _are_confidences(column: Sequence[str]) -> bool:
    try:
        return all(number is None or 0 <= number <= 1 for number in (number_of(cell.strip()) for cell in set(column)))
    except FlawError:
        return False
