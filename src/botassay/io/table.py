"""Tables with a header, by commas, semicolons or tabs: read in blocks, and row by row where a block is not sound.

A row knows the physical line on which it begins; an invalid row says why, and reading goes on with the next line.
"""

import csv
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from botassay.core.errors import InputError
from botassay.io.csv_safe import unguarded
from botassay.io.flaws import FlawError
from botassay.io.lines import FIELD_LIMIT, ROW_LINES, FileLines, LineBlock, undecodable

if TYPE_CHECKING:
    from botassay.io.cells import Column

DELIMITERS: Final = (",", ";", "\t")
_BLOCK: Final = 2**19
"""Bytes: below the limit for a field, so that in most blocks none can be beyond it."""

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
    columns: "Mapping[str, Column] | None"
    """The cells by column; None where they are uncertain: some rows may be sound, others not."""
    parsed: Sequence[TableRow] | None = None
    """The rows, where they were read one by one."""

    def rows(self) -> Sequence[TableRow]:
        """Return the rows one by one; blank ones are left out."""
        if self.parsed is None:
            self.parsed, _ = parse(lines_in(self.data), self.header, self.first, final=True)
        return self.parsed

    @property
    def blank(self) -> int:
        """Count the lines that hold nothing but white space."""
        if self.columns and len(next(iter(self.columns.values()))) == self.lines:
            return 0
        return sum(map(str.isspace, lines_in(self.data)))


@dataclass(slots=True)
class TableRows:
    """A table below its header, to be read once: by blocks, by rows, or by sound rows."""

    header: Header
    lines: Iterator[LineBlock]
    """What stands below the header."""
    above: int
    """Lines above the first row."""
    place: Callable[[int], str]
    """Names a line."""
    blank: int = 0
    """Blank lines above the header."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """Name of a column in the file -> the column that it was recognised as."""
    keep_empty: bool = False
    """Whether a quoted empty cell makes a row of one column."""
    _rest: bytes = b""
    """A row that is not whole yet."""

    @property
    def names(self) -> tuple[str, ...]:
        """The columns."""
        return tuple(self.header.columns)

    def __iter__(self) -> Iterator[TableBlock]:
        """Return the rows block by block."""
        from botassay.io.cells import take_apart  # by way of numpy, which small tables do without

        header = self.header
        for data, first, count, final in self._pieces():
            apart = take_apart(data, header.columns, header.delimiter, first, final=final)
            if apart is not None:
                columns, used = apart
                self._rest = data[used:]
                yield TableBlock(header, data[:used], first, count - self._rest.count(b"\n"), columns)
                continue
            rows = self._parsed(data, first, final=final)
            whole = data[: len(data) - len(self._rest)]
            if whole:
                yield TableBlock(header, whole, first, count - self._rest.count(b"\n"), None, rows)

    @property
    def rows(self) -> Iterator[TableRow]:
        """The rows, each with what is wrong with it."""
        for data, first, _, final in self._pieces():
            yield from self._parsed(data, first, final=final)

    @property
    def every(self) -> Iterator[Cells | InputError]:
        """The sound rows; in place of one that is ragged, has an unclosed quote or is not UTF-8, what is wrong."""
        return (checked(row, self.place(row.line)) for row in self.rows)

    @property
    def sound(self) -> Iterator[Cells]:
        """The rows.

        Raises: InputError at the first that is not sound.
        """
        for row in self.every:
            if isinstance(row, InputError):
                raise row
            yield row

    def _pieces(self) -> Iterator[tuple[bytes, int, int, bool]]:
        """Return lines, the first one's number, how many, and whether they are the last; `_rest` comes again."""
        flow, line, lines = iter(self.lines), self.above + 1, 0
        held: bytes | None = None
        broken_off: InputError | None = None
        while True:
            try:
                block = next(flow, None)
            except InputError as error:  # of which the rows before it come first
                block, broken_off = None, error
            if held is not None:
                yield held, line, lines, block is None and broken_off is None
                line += lines
                lines = self._rest.count(b"\n")
                line -= lines
            if broken_off:
                raise broken_off
            if block is None:
                return
            held = self._rest + block.data
            lines += block.lines

    def _parsed(self, data: bytes, first: int, *, final: bool) -> Sequence[TableRow]:
        lines = lines_in(data)
        rows, whole = parse(lines, self.header, first, final=final, keep_empty=self.keep_empty)
        self._rest = bytes_of("".join(lines[whole:]))
        return rows


