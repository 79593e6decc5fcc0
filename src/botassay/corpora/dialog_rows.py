"""The dialogs in rows of a table, row by row."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from botassay.core.dialog import Dialog, Rejected, Utterance
from botassay.corpora.column_mapping import TAGS, ColumnMapping
from botassay.corpora.utterance_builder import make_utterance
from botassay.io.flaws import FlawError, not_utf8
from botassay.io.lines import undecodable
from botassay.io.table import TableBlock, TableRow


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

    def with_run(self, utterances: Sequence[Utterance | None], tags: Mapping[str, str]) -> "Group":
        """Return the group with some rows more; None is a system or tool message."""
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
            dialog = dialog_in(row, self.mapping)
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

    def summary(self) -> None:
        """Return None: these dialogs have to be counted one by one."""


def dialog_in(row: TableRow, mapping: ColumnMapping) -> str | None:
    """Return the dialog of a row; that of a broken row counts only where the row has a known role.

    The rest of a row with an unquoted line break can hold anything: it belongs to the dialog before.
    """
    cells = row.cells
    if row.flaw and mapping.role(cells.get("role", "")) is None:
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
        flags = mapping.flags_for(cells["role"])
        hint = f"roles are user and bot; system and tool are ignored; map other names with {flags}"
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
