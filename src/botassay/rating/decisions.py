"""The file in which somebody says which findings are harmless, why, and on whose word."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Final

import msgspec

from botassay.core.dialog import Dialog, Role
from botassay.core.errors import InputError
from botassay.corpora import lines_of
from botassay.corpora.objects import BROKEN, flaw_of

GUARDED: Final = "=+-@\t\r"
"""What a cell of our CSV files never begins with: an apostrophe goes before it."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of the file: which finding, why it is harmless, and on whose word."""

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
    """Read accepted findings: JSON lines, or a findings.csv in which the columns reason and by were filled in.

    Raises: InputError for a line that is neither, with its place.
    """
    lines = lines_of(file)
    rows = enumerate(lines, 1)
    number, first = next(((number, line) for number, line in rows if not line.isspace()), (0, ""))
    if not first:
        raise InputError("E100 no findings are accepted in it", str(file), "write one JSON object a line")
    if first.lstrip().startswith("{"):
        return tuple(
            _from_json(line, f"{file}:{n}") for n, line in chain([(number, first)], rows) if not line.isspace()
        )
    return tuple(_from_csv(chain([first], (line for _, line in rows)), str(file), number))


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    issue: str
    dialog: str
    reason: str
    by: str
    utterance: int | None = None
    text: str | None = None


def _from_json(line: str, where: str) -> Decision:
    try:
        read = msgspec.json.decode(line, type=_Line)
    except BROKEN as error:
        flaw = flaw_of(error, line)
        hint = 'write {"issue": "AL", "dialog": "d1", "utterance": 3, "reason": "…", "by": "…"}'
        raise InputError(f"{flaw.code} this accepts nothing: {flaw.text}", where, hint) from error
    return _checked(Decision(read.issue.upper(), read.dialog, read.reason, read.by, read.utterance, read.text, where))


def _from_csv(lines: Iterable[str], file: str, first: int) -> Iterator[Decision]:
    table = csv.DictReader(lines)
    lacking = [
        name for name in ("issue", "dialog", "utterance", "reason", "by") if name not in (table.fieldnames or [])
    ]
    if lacking:
        hint = f"the columns {', '.join(lacking)} are missing; or write JSON lines"
        raise InputError("E142 this is no list of findings", f"{file}:{first}", hint)
    if "subject" in (table.fieldnames or []):
        hint = "accept them out of a list of that subject alone: dialogs of others may have the same name"
        raise InputError("E136 this lists the findings of several subjects", f"{file}:{first}", hint)
    for row in table:
        where = f"{file}:{first + table.line_num - 1}"
        if (row["reason"] or "").strip():
            yield _checked(_from_row(row, where))


def _from_row(row: Mapping[str, str | None], where: str) -> Decision:
    cells = {name: (row[name] or "").strip() for name in ("issue", "dialog", "utterance", "reason", "by")}
    if not cells["utterance"].isdecimal():
        raise InputError(
            f"E136 the utterance {cells['utterance']!r} is no number", where, "leave the column as it was written"
        )
    dialog = cells["dialog"]
    bare = dialog[1:] if dialog[:1] == "'" and dialog[1:2] in GUARDED else dialog
    return Decision(cells["issue"].upper(), bare, cells["reason"], cells["by"], int(cells["utterance"]), None, where)


def _checked(acceptance: Decision) -> Decision:
    if acceptance.utterance is None and acceptance.text is None:
        raise InputError(
            "E136 neither utterance nor text says which reply is meant", acceptance.where, "give one of them"
        )
    if not acceptance.reason.strip() or not acceptance.by.strip():
        raise InputError("E136 a finding is accepted for a reason, by somebody", acceptance.where, "fill reason and by")
    return acceptance
