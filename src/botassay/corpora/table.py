"""CSV: a row an utterance, with the columns dialog, role and text; the rows of one dialog stand together."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from botassay.core.dialog import Dialog, Rejected, Utterance
from botassay.core.errors import InputError
from botassay.corpora.files import undecodable
from botassay.corpora.rows import DELIMITERS, Row, Rows, cut
from botassay.corpora.utterance_builder import FlawError, is_role, not_utf8, said

NEEDED: Final = ("dialog", "role", "text")
TAGS: Final = ("gender", "race", "group", "topic")
"""Columns about a whole dialog: who its user is, and what it is about; some rows may leave them empty."""
READ: Final = (*NEEDED, "speaker", "at", "intent", "confidence", *TAGS)


@dataclass(frozen=True, slots=True)
class Table:
    """Comma, semicolon or tab.

    Further columns `speaker`, `at`, `intent`, `confidence` are read, and `gender`, `race`, `group`, `topic`, which
    become tags of the dialog; others are left alone.
    """

    def sniff(self, first_line: str) -> bool:
        """Recognise a header that has all needed columns, or the line in which a spreadsheet names its delimiter."""
        return _header(first_line) is not None or _named_delimiter(first_line) is not None

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected]:
        """Give a dialog for each run of rows with the same value in the column dialog.

        Raises: InputError when the header lacks a needed column, or names one twice.
        """
        del name  # every row names its dialog
        yield from grouped(_rows(iter(lines)), Group())


def grouped(rows: Iterable[Row], group: "Group") -> Iterator[Dialog | Rejected]:
    """Give a dialog for each run of rows that name the same one.

    Args:
        rows: below the header.
        group: the dialog that the rows before were of.
    """
    for row in rows:
        dialog = _dialog_of(row)
        if dialog and dialog != group.name:
            yield from group.close()
            group = Group(dialog, line=row.line)
        try:
            group.take(_said(row))
            group.tag(row)
        except FlawError as flaw:
            group.spoiled = True
            yield Rejected(row.line, flaw.code, flaw.text, flaw.hint, group.name or None)
    yield from group.close()


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

    def copy(self) -> "Group":
        """Give one that can grow without this one."""
        return replace(self, utterances=[*self.utterances], tags={**self.tags})

    def take(self, utterance: Utterance | None) -> None:
        """Take what a row says; None for a system or tool message."""
        if utterance:
            self.utterances.append(utterance)
        else:
            self.ignored += 1

    def tag(self, row: Row) -> None:
        """Keep what a row says of the whole dialog.

        Raises: FlawError where another row says something else.
        """
        for name in TAGS:
            value = row.cells.get(name, "").strip()
            known = self.tags.setdefault(name, value) if value else value
            if known != value:
                what = f"the column {name} says {value[:40]!r} here and {known[:40]!r} before, in one dialog"
                raise FlawError("E136", what, "write the same in all rows of a dialog, or leave cells empty")

    def close(self) -> Iterator[Dialog]:
        """Give the dialog, if there is one and nothing is wrong with it."""
        if self.name and not self.spoiled:
            yield Dialog(self.name, tuple(self.utterances), self.tags, self.ignored, self.line)


class Header(NamedTuple):
    """What the first line that says something says."""

    columns: list[str]
    delimiter: str


def _rows(lines: Iterator[str]) -> Iterator[Row]:
    """Read past the header, and give the rows below it."""
    above, header = below(lines)
    if header:
        yield from Rows(lines, *header, above + 1)


def below(lines: Iterable[str]) -> tuple[int, Header | None]:
    """Read to the end of the header: give how many lines that were, and the header, if there is one.

    Raises: InputError.
    """
    above = 0
    for above, line in enumerate(lines, 1):
        if line.isspace() or _named_delimiter(line):
            continue
        header = _header(line)
        if header is None:
            lacking = ", ".join(NEEDED)
            raise InputError(
                "E142 the header lacks a column", hint=f"needed are {lacking}; the header is {line.strip()!r}"
            )
        return above, header
    return above, None


def _header(line: str) -> Header | None:
    """Read a header with any delimiter.

    Raises: InputError when it names a column twice that is read.
    """
    for delimiter in DELIMITERS:
        columns = [name.strip().lower() for name in cut(line, delimiter)]
        if set(NEEDED) <= set(columns):
            twice = [name for name in READ if columns.count(name) > 1]
            if twice:
                hint = "give each column a name of its own"
                raise InputError(f"E143 the column {twice[0]!r} stands twice in the header", hint=hint)
            return Header(columns, delimiter)
    return None


def _named_delimiter(line: str) -> str | None:
    """Find the delimiter in a first line `sep=;`, as spreadsheets write it."""
    mark = line.strip().removeprefix("sep=")
    return mark if line.startswith("sep=") and mark in DELIMITERS else None


def _dialog_of(row: Row) -> str | None:
    """Name the dialog of a row; a broken one is believed only where a role stands in its place.

    What an unquoted line break leaves behind has anything there: it belongs to the dialog before.
    """
    cells = row.cells
    if row.flaw and not is_role(cells.get("role", "")):
        return None
    return cells.get("dialog", "").strip() or None


def _said(row: Row) -> Utterance | None:
    if row.flaw:
        raise row.flaw
    cells = row.cells
    if not cells["dialog"].strip():
        raise FlawError("E130", "the column dialog is empty", "name the dialog that the row belongs to")
    broken = next((cell for cell in row.fields if undecodable(cell)), None)
    if broken is not None:
        raise not_utf8(broken, "field")
    return said(
        cells["role"],
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
        raise FlawError("E136", f"the confidence {text!r} is no number", "leave it empty where it is unknown") from None