def read_table(
    lines: Iterable[str],
    needed: Iterable[Needed],
    hint: str = "",
    *,
    aliases: Mapping[str, Collection[str]] = MappingProxyType({}),
    folded: bool = False,
) -> TableRows:
    """Read the header of a table, and its rows as they are asked for; a file of blank lines has no columns.

    Args:
        lines: of the file.
        needed: the columns that it has to have.
        hint: what to do about a missing column, put behind the names of the columns.
        aliases: column -> other usual names for it, of which only one may be in the header.
        folded: whether capitals in the header do not matter; the columns then have small letters.

    Raises: InputError for a header that lacks a needed column or names it twice.
    """
    wanted = [(column,) if isinstance(column, str) else column for column in needed]
    flow, place = flow_of(lines), place_in(lines)
    above, line, below = first_line(flow)
    if not line:
        return TableRows(Header([], ","), flow, above, place)
    headers = headers_of(line, folded=folded)
    for original in headers:
        names, _ = match_columns(original.columns, aliases, aliases)
        header = original._replace(columns=[names.get(name, name) for name in original.columns])
        if all(set(header.columns).intersection(alternatives) for alternatives in wanted):
            check_once(header, chain.from_iterable(wanted), place(above))
            return TableRows(header, below, above, place, above - 1, names)
    if undecodable(line):
        raise InputError("E111 the header is not UTF-8", place(above), "save the file as UTF-8")
    columns = max((header.columns for header in headers), key=len)
    known = {*columns, *match_columns(columns, aliases, aliases)[0].values()}
    raise _lacking(columns, [names for names in wanted if not known.intersection(names)], place(above), hint)


def _lacking(columns: Sequence[str], wanted: Sequence[tuple[str, ...]], where: str, hint: str) -> InputError:
    """Return the error for a header without wanted columns; of each tuple of them one is enough."""
    lacking = [" or ".join(map(repr, names)) for names in wanted]
    what = f"E142 the header lacks the column{'' if len(lacking) == 1 else 's'} {', '.join(lacking)}"
    there = f"the header has {', '.join(map(repr, columns))}"
    return InputError(what, where, f"{there}: {hint}" if hint else there)


def match_columns(
    columns: Sequence[str], wanted: Iterable[str], usual: Mapping[str, Collection[str]]
) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Return columns under other usual names.

    Args:
        columns: what there is.
        wanted: what is needed.
        usual: column -> other names for it, in small letters.

    Returns: the names of the columns that are surely meant -> what is needed; and what is not found -> the columns that
        it could be.

    >>> match_columns(["Label", "title", "body"], ["text", "intent"], {"intent": ["label"], "text": ["title", "body"]})
    ({'Label': 'intent'}, {'text': ['title', 'body']})
    """
    names: dict[str, str] = {}
    unsure: dict[str, list[str]] = {}
    for name in wanted:
        if name not in columns:
            matches = [column for column in columns if column.lower() in usual[name] and column not in names]
            if len(matches) == 1:
                names[matches[0]] = name
            else:
                unsure[name] = matches
    return names, unsure


def headers_of(line: str, *, folded: bool = False) -> list[Header]:
    """Cut a header by each delimiter.

    >>> [header.columns for header in headers_of("Dialog;Text", folded=True)]
    [['dialog;text'], ['dialog', 'text'], ['dialog;text']]
    """
    plain = line.lower() if folded else line
    return [Header([name.strip() for name in cut(plain.strip("\r\n"), mark)], mark) for mark in DELIMITERS]


def check_once(header: Header, names: Iterable[str], place: str | None = None) -> None:
    """Refuse a header that names a column twice.

    Raises: InputError.
    """
    twice = next((name for name in names if header.columns.count(name) > 1), None)
    if twice is not None:
        hint = "give each column a unique name"
        raise InputError(f"E143 the header names the column {twice!r} twice", place, hint)


def flow_of(lines: Iterable[str]) -> Iterator[LineBlock]:
    """Return lines in blocks."""
    if isinstance(lines, FileLines):
        yield from lines.blocks(_BLOCK)
        return
    for before, line in enumerate(lines):
        yield LineBlock(bytes_of(line), before, 1)


def place_in(lines: Iterable[str]) -> Callable[[int], str]:
    """Return a function that names lines in errors."""
    return lines.place if isinstance(lines, FileLines) else lambda line: f"line {line}"


def first_line(
    flow: Iterator[LineBlock], passed: Callable[[str], bool] = str.isspace
) -> tuple[int, str, Iterator[LineBlock]]:
    """Read to the end of the first line that says something.

    Args:
        flow: the blocks of a file.
        passed: which lines are passed over.

    Returns: how many lines that were, the line (none in a file of blank lines), and what stands below it.
    """
    above = 0
    for block in flow:
        at = 0
        for line in block.each():
            above += 1
            at += len(bytes_of(line))
            if not passed(line):
                rest = LineBlock(block.data[at:], above, block.lines - above + block.before)
                return above, line, chain([rest] if rest.data else [], flow)
    return above, "", iter(())


def bytes_of(text: str) -> bytes:
    """Write a text as the bytes that it was read from; halves of characters that were never bytes are kept bad."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def lines_in(data: bytes) -> list[str]:
    """Return lines with their ends; bytes that are not UTF-8 become lone surrogates."""
    return list(LineBlock(data, 0, 0).each())


