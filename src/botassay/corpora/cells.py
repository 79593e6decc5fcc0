"""Where the cells of a table stand in its bytes: found for a whole block at once, without making a string of any.

A block is taken apart like this only where that is surely what a CSV reader would do: every quote opens or closes a
cell or is doubled, and every row has the cells of the header.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from botassay.corpora.rows import FIELD_LIMIT, ROW_LINES

Places = NDArray[np.int64]
Flags = NDArray[np.bool_]
Letters = NDArray[np.uint8]

_NEWLINE: Final = ord("\n")
_QUOTE: Final = ord('"')
_WIDEST: Final = 64
"""Bytes of a cell that can be compared with another."""
_NARROW: Final = 8
"""Bytes of a cell of which it can be told which of a few it is."""
_SPACE: Final = {*range(9, 14), *range(28, 33), 0xC2, 0xE1, 0xE2, 0xE3}
"""What white space begins with; behind the last four other characters may stand as well."""
_VISIBLE: Final[Flags] = np.array([letter not in _SPACE for letter in range(256)])


@dataclass(frozen=True, slots=True)
class Column:
    """The cells of a column: where each begins and ends, quotes included."""

    data: bytes
    letters: Letters
    """The same bytes; at least 64 zeros stand behind the last cell."""
    begins: Places
    ends: Places

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.begins)

    def line(self, row: int) -> int:
        """Give the line on which a cell begins, from 1."""
        return 1 + self.data.count(b"\n", 0, int(self.begins[row]))

    def cell(self, row: int) -> str:
        """Give what a cell says."""
        return _unquoted_text(self.data[self.begins[row] : self.ends[row]].decode())

    def cells(self, rows: Places | slice = slice(None)) -> list[str]:
        """Give what some cells say, or all."""
        begins, ends = self.begins[rows].tolist(), self.ends[rows].tolist()
        raw = [self.data[begin:end] for begin, end in zip(begins, ends, strict=True)]
        together = b"\n".join(raw)
        if b'"' not in together:
            return together.decode().split("\n")
        return [_unquoted_text(one.decode()) for one in raw]

    def changes(self) -> Flags | None:
        """Say of each row but the first whether its cell is spelt otherwise than the one above; None for wide cells."""
        widest = int((self.ends - self.begins).max())
        if widest > _WIDEST:
            return None
        words = self._padded(-(-max(widest, 1) // 8) * 8).view(np.uint64)
        changes: Flags = np.any(words[1:] != words[:-1], axis=1)
        return changes

    def kinds(self) -> tuple[list[str], Places] | None:
        """Give what the cells say, each once, and which of it each row says; None for cells of more than 8 bytes."""
        if int((self.ends - self.begins).max()) > _NARROW:
            return None
        words = self._padded(_NARROW).view(np.uint64).ravel()
        _, firsts, which = np.unique(words, return_index=True, return_inverse=True)
        return self.cells(firsts), which

    def speaking(self, among: Flags) -> Flags:
        """Say which cells, of some, hold more than white space."""
        quoted = self.letters[self.begins] == _QUOTE
        begins = self.begins + quoted
        said: Flags = among & (self.ends - begins > quoted)
        for row in np.flatnonzero(said & ~_VISIBLE[self.letters[begins]]):
            said[row] = not self.cell(int(row)).isspace()
        return said

    def _padded(self, width: int) -> Letters:
        """Give the bytes of each cell, and zeros behind them, as a row of so many."""
        rows = np.lib.stride_tricks.sliding_window_view(self.letters, width)[self.begins]
        rows *= np.arange(width) < (self.ends - self.begins)[:, None]
        return rows


def _unquoted_text(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if cell.startswith('"') else cell


def take_apart(data: bytes, delimiter: str, width: int) -> list[Column] | None:
    r"""Find the cells of some whole rows; None where it is not sure how a reader of CSV would cut them.

    Args:
        data: UTF-8 without NUL.
        delimiter: what stands between cells.
        width: cells in a row.

    >>> columns = take_apart(b'a,bot,"ho, ""you"" there"\n', ",", 3)
    >>> [column.cell(0) for column in columns or ()]
    ['a', 'bot', 'ho, "you" there']
    >>> take_apart(b'a,bot,h"o\n', ",", 3) is None
    True
    """
    plain = data.replace(b"\r\n", b"\n") if b"\r" in data else data
    if b"\r" in plain:
        return None
    ended = plain if plain.endswith(b"\n") else plain + b"\n"
    padded = ended + bytes(_WIDEST)
    letters = np.frombuffer(padded, np.uint8)
    marks = np.flatnonzero((letters == ord(delimiter)) | (letters == _NEWLINE))
    outer = _unquoted(letters, marks, delimiter) if b'"' in plain else marks
    ends = None if outer is None else _rows(letters, outer, width)
    if outer is None or ends is None or np.count_nonzero(letters[marks] == _NEWLINE) - len(ends) >= ROW_LINES:
        return None
    begins = np.concatenate(([0], outer[:-1] + 1)).reshape(ends.shape)
    if int((ends - begins).max()) > FIELD_LIMIT:
        return None
    return [Column(padded, letters, begins[:, nth], ends[:, nth]) for nth in range(width)]


def _unquoted(letters: Letters, marks: Places, delimiter: str) -> Places | None:
    """Leave out what stands in quotes; None where a quote is neither at the edge of a cell nor doubled."""
    quotes = np.flatnonzero(letters == _QUOTE)
    if len(quotes) % 2:
        return None
    opening, closing = quotes[::2], quotes[1::2]
    edge = np.zeros(256, np.bool_)
    edge[[ord(delimiter), _NEWLINE, _QUOTE]] = True
    if not np.all(edge[letters[opening - 1]] | (opening == 0)) or not np.all(edge[letters[closing + 1]]):
        return None
    outer: Places = marks[np.searchsorted(quotes, marks) % 2 == 0]
    return outer


def _rows(letters: Letters, marks: Places, width: int) -> Places | None:
    """Give where the cells of each row end; None where a row has others than the header."""
    if not len(marks) or len(marks) % width:
        return None
    ends = marks.reshape(-1, width)
    newlines = letters[ends] == _NEWLINE
    return ends if np.all(newlines[:, -1]) and not np.any(newlines[:, :-1]) else None
