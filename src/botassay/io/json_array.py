"""JSON files that hold all of their objects in one array: its items come in blocks, as if each were on a line."""

import re
import zlib
from array import array
from collections.abc import Iterator
from typing import Final

from botassay.core.errors import InputError
from botassay.io.lines import BLOCK, BOM, FileLines, LineBlock, packed_errors, unpacked
from botassay.io.sources import SourceFile
from botassay.io.zip_members import LOG, ZIP, ZipMembers

_PEEK: Final = 4096
"""Bytes that tell whether a file is an array."""
_ARRAY: Final = re.compile(rb"\s*\[\s*(?:\{|\Z)")
_OBJECT: Final = re.compile(rb"\s*\{")
_HINT: Final = "write one JSON array, or one JSON object per line"


def open_items(source: SourceFile, *, members: bool = False) -> FileLines:
    """Open a file to read the items of the JSON array that it is; if it is none, its lines.

    Args:
        source: the file.
        members: a JSON object is read by its members, too: `"key": value`.
    """
    beginning = _beginning(source)
    if beginning.startswith(ZIP) and source.name.endswith(LOG):
        return ZipMembers(str(source.path), source.raw, size=source.size)
    if is_array(beginning) or (members and _OBJECT.match(beginning.removeprefix(BOM))):
        return Items(str(source.path), source.raw, packed=source.packed, size=source.size)
    return source.open()


def _beginning(source: SourceFile) -> bytes:
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


class Items(FileLines):
    """The items of the array (or the members of the object) in a file, one per line.

    Line ends inside an item become CR, which is white space to JSON, so that bytes keep their places. The numbers of
    such lines are ordinals; `place` knows the lines on which the items begin, in four bytes each.
    """

    def blocks(self, size: int | None = None) -> Iterator[LineBlock]:
        """Read on, some items at a time.

        Raises: InputError for an array that is not closed, or something behind it; an item beyond the limit.
        """
        from botassay.io.json_members import Cutter  # brings numpy, which files of another kind do not need

        self._begins = array("I")
        cutter = Cutter()
        with packed_errors(self.name), self.raw() as raw:
            for chunk in self._chunks(raw, size or BLOCK):
                before = len(self._begins)
                items = []
                for line, item in cutter.feed(chunk):
                    self._begins.append(line)
                    items.append(item.replace(b"\n", b"\r") + b"\n")
                if items:
                    yield LineBlock(b"".join(items), before, len(items))
                if error := cutter.error:
                    raise InputError(error.what, f"{self.name}:{cutter.line}", error.hint or _HINT)
        if not cutter.closed:
            raise InputError("E121 the JSON is not closed: the file is truncated", f"{self.name}:{cutter.line}", _HINT)

    def __iter__(self) -> Iterator[str]:
        """Read on, item by item; their bytes are not counted."""
        for item in super().__iter__():
            self.offset = None
            yield item

    def place(self, number: int | None = None) -> str:
        """Name the line on which an item begins, and say which item it is."""
        ordinal = self.number if number is None else number
        if not 0 < ordinal <= len(self._begins):
            return self.name
        return f"{self.name}:{self._begins[ordinal - 1]} (item {ordinal})"
