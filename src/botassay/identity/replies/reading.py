"""Files of replies: questions and what a bot answered, as CSV, JSON lines, or a reply a line."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from botassay.core.errors import InputError
from botassay.io.jsonl import BROKEN, flaw_of
from botassay.io.lines import BOM, Lines, undecodable
from botassay.io.sources import lines_of, standard_input
from botassay.io.table import Header, Table, cut, flow_of

QUESTIONS: Final = ("question", "text", "utterance")
"""Columns that hold the question, the first that is there."""
RESPONSE: Final = "response"
HINT: Final = "give CSV or JSON lines with question and response, or a .txt file with a reply a line"


class QuestionReply(NamedTuple):
    """A question, where it is known, and what was answered."""

    question: str | None
    response: str


class _Object(msgspec.Struct):
    response: str
    question: str | None = None


def read_replies(file: Path, column: str | None = None) -> Iterator[QuestionReply]:
    """Read replies out of a file, as they are asked for.

    A first line that begins with ``{`` begins JSON lines, one that names the column of the replies is the header of a
    CSV file; otherwise, in standard input or a ``.txt`` file, every line is a reply, and so is an empty one.

    Args:
        file: CSV, JSON lines or text; `-` is standard input.
        column: the column of a CSV file that holds the replies; "response" unless it is named.

    Raises: InputError with file and line; also where there are no replies.
    """
    source = standard_input() if str(file) == "-" else lines_of(file)
    empty = True
    for reply in _read(source, source, column):
        empty = False
        yield reply
    if empty:
        raise InputError("E100 there are no replies", source.name, HINT)


def _read(lines: Iterable[str], source: Lines, column: str | None) -> Iterator[QuestionReply]:
    several = iter(lines)
    first = next(several, "").removeprefix(BOM.decode())
    if not first:
        return iter(())
    _check(first, source, 1)
    again = chain([first], several)
    if first.lstrip().startswith("{") and column is None:
        return _objects(again, source)
    header = Header([name.strip().casefold() for name in cut(first.strip(), ",")], ",")
    wanted = (column or RESPONSE).casefold()
    if wanted in header.columns:
        return _rows(Table(header, flow_of(several), 1, source.place), wanted)
    if column is None and source.name.endswith((".txt", "standard input")):
        return _plain(again if first else several, source)
    what = f"E142 the header lacks the column {column or RESPONSE!r}"
    names = [name.strip()[:40] for name in cut(first.strip(), ",")[:20] if name.strip()]
    known = f"it has {', '.join(names)}; --response-column NAME takes one of them"
    raise InputError(what, f"{source.name}:1", known if column or len(header.columns) > 1 else HINT)


def _objects(lines: Iterator[str], source: Lines) -> Iterator[QuestionReply]:
    decoder = msgspec.json.Decoder(_Object)
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        _check(line, source, number)
        try:
            found = decoder.decode(line)
        except BROKEN as error:
            flaw = flaw_of(error, line)
            what = f"{flaw.code} this is no reply: {flaw.text}"
            raise InputError(what, source.place(number), 'a line is {"question": "…", "response": "…"}') from error
        yield QuestionReply(found.question, found.response)


def _rows(table: Table, wanted: str) -> Iterator[QuestionReply]:
    asked = next((name for name in QUESTIONS if name in table.names and name != wanted), None)
    for by_column, _ in table.sound:
        yield QuestionReply(by_column[asked] if asked else None, by_column[wanted])


def _plain(lines: Iterator[str], source: Lines) -> Iterator[QuestionReply]:
    for number, line in enumerate(lines, 1):
        _check(line, source, number)
        yield QuestionReply(None, line.rstrip("\r\n"))


def _check(text: str, source: Lines, number: int) -> None:
    if undecodable(text):
        raise InputError("E111 the line is not UTF-8", source.place(number), "save the file as UTF-8")
