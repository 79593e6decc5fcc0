"""Reads files of replies: questions and answers as CSV or JSON lines, or one reply per line."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from botassay.core.errors import InputError
from botassay.io.jsonl import records
from botassay.io.lines import FileLines, undecodable
from botassay.io.sources import lines_of, standard_input
from botassay.io.table import TableRows, headers_of, read_table

QUESTIONS: Final = ("question", "text", "utterance")
"""Names of the column of the question; the first one present is used."""
RESPONSE: Final = "response"
HINT: Final = "give CSV or JSON lines with question and response, or a .txt file with one reply per line"


class QuestionReply(NamedTuple):
    """A question, if known, and the reply."""

    question: str | None
    response: str


class _Object(msgspec.Struct):
    response: str
    question: str | None = None


def read_replies(file: Path, column: str | None = None) -> Iterator[QuestionReply]:
    """Yield the replies of a file, lazily.

    If the first line begins with ``{``, the file is JSON lines; if it has the column of the replies, CSV. Otherwise, in
    standard input or a ``.txt`` file, each line is a reply, even an empty one.

    Args:
        file: CSV, JSON lines or text; `-` is standard input.
        column: the CSV column with the replies; by default "response".

    Raises: InputError with file and line, also if there are no replies.
    """
    source = standard_input() if str(file) == "-" else lines_of(file)
    empty = True
    for reply in _read(source, column):
        empty = False
        yield reply
    if empty:
        raise InputError("E100 there are no replies", source.name, HINT)


def _read(lines: FileLines, column: str | None) -> Iterator[QuestionReply]:
    first, number = lines.first()
    if undecodable(first):
        raise InputError("E111 the line is not UTF-8", lines.place(number), "save the file as UTF-8")
    if first.lstrip().startswith("{") and column is None:
        objects = records(lines, _Object, "this is not a reply", 'use lines like {"question": "…", "response": "…"}')
        return (QuestionReply(reply.question, reply.response) for reply, _ in objects)
    wanted = (column or RESPONSE).lower()
    if any(wanted in header.columns for header in headers_of(first, folded=True)):
        return _rows(read_table(lines, (wanted,), folded=True), wanted)
    if column is None and lines.name.endswith((".txt", "standard input")):
        return (QuestionReply(None, text) for text in lines.texts())
    if first:
        raise _lacks_column(first, column, lines.place(number))
    return iter(())


def _rows(table: TableRows, wanted: str) -> Iterator[QuestionReply]:
    question = next((name for name in QUESTIONS if name in table.names and name != wanted), None)
    for by_column, _ in table.sound:
        yield QuestionReply(by_column[question] if question else None, by_column[wanted])


def _lacks_column(header: str, column: str | None, where: str) -> InputError:
    """Return the error of a header without the column of the replies; its hint lists the columns of a table."""
    columns = headers_of(header)[0].columns
    names = ", ".join(name[:40] for name in columns[:20] if name)
    hint = f"it has {names}; choose one with --response-column NAME" if column or len(columns) > 1 else HINT
    return InputError(f"E142 the header lacks the column {column or RESPONSE!r}", where, hint)
