"""Decisions on reviewed questions: the file that keeps them, and the sheet on which they are made."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal, NamedTuple

import msgspec

from botassay.core.errors import InputError
from botassay.core.stats import wilson
from botassay.core.text.plural import many
from botassay.intents.documents import IntentsReview
from botassay.intents.log import LoggedQuestion
from botassay.intents.phrases import folded
from botassay.intents.question_review import ids_of
from botassay.intents.reading import decoded_lines
from botassay.intents.snapshots import DATED
from botassay.io.csv_safe import csv_table, guarded_row
from botassay.io.files import append
from botassay.io.sources import lines_of
from botassay.io.spreadsheet import workbook
from botassay.io.table import read_table

Verdict = Literal["confirm", "correct", "delete", "withdraw"]
ANSWERS: Final = "answers.jsonl"
"""The file of decisions that the dated files of phrases in a folder share."""
SHEET: Final = ("id", "question", "topic", "confidence", "answer", "decision", "new_topic")
_DECISIONS: Final[Mapping[str, Verdict | None]] = {
    "": None, "y": "confirm", "yes": "confirm", "confirm": "confirm", "correct": "correct",
    "n": "delete", "no": "delete", "delete": "delete",
}  # fmt: skip
_HINT: Final = "decision is y (confirm), n (delete) or empty; new_topic corrects"


class ReviewDecision(NamedTuple):
    """What a person decided on a question."""

    id: str
    question: str
    decision: Verdict
    topic: str | None
    """The right topic; None for a deleted question."""
    answered: bool
    """Whether the bot had answered it, so that the decision says if that was right."""
    at: str | None = None
    """When, as ISO 8601 in UTC; decisions of one step have the same time."""
    by: str | None = None
    """Who, if known."""


def journal_of(data: Path) -> Path:
    """Return the file that keeps the decisions on questions for a file of phrases.

    Files with a date in their names share the one of their folder, so that the next round knows what was decided in the
    one before; a file that has its own already keeps it.
    """
    own = data.with_name(f"{data.name}.review.jsonl")
    return data.with_name(ANSWERS) if DATED.search(data.name) and not own.exists() else own


def read_decision_rows(file: Path) -> list[ReviewDecision]:
    """Return the decisions in the order in which they were made. Raises InputError with the line of an invalid one."""
    rows: list[ReviewDecision] = []
    if not file.exists():
        return rows
    lines = lines_of(file)
    for row, where in decoded_lines(lines, lines.place):
        try:
            decision = msgspec.convert(row, ReviewDecisionRow)
        except msgspec.ValidationError as error:
            hint = "remove the line, or restore the file"
            raise InputError(f"E136 the line is not a decision: {error}", where, hint) from error
        rows.append(ReviewDecision(*msgspec.structs.astuple(decision)))
    return rows


def standing(rows: Iterable[ReviewDecision]) -> dict[str, ReviewDecision]:
    """Return the decisions by folded question: the last one on a question counts, unless it withdraws.

    >>> made = ReviewDecision("1", "hi", "confirm", "greet", True)
    >>> list(standing([made])), list(standing([made, made._replace(decision="withdraw")]))
    (['hi'], [])
    """
    last = {folded(decision.question): decision for decision in rows}
    return {question: decision for question, decision in last.items() if decision.decision != "withdraw"}


def last_step(rows: Iterable[ReviewDecision], by: str) -> list[ReviewDecision]:
    """Return the decisions of a person's last step that still count: what undo withdraws."""
    own = [row for row in standing(rows).values() if row.by == by and row.at is not None]
    latest = max((str(row.at) for row in own), default="")
    return [row for row in own if row.at == latest]


class ReviewDecisionRow(msgspec.Struct, omit_defaults=True):
    """A line of the file of decisions."""

    id: str
    question: str
    decision: Verdict
    topic: str | None
    answered: bool
    at: str | None = None
    by: str | None = None


