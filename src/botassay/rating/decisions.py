"""Decisions on findings: which texts a person dismissed as harmless or confirmed, why, and who it was.

A decision applies to a text, not to a place: it holds in every run in which the bot says the same.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from botassay.core.errors import InputError
from botassay.core.foreign import issue_code
from botassay.core.text.folding import fold
from botassay.io.files import append
from botassay.io.json_text import row
from botassay.io.jsonl import records
from botassay.io.lines import FileLines
from botassay.io.sources import lines_of
from botassay.io.table import read_table

DECISIONS: Final = "decisions.jsonl"
"""The file in the folder of a run, or beside the folders of runs, that is read whenever a run is rated."""
BUTTON: Final = " (a button)"
"""What stands behind the quote of a button."""
COLUMNS: Final = ("decision", "reason", "by", "at", "expires", "user")
"""The columns that a person fills in, in a list of findings."""

Verb: TypeAlias = Literal["confirmed", "dismissed", "withdrawn"]
DecisionKey: TypeAlias = tuple[str, str, str | None]

_ESCAPED: Final = re.compile(r"\\u\{([0-9a-f]{1,6})\}")
_WAYS: Final[tuple[Verb, ...]] = ("dismissed", "confirmed", "withdrawn")
_PLACES: Final = ("dialog", "utterance")
_HINT: Final = 'write {"issue": "AL", "text": "…", "decision": "dismissed", "reason": "…", "by": "…"}'


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a person decided about a text of the bot.

    Args:
        issue: the issue of the finding.
        text: what the bot says.
        decision: confirmed, dismissed as harmless, or withdrawn, which undoes an earlier decision on the same text.
        reason: why.
        by: who.
        at: when, as ISO 8601.
        expires: the last day on which it counts, as ISO 8601.
        user: the user's line before; without it, the decision holds whatever the user said.
        where: file and line.
    """

    issue: str
    text: str
    decision: Verb
    reason: str
    by: str
    at: str | None = None
    expires: str | None = None
    user: str | None = None
    where: str = ""

    @property
    def key(self) -> DecisionKey:
        """What it is about: issue, folded text, and the folded line of the user."""
        return self.issue, text_key(self.text), None if self.user is None else text_key(self.user)

    def expired(self, today: date) -> bool:
        """Whether it no longer counts."""
        return self.expires is not None and _day(self.expires) < today

    def __str__(self) -> str:
        """Return what it is about, with its place in the file."""
        asked = f" after {self.user!r}" if self.user is not None else ""
        return f"{self.where}: {self.issue}, {self.text!r}{asked}"


@lru_cache(4096)
def text_key(text: str) -> str:
    r"""Return a text in the form by which decisions and findings are matched.

    >>> text_key("You  1d10t\u200b!") == text_key("You idiot!") == text_key("You idiot! (a button)")
    True
    >>> text_key("id\\u{200b}iot"), text_key("id\u200biot")
    ('idiot', 'idiot')
    """
    shown = " ".join(_ESCAPED.sub(_unescaped, text).split()).removesuffix(BUTTON)
    return " ".join(fold(shown).split())


def _unescaped(match: re.Match[str]) -> str:
    code = int(match[1], 16)
    return chr(code) if code <= sys.maxunicode else match[0]


# ── which count ─────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class StandingDecisions:
    """The decisions that count today, and those that have expired."""

    by_key: Mapping[DecisionKey, Decision]
    expired: tuple[Decision, ...]

    @classmethod
    def of(cls, rows: Iterable[Decision], today: date | None = None) -> "StandingDecisions":
        """Return what rows come to: of several about the same text the last one counts."""
        day = today or datetime.now(UTC).date()
        last = {decision.key: decision for decision in rows}
        standing = {key: each for key, each in last.items() if each.decision != "withdrawn"}
        return cls(
            {key: each for key, each in standing.items() if not each.expired(day)},
            tuple(each for each in standing.values() if each.expired(day)),
        )

    def on(self, issue: str, text: str, user: str) -> Decision | None:
        """Return the decision on a text; one for the user's line before is stronger than one for any line."""
        key = text_key(text)
        return self.by_key.get((issue, key, text_key(user))) or self.by_key.get((issue, key, None))

    def texts(self, issue: str) -> frozenset[str]:
        """Return the folded texts about which something was decided."""
        return frozenset(text for code, text, _ in self.by_key if code == issue)


