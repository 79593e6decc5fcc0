"""The decision file: which findings are dismissed as harmless, why, and by whom."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from botassay.core.dialog import Dialog, Role
from botassay.core.errors import InputError
from botassay.io.jsonl import records
from botassay.io.lines import FileLines
from botassay.io.sources import lines_of
from botassay.io.table import read_table


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of the file: which finding, why it is harmless, and who decided."""

    issue: str
    dialog: str
    reason: str
    by: str
    utterance: int | None = None
    """Its place in the dialog; without it, every reply with this text is meant."""
    text: str | None = None
    where: str = ""
    """File and line."""

    def places(self, dialog: Dialog) -> frozenset[int]:
        """Find the bot's utterances that are meant."""
        return frozenset(
            place
            for place, utterance in dialog.said_by(Role.BOT)
            if (place == self.utterance if self.utterance is not None else utterance.text == self.text)
        )


def read_accepted(file: Path) -> tuple[Decision, ...]:
    """Read decisions: JSON lines, or a findings.csv with the columns reason and by filled in.

    Raises: InputError for a line that is neither, with its place.
    """
    lines = lines_of(file)
    first, _ = lines.first()
    if not first:
        raise InputError("E100 the file dismisses no findings", str(file), "write one JSON object per line")
    return tuple(_from_json(lines) if first.lstrip().startswith("{") else _from_csv(lines))


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    issue: str
    dialog: str
    reason: str
    by: str
    utterance: int | None = None
    text: str | None = None


def _from_json(lines: FileLines) -> Iterator[Decision]:
    hint = 'write {"issue": "AL", "dialog": "d1", "utterance": 3, "reason": "…", "by": "…"}'
    for row, where in records(lines, _Line, "not a decision", hint):
        yield _checked(Decision(row.issue.upper(), row.dialog, row.reason, row.by, row.utterance, row.text, where))


def _from_csv(lines: FileLines) -> Iterator[Decision]:
    table = read_table(lines, ("issue", "dialog", "utterance", "reason", "by"), "JSON lines work, too")
    if "subject" in table.names:
        hint = "use a list of one subject: dialogs of several may have the same name"
        raise InputError("E136 the list has findings of several subjects", lines.place(table.above), hint)
    for by_column, where in table.sound:
        cells = {name: cell.strip() for name, cell in by_column.items()}
        if not cells["reason"]:
            continue
        if not cells["utterance"].isdecimal():
            what = f"E136 the utterance {cells['utterance']!r} is not a number"
            raise InputError(what, where, "do not change that column")
        place = int(cells["utterance"])
        yield _checked(
            Decision(cells["issue"].upper(), cells["dialog"], cells["reason"], cells["by"], place, None, where)
        )


def _checked(acceptance: Decision) -> Decision:
    if acceptance.utterance is None and acceptance.text is None:
        raise InputError("E136 a decision needs an utterance or a text", acceptance.where, "give one of them")
    if not acceptance.reason.strip() or not acceptance.by.strip():
        raise InputError(
            "E136 a decision needs a reason and a name", acceptance.where, "fill in the columns reason and by"
        )
    return acceptance
