"""What all formats share that are made of JSON objects: telling them apart, and saying what is wrong with one."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, TypeVar

import msgspec

from botassay.core.dialog import Dialog, Rejected
from botassay.corpora.utterance_builder import FlawError, not_utf8

Shape = TypeVar("Shape")
_TOKEN: Final = re.compile(r'"((?:[^"\\]++|\\.)*+)"(\s*+:)?|[\[\]{}]', re.DOTALL)


@lru_cache(maxsize=1)  # each format asks about the same line
def keys_of(line: str) -> frozenset[str]:
    """Name the keys of the object that a line is, also of one that is broken off.

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


def each_object(
    lines: Iterable[str], name: str, shape: type[Shape], make: Callable[[Shape, str], Dialog]
) -> Iterator[Dialog | Rejected]:
    """Make a dialog of each line; blank lines are skipped.

    Args:
        lines: an object each.
        name: makes the ids of dialogs that have none.
        shape: what an object holds.
        make: takes an object and the id for want of another; a FlawError rejects the object.
    """
    decoder = msgspec.json.Decoder(shape)
    ordinal = 0
    for number, line in enumerate(lines, 1):
        if line.isspace():
            continue
        ordinal += 1
        try:
            yield make(decoder.decode(line), f"{name}:{ordinal}")
        except (FlawError, *BROKEN) as error:
            flaw = flaw_of(error, line)
            yield Rejected(number, flaw.code, flaw.text, flaw.hint)


def twice(line: str) -> str | None:
    r"""Name a key that stands twice in an object of a line; none where the line does not decode.

    >>> twice('{"id": 1, "x": {"id": 2}}'), twice('{"id": 1, "x": [{"y": 1, "y": 2}]}')
    (None, 'y')
    """
    found: list[str] = []

    def look(pairs: list[tuple[str, Any]]) -> None:
        if len(dict(pairs)) < len(pairs):
            names = [name for name, _ in pairs]
            found.extend(name for name in names if names.count(name) > 1)

    try:
        json.loads(line, object_pairs_hook=look)
    except (ValueError, RecursionError):  # whoever reads it says what is wrong with it
        return None
    return found[0] if found else None


BROKEN: Final = (msgspec.DecodeError, UnicodeEncodeError, RecursionError)
"""What decoding a line may raise."""


def flaw_of(error: Exception, line: str) -> FlawError:
    """Say what is wrong with a line that does not decode."""
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
    """Say what is wrong with JSON that does not decode."""
    said = _plain(str(error))
    if "trailing characters" in said:
        return FlawError("E121", "something stands behind the JSON object", "one JSON object a line")
    place = _BYTE.search(said)
    rest = line.encode("utf-8", "surrogateescape")[int(place[1]) :] if place else b""
    if rest.lstrip(b"-").startswith((b"NaN", b"Infinity")):
        return FlawError("E122", "NaN and Infinity are no JSON", "write null, or leave it out")
    if "surrogate" in said or _HALF.search(line):
        return FlawError("E113", "half of a character stands in the line, as \\ud83d", "export the file as UTF-8")
    if "\0" in line:
        return FlawError("E112", "the line holds a NUL byte", "export the file again as text")
    return FlawError("E120", f"the line is no JSON object: {said}", "one whole JSON object a line")


_BYTE: Final = re.compile(r"\(byte (\d+)\)")
_HALF: Final = re.compile(
    r"(?<!\\)(?:\\\\)*\\u(?:d[89ab][0-9a-f]{2}(?!\\ud[c-f])|d[c-f][0-9a-f]{2}(?<!\\ud[89ab][0-9a-f]{2}\\u.{4}))",
    re.IGNORECASE,
)


def _plain(message: str) -> str:
    return message.removeprefix("JSON is malformed: ")[:200]


def named(given: Any, fallback: str) -> str:
    """Give the id that a dialog has, or else another.

    Raises: FlawError for an empty one.
    """
    if given == "":
        raise FlawError("E130", "the id is empty", "give the dialog an id, or leave it out")
    return fallback if given is None else str(given)
