"""JSON lines: recognising objects, decoding a block of them at once, and naming the error in one."""

import json
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final, TypeVar

import msgspec

from botassay.core.errors import InputError
from botassay.io.flaws import FlawError, not_utf8
from botassay.io.lines import FileLines, LineBlock

Shape = TypeVar("Shape")
_TOKEN: Final = re.compile(r'"((?:[^"\\]++|\\.)*+)"(\s*+:)?|[\[\]{}]', re.DOTALL)


@lru_cache(maxsize=1)  # each format asks about the same line
def keys_of(line: str) -> frozenset[str]:
    """Return the keys of the object on a line, even if the line is truncated.

    >>> sorted(keys_of('{"id": 7, "turns": [{"speaker": "x"}], "cut": "of'))
    ['cut', 'id', 'turns']
    >>> keys_of('["messages"]'), keys_of("messages")
    (frozenset(), frozenset())
    """
    if not line.lstrip().startswith("{"):
        return frozenset()
    keys, depth = set(), 0
    for token in _TOKEN.finditer(line):
        if token[2] and depth == 1:
            keys.add(token[1])
        elif token[0] in "[{":
            depth += 1
        elif token[0] in "]}":
            depth -= 1
    return frozenset(keys)


def objects_in(block: LineBlock, decode: Callable[[bytes], list[Shape]]) -> list[Shape] | None:
    r"""Decode a block of JSON lines at once; None where something in it does not decode, or is not one object a line.

    >>> decode = msgspec.json.Decoder(dict[str, int]).decode_lines
    >>> objects_in(LineBlock(b'{"a": 1}\r\n\n{"a": 2}', 0, 3), decode)
    [{'a': 1}, {'a': 2}]
    >>> objects_in(LineBlock(b'{"a": 1} {"a": 2}\n\n', 0, 2), decode) is None
    True
    """
    try:
        if not block.data.isascii():
            block.data.decode()
        objects = decode(block.data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return objects if _one_a_line(block, len(objects)) else None


def records(lines: FileLines, shape: type[Shape], what: str, hint: str) -> Iterator[tuple[Shape, str]]:
    """Return the object on each line, with its place; blank lines are left out.

    Args:
        lines: of the file.
        shape: what an object holds.
        what: begins the error of an invalid line, like `this is not a reply`.
        hint: how a line is written.

    Raises: InputError.
    """
    decoder = msgspec.json.Decoder(shape)
    for line in lines:
        if line.isspace():
            continue
        try:
            record = decoder.decode(line)
        except BROKEN as error:
            flaw = flaw_of(error, line)
            raise InputError(f"{flaw.code} {what}: {flaw.text}", lines.place(), hint) from error
        yield record, lines.place()


def _one_a_line(block: LineBlock, objects: int) -> bool:
    """Return whether each line of a block that is not blank holds one object, knowing that all of it is objects.

    Where each line begins with { and the one before it ended with }, no object goes over two lines: inside one, a comma
    or another bracket stands between the two. Then each line holds at least one, and as many objects as lines means one
    a line.
    """
    data = block.data if block.data.endswith(b"\n") else block.data + b"\n"
    if objects == block.lines and _meet(data, objects):
        return True
    tidy = [text for line in data.split(b"\n") if (text := line.strip())]
    return len(tidy) == objects and (not tidy or _meet(b"\n".join((*tidy, b"")), objects))


def _meet(data: bytes, lines: int) -> bool:
    return data.startswith(b"{") and data.endswith(b"}\n") and data.count(b"}\n{") == lines - 1


def twice(line: str) -> str | None:
    r"""Return a key that occurs twice in an object on a line; None where the line does not decode.

    >>> twice('{"id": 1, "x": {"id": 2}}'), twice('{"id": 1, "x": [{"y": 1, "y": 2}]}')
    (None, 'y')
    """
    repeated: list[str] = []

    def look(pairs: list[tuple[str, Any]]) -> None:
        if len(dict(pairs)) < len(pairs):
            names = [name for name, _ in pairs]
            repeated.extend(name for name in names if names.count(name) > 1)

    try:
        json.loads(line, object_pairs_hook=look)
    except (ValueError, RecursionError):  # the reader reports the error
        return None
    return repeated[0] if repeated else None


BROKEN: Final = (msgspec.DecodeError, UnicodeEncodeError, RecursionError)
"""What decoding a line may raise."""


def flaw_of(error: Exception, line: str) -> FlawError:
    """Return the error for a line that does not decode."""
    if isinstance(error, FlawError):
        return error
    if isinstance(error, msgspec.ValidationError):
        return FlawError("E136", _plain(str(error)), "see the dialog file format in docs/how-to/files.md")
    if isinstance(error, UnicodeEncodeError):
        return not_utf8(error.object, "line")
    if isinstance(error, RecursionError):
        return FlawError("E124", "the JSON is nested too deeply", "a dialog is an object with a list of objects")
    return _malformed(error, line)


def _malformed(error: Exception, line: str) -> FlawError:
    """Return the error for JSON that does not decode."""
    message = _plain(str(error))
    if "trailing characters" in message:
        return FlawError("E121", "text follows the JSON object", "write one JSON object per line")
    place = _BYTE.search(message)
    rest = line.encode("utf-8", "surrogateescape")[int(place[1]) :] if place else b""
    if rest.lstrip(b"-").startswith((b"NaN", b"Infinity")):
        return FlawError("E122", "JSON does not allow NaN and Infinity", "write null or omit the value")
    if "surrogate" in message or _HALF.search(line):
        return FlawError(
            "E113", "the line contains half of a surrogate pair, such as \\ud83d", "export the file as UTF-8"
        )
    if "\0" in line:
        return FlawError("E112", "the line contains a NUL byte", "export the file again as text")
    return FlawError("E120", f"the line is not a JSON object: {message}", "write one complete JSON object per line")


_BYTE: Final = re.compile(r"\(byte (\d+)\)")
_HALF: Final = re.compile(
    r"(?<!\\)(?:\\\\)*\\u(?:d[89ab][0-9a-f]{2}(?!\\ud[c-f])|d[c-f][0-9a-f]{2}(?<!\\ud[89ab][0-9a-f]{2}\\u.{4}))",
    re.IGNORECASE,
)


def _plain(message: str) -> str:
    return message.removeprefix("JSON is malformed: ")[:200]
