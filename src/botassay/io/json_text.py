"""Documents as JSON text; the same document gives the same bytes."""

import re
from typing import Any, Final

import msgspec

_STEERING: Final = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that steer a terminal or turn the direction of text: JSON can write them as escapes."""


def row(document: object) -> bytes:
    """Return a document as one line of JSON."""
    return _escaped(_packed(document))


def indented(document: object) -> bytes:
    """Return a document as JSON with a line for each of its parts."""
    return _escaped(msgspec.json.format(_packed(document), indent=1))


def _packed(document: object) -> bytes:
    try:
        return msgspec.json.encode(document)
    except UnicodeEncodeError:
        return msgspec.json.encode(_mended(msgspec.to_builtins(document)))


def _escaped(text: bytes) -> bytes:
    return _STEERING.sub(lambda match: f"\\u{ord(match[0]):04x}", text.decode()).encode() + b"\n"


def _mended(part: Any) -> Any:
    """Replace lone surrogates, which no encoding can write, by U+FFFD."""
    if isinstance(part, str):
        return part.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(part, dict):
        return {_mended(key): _mended(value) for key, value in part.items()}
    return [_mended(item) for item in part] if isinstance(part, list | tuple) else part
