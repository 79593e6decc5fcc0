"""Tables with a header, by commas, semicolons or tabs: read in blocks, and row by row where a block is not sound.

A row knows the physical line on which it begins; what is no row says why, and reading goes on with the next line.
"""

import csv
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from botassay.corpora.files import LineBlock, Lines, undecodable
from botassay.errors import InputError
from botassay.io.flaws import FlawError
from botassay.spreadsheet import unguarded

if TYPE_CHECKING:
    from botassay.io.cells import Column

DELIMITERS: Final = (",", ";", "\t")
FIELD_LIMIT: Final = 2**20
ROW_LINES: Final = 1000
"""Lines in one row; more, and a quote was never closed."""
_TOGETHER: Final = 1000
"""Lines that are taken together where they come one by one."""

Needed: TypeAlias = "str | tuple[str, ...]"
"""A column, or several of which one is enough."""


class Header(NamedTuple):
    """The line that names the columns."""

    columns: list[str]
    delimiter: str


class TableRow(NamedTuple):
    """One row below the header; `flaw` says what is wrong with it, if anything is."""

    line: int
    columns: list[str]
    fields: list[str]
    flaw: FlawError | None = None

    @property
    def cells(self) -> dict[str, str]:
        """The fields by column, as far as they go."""
        return dict(zip(self.columns, self.fields, strict=False))


class Cells(NamedTuple):
    """A sound row."""

    by_column: Mapping[str, str]
    where: str
    """The file and the line."""


@dataclass(slots=True)
class TableBlock:
    """Some whole rows."""

    header: Header
    data: bytes
    first: int
    """The line on which the first row begins."""
    lines: int
    columns: "Mapping[str, Column] | None" = None
    """The cells by column; None where a row is ragged or no CSV, or the block is not UTF-8 or holds NUL."""
    parsed: Sequence[TableRow] | None = None

    def rows(self) -> Sequence[TableRow]:
        """Give the rows one by one; blank ones are left out."""
        if self.parsed is None:
            self.parsed, _ = parse(_lines_in(self.data), self.header, self.first, final=True)
        return self.parsed

    @property
    def blank(self) -> int:
        """How many lines hold nothing but white space."""
        if self.columns is not None and self.parsed is None:
            return 0  # each line of such a block is a row, or part of one
        return sum(map(str.isspace, _lines_in(self.data)))


@dataclass(slots=True)
class Table:
    """A table below its header, to be read once: by blocks, by rows, or by sound rows."""

    lines: Lines | None
    header: Header | None
    """None: the file holds nothing but blank lines."""
    above: int = 0
    """Lines above the first row."""
    blank: int = 0
    """Blank lines among them."""
    keep_empty: bool = False
    """Whether a row of one quoted empty cell is a row."""
    flow: Iterator[LineBlock] = field(default_factory=lambda: iter(()))

    @property
    def names(self) -> tuple[str, ...]:
        """The columns."""
        return tuple(self.header.columns) if self.header else ()

    @property
    def rows(self) -> Iterator[TableRow]:
        """The rows, each with what is wrong with it."""
        for data, first, final in self._pieces():
            rows, rest = parse(_lines_in(data), self._header, first, final=final, keep_empty=self.keep_empty)
            yield from rows
            self._hold(data, rest)

    def __iter__(self) -> Iterator[TableBlock]:
        """Give the rows block by block."""
        from botassay.io.cells import listed, take_apart  # needs numpy, which small tables do without

        header = self._header
        for data, first, final in self._pieces():
            apart = take_apart(data, header, first, final=final)
            if apart is not None:
                columns, used = apart
                block = TableBlock(header, data[:used], first, data.count(b"\n", 0, used), columns)
            else:
                lines = _lines_in(data)
                rows, rest = parse(lines, header, first, final=final)
                used = sum(len(line.encode("utf-8", "surrogateescape")) for line in lines[:rest])
                block = TableBlock(header, data[:used], first, rest, listed(rows, header, data[:used]), rows)
            yield block

    @property
    def every(self) -> Iterator[Cells | InputError]:
        """The sound rows; in place of one that is ragged, has an unclosed quote or is not UTF-8, what is wrong."""
        assert self.lines is not None
        return (checked(row, self.lines.place(row.line)) for row in self.rows)
