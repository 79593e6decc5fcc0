"""JSON of the house in blocks of many dialogs: of ordinary ones it is seen at once that nothing is wrong.

A line is ordinary when it holds an id and utterances of users and bots, each key once, and no key that we do not know.
Whatever a block holds beyond that is for those who look at each line.
"""

import re
from collections.abc import Iterator
from typing import Annotated, BinaryIO, Final, Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from botassay.core.errors import InputError
from botassay.corpora.files import BOM, LINE_LIMIT, Source, packed_errors, unpacked

_BLOCK: Final = 2**20
_PIECE: Final = 2**16
"""Bytes."""
_UNCOUNTED: Final = re.compile(rb'"[ \t\r\n]+:|\\\\":')
"""Keys that are not found by what stands behind them: with blanks before the colon, or a backslash at their end."""


class Block(NamedTuple):
    """Some whole lines."""

    data: bytes
    before: int
    """How many lines stand before it."""
    lines: int


class Said(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """An ordinary utterance."""

    role: Literal["user", "bot"]
    text: str
    speaker: str | UnsetType | None = UNSET
    at: str | int | float | UnsetType | None = UNSET
    options: tuple[str, ...] | UnsetType = UNSET
    intent: str | UnsetType | None = UNSET
    confidence: Annotated[float, msgspec.Meta(ge=0, le=1)] | UnsetType | None = UNSET

    def more(self) -> int:
        """Count the keys beyond role and text."""
        cells = (self.speaker, self.at, self.options, self.intent, self.confidence)
        return sum(cell is not UNSET for cell in cells)


class Lined(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """An ordinary line."""

    id: Annotated[str, msgspec.Meta(min_length=1)]
    utterances: list[Said]
    tags: dict[str, str | int | float | bool | None] | UnsetType = UNSET

    def more(self) -> int:
        """Count the keys beyond those of every line."""
        own = 0 if self.tags is UNSET else 1 + len(self.tags)
        return own + sum(said.more() for said in self.utterances)


_decode: Final = msgspec.json.Decoder(Lined).decode_lines
_decode_items: Final = msgspec.json.Decoder(list[Lined]).decode


def blocks(source: Source) -> Iterator[Block]:
    """Cut a file into blocks of whole lines.

    Raises: InputError for a file that cannot be read, or a line of more than 8 MiB.
    """
    before = 0
    with packed_errors(str(source.path)), source.raw() as raw:
        stream = unpacked(raw, packed=source.packed)
        while data := stream.read(_BLOCK):
            rest, too_long = _rest_of_line(stream, data)
            whole = data[: data.rfind(b"\n") + 1] if too_long else data + rest
            lines = whole.count(b"\n") + (not whole.endswith(b"\n"))
            yield Block(whole.removeprefix(BOM) if not before else whole, before, lines)
            before += lines
            if too_long:
                place = f"{source.path}:{before + 1}"
                raise InputError("E125 the line is longer than 8 MiB", place, "one dialog a line, no binary data")


def _rest_of_line(stream: BinaryIO, data: bytes) -> tuple[bytes, bool]:
    """Read on to the end of the line with which a block ends; of one that is too long nothing is kept."""
    pieces: list[bytes] = []
    left = LINE_LIMIT - (len(data) - data.rfind(b"\n") - 1)
    last = data
    while left >= 0 and last and not last.endswith(b"\n"):
        last = stream.readline(_PIECE)
        left -= len(last)
        pieces.append(last)
    return (b"", True) if left < 0 else (b"".join(pieces), False)


def ordinary_items(whole: bytes) -> list[Lined] | None:
    """Decode some whole items of an array; None where anything in them is out of the ordinary."""
    try:
        if not whole.isascii():
            whole.decode()
        rows = _decode_items(b"[%b]" % whole)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return rows if _each_key_once(whole, rows) and b"\\u0000" not in whole else None


def ordinary(block: Block) -> list[Lined] | None:
    r"""Decode a block; None where anything in it is out of the ordinary.

    >>> line = b'{"id": "d", "utterances": [{"role": "bot", "text": "ho"}]}\n'
    >>> ordinary(Block(line * 2, 0, 2)) is None, ordinary(Block(line + b'{"id": "d"}\n', 0, 2)) is None
    (False, True)
    """
    data = block.data
    try:
        if not data.isascii():
            data.decode()
        rows = _decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    sound = len(rows) == block.lines and _each_key_once(data, rows) and b"\\u0000" not in data
    return rows if sound and _a_line_each(data, len(rows)) else None


def _each_key_once(data: bytes, rows: list[Lined]) -> bool:
    if _UNCOUNTED.search(data):
        return False
    keys = data.count(b'":') - data.count(b'\\":')
    fewest = 2 * len(rows) + 2 * sum(len(row.utterances) for row in rows)
    return keys == fewest or keys == fewest + sum(row.more() for row in rows)


def _a_line_each(data: bytes, rows: int) -> bool:
    """Whether each object stands on a line of its own."""
    return data.startswith(b"{") and data.count(b"\n{") == rows - 1


def each_line(block: Block) -> list[str]:
    """Give the lines of a block; bytes that are no UTF-8 stand as lone surrogates."""
    lines = block.data.split(b"\n")
    return [line.decode("utf-8", "surrogateescape") for line in (lines[:-1] if block.data.endswith(b"\n") else lines)]
