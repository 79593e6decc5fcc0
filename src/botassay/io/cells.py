"""The positions of a table's cells in its bytes: found for a whole block at once, without making strings.

A block is split like this only where a CSV reader would surely do the same: every quote opens or closes a
cell or is doubled, and every row has the cells of the header.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import ne
from typing import Final

import numpy as np
from numpy.typing import NDArray

from botassay.io.lines import FIELD_LIMIT, ROW_LINES

Places = NDArray[np.int64]
Flags = NDArray[np.bool_]
Letters = NDArray[np.uint8]

_NEWLINE: Final = ord("\n")
_QUOTE: Final = ord('"')
_WIDEST: Final = 64
"""Bytes of a cell that can be compared with another."""
_NARROW: Final = 8
"""Bytes of a cell that can be matched with one of a few."""
_FEW: Final = 1000
"""Cells for which a whole block is not made a text."""
_SPACE: Final = {*range(9, 14), *range(28, 33), 0xC2, 0xE1, 0xE2, 0xE3}
"""First bytes of white space; the last four begin other characters, too."""
_VISIBLE: Final[Flags] = np.array([letter not in _SPACE for letter in range(256)])


@dataclass(frozen=True, slots=True)
class Column:
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
        """Return the lines on which some rows begin."""
        lines: list[int] = (self.line + np.searchsorted(self.newlines, self.first[rows])).tolist()
        return lines

    def cells(self, rows: Places | slice = slice(None)) -> list[str]:
        """Return the texts of some cells, or of all."""
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
        """Return for each row but the first whether its cell differs from the one above."""
        widest = int((self.ends - self.begins).max())
        if widest > _WIDEST:
            cells = self.cells()
            return np.array(list(map(ne, cells[1:], cells)), np.bool_)
        words = self._padded(-(-max(widest, 1) // 8) * 8).view(np.uint64)
        changes: Flags = np.any(words[1:] != words[:-1], axis=1)
        return changes

    def kinds(self) -> tuple[list[str], Places]:
        """Return the distinct texts of the cells, and for each row the number of its text."""
        if int((self.ends - self.begins).max()) > _NARROW:
            cells = self.cells()
            numbers = {text: number for number, text in enumerate(dict.fromkeys(cells))}
            return list(numbers), np.array([numbers[cell] for cell in cells])
        words = self._padded(_NARROW).view(np.uint64).ravel()
        _, firsts, which = np.unique(words, return_index=True, return_inverse=True)
        return self.cells(firsts), which

    def speaking(self, among: Flags) -> Flags:
        """Return which of some cells hold more than white space."""
        quoted = self.letters[self.begins] == _QUOTE
        begins = self.begins + quoted
        speaking: Flags = among & (self.ends - begins > quoted)
        unsure = np.flatnonzero(speaking & ~_VISIBLE[self.letters[begins]])
        speaking[unsure] = [not cell.isspace() for cell in self.cells(unsure)]
        return speaking

    def _padded(self, width: int) -> Letters:
        """Return the bytes of each cell, and zeros behind them, as a row of so many."""
        rows = np.lib.stride_tricks.sliding_window_view(self.letters, width)[self.begins]
        rows *= np.arange(width) < (self.ends - self.begins)[:, None]
        return rows


def take_apart(
    data: bytes, columns: Sequence[str], delimiter: str, line: int = 1, *, final: bool = True
) -> tuple[Mapping[str, Column], int] | None:
    r"""Return the cells of some rows; None where it is not sure how a reader of CSV would cut them.

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
    ended = _ended(data, final=final)
    if ended is None:
        return None
    padded = ended + bytes(_WIDEST)
    letters = np.frombuffer(padded, np.uint8)
    marks = np.flatnonzero((letters == ord(delimiter)) | (letters == _NEWLINE))
    outer = _unquoted(letters, marks, delimiter) if b'"' in ended else marks
    cells = None if outer is None else _rows(letters, outer, len(columns))
    if cells is None:
        return None
    begins, ends, end = cells
    newlines = marks[letters[marks] == _NEWLINE]
    lines = int(np.searchsorted(newlines, end))
    if (final and end < len(ended)) or lines - len(ends) >= ROW_LINES or int((ends - begins).max()) > FIELD_LIMIT:
        return None
    apart = {
        name: Column(padded, letters, begins[:, nth], ends[:, nth], begins[:, 0], newlines, line)
        for nth, name in enumerate(columns)
    }
    return apart, len(data) if end == len(ended) else _behind(data, lines)


def _ended(data: bytes, *, final: bool) -> bytes | None:
    """Return the lines, each ended by LF, the last one too if nothing follows; None where they are not plain text."""
    if not _is_text(data):
        return None
    plain = data.replace(b"\r\n", b"\n") if b"\r" in data else data
    if b"\r" in plain:
        return None
    return plain + b"\n" if final and not plain.endswith(b"\n") else plain


def _is_text(data: bytes) -> bool:
    if b"\0" in data:
        return False
    try:
        return data.isascii() or bool(data.decode())
    except UnicodeDecodeError:
        return False


def _behind(data: bytes, lines: int) -> int:
    """Return the place behind so many lines."""
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


def _rows(letters: Letters, marks: Places, width: int) -> tuple[Places, Places, int] | None:
    """Return where the cells of each whole row begin and end, and where the last row does, blank lines left out.

    Returns: None where a row has others than the header.
    """
    newlines = letters[marks] == _NEWLINE
    rows = np.flatnonzero(newlines)
    if not len(rows):
        return None
    ends = marks[: rows[-1] + 1]
    begins = np.concatenate(([0], ends[:-1] + 1))
    blank = (begins == ends) & newlines[: len(ends)] & np.concatenate(([True], newlines[: len(ends) - 1]))
    begins, ends, inner = begins[~blank], ends[~blank], newlines[: len(ends)][~blank]
    if not len(ends) or len(ends) % width:
        return None
    inner = inner.reshape(-1, width)
    if not np.all(inner[:, -1]) or np.any(inner[:, :-1]):
        return None
    return begins.reshape(-1, width), ends.reshape(-1, width), int(marks[rows[-1]]) + 1
