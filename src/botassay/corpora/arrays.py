"""JSON files that hold all of their dialogs in one array: its items come one by one, as if each stood on a line."""

import re
import zlib
from array import array
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO, Final

import msgspec

from botassay.core.errors import InputError
from botassay.corpora.files import BOM, LINE_LIMIT, Lines, Source, unpacked

CHUNK: Final = 2**18
"""Bytes that are looked at together."""
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
    except (OSError, EOFError, zlib.error, InputError):
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
        for line, item in Slicer(self._chunks(raw), self.name).items():
            self._begins.append(line)
            self.number += 1
            yield item.decode("utf-8", errors="surrogateescape") + "\n"

    def _chunks(self, raw: BinaryIO) -> Iterator[bytes]:
        stream = unpacked(raw, packed=self._packed)
        while chunk := stream.read(CHUNK):
            self._digest.update(chunk)
            self.position = raw.tell()
            yield chunk

    def place(self, number: int | None = None) -> str:
        """Name the line on which an item begins, and say which item it is."""
        ordinal = self.number if number is None else number
        if not 0 < ordinal <= len(self._begins):
            return self.name
        return f"{self.name}:{self._begins[ordinal - 1]} (item {ordinal})"


_HINT: Final = "a file is one whole JSON array, or one JSON object a line"


class Slicer:
    """Slices an array at what looks like the beginning of an item, and lets a JSON parser say whether it is one.

    Where it is none, and in an object, the rest is cut bracket by bracket: the same, and slower.
    """

    def __init__(self, chunks: Iterator[bytes], name: str) -> None:
        self._chunks = chunks
        self._name = name
        self._cutter = Cutter()
        self._rest = b""

    def items(self) -> Iterator[tuple[int, bytes]]:
        """Give each item, with the line on which it begins.

        Raises: InputError for an array that is not closed, or something behind it; an item beyond the limit.
        """
        for line, whole in self.slices():
            yield from apart(line, whole)
        yield from self.others()

    def slices(self) -> Iterator[tuple[int, bytes]]:
        """Give some whole items at a time, with the line of the first, as long as they are seen to be items."""
        held = next(self._chunks, b"")
        opened = _OPENED.match(held)
        if opened is None:
            self._rest = held
            return
        boundary = re.compile(rb"\}\s*+(,)\s*+\{\s*+" + re.escape(opened[1]))
        begin = opened.end()
        line, held = 1 + held[:begin].count(b"\n"), held[begin:]
        for chunk in chain(self._chunks, [None]):
            held += chunk or b""
            end = _last(boundary, held) if chunk is not None else _closing(held)
            if end is None and chunk is not None and len(held) < LINE_LIMIT // 4:
                continue
            if end is None or not _are_items(held[:end]):
                break
            yield line, held[:end]
            line += held.count(b"\n", 0, end + 1)
            held = held[end + 1 :]
            if chunk is None:
                self._cutter.closed = True
                return
        self._cutter.go_on(line)
        self._rest = held

    def others(self) -> Iterator[tuple[int, bytes]]:
        """Give the items that are left, one by one.

        Raises: InputError.
        """
        cutter = self._cutter
        try:
            for chunk in chain([self._rest], self._chunks):
                yield from cutter.feed(chunk)
        except InputError as error:
            raise InputError(error.what, f"{self._name}:{cutter.line}", error.hint) from None
        if not cutter.closed:
            raise InputError("E121 the JSON is not closed: the file is cut off", f"{self._name}:{cutter.line}", _HINT)


_OPENED: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*+\[(?=\s*+\{\s*+("(?:[^"\\]|\\.)*+"))')
"""The beginning of an array, up to its bracket; the first key of the first item marks items."""
_NEAR: Final = (2**12, 2**16)
"""Bytes at the end of a piece in which the last item is looked for first."""
_decode_raw: Final = msgspec.json.Decoder(list[msgspec.Raw]).decode


def _last(boundary: "re.Pattern[bytes]", data: bytes) -> int | None:
    """Find the comma behind the last item that is followed by another."""
    for width in (*_NEAR, len(data)):
        found = list(boundary.finditer(data, max(0, len(data) - width)))
        if found:
            return found[-1].start(1)
    return None


def _closing(data: bytes) -> int | None:
    """Find the bracket that ends the array, if nothing stands behind it."""
    bare = data.rstrip()
    return len(bare) - 1 if bare.endswith(b"]") else None


def _are_items(data: bytes) -> bool:
    if not data.strip():
        return False
    try:
        _decode_raw(b"[%b]" % data)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def apart(line: int, data: bytes) -> Iterator[tuple[int, bytes]]:
    """Take whole items apart: give each with the line on which it begins."""
    at = 0
    for raw in _decode_raw(b"[%b]" % data):
        item = bytes(raw).strip()
        begin = data.index(item, at)
        line += data.count(b"\n", at, begin)
        yield line, item
        at = begin + len(item)
        line += item.count(b"\n")


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

    def go_on(self, line: int) -> None:
        """Go on between two members, on a line."""
        self.line = line
        self._depth = 1
        self._any = True

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
