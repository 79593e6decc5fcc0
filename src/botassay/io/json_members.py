"""Cuts JSON arrays and objects into their members, block by block."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from botassay.core.errors import InputError
from botassay.io.lines import LINE_LIMIT

_COMMA, _OPEN, _CLOSE = 2, 1, -1
_KINDS: Final = np.zeros(256, np.int8)
_KINDS[[*b"[{"]], _KINDS[[*b"]}"]], _KINDS[[*b","]] = _OPEN, _CLOSE, _COMMA


class Cutter:
    """Cuts a JSON array or object into its members; it knows brackets and strings, and nothing else."""

    def __init__(self) -> None:
        self.line = 1
        """The line on which the present member begins, white space before it included."""
        self.closed = False
        self.error: InputError | None = None
        """Why nothing more can be read."""
        self._depth = 0
        self._in_string = False
        self._escaped = False
        self._held = b""
        """What came of the present member in earlier chunks."""
        self._any = False

    def feed(self, chunk: bytes) -> Iterator[tuple[int, bytes]]:
        """Take the next bytes; give each member that ends in them, with the line on which it begins."""
        begin = 0
        for at, depth, kind in self._marks(chunk) if not self.closed else ():
            if depth == 1 and kind == _OPEN:
                self.line += (self._held + chunk[begin:at]).count(b"\n")
                self._held = b""
            else:
                self.closed = depth == 0
                yield from self._member(self._held + chunk[begin:at])
                self._held = b""
            begin = at + 1
            if self.closed:
                break
        self._keep(chunk[begin:])

    def _marks(self, chunk: bytes) -> list[tuple[int, int, int]]:
        """Return where members begin and end: the place, the depth behind it, and whether it opens or ends one."""
        letters = np.frombuffer(b"_" + chunk[1:] if self._escaped else chunk, np.uint8)
        quotes = letters == ord('"')
        self._escaped = b"\\" in chunk and self._leave_out_escaped(letters, quotes)
        inside = np.logical_xor.accumulate(quotes) ^ self._in_string
        if len(inside):
            self._in_string = bool(inside[-1])
        outer = np.flatnonzero((_KINDS[letters] != 0) & ~inside)
        kinds: NDArray[np.int8] = _KINDS[letters[outer]]
        depths = self._depth + np.cumsum(np.where(kinds == _COMMA, 0, kinds), dtype=np.int64)
        if len(depths):
            self._depth = int(depths[-1])
        outermost = ((kinds != _CLOSE) & (depths == 1)) | ((kinds == _CLOSE) & (depths == 0))
        return list(zip(outer[outermost].tolist(), depths[outermost].tolist(), kinds[outermost].tolist(), strict=True))

    @staticmethod
    def _leave_out_escaped(letters: NDArray[np.uint8], quotes: NDArray[np.bool_]) -> bool:
        """Take quotes that are escaped out; say whether the last letter escapes the one behind it."""
        escapes = np.flatnonzero(letters == ord("\\"))
        if not len(escapes):
            return False
        begins = np.concatenate(([True], np.diff(escapes) != 1))
        odd = (escapes - np.maximum.accumulate(np.where(begins, escapes, 0))) % 2 == 0
        behind = escapes[odd] + 1
        quotes[behind[behind < len(quotes)]] = False
        return bool(behind[-1] == len(letters)) if len(behind) else False

    def _member(self, whole: bytes) -> Iterator[tuple[int, bytes]]:
        member = whole.strip()
        if member or not self.closed or self._any:
            self._any = True
            yield self.line + whole[: len(whole) - len(whole.lstrip())].count(b"\n"), member or b","
        self.line += whole.count(b"\n")

    def _keep(self, rest: bytes) -> None:
        if self.closed:
            if rest.strip():
                self.error = InputError("E121 text follows the JSON array")
            return
        self._held += rest
        if len(self._held) > LINE_LIMIT:
            self.error = InputError(
                "E125 the item is longer than 8 MiB", hint="write one record per item, without binary data"
            )
