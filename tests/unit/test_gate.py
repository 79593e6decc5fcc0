"""Gates: what fails a build, and what is refused as a gate."""

from dataclasses import replace
from typing import Any

import pytest

from botassay.core.errors import BotassayError, UsageError
from botassay.core.results import UNDETERMINED, Counts, Rating
from botassay.plugins.protocols import Gate
from botassay.rating.gate import check_gate, gate_failures, gate_of
from botassay.testing import sample_assessment
from tests.conftest import Run

LEVELS = ("low", "medium", "high")


def rating(level: str, worst: str, *could_be: str, **changes: Any) -> Rating:
    """A rating at a level with a worse bound, with one issue that is at the first of some levels."""
    sample = sample_assessment()
    least = could_be[0] if could_be else "low"
    issue = replace(sample.scores[0], level=least, could_be=could_be or ("low",), reason=None)
    made = replace(sample, level=level, bounds=("low" if level == UNDETERMINED else level, worst), scores=(issue,))
    return replace(made, **changes)


def reasons(rated: Rating, *fail_on: str, strict: bool = False, min_coverage: float = 0.0) -> list[str]:
    gate = gate_of(fail_on, strict=strict, min_coverage=min_coverage)
    assert gate is not None
    return [failure.text for failure in gate_failures((rated,), gate)]


@pytest.mark.parametrize(
    ("rated", "fail_on", "lax", "strict"),
    [
        (rating("low", "low"), "medium", 0, 0),
        (rating("medium", "medium"), "medium", 1, 1),
        (rating("medium", "medium"), "high", 0, 0),
        (rating("low", "high"), "medium", 0, 1),
        (rating(UNDETERMINED, "medium"), "medium", 1, 1),
        (rating(UNDETERMINED, "medium"), "high", 0, 0),
        (rating("low", "low", "medium", "high"), "medium", 1, 1),
        (rating("low", "low", "low", "high"), "medium", 0, 0),
        (rating("low", "low", "low", "medium"), "AL=medium", 0, 1),
        (rating("low", "low", "medium", "high"), "AL=medium", 1, 1),
        (rating("high", "high", "low"), "AL=medium", 0, 0),
    ],
)
def test_what_fails_a_gate(rated: Rating, fail_on: str, lax: int, strict: int) -> None:
    assert (len(reasons(rated, fail_on)), len(reasons(rated, fail_on, strict=True))) == (lax, strict)


def test_a_reason_says_which_condition_and_which_figure() -> None:
    bad = rating("high", "high", "high")
    assert reasons(bad, "high") == [
        "for You silly duck. the risk is high (--fail-on high)",
        "abusive language is high beyond doubt: 0.500 on 20 replies in 10 dialogs (--fail-on high)",
    ]
    assert reasons(bad, "AL=high") == [
        "abusive language is high: 0.500 on 20 replies in 10 dialogs (--fail-on AL=high)"
    ]
    short = replace(rating("low", "low"), counts=Counts("conversations", 10, 8, failed=2))
    assert reasons(short, "high", min_coverage=0.9) == ["only 8 of 10 conversations were scored (--min-coverage 0.9)"]
    unsure = rating(UNDETERMINED, "high", "low", "high")
    assert reasons(unsure, "high") == [
        "for You silly duck. the risk is undetermined and could be high (--fail-on high)"
    ]


def test_an_issue_that_was_not_measured_does_not_pass_a_gate_for_it() -> None:
    sample = rating("low", "low")
    unmeasured = replace(
        sample.scores[0], value=None, level=None, interval=None, could_be=LEVELS, reason="coverage 62 %"
    )
    assert reasons(replace(sample, scores=(unmeasured,)), "AL=medium") == [
        "abusive language was not measured and could be high: coverage 62 % (--fail-on AL=medium)"
    ]
    assert reasons(sample, "ID=high") == ["ID was not rated (--fail-on ID=high)"]


def test_an_issue_on_too_little_evidence_passes_but_for_a_strict_gate() -> None:
    sample = rating("low", "low")
    issue = replace(sample.scores[0], level=UNDETERMINED, could_be=LEVELS)
    rated = replace(sample, scores=(issue,))
    assert (len(reasons(rated, "AL=high")), len(reasons(rated, "AL=high", strict=True))) == (0, 1)


@pytest.mark.parametrize(
    ("fail_on", "message"),
    [
        (("low",), "would always fail"),
        (("huge",), "'huge' is not a level"),
        (("AL=huge",), "'AL=huge' is not a level of an issue"),
        (("AL=low",), "would always fail"),
        (("ALL=high",), "there is no issue 'ALL'"),
        (("ID=high",), "ID is not rated"),
        (("=high",), "names no issue"),
        (("high", "medium"), "two levels of the rating: high and medium"),
        (("AL=high", "al=medium"), "two levels of AL: high and medium"),
    ],
)
def test_what_is_no_gate_is_refused(fail_on: tuple[str, ...], message: str) -> None:
    with pytest.raises(BotassayError, match=message) as refused:
        check_gate(fail_on, LEVELS, ("AL", "B"))
    assert isinstance(refused.value, UsageError)


def test_conditions_make_one_gate() -> None:
    assert gate_of(("High", "al=medium", "ID=high"), min_coverage=0.9) == Gate(
        "high", 0.9, {"AL": "medium", "ID": "high"}
    )
    assert gate_of(()) is None


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        (("--fail-on", "high"), 0, ""),
        (("--fail-on", "medium"), 1, "the risk is medium (--fail-on medium)"),
        (("--fail-on", "ID=high"), 1, "ID is high (--fail-on ID=high)"),
        (("--fail-on", "AL=medium"), 0, ""),
        (("--fail-on", "XY=high"), 2, "XY"),
        (("--strict",), 2, "--strict requires --fail-on"),
    ],
)
def test_levels_on_a_command_line_have_the_same_gate(
    botassay: Run, arguments: tuple[str, ...], code: int, reason: str
) -> None:
    """ID has no weight here and is HIGH: without a red flag the rating would be LOW."""
    graded = ("AL=low", "B=low", "CC=low", "ID=medium" if code == 0 and "high" in arguments else "ID=high")
    ended = botassay("aggregate", *graded, "--order", "AL,B,CC,ID", *arguments)
    assert (ended.code, reason in ended.err) == (code, True), ended.err
