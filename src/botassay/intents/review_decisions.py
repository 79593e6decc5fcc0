"""Decisions on reviewed questions: the file that keeps them, and the sheet on which they are made."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal, NamedTuple

import msgspec

from botassay.core.errors import InputError, OutputError
from botassay.core.stats import wilson
from botassay.core.text.plural import many
from botassay.intents.documents import IntentsReview
from botassay.intents.log import LoggedQuestion
from botassay.intents.phrases import folded
from botassay.intents.question_review import ids_of
from botassay.intents.reading import decoded_lines
from botassay.io.csv_safe import csv_table, guarded_row
from botassay.io.sources import lines_of
from botassay.io.spreadsheet import workbook
from botassay.io.table import read_table

Verdict = Literal["confirm", "correct", "delete"]
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


def journal_of(data: Path) -> Path:
    """Return the file that keeps the decisions on questions for a file of phrases."""
    return data.with_name(f"{data.name}.review.jsonl")


def read_journal(file: Path) -> dict[str, ReviewDecision]:
    """Return the decisions by folded question; the last one on a question counts. Raises InputError with the line."""
    decisions: dict[str, ReviewDecision] = {}
    if not file.exists():
        return decisions
    lines = lines_of(file)
    for row, where in decoded_lines(lines, lines.place):
        try:
            decision = msgspec.convert(row, ReviewDecisionRow)
        except msgspec.ValidationError as error:
            hint = "remove the line, or restore the file"
            raise InputError(f"E136 the line is not a decision: {error}", where, hint) from error
        decisions[folded(decision.question)] = ReviewDecision(*msgspec.structs.astuple(decision))
    return decisions


class ReviewDecisionRow(msgspec.Struct):
    """A line of the file of decisions."""

    id: str
    question: str
    decision: Verdict
    topic: str | None
    answered: bool


def append_journal(file: Path, decisions: Iterable[ReviewDecision]) -> None:
    """Add decisions to their file. Raises OutputError."""
    data = b"".join(msgspec.json.encode(ReviewDecisionRow(*decision)) + b"\n" for decision in decisions)
    try:
        with file.open("ab") as journal:
            journal.write(data)
    except OSError as error:
        raise OutputError(f"cannot write the decisions: {error.strerror or error}", str(file)) from error


def accepted(decisions: Iterable[ReviewDecision]) -> dict[str, str]:
    """Return the questions with their right topics, without the deleted ones."""
    return {decision.question: decision.topic for decision in decisions if decision.topic is not None}


def confirmed(decisions: Iterable[ReviewDecision]) -> str:
    """Return, in words, the share of the answered questions whose answer was confirmed; empty without any.

    >>> confirmed([ReviewDecision("1", "hi", "confirm", "greet", True)])
    '1 of 1 reviewed answer confirmed: 100.0 % (20.7 to 100.0); two thirds in the paper'
    """
    judged = [decision.decision for decision in decisions if decision.answered and decision.decision != "delete"]
    if not judged:
        return ""
    right = judged.count("confirm")
    low, high = wilson(right / len(judged), len(judged))
    share = f"{100 * right / len(judged):.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    n = many(len(judged), "reviewed answer", "reviewed answers")
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