def append_journal(file: Path, decisions: Iterable[ReviewDecision]) -> None:
    """Add decisions to their file, with the time where they have none. Raises OutputError."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    rows = (ReviewDecisionRow(*each._replace(at=each.at or now)) for each in decisions)
    append(file, b"".join(msgspec.json.encode(row) + b"\n" for row in rows))


def accepted(decisions: Iterable[ReviewDecision]) -> dict[str, str]:
    """Return the questions with their right topics, without the deleted ones."""
    return {decision.question: decision.topic for decision in decisions if decision.topic is not None}


def confirmed_answers(decisions: Iterable[ReviewDecision]) -> tuple[int, int]:
    """Return how many reviewed answers were right, and how many were reviewed; deleted questions are left out."""
    judged = [decision.decision for decision in decisions if decision.answered and decision.decision != "delete"]
    return judged.count("confirm"), len(judged)


def confirmed(decisions: Iterable[ReviewDecision]) -> str:
    """Return, in words, the share of the answered questions whose answer was confirmed; empty without any.

    >>> confirmed([ReviewDecision("1", "hi", "confirm", "greet", True)])
    '1 of 1 reviewed answer confirmed: 100.0 % (20.7 to 100.0); two thirds in the paper'
    """
    right, reviewed = confirmed_answers(decisions)
    if not reviewed:
        return ""
    low, high = wilson(right / reviewed, reviewed)
    share = f"{100 * right / reviewed:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    n = many(reviewed, "reviewed answer", "reviewed answers")
    return f"{right} of {n} confirmed: {share}; two thirds in the paper"


def sheet_of(document: IntentsReview, ending: str) -> bytes:
    """Return the questions of a review as a sheet to fill in, as a spreadsheet (`.xlsx`) or CSV."""
    rows = [SHEET, *_sheet_rows(document)]
    return workbook(rows, "Review") if ending == ".xlsx" else csv_table(map(guarded_row, rows)).encode()


def _sheet_rows(document: IntentsReview) -> Iterator[tuple[object, ...]]:
    for proposal in document.proposals:
        for asked in proposal.questions:
            yield asked.id, asked.text, asked.topic, asked.confidence, asked.answer, None, None
    for each in document.answered:
        yield each.id, each.text, each.topic, each.confidence, each.answer, None, None


def read_sheet(file: Path, asked: Sequence[LoggedQuestion], below: float) -> list[ReviewDecision]:
    """Return the decisions on a sheet; rows without one are left for another time.

    Args:
        file: the sheet, filled in.
        asked: the log that the sheet was made from.
        below: minimum confidence of an answered question.

    Raises: InputError with the row of an invalid decision, of an unknown id, or of a second decision.
    """
    first: dict[str, LoggedQuestion] = {}
    for question in asked:
        first.setdefault(folded(question.text), question)
    by_id = {name: first[key] for key, name in ids_of(asked).items()}
    answered = {folded(question.text) for question in asked if question.recognised(below)}
    decisions: dict[str, ReviewDecision] = {}
    for cells, where in read_table(lines_of(file), ("id", "topic", "decision", "new_topic"), _HINT).sound:
        decision = _decision(cells, where)
        if decision is None:
            continue
        name = cells["id"].strip()
        if name not in by_id:
            raise InputError(f"E136 LOG has no question with the id {name!r}", where, "give the LOG of this sheet")
        if name in decisions:
            raise InputError(f"E164 the id {name!r} has two decisions", where, "keep one of the rows")
        text = " ".join(by_id[name].text.split())
        topic = None if decision == "delete" else (cells["new_topic"] or cells["topic"]).strip()
        decisions[name] = ReviewDecision(name, text, decision, topic, folded(text) in answered)
    return list(decisions.values())


def _decision(cells: Mapping[str, str], where: str) -> Verdict | None:
    typed, new = cells["decision"].strip().lower(), cells["new_topic"].strip()
    if typed not in _DECISIONS:
        raise InputError(f"E136 unknown decision {typed!r}", where, _HINT)
    decision = _DECISIONS[typed] or ("correct" if new else None)
    if decision is not None and (decision == "correct") != bool(new):
        what = "new_topic is empty" if decision == "correct" else f"{typed!r} does not go with a new_topic"
        raise InputError(f"E136 {what}", where, _HINT)
    if decision == "confirm" and not cells["topic"].strip():
        raise InputError("E136 there is no topic to confirm", where, "name one in new_topic")
    return decision
