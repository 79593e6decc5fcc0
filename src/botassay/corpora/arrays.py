"""JSON files that hold all of their dialogs in one array: its items come one by one, as if each stood on a line."""

import re
import zlib
from array import array
from collections.abc import Iterator
from typing import BinaryIO, Final

from botassay.corpora.files import BOM, LINE_LIMIT, Lines, Source, unpacked
from botassay.errors import InputError

_CHUNK: Final = 2**16
_PEEK: Final = 4096
"""Bytes that tell whether a file is an array."""
_ARRAY: Final = re.compile(rb"\s*\[\s*(?:\{|\Z)")
_OBJECT: Final = re.compile(rb"\s*\{")
_TOKEN: Final = re.compile(rb'["\[\]{},]')
_IN_STRING: Final = re.compile(rb'["\\]')


def open_items(source: Source, *, members: bool = False) -> Lines:
    """Open a file to read the items of the JSON array that it is; if it is none, its lines.

    Args:
        source: the file.
        members: a JSON object is read by its members, too: `"key": value`.
    """
    beginning = _beginning(source)
    if is_array(beginning) or (members and is_object(beginning)):
        return Items(str(source.path), source.raw, packed=source.packed, size=source.size)
    return source.open()


def _beginning(source: Source) -> bytes:
    """Read the first bytes; none where that fails, which is said when all of it is read."""
    try:
        with source.raw() as raw:
            return unpacked(raw, packed=source.packed).read(_PEEK)
    except (OSError, EOFError, zlib.error):
        return b""


def is_array(beginning: bytes) -> bool:
    r"""Whether a file that begins like this is an array of objects.

    >>> is_array(b'[\n  {"id"'), is_array(b"[03:10] <lev> hi"), is_array(b'{"id": 1}')
    (True, False, False)
    """
    return _ARRAY.match(beginning.removeprefix(BOM)) is not None


def is_object(beginning: bytes) -> bool:
    """Whether a file that begins like this is a JSON object."""
    return _OBJECT.match(beginning.removeprefix(BOM)) is not None


class Items(Lines):
    """The items of the array (or the members of the object) that a file is; no more than one is held.

    Their numbers are ordinals; `place` knows the lines on which they begin, in four bytes each.
    """

    _begins: "array[int]"

    def _decoded(self, raw: BinaryIO) -> Iterator[str]:
        self._begins = array("I")
        stream = unpacked(raw, packed=self._packed)
        cutter = Cutter()
        while chunk := stream.read(_CHUNK):
            self._digest.update(chunk)
            self.position = raw.tell()
            for line, item in self._cut(cutter, chunk):
                self._begins.append(line)
                self.number += 1
                yield item.decode("utf-8", errors="surrogateescape") + "\n"
        if not cutter.closed:
            raise InputError("E121 the JSON is not closed: the file is cut off", f"{self.name}:{cutter.line}", _HINT)

    def _cut(self, cutter: "Cutter", chunk: bytes) -> "Iterator[tuple[int, bytes]]":
        try:
            yield from cutter.feed(chunk)
        except InputError as error:
            raise InputError(error.what, f"{self.name}:{cutter.line}", error.hint) from None

    def place(self, number: int | None = None) -> str:
        """Name the line on which an item begins, and say which item it is."""
        ordinal = self.number if number is None else number
        if not 0 < ordinal <= len(self._begins):
            return self.name
        return f"{self.name}:{self._begins[ordinal - 1]} (item {ordinal})"


_HINT: Final = "a file is one whole JSON array, or one JSON object a line"


class Cutter:
    """Cuts a JSON array or object into its members; it knows brackets and strings, and nothing else."""

    def __init__(self) -> None:
        self.line = 1
        """The line on which the present member begins, white space before it included."""
        self.closed = False
        self._depth = 0
        self._in_string = False
        self._escaped = False
        self._held = bytearray()
        """What came of the present member in earlier chunks."""
        self._any = False

    def feed(self, chunk: bytes) -> Iterator[tuple[int, bytes]]:
        """Take the next bytes; give each member that ends in them, with the line on which it begins.

        Raises: InputError for a member beyond the limit, or anything behind the last bracket.
        """
        begin, at = 0, 0
        while at < len(chunk):
            found = self._next(chunk, at)
            if found is None:
                break
            at, mark = found
            if self._opens(mark):
                self.line += chunk[begin:at].count(b"\n")
                begin = at
            elif self._ends(mark):
                yield from self._member(chunk[begin : at - 1], last=self._depth == 0)
                begin = at
        self._keep(chunk[begin:])

    def _next(self, chunk: bytes, at: int) -> tuple[int, bytes] | None:
        """Find the next bracket or comma outside of strings; give the place behind it, too."""
        while at < len(chunk):
            if self._escaped:
                self._escaped, at = False, at + 1
                continue
            found = (_IN_STRING if self._in_string else _TOKEN).search(chunk, at)
            if found is None:
                return None
            at, mark = found.end(), found[0]
            if mark == b'"':
                self._in_string = not self._in_string
            elif mark == b"\\":
                self._escaped = True
            else:
                return at, mark
        return None

    def _opens(self, mark: bytes) -> bool:
        """Go down a level; whether it was the first one."""
        if mark in b"[{":
            self._depth += 1
            return self._depth == 1 and not self.closed
        return False

    def _ends(self, mark: bytes) -> bool:
        """Whether a comma or a closing bracket ends a member."""
        if mark == b",":
            return self._depth == 1 and not self.closed
        if mark in b"]}":
            self._depth -= 1
            return self._depth == 0 and not self.closed
        return False

    def _member(self, piece: bytes, *, last: bool) -> Iterator[tuple[int, bytes]]:
        whole = bytes(self._held) + piece
        self._held.clear()
        self.closed = last
        member = whole.strip()
        blank = whole[: len(whole) - len(whole.lstrip())].count(b"\n")
        if member or not last or self._any:
            self._any = True
            yield self.line + blank, member or b","
        self.line += whole.count(b"\n")

    def _keep(self, rest: bytes) -> None:
        if self.closed:
            if rest.strip():
                raise InputError("E121 something stands behind the JSON array", hint=_HINT)
            return
        if self._depth:
            self._held += rest
        else:
            self.line += rest.count(b"\n")
        if len(self._held) > LINE_LIMIT:
            raise InputError("E125 the item is longer than 8 MiB", hint="one dialog an item, no binary data")
