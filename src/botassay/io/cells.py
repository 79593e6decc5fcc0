"""Where the cells of a table stand in its bytes: found for a whole block at once, without making a string of any.

A block is taken apart like this only where that is surely what a CSV reader would do: every quote opens or closes a
cell or is doubled, and every row has the cells of the header.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from botassay.io.table import FIELD_LIMIT, ROW_LINES

Places = NDArray[np.int64]
Flags = NDArray[np.bool_]
Letters = NDArray[np.uint8]

_NEWLINE: Final = ord("\n")
_QUOTE: Final = ord('"')
_WIDEST: Final = 64
"""Bytes of a cell that can be compared with another."""
_NARROW: Final = 8
"""Bytes of a cell of which it can be told which of a few it is."""
_FEW: Final = 1000
"""Cells for which a whole block is not made a text."""
_SPACE: Final = {*range(9, 14), *range(28, 33), 0xC2, 0xE1, 0xE2, 0xE3}
"""What white space begins with; behind the last four other characters may stand as well."""
_VISIBLE: Final[Flags] = np.array([letter not in _SPACE for letter in range(256)])


class Column(Protocol):
    """The cells of a column."""

    def __len__(self) -> int:
        """Count the rows."""
        ...

    def lines(self, rows: Places) -> list[int]:
        """Give the lines on which some rows begin."""
        ...

    def cells(self, rows: Places | slice = slice(None)) -> list[str]:
        """Give what some cells say, or all."""
        ...

    def changes(self) -> Flags:
        """Say of each row but the first whether its cell is another than the one above."""
        ...

    def kinds(self) -> tuple[list[str], Places]:
        """Give what the cells say, each once, and which of it each row says."""
        ...

    def speaking(self, among: Flags) -> Flags:
        """Say which cells, of some, hold more than white space."""
        ...


@dataclass(frozen=True, slots=True)
class TextColumn:
    """The cells of a column that were read one by one."""

    texts: Sequence[str]
    begins: Sequence[int]
    """The line on which each row begins."""

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.texts)

    def lines(self, rows: Places) -> list[int]:
        """Give the lines on which some rows begin."""
        return [self.begins[row] for row in rows.tolist()]

    def cells(self, rows: Places | slice = slice(None)) -> list[str]:
        """Give what some cells say, or all."""
        return list(self.texts[rows] if isinstance(rows, slice) else map(self.texts.__getitem__, rows.tolist()))

    def changes(self) -> Flags:
        """Say of each row but the first whether its cell is another than the one above."""
        return np.array(list(map(str.__ne__, self.texts[1:], self.texts)), np.bool_)

    def kinds(self) -> tuple[list[str], Places]:
        """Give what the cells say, each once, and which of it each row says."""
        numbers = {text: number for number, text in enumerate(dict.fromkeys(self.texts))}
        return list(numbers), np.array(list(map(numbers.__getitem__, self.texts)), np.int64)

    def speaking(self, among: Flags) -> Flags:
        """Say which cells, of some, hold more than white space."""
        return among & np.array([not (not text or text.isspace()) for text in self.texts], np.bool_)


@dataclass(frozen=True, slots=True)
class ByteColumn:
    """The cells of a column by where each begins and ends in the bytes of a block, quotes included."""

    data: bytes
    letters: Letters
    """The same bytes; at least 64 zeros stand behind the last cell."""
    begins: Places
    ends: Places
    first: Places
    """Where the rows begin."""
    newlines: Places
    line: int
    """On which the block begins."""

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.begins)

    def lines(self, rows: Places) -> list[int]:
        """Give the lines on which some rows begin."""
        lines: list[int] = (self.line + np.searchsorted(self.newlines, self.first[rows])).tolist()
        return lines

    def cells(self, rows: Places | slice = slice(None)) -> list[str]:
        """Give what some cells say, or all."""
        begins, ends = self.begins[rows], self.ends[rows]
        quoted = self.letters[begins] == _QUOTE
        places = zip((begins + quoted).tolist(), (ends - quoted).tolist(), strict=True)
        if len(begins) > _FEW and self.data.isascii():
            text = self.data.decode("ascii")
            cells = [text[begin:end] for begin, end in places]
        else:
            cells = [str(self.data[begin:end], "utf-8") for begin, end in places]
        if not np.any(quoted):
            return cells
        return [
            cell.replace('""', '"') if quotes else cell for cell, quotes in zip(cells, quoted.tolist(), strict=True)
        ]

    def changes(self) -> Flags:
        """Say of each row but the first whether its cell is spelt otherwise than the one above."""
        widest = int((self.ends - self.begins).max())
        if widest > _WIDEST:
            return self._read().changes()
        words = self._padded(-(-max(widest, 1) // 8) * 8).view(np.uint64)
        changes: Flags = np.any(words[1:] != words[:-1], axis=1)
        return changes

    def kinds(self) -> tuple[list[str], Places]:
        """Give what the cells say, each once, and which of it each row says."""
        if int((self.ends - self.begins).max()) > _NARROW:
            return self._read().kinds()
        words = self._padded(_NARROW).view(np.uint64).ravel()
        _, firsts, which = np.unique(words, return_index=True, return_inverse=True)
        return self.cells(firsts), which

    def speaking(self, among: Flags) -> Flags:
        """Say which cells, of some, hold more than white space."""
        quoted = self.letters[self.begins] == _QUOTE
        begins = self.begins + quoted
        speaking: Flags = among & (self.ends - begins > quoted)
        unsure = np.flatnonzero(speaking & ~_VISIBLE[self.letters[begins]])
        speaking[unsure] = [not cell.isspace() for cell in self.cells(unsure)]
        return speaking

    def _read(self) -> TextColumn:
        return TextColumn(self.cells(), ())

    def _padded(self, width: int) -> Letters:
        """Give the bytes of each cell, and zeros behind them, as a row of so many."""
        rows = np.lib.stride_tricks.sliding_window_view(self.letters, width)[self.begins]
        rows *= np.arange(width) < (self.ends - self.begins)[:, None]
        return rows


def take_apart(
    data: bytes, columns: Sequence[str], delimiter: str, line: int = 1, *, final: bool = True
) -> tuple[Mapping[str, Column], int] | None:
    r"""Find the cells of some rows; None where it is not sure how a reader of CSV would cut them.

    Args:
        data: some lines.
        columns: what they are called.
        delimiter: what stands between cells.
        line: on which they begin.
        final: nothing comes behind them.

    Returns: the columns, and how many bytes the whole rows take.

    >>> apart = take_apart(b'a,bot,"ho, ""you"" there"\n', ["dialog", "role", "text"], ",")
    >>> apart and [column.cells() for column in apart[0].values()]
    [['a'], ['bot'], ['ho, "you" there']]
    >>> take_apart(b'a,h"o\n', ["dialog", "text"], ",") is None
    True
    """
    if not _is_text(data):
        return None
    plain = data.replace(b"\r\n", b"\n") if b"\r" in data else data
    if b"\r" in plain:
        return None
    ended = plain if plain.endswith(b"\n") or not final else plain + b"\n"
    padded = ended + bytes(_WIDEST)
    letters = np.frombuffer(padded, np.uint8)
    marks = np.flatnonzero((letters == ord(delimiter)) | (letters == _NEWLINE))
    outer = _unquoted(letters, marks, delimiter) if b'"' in plain else marks
    ends = None if outer is None else _rows(letters, outer, len(columns))
    if outer is None or ends is None:
        return None
    end = int(ends[-1, -1]) + 1
    newlines = marks[letters[marks] == _NEWLINE]
    lines = int(np.searchsorted(newlines, end))
    if (final and end < len(ended)) or lines - len(ends) >= ROW_LINES:
        return None
    begins = np.concatenate(([0], outer[: ends.size - 1] + 1)).reshape(ends.shape)
    if int((ends - begins).max()) > FIELD_LIMIT:
        return None
    apart = {
        name: ByteColumn(padded, letters, begins[:, nth], ends[:, nth], begins[:, 0], newlines, line)
        for nth, name in enumerate(columns)
    }
    return apart, len(data) if end == len(ended) else _behind(data, lines)


def _is_text(data: bytes) -> bool:
    if b"\0" in data:
        return False
    try:
        return data.isascii() or bool(data.decode())
    except UnicodeDecodeError:
        return False


def _behind(data: bytes, lines: int) -> int:
    """Give the place behind so many lines."""
    return int(np.flatnonzero(np.frombuffer(data, np.uint8) == _NEWLINE)[lines - 1]) + 1


def _unquoted(letters: Letters, marks: Places, delimiter: str) -> Places | None:
    """Leave out what stands in quotes; None where a quote is neither at the edge of a cell nor doubled."""
    quotes = np.flatnonzero(letters == _QUOTE)
    opening, closing = quotes[::2], quotes[1::2]
    edge = np.zeros(256, np.bool_)
    edge[[ord(delimiter), _NEWLINE, _QUOTE]] = True
    if not np.all(edge[letters[opening - 1]] | (opening == 0)) or not np.all(edge[letters[closing + 1]]):
        return None
    outer: Places = marks[np.searchsorted(quotes, marks) % 2 == 0]
    return outer


def _rows(letters: Letters, marks: Places, width: int) -> Places | None:
    """Give where the cells of each whole row end; None where a row has others than the header."""
    newlines = np.flatnonzero(letters[marks] == _NEWLINE)
    if not len(newlines) or (int(newlines[-1]) + 1) % width:
        return None
    ends = marks[: int(newlines[-1]) + 1].reshape(-1, width)
    inner = letters[ends] == _NEWLINE
    return ends if np.all(inner[:, -1]) and not np.any(inner[:, :-1]) else None
