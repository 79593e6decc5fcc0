"""JSON that is one document over many lines, or an object on each line: whichever a file has."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple, TypeVar

import msgspec

from botassay.core.dialog import Rejected
from botassay.core.errors import InputError
from botassay.io.jsonl import BROKEN, flaw_of

Shape = TypeVar("Shape")
DOCUMENT_LIMIT: Final = 128 * 2**20
"""Characters of a document, which is held in memory."""


class JsonText(NamedTuple):
    """A JSON object in a file."""

    line: int
    """On which it begins, from 1."""
    text: str


def begins_document(line: str) -> bool:
    r"""Return whether a line begins an object that goes on below.

    >>> begins_document('{\n'), begins_document('{"a": 1}\n'), begins_document("hi\n")
    (True, False, False)
    """
    bare = line.strip()
    return bare.startswith("{") and not bare.endswith("}")


def json_texts(lines: Iterable[str]) -> Iterator[JsonText]:
    """Return the object that a file is, or that on each line; blank lines are left out.

    Raises: InputError for a document that is too large.
    """
    numbered = enumerate(lines, 1)
    for number, line in numbered:
        if line.isspace():
            continue
        if begins_document(line):
            yield JsonText(number, _whole(chain((line,), (rest for _, rest in numbered))))
            return
        yield JsonText(number, line)
        break
    yield from (JsonText(number, line) for number, line in numbered if not line.isspace())


def _whole(lines: Iterable[str]) -> str:
    parts, length = list[str](), 0
    for line in lines:
        parts.append(line)
        length += len(line)
        if length > DOCUMENT_LIMIT:
            raise InputError(
                "E126 the JSON document is larger than 128 MiB", hint="export it as JSON lines, or in parts"
            )
    return "".join(parts)


def decoded(text: JsonText, decoder: msgspec.json.Decoder[Shape]) -> Shape | Rejected:
    """Return the object, or why it cannot be read."""
    try:
        return decoder.decode(text.text)
    except BROKEN as error:
        flaw = flaw_of(error, text.text)
        before = len(text.text) if "truncated" in str(error) else _byte_of(error)
        line = text.line + text.text.encode("utf-8", "surrogatepass")[:before].rstrip().count(b"\n")
        if flaw.code == "E120" and text.text.count("\n") > 1:
            what = flaw.text.replace("the line is not a JSON object", "the JSON document is not valid")
            return Rejected(line, flaw.code, what, "export the file again, or copy all of it")
        return Rejected(line, flaw.code, flaw.text, flaw.hint)


def _byte_of(error: Exception) -> int:
    """Return at which byte decoding stopped; 0 where the error does not say."""
    if isinstance(error, UnicodeEncodeError):
        return len(error.object[: error.start].encode("utf-8", "surrogatepass"))
    digits = str(error).rpartition("(byte ")[2].rstrip(")")
    return int(digits) if digits.isdecimal() else 0


def rows_in(text: JsonText, rows: Sequence[msgspec.Raw]) -> Iterator[tuple[int, bytes]]:
    """Return rows of a document in their sequence, each with the line on which it begins."""
    whole, at, line = text.text.encode(), 0, text.line
    for row in rows:
        place = whole.find(data := bytes(row), at)
        line += whole.count(b"\n", at, place)
        at = place
        yield line, data


def rejected(error: Exception, line: int, row: str | bytes) -> Rejected:
    """Return why a row cannot be read."""
    flaw = flaw_of(error, row if isinstance(row, str) else row.decode("utf-8", "replace"))
    return Rejected(line, flaw.code, flaw.text, flaw.hint)
