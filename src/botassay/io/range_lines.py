"""The lines of a part of a file."""

from collections.abc import Iterator
from typing import BinaryIO

from botassay.io.lines import BLOCK, BOM, FileLines
from botassay.io.sources import SourceFile


class RangeLines(FileLines):
    """The lines of a file that begin in a range of bytes."""

    def __init__(self, source: SourceFile, begin: int, end: int | None) -> None:
        super().__init__(str(source.path), source.raw, size=source.size)
        self._from = begin
        self.headless = begin > 0
        self._end = end
        self._before: int | None = None

    def place(self, number: int | None = None) -> str:
        """Name a line of the file; the lines before the range are counted now."""
        if self._before is None:
            self._before = self._lines_before()
        return f"{self.name}:{self._before + (self.number if number is None else number)}"

    def _chunks(self, raw: BinaryIO, size: int) -> Iterator[bytes]:
        """Return the bytes from the first line that begins in the range to the end of the last one."""
        self.begin = at = self._first_line(raw)
        if self._end is not None and at >= self._end:
            return
        raw.seek(at)
        end = 0
        while not end and (data := raw.read(size)):
            if self._end is not None and at + len(data) >= self._end:
                end = data.find(b"\n", max(0, self._end - 1 - at)) + 1
                data = data[:end] if end else data
            if not at and data.startswith(BOM):
                self.marked = True
                data, at = data[len(BOM) :], len(BOM)
            at += len(data)
            self.position = at - self._from
            yield data

    def _first_line(self, raw: BinaryIO) -> int:
        """Return where the first line begins that does so in the range, or behind it."""
        if not self._from:
            return 0
        at = self._from - 1
        raw.seek(at)
        while data := raw.read(BLOCK):
            end = data.find(b"\n")
            if end >= 0:
                return at + end + 1
            at += len(data)
        return at

    def _lines_before(self) -> int:
        lines, at, first = 0, 0, self.begin
        with self.raw() as raw:
            while at < first and (data := raw.read(min(BLOCK, first - at))):
                lines += data.count(b"\n")
                at += len(data)
        return lines


def byte_of_line(source: SourceFile, lines: int, begin: int = 0) -> int:
    """Return at which byte of a file so many lines end that begin at a byte; the end of the file where there are fewer.

    Raises: InputError for a file that was changed.
    """
    at = begin
    with source.raw() as raw:
        raw.seek(begin)
        while lines and (data := raw.read(BLOCK)):
            count = data.count(b"\n")
            if count < lines:
                lines -= count
                at += len(data)
                continue
            place = -1
            for _ in range(lines):
                place = data.find(b"\n", place + 1)
            return at + place + 1
    return at
