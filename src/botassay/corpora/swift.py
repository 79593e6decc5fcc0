"""JSON lines of the house in blocks of many lines: of ordinary ones it is seen at once that nothing is wrong.

A line is ordinary when it holds an id and utterances with a role and a text each, and no more. Whatever a block holds
beyond that is for those who look at each line.
"""

from collections.abc import Iterator
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from botassay.corpora.files import BOM, LINE_LIMIT, Source, packed_errors, unpacked
from botassay.errors import InputError

_BLOCK: Final = 2**20
"""Bytes."""


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


class Lined(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """An ordinary line."""

    id: Annotated[str, msgspec.Meta(min_length=1)]
    utterances: list[Said]


_decode: Final = msgspec.json.Decoder(Lined).decode_lines


def blocks(source: Source) -> Iterator[Block]:
    """Cut a file into blocks of whole lines.

    Raises: InputError for a file that cannot be read, or a line of more than 8 MiB.
    """
    before = 0
    with packed_errors(str(source.path)), source.raw() as raw:
        stream = unpacked(raw, packed=source.packed)
        while data := stream.read(_BLOCK):
            if not data.endswith(b"\n"):
                data += stream.readline(LINE_LIMIT + 1)
            lines = data.count(b"\n") + (not data.endswith(b"\n"))
            if len(data) > LINE_LIMIT and len(data) - data.rfind(b"\n", 0, -1) - 1 > LINE_LIMIT:
                place = f"{source.path}:{before + lines}"
                raise InputError("E125 the line is longer than 8 MiB", place, "one dialog a line, no binary data")
            yield Block(data.removeprefix(BOM) if not before else data, before, lines)
            before += lines


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
    keys = data.count(b'":') - data.count(b'\\":')
    wanted = 2 * len(rows) + 2 * sum(len(row.utterances) for row in rows)
    sound = len(rows) == block.lines and keys == wanted and b"\\u0000" not in data and _a_line_each(data, len(rows))
    return rows if sound else None


def _a_line_each(data: bytes, rows: int) -> bool:
    """Whether each object stands on a line of its own."""
    return data.startswith(b"{") and data.count(b"\n{") == rows - 1


def each_line(block: Block) -> list[str]:
    """Give the lines of a block; bytes that are no UTF-8 stand as lone surrogates."""
    lines = block.data.split(b"\n")
    return [line.decode("utf-8", "surrogateescape") for line in (lines[:-1] if block.data.endswith(b"\n") else lines)]