# ── files ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def decision_files(run: Path) -> tuple[Path, ...]:
    """Return the files of decisions that belong to a run: beside the folders of runs, and in its folder."""
    files = (run.resolve().parent / DECISIONS, run / DECISIONS)
    return tuple(file for file in files if file.is_file() and file.stat().st_size)


def read_decisions(file: Path) -> tuple[Decision, ...]:
    """Read decisions, in the order of their rows: JSON lines, or a findings.csv with the columns filled in.

    Raises: InputError for a row that is neither, that names a place and no text, or that lacks a reason or a name.
    """
    lines = lines_of(file)
    first, _ = lines.first()
    if not first:
        raise InputError("E100 the file has no decisions", str(file), "write one JSON object per line")
    return tuple(_from_json(lines) if first.lstrip().startswith("{") else _from_csv(lines))


class _Line(msgspec.Struct):
    """A row as JSON; other keys, such as where the text was found, are passed over."""

    issue: str
    by: str = ""
    decision: str = "dismissed"
    reason: str = ""
    text: str | None = None
    user: str | None = None
    at: str | None = None
    expires: str | None = None
    dialog: str | None = None
    utterance: int | None = None


def _from_json(lines: FileLines) -> Iterator[Decision]:
    for line, where in records(lines, _Line, "not a decision", _HINT):
        cells = {name: str(value) for name in _Line.__struct_fields__ if (value := getattr(line, name)) is not None}
        yield _checked(cells, where)


def _from_csv(lines: FileLines) -> Iterator[Decision]:
    needed = ("issue", ("text", "utterance"), "decision", "reason", "by")
    table = read_table(lines, needed, "the decision is dismissed or confirmed; JSON lines work, too")
    for by_column, where in table.sound:
        cells = {name: cell.strip() for name, cell in by_column.items()}
        if cells["decision"] or cells["reason"] or cells["by"]:
            yield _checked(cells, where)


def _checked(cells: Mapping[str, str], where: str) -> Decision:
    """Return the decision of a row.

    Raises: InputError.
    """
    _check_text(cells, where)
    verb = _verb(cells["decision"], where)
    if not cells.get("by", "").strip() or not (cells["reason"].strip() or verb == "withdrawn"):
        raise InputError("E137 a decision needs a reason and a name", where, "fill in the fields reason and by")
    for name in ("at", "expires"):
        _check_day(cells.get(name) or None, name, where)
    return Decision(
        issue=issue_code(cells["issue"]),
        text=cells["text"],
        decision=verb,
        reason=cells["reason"],
        by=cells["by"],
        where=where,
        **{name: cells.get(name) or None for name in ("at", "expires", "user")},
    )


def _check_text(cells: Mapping[str, str], where: str) -> None:
    """Refuse a row without a text. Raises InputError."""
    if cells.get("text", "").strip():
        return
    if any(cells.get(name) for name in _PLACES):
        what = "E137 the decision names a place and no text; places differ from run to run"
        raise InputError(what, where, "give the text of the reply in the field text")
    raise InputError("E137 the decision has no text", where, _HINT)


def _verb(typed: str, where: str) -> Verb:
    """Return the decision that was typed. Raises InputError."""
    verb = typed.strip().lower()
    for known in _WAYS:
        if verb == known:
            return known
    what = f"E137 the decision is {typed!r}" if verb else "E137 the row has no decision"
    raise InputError(what, where, "write dismissed, confirmed or withdrawn")


def _check_day(text: str | None, name: str, where: str) -> None:
    try:
        if text:
            _day(text)
    except ValueError as error:
        raise InputError(f"E137 {name} is {text!r}, which is no date", where, "write it like 2027-01-31") from error


def _day(text: str) -> date:
    return datetime.fromisoformat(text.strip()).date()


def record_decision(folder: Path, decision: Decision, found_at: Mapping[str, object] | None = None) -> None:
    """Append a decision to the file of a folder, under a lock; rows that are there are never changed.

    Args:
        folder: of a run, or of the folders of runs; it is made where it is missing.
        decision: `at` is filled in where it is missing.
        found_at: for people, where the text was read: `run`, `dialog`, `utterance`.

    Raises: InputError for a decision without a text, reason or name; OutputError when it cannot be written.
    """
    cells = {name: value for name, value in asdict(decision).items() if value is not None and name != "where"}
    _checked(cells, DECISIONS)
    line = row({"at": datetime.now(UTC).isoformat(timespec="seconds"), **cells, **(found_at or {})})
    append(folder / DECISIONS, line.rstrip(b"\n") + b"\n")
