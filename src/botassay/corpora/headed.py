"""Tables with a header, by commas, semicolons or tabs: the rows by column, each with its place."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple, TypeAlias

from botassay.core.errors import InputError
from botassay.corpora.files import Lines, undecodable
from botassay.corpora.rows import DELIMITERS, Row, Rows, cut
from botassay.io.csv_safe import unguarded

Needed: TypeAlias = "str | tuple[str, ...]"
"""A column, or several of which one is enough."""


class Cells(NamedTuple):
    """A row."""

    by_column: Mapping[str, str]
    where: str
    """The file and the line."""


@dataclass(frozen=True, slots=True)
class Headed:
    """A table below its header."""

    names: tuple[str, ...]
    """The columns."""
    every: Iterator[Cells | InputError]
    """Its rows, to be read once; one that is ragged, has an unclosed quote or is not UTF-8 is what is wrong with it."""

    @property
    def rows(self) -> Iterator[Cells]:
        """The rows, to be read once.

        Raises: InputError at the first that is none.
        """
        for row in self.every:
            if isinstance(row, InputError):
                raise row
            yield row


def headed(lines: Lines, needed: Iterable[Needed], hint: str = "", *, folded: bool = False) -> Headed:
    """Read the header of a table, and its rows as they are asked for; a file of blank lines has no columns.

    Args:
        lines: of the file.
        needed: the columns that it has to have.
        hint: what to do about a column that is not there, put behind the names of those that are.
        folded: whether capitals in the header do not matter; the columns then have small letters.

    Raises: InputError for a header that lacks a needed column or names it twice.
    """
    flow = iter(lines)
    above = []
    for line in flow:
        above.append("\n")  # so that rows keep their numbers
        if not line.isspace():
            plain = line.lower() if folded else line
            names, delimiter = _header(plain, [(one,) if isinstance(one, str) else one for one in needed], lines, hint)
            below = Rows(chain(above, flow), names, delimiter)
            return Headed(tuple(names), (checked(row, lines.place(row.line)) for row in below))
    return Headed((), iter(()))


def checked(row: Row, where: str) -> Cells | InputError:
    """Give the cells of a row, or what is wrong with it."""
    if row.flaw:
        return InputError(f"{row.flaw.code} {row.flaw.text}", where, row.flaw.hint)
    if any(map(undecodable, row.fields)):
        return InputError("E111 the row is not UTF-8", where, "save the file as UTF-8")
    if any("\0" in field for field in row.fields):
        return InputError("E112 the row holds a NUL byte", where, "export the file again as text")
    return Cells({column: unguarded(cell) for column, cell in row.cells.items()}, where)


def _header(line: str, needed: list[tuple[str, ...]], lines: Lines, hint: str) -> tuple[list[str], str]:
    cuts = {delimiter: [name.strip() for name in cut(line.strip("\r\n"), delimiter)] for delimiter in DELIMITERS}
    for delimiter, names in cuts.items():
        if all(set(some) & set(names) for some in needed):
            twice = [name for some in needed for name in some if names.count(name) > 1]
            if twice:
                advice = "give each column a name of its own"
                raise InputError(f"E143 the column {twice[0]!r} stands twice in the header", lines.place(), advice)
            return names, delimiter
    found = max(cuts.values(), key=len)
    if undecodable(line):
        raise InputError("E111 the header is not UTF-8", lines.place(), "save the file as UTF-8")
    lacks = [" or ".join(map(repr, some)) for some in needed if not set(some) & set(found)]
    lacking = f"column{'' if len(lacks) == 1 else 's'} {', '.join(lacks)}"
    there = f"the header has {', '.join(map(repr, found))}{': ' if hint else ''}{hint}"
    raise InputError(f"E142 the header lacks the {lacking}", lines.place(), there)
