"""JSON on a terminal: the same document, with nothing in it that steers the terminal."""

import codecs
import io
from typing import TYPE_CHECKING, TextIO

from botassay.view.escape import json_escaped

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class _Escaping(io.RawIOBase):
    """Passes UTF-8 on, and escapes in it what is hidden."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._terminal.fileno()

    def write(self, piece: "ReadableBuffer", /) -> int:
        raw = bytes(piece)
        self._terminal.buffer.write(json_escaped(self._decoder.decode(raw)).encode())
        self._terminal.buffer.flush()
        return len(raw)


def escaped(terminal: TextIO) -> TextIO:
    """Return a stream that writes JSON to a terminal."""
    return io.TextIOWrapper(io.BufferedWriter(_Escaping(terminal)), "utf-8", line_buffering=True, write_through=True)
