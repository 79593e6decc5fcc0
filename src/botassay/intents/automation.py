"""The automation rate over days or weeks: the share of answered questions, and why the others were deferred."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final, Literal

from botassay.core.errors import InputError
from botassay.core.stats import wilson
from botassay.intents.documents import DeferredReason, QuestionShare, TrafficPeriod
from botassay.intents.log import LoggedQuestion

By = Literal["day", "week"]
_HINT: Final = "write dates as 2026-03-02 or 2026-03-02T14:30:00+01:00"


def periods(asked: Sequence[LoggedQuestion], by: By, threshold: float) -> tuple[TrafficPeriod, ...]:
    """Return the automation rate of each day or week with questions, in the order of time.

    The day is that of the local time in the log. Raises InputError with the line of a question without a valid time.
    """
    groups: dict[date, list[LoggedQuestion]] = {}
    for question in asked:
        day = _day(question)
        start = day - timedelta(days=day.weekday()) if by == "week" else day
        groups.setdefault(start, []).append(question)
    return tuple(_period(start, groups[start], threshold) for start in sorted(groups))


def _period(start: date, asked: Sequence[LoggedQuestion], threshold: float) -> TrafficPeriod:
    answered = sum(question.recognised(threshold) for question in asked)
    return TrafficPeriod(
        start=start, questions=len(asked), answered=share(answered, len(asked)), deferred=deferred(asked, threshold)
    )


def share(count: int, total: int) -> QuestionShare:
    """Return a share with its interval; the total is at least 1."""
    low, high = wilson(count / total, total)
    return QuestionShare(count=count, value=round(count / total, 9), interval=(round(low, 9), round(high, 9)))


def deferred(asked: Sequence[LoggedQuestion], threshold: float) -> tuple[DeferredReason, ...]:
    """Return how many questions were not answered for which reason, the most frequent first."""
    counts = Counter(_reason(question, threshold) for question in asked if not question.recognised(threshold))
    ranked = sorted(counts.items(), key=lambda reason: (-reason[1], reason[0]))
    return tuple(DeferredReason(reason=reason, count=count) for reason, count in ranked)


def _reason(question: LoggedQuestion, threshold: float) -> str:
    if question.reason:
        return question.reason
    if question.intent is None:
        return "not_understood"
    if question.confidence is not None and question.confidence < threshold:
        return "unsure"
    return "no_answer"


def _day(question: LoggedQuestion) -> date:
    if question.at is None:
        hint = "add the time of each question (`at`), or leave out --by"
        raise InputError("E136 the question has no time", question.where, hint)
    try:
        return datetime.fromisoformat(question.at.strip()).date()
    except ValueError as error:
        raise InputError(f"E136 {question.at!r} is not a time", question.where, _HINT) from error
