"""Tables with a header, by commas, semicolons or tabs: the rows by column, each with its place."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from botassay.corpora.files import Lines, undecodable
from botassay.corpora.rows import DELIMITERS, Rows, cut
from botassay.errors import InputError


@dataclass(frozen=True, slots=True)
class Headed:
    """A table below its header."""

    names: tuple[str, ...]
    """The columns."""
    rows: Iterator[tuple[Mapping[str, str], str]]
    """The cells of each row by column, and the place of the row; to be read once.

    Raises: InputError at the first row that is ragged, has an unclosed quote, or is not UTF-8.
    """


def headed(lines: Lines, needed: Iterable[str], hint: str = "") -> Headed:
    """Read the header of a table, and its rows as they are asked for; a file of blank lines has no columns.

    Args:
        lines: of the file.
        needed: the columns that it has to have.
        hint: what to do about a column that is not there, put behind the names of those that are.

    Raises: InputError for a header that lacks a needed column or names it twice.
    """
    flow = iter(lines)
    above = []
    for line in flow:
        above.append("\n")  # so that rows keep their numbers
        if not line.isspace():
            names, delimiter = _header(line, tuple(needed), lines.place(), hint)
            return Headed(tuple(names), _rows(Rows(_chained(above, flow), names, delimiter), lines))
    return Headed((), iter(()))


def _rows(rows: Rows, lines: Lines) -> Iterator[tuple[Mapping[str, str], str]]:
    for row in rows:
        where = lines.place(row.line)
        if row.flaw:
            raise InputError(f"{row.flaw.code} {row.flaw.text}", where, row.flaw.hint)
        if any(map(undecodable, row.fields)):
            raise InputError("E111 the row is not UTF-8", where, "save the file as UTF-8")
        yield row.cells, where


def _chained(above: list[str], below: Iterator[str]) -> Iterator[str]:
    yield from above
    yield from below


def _header(line: str, needed: tuple[str, ...], where: str, hint: str) -> tuple[list[str], str]:
    cuts = {delimiter: [name.strip() for name in cut(line.strip("\r\n"), delimiter)] for delimiter in DELIMITERS}
    for delimiter, names in cuts.items():
        if set(needed) <= set(names):
            twice = [name for name in needed if names.count(name) > 1]
            if twice:
                advice = "give each column a name of its own"
                raise InputError(f"E143 the column {twice[0]!r} stands twice in the header", where, advice)
            return names, delimiter
    found = max(cuts.values(), key=len)
    lacking = ", ".join(repr(name) for name in needed if name not in found)
    there = f"the header has {', '.join(map(repr, found))}{': ' if hint else ''}{hint}"
    raise InputError(f"E142 the header lacks the column {lacking}", where, there)