def parse(
    lines: Sequence[str], header: Header, first: int, *, final: bool, keep_empty: bool = False
) -> tuple[list[TableRow], int]:
    """Read the rows of some lines; after a row that does not parse, go on with the next line.

    Args:
        lines: they begin with a row.
        header: what stands above them.
        first: the number of the first line.
        final: nothing comes behind them.
        keep_empty: whether a quoted empty cell makes a row of one column.

    Returns: the rows, and how many lines they take: the last row may go on behind them.
    """
    csv.field_size_limit(max(csv.field_size_limit(), FIELD_LIMIT))
    rows: list[TableRow] = []
    begin = at = 0

    def fed() -> Iterator[str]:
        nonlocal at
        while at < len(lines):
            at += 1
            if at - begin > ROW_LINES:
                raise _UnclosedError
            yield lines[at - 1]
        if not final:
            raise _EndedError

    parser = csv.reader(fed(), delimiter=header.delimiter, strict=True)
    while True:
        try:
            fields = next(parser)
        except (StopIteration, _EndedError):
            return rows, begin
        except (csv.Error, _UnclosedError) as error:
            rows.append(_broken(lines[begin:at], header, first + begin, error))
            begin = at = begin + 1
            parser = csv.reader(fed(), delimiter=header.delimiter, strict=True)
            continue
        if any(fields) or (keep_empty and fields == [""]):
            rows.append(TableRow(first + begin, header.columns, fields, _ragged(fields, header.columns)))
        begin = at


def _ragged(fields: list[str], columns: list[str]) -> FlawError | None:
    if len(fields) == len(columns):
        return None
    text = f"the row has {len(fields)} fields, the header {len(columns)}"
    return FlawError("E140", text, "quote a text that holds the delimiter or a line break")


def _broken(taken: Sequence[str], header: Header, line: int, error: Exception) -> TableRow:
    """Report a row that does not parse, of which some lines were taken."""
    fields = cut(taken[0][: FIELD_LIMIT // 2], header.delimiter)
    if isinstance(error, _UnclosedError) or len(taken) > 1 or "end of data" in str(error):
        hint = "close the quote, or double the quotes inside the text"
        flaw = FlawError("E141", "a quotation mark is opened here and not closed", hint)
    elif "field larger" in str(error):
        flaw = FlawError("E125", "a field is larger than 1 MiB", "utterances must be text, not binary data")
    elif "new-line character" in str(error):
        flaw = FlawError("E140", "a carriage return outside quotation marks", "end lines with LF or CRLF")
    else:
        flaw = FlawError("E140", f"the row is not valid CSV: {error}", "quote a text that holds quotes")
    return TableRow(line, header.columns, fields, flaw)


class _UnclosedError(Exception):
    """A row has more lines than any."""


class _EndedError(Exception):
    """There are no more lines for now."""


def cut(line: str, delimiter: str) -> list[str]:
    """Cut one line into fields, as well as it goes."""
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


def checked(row: TableRow, where: str) -> Cells | InputError:
    """Return the cells of a row, or what is wrong with it."""
    if row.flaw:
        return row.flaw.at(where)
    if any(map(undecodable, row.fields)):
        return InputError("E111 the row is not UTF-8", where, "save the file as UTF-8")
    if any("\0" in field for field in row.fields):
        return InputError("E112 the row contains a NUL byte", where, "export the file again as text")
    return Cells({column: unguarded(cell) for column, cell in row.cells.items()}, where)
