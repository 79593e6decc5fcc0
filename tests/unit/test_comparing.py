"""Two ratings side by side: what moved, what did not, and what cannot be compared."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.errors import InputError
from botassay.core.results import IssueResult, Profile, Rating, Report
from botassay.core.scale import TRUST_RISK
from botassay.core.stats import difference_interval, wilson
from botassay.plugins.registry import REPORTS
from botassay.rating.comparison import compare
from botassay.rating.comparison_document import Comparison
from botassay.rating.formats import draw
from botassay.testing import sample_assessment
from tests import pages
from tests.conftest import Run
from tests.docs.schema import FOLDER

LEVELS = TRUST_RISK.names
CODES = ("AL", "B", "CC")


def rated(*grades: IssueResult, **changes: Any) -> Rating:
    """Give a rating of these grades, all of which count."""
    base = sample_assessment()
    rule = replace(base.rule, weights=dict.fromkeys((grade.issue for grade in grades), 1))
    profile = Profile("ours", tuple((grade.issue,) for grade in grades))
    return replace(base, scores=grades, rule=rule, profile=profile, **changes)


def grade(
    value: float | None, interval: tuple[float, float] | None = None, code: str = "AL", **changes: Any
) -> IssueResult:
    level = None if value is None else TRUST_RISK.level(value).name
    made = replace(sample_assessment().scores[0], issue=code, value=value, interval=interval, level=level, reason=None)
    return replace(made, **changes)


def both(was: Rating, now: Rating) -> Comparison:
    return compare(Report((was,)), Report((now,)))


@st.composite
def values(draw: st.DrawFn) -> tuple[float, tuple[float, float]]:
    low, value, high = sorted(draw(st.tuples(*[st.integers(0, 1000)] * 3)))
    return value / 1000, (low / 1000, high / 1000)


@st.composite
def ratings(draw: st.DrawFn) -> Rating:
    grades = []
    for code in CODES:
        value, interval = draw(values())
        known = draw(st.booleans())
        grades.append(grade(value, interval, code) if known else grade(None, None, code, reason="nothing was said"))
    bounds = sorted(draw(st.tuples(*[st.integers(0, 2)] * 2)))
    best, worst = LEVELS[bounds[0]], LEVELS[bounds[1]]
    return rated(*grades, level=best if best == worst else "undetermined", bounds=(best, worst))


@given(ratings())
def test_compared_with_itself_nothing_moved(one: Rating) -> None:
    same = both(one, one)
    assert {change.moved for change in same.issues} <= {"no", None}
    assert all(change.difference in (0, None) for change in same.issues)
    assert [verdict.change for verdict in same.profiles] == ["same"]
    assert (same.not_comparable, same.regressions) == ((), ())
    assert same.summary.startswith("No change")


@given(ratings(), ratings())
def test_swapped_the_signs_are_swapped(one: Rating, other: Rating) -> None:
    there, back = both(one, other), both(other, one)
    turned = {"up": "down", "down": "up", "worse": "better", "better": "worse"}
    for change, mirrored in zip(there.issues, back.issues, strict=True):
        assert (change.before, change.after) == (mirrored.after, mirrored.before)
        assert mirrored.moved == turned.get(change.moved or "", change.moved)
        if change.difference is not None:
            assert mirrored.difference == -change.difference
            assert change.interval is not None
            assert mirrored.interval == (-change.interval[1], -change.interval[0])
    for verdict, mirror in zip(there.profiles, back.profiles, strict=True):
        assert mirror.change == turned.get(verdict.change or "", verdict.change)
    assert not (there.regressions and not there.issues)
    head, mirrored_head = (told.summary.partition(":")[0] for told in (there, back))
    assert mirrored_head == {"Worse": "Better", "Better": "Worse"}.get(head, head)


@given(values(), values())
def test_an_interval_of_a_difference_holds_it(one: tuple[Any, Any], other: tuple[Any, Any]) -> None:
    (value, interval), (newer, wider) = one, other
    low, high = difference_interval(value, interval, newer, wider)
    assert -1 <= low <= round(newer - value, 9) <= high <= 1


def test_newcombe_s_examples() -> None:
    """Newcombe 1998, method 10: 56/70 − 48/80, 9/10 − 3/10, 10/10 − 0/20."""
    for (hits, n), (more, m), expected in (
        ((48, 80), (56, 70), (0.0524, 0.3339)),
        ((3, 10), (9, 10), (0.1705, 0.8090)),
        ((0, 20), (10, 10), (0.6791, 1.0)),
    ):
        made = difference_interval(hits / n, wilson(hits / n, n), more / m, wilson(more / m, m))
        assert [round(end, 4) for end in made] == list(expected)


def test_an_issue_that_moved_up_is_a_regression_though_no_verdict_changed() -> None:
    told = both(rated(grade(0.01, (0.0, 0.03))), rated(grade(0.2, (0.15, 0.25))))
    (change,) = told.issues
    assert (change.difference, change.moved, change.level_before, change.level_after) == (0.19, "up", "low", "low")
    assert change.interval is not None
    assert 0 < change.interval[0] < 0.19 < change.interval[1]
    assert told.summary == "Worse: Abusive language (AL) went up by 0.190."
    (reason,) = told.regressions
    assert reason.startswith("Abusive language (AL) went up by 0.190 (95 % interval 0.136 to")


def test_an_issue_that_does_not_count_is_no_regression() -> None:
    was, now = rated(grade(0.01, (0.0, 0.03))), rated(grade(0.2, (0.15, 0.25)))
    silent: dict[str, Any] = {"weights": {"AL": 0, "B": 1}}
    told = both(*(replace(one, rule=replace(one.rule, **silent)) for one in (was, now)))
    assert (told.issues[0].moved, told.issues[0].counts, told.regressions) == ("up", False, ())
    vetoed: dict[str, Any] = {"weights": {"AL": 0}, "veto": ("AL",)}
    assert both(*(replace(one, rule=replace(one.rule, **vetoed)) for one in (was, now))).regressions


@pytest.mark.parametrize(
    ("was", "now", "change", "regressions"),
    [
        (("low", "low"), ("high", "high"), "worse", 1),
        (("low", "high"), ("high", "high"), "worse", 0),  # the worse bound is where it was
        (("medium", "medium"), ("low", "high"), "worse", 1),
        (("low", "high"), ("medium", "medium"), "better", 0),
        (("low", "high"), ("low", "high"), "same", 0),
    ],
)
def test_a_verdict_goes_by_its_worse_bound(
    was: tuple[str, str], now: tuple[str, str], change: str, regressions: int
) -> None:
    sides = (
        rated(grade(0.1, (0.0, 0.2)), level=ends[0] if ends[0] == ends[1] else "undetermined", bounds=ends)
        for ends in (was, now)
    )
    told = both(*sides)
    assert [verdict.change for verdict in told.profiles] == [change]
    assert len(told.regressions) == regressions


ONE = grade(0.1, (0.0, 0.2))


@pytest.mark.parametrize(
    ("was", "now", "what", "said"),
    [
        (rated(ONE), rated(replace(ONE, measure="AL.mean")), "AL", "measured as AL.flagged before, as AL.mean after"),
        (rated(ONE), rated(replace(ONE, method="another")), "AL", "different methods: by hand before, another after"),
        (
            rated(replace(ONE, details={"tmax": 20})),
            rated(replace(ONE, details={"tmax": 35})),
            "AL",
            "counted as long from 20 turns on before, from 35 after",
        ),
        (rated(ONE), rated(replace(ONE, cuts=(0.1, 0.2))), "levels of AL", "cut at 0.333, 0.667 before, at 0.1, 0.2"),
        (rated(ONE), rated(ONE, replace(ONE, issue="B")), "B", "not rated before"),
        (rated(ONE), rated(ONE, levels=("low", "high"), level="low", bounds=("low", "low")), "ours", "the levels were"),
        (rated(ONE), replace(rated(ONE), profile=Profile("ours", (("AL",), ("B",)))), "ours", "different order"),
        (rated(ONE), replace(rated(ONE), profile=Profile("theirs", (("AL",),))), "theirs", "not rated before"),
        (rated(ONE), replace(rated(ONE), rule=replace(rated(ONE).rule, name="paper")), "ours", "rule median"),
        (
            rated(grade(None, reason="none")),
            rated(grade(0.5, assumed=True, reason="none")),
            "ours",
            "AL got the level in a different way",
        ),
    ],
)
def test_what_was_not_made_alike_is_named_and_not_compared(was: Rating, now: Rating, what: str, said: str) -> None:
    told = both(was, now)
    assert any(what in unlike.what and said in unlike.reason for unlike in told.not_comparable), told.not_comparable
    assert "not everything can be compared" in told.summary or told.summary == "The ratings cannot be compared."
    for change in told.issues:
        if change.issue in {unlike.what for unlike in told.not_comparable}:
            assert (change.difference, change.moved) == (None, None)
    for verdict in told.profiles:
        assert verdict.change is None
    assert not told.regressions


def test_what_was_not_measured_says_so() -> None:
    missing = grade(None, reason="coverage 62 %")
    assert both(rated(ONE), rated(missing)).issues[0].reason == "not measured after: coverage 62 %"
    assert both(rated(missing), rated(missing)).issues[0].reason == "not measured: coverage 62 %"
    bare = both(rated(ONE), rated(replace(ONE, interval=None))).issues[0]
    assert (bare.difference, bare.interval, bare.moved, bare.reason) == (0.0, None, None, "no interval available")


def test_a_rating_of_several_subjects_is_refused() -> None:
    with pytest.raises(InputError, match="the second rating holds several subjects"):
        compare(Report((rated(ONE),)), pages.beside())


# ── at the command line ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def stored(tmp_path: Path) -> Callable[[str, Report], Path]:
    def store(name: str, assessments: Report) -> Path:
        file = tmp_path / name / "rating.json"
        file.parent.mkdir()
        file.write_bytes(draw(REPORTS.get("json"), assessments))
        return file

    return store


Store = Callable[[str, Report], Path]


def test_the_command_prints_the_document_and_gates(botassay: Run, stored: Store) -> None:
    calm = stored("calm", Report((rated(grade(0.01, (0.0, 0.03))),)))
    rude = stored("rude", Report((rated(grade(0.4, (0.3, 0.5)), level="high", bounds=("high", "high")),)))
    ended = botassay("compare", calm.parent, rude, "--json", "--fail-on", "regression")
    document = json.loads(ended.out)
    rules = json.loads((FOLDER / "comparison-1.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(rules).validate(document)
    assert document["schema"] == "botassay/comparison/1"
    assert document["issues"][0]["moved"] == "up"
    assert ended.code == 1
    assert "botassay: the gate failed: for ours the risk was medium and is high\n" in ended.err
    assert "botassay: the gate failed: Abusive language (AL) went up by 0.390" in ended.err
    better = botassay("compare", rude, calm, "--fail-on", "regression")
    assert (better.code, better.err) == (0, "")
    assert "Better: for ours the risk was high and is medium;" in better.out
    assert botassay("compare", calm, rude).code == 0  # without a gate it only says so


def test_the_gate_does_not_pass_what_cannot_be_compared(botassay: Run, stored: Store) -> None:
    one = stored("one", Report((rated(ONE),)))
    other = stored("other", Report((rated(replace(ONE, issue="B", title="Bias")),)))
    ended = botassay("compare", one, other, "--fail-on", "regression")
    assert ended.code == 1
    assert "The ratings cannot be compared." in ended.out
    assert "the gate failed: AL cannot be compared: not rated after" in ended.err
    assert "the gate failed: B cannot be compared: not rated before" in ended.err


def test_hostile_text_stays_on_its_line(botassay: Run, stored: Store) -> None:
    text = "\x1b[31m\nfor ours the risk is low"
    was = replace(rated(replace(ONE, title=text, reason=text)), subject=replace(rated(ONE).subject, name=text))
    now = replace(was, scores=(replace(was.scores[0], method=text, value=None, interval=None, level=None),))
    one, other = stored("one", Report((was,))), stored("other", Report((now,)))
    ended = botassay("compare", one, other, "--fail-on", "regression")
    assert "\x1b" not in ended.out + ended.err
    assert not any(line.startswith("for ours") for line in (ended.out + ended.err).splitlines())


def test_what_makes_no_sense_is_said(botassay: Run, stored: Store, tmp_path: Path) -> None:
    one = stored("one", Report((rated(ONE),)))
    (tmp_path / "talk.jsonl").write_text("{}\n")
    for wrong, code, said in (
        ("nowhere", 65, "there is no rating here"),
        ("talk.jsonl", 65, "this is not a botassay rating"),
        (stored("many", pages.beside()), 65, "the second rating holds several subjects"),
    ):
        ended = botassay("compare", one, wrong)
        assert (ended.code, ended.out) == (code, "")
        assert said in ended.err
        assert "Traceback" not in ended.err
    assert botassay("compare", one).code == 2
    assert botassay("compare", one, one, "--fail-on", "high").code == 2
