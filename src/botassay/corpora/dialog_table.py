"""CSV: one row per utterance, with the columns dialog, role and text; the rows of a dialog are consecutive.

A block of rows is sound when each names a dialog and a known role, and all rows of a dialog have the same tags:
that is seen at once. Other blocks are read row by row.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Final

from botassay.core.dialog import Dialog, Rejected
from botassay.corpora.column_mapping import READ, ColumnMapping, not_mapped
from botassay.corpora.dialog_rows import Group, LooseRows, dialog_in
from botassay.io.lines import FileLines
from botassay.io.range_lines import RangeLines, byte_of_line
from botassay.io.sources import SourceFile
from botassay.io.table import (
    DELIMITERS,
    Header,
    TableRows,
    check_once,
    first_line,
    flow_of,
    headers_of,
    place_in,
)

if TYPE_CHECKING:
    from botassay.corpora.sound_rows import SoundRows

_LOOKED_AT: Final = 1000
"""Rows whose roles count when unknown roles are inferred."""


@dataclass(frozen=True, slots=True)
class DialogTable:
    """Comma, semicolon or tab.

    Further columns `speaker`, `at`, `intent`, `confidence` are read, and `gender`, `race`, `group`, `topic`, which
    become tags of the dialog; others are left alone.
    """

    mapping: ColumnMapping = field(default_factory=ColumnMapping)

    def mapped(self, mapping: ColumnMapping) -> "DialogTable":
        """Return a reader of tables whose columns and roles have other names."""
        return DialogTable(mapping)

    def sniff(self, first_line: str) -> bool:
        """Recognise a header that has all needed columns, or the line in which a spreadsheet names its delimiter."""
        return self._header(first_line) is not None or _names_delimiter(first_line)

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected]:
        """Return a dialog for each run of rows with the same value in the column dialog.

        Raises: InputError when the header lacks a needed column, or names one twice.
        """
        del name  # every row names its dialog
        table = self.table(lines)
        if not isinstance(lines, FileLines):  # which may come one by one: each is taken as soon as it is there
            yield from LooseRows(None, Group(), self.mapping, table.rows, final=True).dialogs()
            return
        for rows in self.blocks(table, lines):
            yield from rows.dialogs()

    def assumed(self, lines: FileLines) -> str | None:
        """Return one line on the columns and roles that were recognised, not mapped; None where there are none.

        Raises: InputError.
        """
        _, line, _ = first_line(lines.blocks(), _is_above_header)
        every = (header.columns for header in headers_of(line, folded=True))
        columns = next((names for names in every if self.mapping.names(names) is not None), [])
        roles = self._first_roles(lines)
        return self.mapping.with_inferred(roles).assumed(columns, roles)

    def _first_roles(self, lines: FileLines) -> list[str]:
        """Return the roles in the first sound rows of a file, each once; the file is opened again.

        Raises: InputError.
        """
        rows = self.table(_whole(lines)).rows
        return list(dict.fromkeys(row.cells["role"].strip() for row in islice(rows, _LOOKED_AT) if not row.flaw))

    def table(self, lines: Iterable[str]) -> TableRows:
        """Read the header.

        Raises: InputError.
        """
        place = place_in(lines)
        if isinstance(lines, FileLines) and lines.headless:
            return TableRows(self.table(_whole(lines)).header, flow_of(lines), 0, place)
        above, line, below = first_line(flow_of(lines), _is_above_header)
        if not line:
            return TableRows(Header([], ","), below, above, place)
        header = self._header(line)
        if header is None:
            columns = max((header.columns for header in headers_of(line, folded=True)), key=len)
            raise not_mapped(columns, self.mapping, place(above))
        check_once(header, READ, place(above))
        return TableRows(header, below, above, place)

    def blocks(self, table: TableRows, lines: FileLines) -> "Iterator[SoundRows | LooseRows]":
        """Return the dialogs, some rows at a time; each has to be asked for its dialogs, or its summary.

        Unknown roles are inferred at the first block that is not sound: opening the file again takes longer than most.

        Args:
            table: what `table` returned.
            lines: of the same file.
        """
        from botassay.corpora.sound_rows import (  # by way of numpy, which other formats do without
            SoundRows,
            sound_cells,
        )

        group, mapping = Group(), self.mapping
        for block in table:
            parsed = sound_cells(block, mapping)
            if parsed is None and mapping is self.mapping:
                mapping = mapping.with_inferred(self._first_roles(lines))
                parsed = sound_cells(block, mapping)
            rows: SoundRows | LooseRows
            if parsed is None or (parsed.names[0] == group.name and not _agree(group.tags, parsed.tags)):
                rows = LooseRows(block, group, mapping, block.rows())
            else:
                rows = SoundRows(block, group, parsed)
            yield rows
            group = rows.rest
        yield LooseRows(None, group, mapping, (), final=True)

    def starts(self, source: SourceFile, places: Sequence[int]) -> list[int]:
        """Return where a table can be cut: at the first row of a dialog; nowhere if its quotes are not regular.

        Raises: InputError for a header that cannot be read.
        """
        from botassay.io.quoting import row_starts  # by way of numpy, which other formats do without

        table = self.table(source.open())
        below = byte_of_line(source, table.above)
        starts: list[int] = []
        for row in row_starts(source, below, table.header.delimiter, places) or ():
            if starts and row <= starts[-1]:
                continue
            start = self._first_start(source, row)
            if start is None:
                break
            starts.append(start)
        return starts

    def _first_start(self, source: SourceFile, row: int) -> int | None:
        """Return at which byte the first dialog begins behind a row, and behind the dialog to which that belongs."""
        lines = RangeLines(source, row, None)
        table = self.table(lines)
        mapping = self.mapping.with_inferred(self._first_roles(lines))
        before: str | None = None
        for each in table.rows:
            name = dialog_in(each, mapping)
            if name and before and name != before:
                return byte_of_line(source, each.line - 1, row)
            before = before or name
        return None

    def _header(self, line: str) -> Header | None:
        """Return a header, read with any delimiter; its columns get the names of dialogs, and no others keep them."""
        for header in headers_of(line, folded=True):
            names = self.mapping.names(header.columns)
            if names is not None:
                others = {name: f"other {name}" for name in names.values() if name not in names}
                return header._replace(columns=[{**others, **names}.get(name, name) for name in header.columns])
        return None


def _whole(lines: FileLines) -> FileLines:
    """Return the lines of the whole file, to be read anew."""
    return FileLines(lines.name, lines.raw, packed=lines.packed, size=lines.size)


def _is_above_header(line: str) -> bool:
    return line.isspace() or _names_delimiter(line)


def _names_delimiter(line: str) -> bool:
    """Whether a line is `sep=;`, as spreadsheets write it."""
    mark = line.strip().removeprefix("sep=")
    return line.startswith("sep=") and mark in DELIMITERS


def _agree(known: Mapping[str, str], tags: Mapping[str, str]) -> bool:
    return not any(known.get(name, value) != value for name, value in tags.items())
