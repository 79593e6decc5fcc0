"""The rows of a CSV file with a header, each with its place; a row that is none is refused."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from botassay.corpora.files import lines_of, undecodable
from botassay.corpora.rows import DELIMITERS, Row, Rows, cut
from botassay.errors import InputError


class Cells(NamedTuple):
    """A row: its fields by column, the columns in lower case, and where it stands."""

    by_column: dict[str, str]
    where: str
    """File and line."""


def cells(file: Path, hint: str, *needed: tuple[str, ...]) -> Iterator[Cells]:
    """Read the rows of a file.

    Args:
        file: CSV with a header; its delimiter is a comma, a semicolon or a tab.
        hint: what to do where a column is missing.
        needed: of each group of columns one has to be there.

    Raises: InputError with file and line.
    """
    lines = iter(lines_of(file))
    header = next(lines, "").strip().removeprefix("\ufeff")
    delimiter = max(DELIMITERS, key=lambda one: len(cut(header, one)))
    columns = [name.strip().lower() for name in cut(header, delimiter)]
    for group in needed:
        if not set(group) & set(columns):
            raise InputError(f"the header lacks a column: {' or '.join(group)}", f"{file}:1", hint)
    for row in Rows(_chained("\n", lines), columns, delimiter):
        yield Cells(_sound(row, f"{file}:{row.line}"), f"{file}:{row.line}")


def _chained(first: str, others: Iterator[str]) -> Iterator[str]:
    yield first  # stands for the header, so that rows keep their numbers
    yield from others


def _sound(row: Row, where: str) -> dict[str, str]:
    if row.flaw:
        raise InputError(row.flaw.text, where, row.flaw.hint)
    if any(undecodable(field) for field in row.fields):
        raise InputError("the row is not UTF-8", where, "save the file as UTF-8")
    return row.cells
