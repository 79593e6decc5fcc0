"""Where rows of a table begin, found by counting quotes: a line break is the end of a row if the count is even.

That holds where quotes are regular: one opens at the beginning of a cell, and closes at its end or is doubled. Any
other table has to be read from its beginning.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from botassay.io.lines import FIELD_LIMIT, ROW_LINES
from botassay.io.sources import SourceFile

_BLOCK: Final = 4 * 2**20
_QUOTE, _LF, _CR = b'"'[0], b"\n"[0], b"\r"[0]
_Bytes = npt.NDArray[np.uint8]
_Places = npt.NDArray[np.int64]


def row_starts(source: SourceFile, begin: int, delimiter: str, places: Sequence[int]) -> list[int] | None:
    """Return at which byte the first row begins at or behind each place; None for a table with irregular quotes.

    Rows of more than 1 MiB or 999 lines, and carriage returns without a line feed, count as irregular: a reader that
    gives such a row up goes on with its second line.

    Args:
        source: the file.
        begin: at which byte the rows below the header begin.
        delimiter: between cells.
        places: bytes, in order.

    Raises: InputError for a file that was changed.
    """
    sweep = _Sweep(delimiter, begin)
    starts: list[int] = []
    with source.raw() as raw:
        raw.seek(begin)
        data = raw.read(_BLOCK)
        while data:
            following = raw.read(_BLOCK)
            ends = sweep.row_ends(data, following[:1])
            if ends is None:
                return None
            while len(starts) < len(places) and (at := int(np.searchsorted(ends, places[len(starts)]))) < len(ends):
                starts.append(int(ends[at]))
            data = following
    return None if sweep.quoted else starts


class _Sweep:
    """What is known at the end of a block.

    Args:
        delimiter: between cells.
        begin: at which byte the rows begin.
    """

    def __init__(self, delimiter: str, begin: int) -> None:
        self.quoted = False
        """Whether a quote is open."""
        self._delimiter = ord(delimiter)
        self._last = _LF
        self._at = begin
        self._row = begin
        """Where the present row begins."""
        self._lines = 0
        """Lines of it that have ended."""

    def row_ends(self, data: bytes, following: bytes) -> _Places | None:
        """Return the bytes behind the ends of rows in a block; None where its quotes are irregular."""
        block = np.frombuffer(data, np.uint8)
        around = np.concatenate(([self._last], block, np.frombuffer(following or b"\n", np.uint8)))
        quotes = np.flatnonzero(block == _QUOTE)
        breaks = np.flatnonzero(block == _LF)
        if not self._are_regular(around, quotes) or np.any(around[np.flatnonzero(block == _CR) + 2] != _LF):
            return None
        inside = (np.searchsorted(quotes, breaks) + self.quoted) % 2 == 1
        ends: _Places = breaks[~inside] + 1 + self._at
        sizes = np.diff(ends, prepend=self._row, append=self._at + len(data))
        lines = np.diff(np.flatnonzero(~inside), prepend=-1 - self._lines, append=len(breaks) - 1)
        if np.any(sizes >= FIELD_LIMIT) or np.any(lines >= ROW_LINES):
            return None
        self._lines = int(lines[-1])
        self._row = int(ends[-1]) if len(ends) else self._row
        self.quoted = (len(quotes) + self.quoted) % 2 == 1
        self._last = data[-1]
        self._at += len(data)
        return ends

    def _are_regular(self, around: _Bytes, quotes: _Places) -> bool:
        """Whether each quote opens behind a delimiter, or closes before one; in between they are doubled."""
        closing = (np.arange(len(quotes)) + self.quoted) % 2 == 1
        before, after = around[quotes[~closing]], around[quotes[closing] + 2]
        return bool(
            np.all(np.isin(before, (self._delimiter, _LF, _QUOTE)))
            and np.all(np.isin(after, (self._delimiter, _LF, _CR, _QUOTE)))
        )
