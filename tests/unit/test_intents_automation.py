"""The automation rate by day and week."""

import json
from datetime import date
from pathlib import Path

import pytest

from botassay import intents
from botassay.core.errors import InputError
from botassay.core.stats import wilson
from botassay.intents.documents import IntentsTraffic
from botassay.settings.intents import TrafficSettings

ROWS: list[dict[str, object]] = [
    {"text": "pay", "intent": "pay", "confidence": 0.9, "at": "2026-03-02T23:30:00+01:00"},
    {"text": "pay", "intent": "pay", "confidence": 0.3, "at": "2026-03-02"},
    {"text": "hm", "intent": None, "at": "2026-03-02 10:00"},
    {"text": "a person", "intent": "pay", "answered": False, "reason": "asked", "at": "2026-03-08T10:00:00Z"},
    {"text": "card", "intent": "card", "answered": False, "at": "2026-03-08"},
    {"text": "pay 1", "intent": "pay", "at": "2026-03-09"},
    {"text": "pay 2", "intent": "pay", "at": "2026-03-09"},
    {"text": "pay 3", "intent": "pay", "at": "2026-03-09"},
    {"text": "are you a robot", "intent": "pay", "at": "2026-03-09", "origin": "probe"},
]


def measured(tmp_path: Path, rows: list[dict[str, object]], by: str | None) -> IntentsTraffic:
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return intents.traffic(log, None, TrafficSettings(by=by))  # type: ignore[arg-type]


def test_each_day_has_its_rate_with_an_interval_and_the_reasons(tmp_path: Path) -> None:
    document = measured(tmp_path, ROWS, "day")
    assert [(period.start, period.questions, period.answered.count) for period in document.periods] == [
        (date(2026, 3, 2), 3, 1), (date(2026, 3, 8), 2, 0), (date(2026, 3, 9), 3, 3),
    ]  # fmt: skip
    first, second, third = document.periods
    assert first.answered.interval == pytest.approx(wilson(1 / 3, 3))
    assert [(each.reason, each.count) for each in first.deferred] == [("not_understood", 1), ("unsure", 1)]
    assert [(each.reason, each.count) for each in second.deferred] == [("asked", 1), ("no_answer", 1)]
    assert third.deferred == ()
    text = document.text()
    assert "33.3 % (6.1 to 79.2): bad" in text
    assert "100.0 % (43.9 to 100.0): good" in text


def test_weeks_begin_on_mondays(tmp_path: Path) -> None:
    document = measured(tmp_path, ROWS, "week")
    assert [(period.start, period.questions) for period in document.periods] == [
        (date(2026, 3, 2), 5), (date(2026, 3, 9), 3),
    ]  # fmt: skip
    assert [line.split(",")[:4] for line in document.csv().splitlines()][-2:] == [
        ["week", "1", "2026-03-02", "1"], ["week", "2", "2026-03-09", "3"],
    ]  # fmt: skip


def test_probes_are_counted_apart(tmp_path: Path) -> None:
    document = measured(tmp_path, ROWS, None)
    assert (document.questions, document.probes, document.periods) == (8, 1, ())
    with pytest.raises(InputError, match="E100 the log has no questions of users"):
        measured(tmp_path, ROWS[-1:], None)


@pytest.mark.parametrize(("at", "text"), [(None, "the question has no time"), ("March 2", "'March 2' is not a time")])
def test_a_question_without_a_time_is_refused_with_its_line(tmp_path: Path, at: str | None, text: str) -> None:
    with pytest.raises(InputError, match=rf"log\.jsonl:2: E136 {text}"):
        measured(tmp_path, [ROWS[0], {"text": "x", "intent": "pay", "at": at}], "day")
