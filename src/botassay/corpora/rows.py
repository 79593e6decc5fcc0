"""The rows of a CSV file, each with the physical line on which it begins, and what is no row."""

import csv
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from botassay.corpora.utterance_builder import FlawError

DELIMITERS: Final = (",", ";", "\t")
FIELD_LIMIT: Final = 2**20
ROW_LINES: Final = 1000
"""Lines in one row; more, and a quote was never closed."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row below the header; `flaw` says what is wrong with it, if anything is."""

    line: int
    columns: list[str]
    fields: list[str]
    flaw: FlawError | None = None

    @property
    def cells(self) -> dict[str, str]:
        """The fields by column, as far as they go."""
        return dict(zip(self.columns, self.fields, strict=False))


class Rows:
    """Reads rows as a stream; after a row that does not parse it goes on with the next line."""

    def __init__(self, lines: Iterable[str], columns: list[str], delimiter: str, first: int = 1) -> None:
        self._lines = iter(lines)
        self._columns = columns
        self._delimiter = delimiter
        self._again: deque[str] = deque()
        """Lines that were taken for a part of a broken row, and are to be read again."""
        self._taken: list[str] = []
        """The lines of the row that is being read."""
        self._begin = first

    def __iter__(self) -> Iterator[Row]:
        """Read the rows; blank ones are left out."""
        csv.field_size_limit(max(csv.field_size_limit(), FIELD_LIMIT))
        parser = self._parser()
        while True:
            try:
                fields = next(parser)
            except StopIteration:
                return
            except (csv.Error, _UnclosedError) as error:
                yield self._broken(error)
                parser = self._parser()
                continue
            if any(fields):
                yield Row(self._begin, self._columns, fields, self._ragged(fields))
            self._next_row()

    def _parser(self) -> Iterator[list[str]]:
        return csv.reader(self._fed(), delimiter=self._delimiter, strict=True)

    def _fed(self) -> Iterator[str]:
        while line := self._again.popleft() if self._again else next(self._lines, ""):
            self._taken.append(line)
            if len(self._taken) > ROW_LINES:
                raise _UnclosedError
            yield line

    def _next_row(self) -> None:
        self._begin += len(self._taken)
        self._taken.clear()

    def _ragged(self, fields: list[str]) -> FlawError | None:
        if len(fields) == len(self._columns):
            return None
        text = f"the row has {len(fields)} fields, the header {len(self._columns)}"
        return FlawError("E140", text, "quote a text that holds the delimiter or a line break")

    def _broken(self, error: Exception) -> Row:
        """Report a row that does not parse; the lines after the one on which it began are read again."""
        first, *rest = self._taken
        fields = cut(first[: FIELD_LIMIT // 2], self._delimiter)
        begin = self._begin
        self._again.extendleft(reversed(rest))
        self._taken = [first]
        self._next_row()
        if isinstance(error, _UnclosedError) or rest or "end of data" in str(error):
            hint = "close the quote, or double the quotes inside the text"
            return Row(begin, self._columns, fields, FlawError("E141", "a quote is opened here and not closed", hint))
        return Row(begin, self._columns, fields, _flaw(str(error)))


def _flaw(said: str) -> FlawError:
    if "field larger" in said:
        return FlawError("E125", "a field is larger than 1 MiB", "an utterance is a text, no binary data")
    if "new-line character" in said:
        return FlawError("E140", "a carriage return stands outside of quotes", "end lines with LF or CRLF")
    return FlawError("E140", f"the row is no CSV: {said}", "quote a text that holds quotes")


class _UnclosedError(Exception):
    pass


def cut(line: str, delimiter: str) -> list[str]:
    """Cut one line into fields, as well as it goes."""
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []
