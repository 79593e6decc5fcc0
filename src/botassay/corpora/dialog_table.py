"""CSV: one row per utterance, with the columns dialog, role and text; the rows of a dialog are consecutive.

A block of rows is sound when each names a dialog and a known role, and all rows of a dialog have the same tags:
that is seen at once. Other blocks are read row by row.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice, pairwise, repeat
from operator import eq
from shlex import quote
from typing import Any, Final, NamedTuple, cast

import numpy as np

from botassay.core.dialog import Dialog, Rejected, Role, Utterance
from botassay.corpora.column_mapping import IGNORED_ROLES, READ, TAGS, ColumnMapping, not_mapped
from botassay.corpora.utterance_builder import make_utterance
from botassay.io.cells import Column, Flags, Places
from botassay.io.flaws import FlawError, not_utf8
from botassay.io.lines import FileLines, undecodable
from botassay.io.table import (
    DELIMITERS,
    Header,
    TableBlock,
    TableRow,
    TableRows,
    check_once,
    first_line,
    flow_of,
    headers_of,
    place_in,
)

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
        rows = self.table(FileLines(lines.name, lines.raw, packed=lines.packed, size=lines.size)).rows
        return list(dict.fromkeys(row.cells["role"].strip() for row in islice(rows, _LOOKED_AT) if not row.flaw))

    def table(self, lines: Iterable[str]) -> TableRows:
        """Read the header.

        Raises: InputError.
        """
        place = place_in(lines)
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
        group, mapping = Group(), self.mapping
        for block in table:
            parsed = _sound_cells(block, mapping)
            if parsed is None and mapping is self.mapping:
                mapping = mapping.with_inferred(self._first_roles(lines))
                parsed = _sound_cells(block, mapping)
            rows: SoundRows | LooseRows
            if parsed is None or (parsed.names[0] == group.name and not _agree(group.tags, parsed.tags)):
                rows = LooseRows(block, group, mapping, block.rows())
            else:
                rows = SoundRows(block, group, parsed)
            yield rows
            group = rows.rest
        yield LooseRows(None, group, mapping, (), final=True)

    def _header(self, line: str) -> Header | None:
        """Return a header, read with any delimiter; its columns get the names of dialogs, and no others keep them."""
        for header in headers_of(line, folded=True):
            names = self.mapping.names(header.columns)
            if names is not None:
                others = {name: f"other {name}" for name in names.values() if name not in names}
                return header._replace(columns=[{**others, **names}.get(name, name) for name in header.columns])
        return None


def _is_above_header(line: str) -> bool:
    return line.isspace() or _names_delimiter(line)


def _names_delimiter(line: str) -> bool:
    """Whether a line is `sep=;`, as spreadsheets write it."""
    mark = line.strip().removeprefix("sep=")
    return line.startswith("sep=") and mark in DELIMITERS


@dataclass(slots=True)
class Group:
    """The rows of one dialog, as they come."""

    name: str = ""
    utterances: list[Utterance] = field(default_factory=list)
    ignored: int = 0
    spoiled: bool = False
    tags: dict[str, str] = field(default_factory=dict)
    line: int | None = None
    """On which it begins."""

    def with_run(self, parsed: "BlockCells", begin: int, end: int, tags: Mapping[str, str]) -> "Group":
        """Return the group with some rows more."""
        utterances = parsed.utterances(slice(begin, end))
        spoken = [utterance for utterance in utterances if utterance]
        known = {**self.tags, **{name: value for name, value in tags.items() if value}}
        ignored = self.ignored + len(utterances) - len(spoken)
        return replace(self, utterances=[*self.utterances, *spoken], tags=known, ignored=ignored)

    def take(self, utterance: Utterance | None) -> None:
        """Take the utterance of a row; None for a system or tool message."""
        if utterance:
            self.utterances.append(utterance)
        else:
            self.ignored += 1

    def tag(self, row: TableRow) -> None:
        """Keep the tags in a row.

        Raises: FlawError where another row of the dialog has another value.
        """
        cells = row.cells
        for name in TAGS:
            value = cells.get(name, "").strip()
            known = self.tags.setdefault(name, value) if value else value
            if known != value:
                what = f"the column {name} says {value[:40]!r} here and {known[:40]!r} before, in one dialog"
                raise FlawError("E136", what, "give one value in all rows of a dialog, or leave cells empty")

    def close(self) -> Iterator[Dialog]:
        """Return the dialog, unless it is empty or invalid."""
        if self.name and not self.spoiled:
            yield Dialog(self.name, tuple(self.utterances), self.tags, self.ignored, self.line)


@dataclass(slots=True)
class LooseRows:
    """Rows that have to be checked one by one."""

    block: TableBlock | None
    """Their block, if they come in blocks."""
    rest: Group
    """The dialog of the last row so far."""
    mapping: ColumnMapping
    rows: Iterable[TableRow]
    final: bool = False
    """Whether the table ends here."""

    def dialogs(self) -> Iterator[Dialog | Rejected]:
        """Return a dialog for each run of rows that name the same one; the last is `rest` when all are read."""
        group = self.rest
        for row in map(_with_unix_breaks, self.rows):
            dialog = self._dialog_of(row)
            if dialog and dialog != group.name:
                yield from group.close()
                self.rest = group = Group(dialog, line=row.line)
            try:
                group.take(_said(row, self.mapping))
                group.tag(row)
            except FlawError as flaw:
                group.spoiled = True
                yield Rejected(row.line, flaw.code, flaw.text, flaw.hint, group.name or None)
        if self.final:
            yield from group.close()

    def _dialog_of(self, row: TableRow) -> str | None:
        """Return the dialog of a row; that of a broken row counts only where the row has a known role.

        The rest of a row with an unquoted line break can hold anything: it belongs to the dialog before.
        """
        cells = row.cells
        if row.flaw and self.mapping.role(cells.get("role", "")) is None:
            return None
        return cells.get("dialog", "").strip() or None


def _with_unix_breaks(row: TableRow) -> TableRow:
    """Return the row with LF for each line break inside its cells, as sound blocks have it."""
    if not any("\r\n" in cell for cell in row.fields):
        return row
    return row._replace(fields=[cell.replace("\r\n", "\n") for cell in row.fields])


def _said(row: TableRow, mapping: ColumnMapping) -> Utterance | None:
    if row.flaw:
        raise row.flaw
    cells = row.cells
    if not cells["dialog"].strip():
        raise FlawError("E130", "the column dialog is empty", "give the id of the dialog that the row belongs to")
    broken = next((cell for cell in row.fields if undecodable(cell)), None)
    if broken is not None:
        raise not_utf8(broken, "field")
    role = mapping.role(cells["role"])
    if role is None:
        example = quote(f"{' '.join(cells['role'].split())[:40] or 'NAME'}=bot")
        hint = f"roles are user and bot; system and tool are ignored; map other names with --role {example}"
        raise FlawError("E132", f"the role {cells['role']!r} is unknown", hint)
    return make_utterance(
        role,
        cells["text"],
        speaker=cells.get("speaker") or None,
        at=cells.get("at") or None,
        intent=cells.get("intent") or None,
        confidence=number_of(cells.get("confidence", "").strip()),
    )


def number_of(text: str) -> float | None:
    """Read a confidence; an empty cell has none.

    Raises: FlawError.
    """
    try:
        return float(text) if text else None
    except ValueError:
        raise FlawError("E136", f"the confidence {text!r} is not a number", "leave it empty if unknown") from None


class Summary(NamedTuple):
    """Counts of some dialogs."""

    names: list[str]
    utterances: int
    ignored: int
    silent: int
    """Dialogs in which the bot says nothing."""


@dataclass(frozen=True, slots=True)
class BlockCells:
    """The contents of a sound block."""

    cells: Mapping[str, Column]
    begins: Places
    """The first row of each run of rows of one dialog."""
    names: list[str]
    """Of these dialogs."""
    roles: list[Role | None]
    """Kinds of roles; None for system and tool messages."""
    kinds: Places
    """Which of them each row has."""

    def utterances(self, rows: slice) -> "list[Utterance | None]":
        """Return the utterances of some rows; None for a system or tool message."""
        texts = self.cells["text"].cells(rows)
        roles = [self.roles[kind] for kind in self.kinds[rows].tolist()]
        speakers, times, intents = (self._optional(name, rows) for name in ("speaker", "at", "intent"))
        sure: Any = repeat(None)
        if "confidence" in self.cells:
            sure = [number_of(cell.strip()) for cell in self.cells["confidence"].cells(rows)]
        cells = (texts, speakers, times, repeat(()), intents, sure)
        if None not in roles:
            return list(map(cast("Any", Utterance), roles, *cells))
        return [role and Utterance(role, *row) for role, row in zip(roles, zip(*cells, strict=False), strict=False)]

    def _optional(self, name: str, rows: slice) -> Iterable[str | None]:
        return [cell or None for cell in self.cells[name].cells(rows)] if name in self.cells else repeat(None)

    @property
    def tags(self) -> dict[str, str]:
        """The tags in the first row."""
        return self.tags_of(self.begins[:1])[0]

    def tags_of(self, rows: Places) -> list[dict[str, str]]:
        """Return the tags in some rows."""
        named = {name: self.cells[name].cells(rows) for name in TAGS if name in self.cells}
        if not named:
            return [{} for _ in rows]
        each = zip(*named.values(), strict=True)
        return [{name: cell.strip() for name, cell in zip(named, row, strict=True) if cell.strip()} for row in each]


@dataclass
class SoundRows:
    """A block without errors, behind the dialog of the row before it."""

    block: TableBlock
    before: Group
    parsed: BlockCells

    @cached_property
    def rest(self) -> Group:
        """The dialog of the last row: it may go on in the next block."""
        parsed, rows = self.parsed, len(self.parsed.kinds)
        begin = int(parsed.begins[-1])
        if self._continued and len(parsed.names) == 1:
            return self.before.with_run(parsed, 0, rows, parsed.tags)
        line = parsed.cells["dialog"].lines(parsed.begins[-1:])[0]
        return Group(parsed.names[-1], line=line).with_run(parsed, begin, rows, parsed.tags_of(parsed.begins[-1:])[0])

    @cached_property
    def _continued(self) -> int:
        """1 where the first rows belong to the dialog before them."""
        return int(self.parsed.names[0] == self.before.name)

    def _head(self) -> Iterator[Dialog]:
        """Return the dialog of the row before the block, where it ends here."""
        parsed = self.parsed
        if not self._continued:
            yield from self.before.close()
        elif len(parsed.names) > 1:
            yield from self.before.with_run(parsed, 0, int(parsed.begins[1]), parsed.tags).close()

    def summary(self) -> Summary:
        """Count what ends in the block."""
        parsed, begins = self.parsed, self.parsed.begins[self._continued :]
        head = list(self._head())
        names = [*(dialog.id for dialog in head), *parsed.names[self._continued : -1]]
        utterances = sum(len(dialog.utterances) for dialog in head)
        ignored = sum(dialog.ignored for dialog in head)
        silent = sum(not any(True for _ in dialog.said_by(Role.BOT)) for dialog in head)
        if len(begins) > 1:
            begin, end = int(begins[0]), int(begins[-1])
            left_out = np.array([role is None for role in parsed.roles])[parsed.kinds]
            bots = np.array([role is Role.BOT for role in parsed.roles])[parsed.kinds]
            heard = np.add.reduceat(parsed.cells["text"].speaking(bots).astype(np.int64), begins)[:-1]
            ignored += (system := int(np.count_nonzero(left_out[begin:end])))
            utterances += end - begin - system
            silent += int(np.count_nonzero(heard == 0))
        return Summary(names, utterances, ignored, silent)

    def dialogs(self) -> Iterator[Dialog]:
        """Return the dialogs that end in the block."""
        yield from self._head()
        parsed, begins = self.parsed, self.parsed.begins[self._continued :]
        if len(begins) < 2:  # noqa: PLR2004 - the last one goes on
            return
        first = int(begins[0])
        utterances = parsed.utterances(slice(first, int(begins[-1])))
        places = pairwise((begins - first).tolist())
        names = parsed.names[self._continued :]
        lines = parsed.cells["dialog"].lines(begins)
        tags = parsed.tags_of(begins)
        for name, (begin, end), line, tag in zip(names[:-1], places, lines[:-1], tags[:-1], strict=True):
            run = utterances[begin:end]
            spoken = tuple([utterance for utterance in run if utterance])
            yield Dialog(name, spoken, tag, len(run) - len(spoken), line)


def _sound_cells(block: TableBlock, mapping: ColumnMapping) -> BlockCells | None:
    """Return the cells of a sound block; None where each row has to be looked at."""
    cells = block.columns
    if cells is None:
        return None
    new = cells["dialog"].changes()
    spelt, kinds = cells["role"].kinds()
    roles = [mapping.role(role) for role in spelt]
    if None in roles or not _constant(cells, new) or not _are_confidences(cells):
        return None
    begins = np.concatenate(([0], np.flatnonzero(new) + 1))
    names = [name.strip() for name in cells["dialog"].cells(begins)]
    if "" in names or any(map(eq, names, names[1:])):
        return None
    ours = [None if role in IGNORED_ROLES else Role(str(role)) for role in roles]
    return BlockCells(cells, begins, names, ours, kinds)


def _constant(cells: Mapping[str, Column], new: Flags) -> bool:
    """Whether the tags of a dialog are spelt alike in all its rows."""
    return not any(np.any(cells[name].changes() & ~new) for name in TAGS if name in cells)


def _are_confidences(cells: Mapping[str, Column]) -> bool:
    texts: Sequence[str] = cells["confidence"].cells() if "confidence" in cells else ()
    try:
        return all(number is None or 0 <= number <= 1 for number in (number_of(cell.strip()) for cell in set(texts)))
    except FlawError:
        return False


def _agree(known: Mapping[str, str], tags: Mapping[str, str]) -> bool:
    return not any(known.get(name, value) != value for name, value in tags.items())
