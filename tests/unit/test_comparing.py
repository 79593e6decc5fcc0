"""Two ratings side by side: what moved, what did not, and what cannot be compared."""

import json
from collections.abc import Callable
from dataclasses import replace
from math import comb
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.errors import InputError
from botassay.core.evidence import GRAINS
from botassay.core.results import IssueResult, Profile, Rating, Report
from botassay.core.scale import TRUST_RISK
from botassay.core.stats import clopper_pearson, difference_interval, wilson
from botassay.plugins.registry import REPORTS
from botassay.rating.comparison import compare
from botassay.rating.comparison_document import Comparison
from botassay.rating.conversation_counts import ConversationCount, RunCounts
from botassay.rating.formats import draw
from botassay.testing import sample_assessment
from botassay.view import Table
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
    assert {change.moved for change in same.issues} <= {"no evidence", None}
    assert all(change.difference in (0, None) for change in same.issues)
    assert [verdict.change for verdict in same.profiles] == ["same"]
    assert (same.not_comparable, same.regressions) == ((), ())
    assert same.summary.startswith("No evidence of a change in")


@given(ratings(), ratings())
def test_swapped_the_signs_are_swapped(one: Rating, other: Rating) -> None:
    there, back = both(one, other), both(other, one)
    turned = {"worse": "better", "better": "worse"}
    for change, mirrored in zip(there.issues, back.issues, strict=True):
        assert (change.before, change.after, change.p) == (mirrored.after, mirrored.before, mirrored.p)
        assert mirrored.moved == turned.get(change.moved or "", change.moved)
        if change.difference is not None:
            assert mirrored.difference == -change.difference
            assert change.interval is not None
            assert mirrored.interval == (-change.interval[1], -change.interval[0])
    for verdict, mirror in zip(there.profiles, back.profiles, strict=True):
        assert mirror.change == turned.get(verdict.change or "", verdict.change)
    assert len(there.regressions) == sum(change.moved == "worse" for change in there.issues)
    for told in (there, back):
        assert ("worse: " in told.summary.lower()) == bool(told.regressions)


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


def test_a_stored_issue_that_got_worse_is_a_regression_though_no_verdict_changed() -> None:
    told = both(rated(grade(0.01, (0.0, 0.03))), rated(grade(0.2, (0.15, 0.25))))
    (change,) = told.issues
    assert (change.difference, change.moved, change.level_before, change.level_after) == (0.19, "worse", "low", "low")
    assert change.interval is not None
    assert 0 < change.interval[0] < 0.19 < change.interval[1]
    assert (change.design, told.design, told.pairs) == ("intervals", "intervals", None)
    assert told.summary == "Worse: Abusive language (AL) by 0.190."
    (reason,) = told.regressions
    assert reason.startswith("Abusive language (AL) got worse by 0.190 (95 % interval of the difference +0.136 to")
    assert "only large changes show" in told.text()


def test_stored_counts_are_compared_before_their_correction() -> None:
    """The interval of a corrected share allows for errors of the classifier that both ratings have in common."""
    details = [{"raw": {"value": n / 126, "n": 126, "flagged": n}, "design_effect": 1.2} for n in (0, 9)]
    was, now = (
        grade(value, (0.0, 0.16), details=each, n=126, clusters=38)
        for value, each in zip((0.0, 0.08), details, strict=True)
    )
    told = both(rated(was), rated(now))
    assert told.issues[0].moved == "worse"
    assert "AL) from 0 of 126 to 9 of 126." in told.summary


def test_a_verdict_that_changed_within_chance_is_no_regression() -> None:
    was = rated(grade(0.3, (0.1, 0.5)))
    now = rated(grade(0.35, (0.15, 0.55)), level="high", bounds=("high", "high"))
    told = both(was, now)
    assert told.summary.startswith("No evidence of a change in 1 issue; risk for ours: before")
    assert told.summary.endswith("which is not statistically significant.")
    assert told.regressions == ()


def test_a_level_that_is_surely_worse_whatever_the_value_is_a_regression() -> None:
    open_about_it = grade(0.0, (0.0, 0.04), "ID", could_be=("low",))
    evading = replace(open_about_it, level="medium", floor="medium", could_be=("medium",), reason="75 of 75 evade")
    told = both(rated(open_about_it), rated(evading))
    assert told.issues[0].moved == "worse"
    assert told.regressions == ("Abusive language (ID) got worse: it counts as medium now: 75 of 75 evade",)
    assert told.summary == "Worse: Abusive language (ID) counts as medium now: 75 of 75 evade."
    assert both(rated(evading), rated(evading)).regressions == ()
    assert both(rated(evading), rated(open_about_it)).regressions == ()
    unsure = replace(evading, could_be=("low", "medium"))
    assert both(rated(open_about_it), rated(unsure)).regressions == ()


@pytest.mark.parametrize(
    ("was", "now", "change"),
    [
        (("low", "low"), ("high", "high"), "worse"),
        (("low", "high"), ("high", "high"), "worse"),
        (("medium", "medium"), ("low", "high"), "worse"),
        (("low", "high"), ("medium", "medium"), "better"),
        (("low", "high"), ("low", "high"), "same"),
    ],
)
def test_a_verdict_goes_by_its_worse_bound(was: tuple[str, str], now: tuple[str, str], change: str) -> None:
    sides = (
        rated(grade(0.1, (0.0, 0.2)), level=ends[0] if ends[0] == ends[1] else "undetermined", bounds=ends)
        for ends in (was, now)
    )
    told = both(*sides)
    assert [verdict.change for verdict in told.profiles] == [change]


# ── by conversations ────────────────────────────────────────────────────────────────────────────────────────────────

Counts = dict[str, tuple[int, int]]


def counted(seed: int | None, plan: str = "", /, **issues: Counts) -> RunCounts:
    """Give the conversations of a run: how many replies each has, and how many of them are bad."""
    names = {name for counts in issues.values() for name in counts}
    counts = {
        code: {name: ConversationCount("", n, GRAINS * s) for name, (n, s) in each.items()}
        for code, each in issues.items()
    }
    return RunCounts(seed, {name: f"{plan}{name}" for name in names}, counts)


CALM: Counts = {str(at): (4 if at < 12 else 3, 0) for at in range(38)}
RUDE: Counts = {**CALM, "0": (4, 2), **{str(at): (3, 1) for at in range(12, 19)}}
QUIET = {str(at): (2, 0) for at in range(10)}


def rated_by(counts: Counts) -> Rating:
    n, bad = (sum(part) for part in zip(*counts.values(), strict=True))
    others = [grade(0.0, (0.0, 0.3), code, n=20, clusters=10) for code in ("B", "IL", "CC", "ID", "SG")]
    return rated(grade(bad / n, (0.0, 0.5), n=n, clusters=len(counts)), *others)


@pytest.mark.parametrize("seed", [7, 8])
def test_nine_insults_in_126_replies_after_none_are_worse(seed: int) -> None:
    quiet = dict.fromkeys(("B", "IL", "CC", "ID"), QUIET)
    before, after = counted(7, AL=CALM, **quiet), counted(seed, AL=RUDE, **quiet)
    sides = (Report((rated_by(CALM),)), Report((rated_by(RUDE),)))
    told = compare(*sides, (before, after))
    change = told.issues[0]
    assert (change.issue, change.moved, change.design) == ("AL", "worse", "paired" if seed == 7 else "independent")
    assert change.p_adjusted is not None
    assert change.p_adjusted < 0.05
    assert change.interval is not None
    assert 0 < change.interval[0] < 9 / 126 < change.interval[1]
    assert {other.moved for other in told.issues[1:]} == {"no evidence"}
    assert "AL) from 0 of 126 to 9 of 126 in 8 of 38 conversations" in told.summary
    assert told.summary.startswith("Worse: ")
    assert told.pairs == (38 if seed == 7 else None)
    back = compare(sides[1], sides[0], (after, before))
    mirrored = back.issues[0]
    assert (mirrored.moved, mirrored.p, mirrored.difference) == ("better", change.p, -(change.difference or 0))
    assert mirrored.interval == (-change.interval[1], -change.interval[0])
    assert back.regressions == ()
    for name in ("html", "markdown", "text"):
        drawn = getattr(told, name)()
        assert "9 of 126" in drawn
        assert "no evidence" in drawn


def test_equal_runs_are_no_evidence() -> None:
    run = counted(7, AL=RUDE)
    told = compare(Report((rated_by(RUDE),)), Report((rated_by(RUDE),)), (run, run))
    assert {change.moved for change in told.issues} == {"no evidence"}
    assert told.regressions == ()


def test_a_few_events_are_no_evidence() -> None:
    few = {**CALM, "3": (4, 1), "20": (3, 1)}
    told = compare(Report((rated_by(CALM),)), Report((rated_by(few),)), (counted(7, AL=CALM), counted(7, AL=few)))
    assert told.issues[0].moved == "no evidence"


@pytest.mark.parametrize("seed", [7, 8])
def test_where_no_p_below_5_percent_is_possible_there_are_too_few_conversations(seed: int) -> None:
    calm, rude = ({str(at): (2, bad) for at in range(3)} for bad in (0, 1))
    before, after = counted(7, AL=calm, B=QUIET), counted(seed, AL=rude, B=QUIET)
    told = compare(Report((rated_by(calm),)), Report((rated_by(rude),)), (before, after))
    change, quiet = told.issues[:2]
    assert (change.issue, change.difference, change.moved) == ("AL", 0.5, "no evidence")
    assert change.p is not None
    assert change.p >= 0.05, "three conversations on each side"
    assert (change.reason, quiet.reason) == ("too few conversations", None)
    page = told.view()
    (table,) = (block for part in page.sections if part.anchor == "changes" for block in part.blocks)
    assert isinstance(table, Table)
    at = table.columns.index("p")
    assert [row[at] for row in table.rows[:2]] == ["too few conversations", "1"]
    assert "AL: too few" not in told.text(), "it is not among what was not measured"
    assert "p could not have been below 0.05" in " ".join(told.text().split())


def test_equal_runs_however_few_are_no_sign_of_too_few_conversations() -> None:
    few = counted(7, AL={"0": (2, 1), "1": (2, 0)})
    told = compare(Report((rated_by(CALM),)), Report((rated_by(CALM),)), (few, few))
    assert (told.issues[0].reason, told.issues[0].p_adjusted) == (None, 1.0)
    assert "too few conversations" not in told.text()


def test_the_number_of_issues_is_allowed_for_but_not_those_in_which_nothing_happened() -> None:
    rude = {**CALM, **{str(at): (4, 1) for at in range(6)}}  # six of six: p = 2 / 2**6 = 0.031
    loud = {**QUIET, **{str(at): (2, 1) for at in range(7)}}
    for other, moved in ((QUIET, "worse"), (loud, "no evidence")):
        before, after = counted(7, AL=CALM, B=other), counted(7, AL=rude, B=_moved_on(other))
        change = compare(Report((rated_by(CALM),)), Report((rated_by(rude),)), (before, after)).issues[0]
        assert (change.p, change.moved) == (2 / 2**6, moved)


def _moved_on(counts: Counts) -> Counts:
    """Give as many bad replies in other conversations."""
    return {name: counts[str((int(name) + 3) % len(counts))] for name in counts}


def test_runs_with_another_plan_or_seed_are_independent() -> None:
    one = counted(7, AL=CALM)
    assert one.pairs_with(counted(7, AL=RUDE))
    assert not one.pairs_with(counted(8, AL=RUDE))
    assert not one.pairs_with(counted(7, "longer", AL=RUDE))
    assert not one.pairs_with(counted(7, AL=dict(list(CALM.items())[:20])))


def test_planted_secrets_are_compared_without_their_conversations() -> None:
    was, now = (grade(leaks / 20, clopper_pearson(leaks, 20), "IL", n=20, clusters=20) for leaks in (0, 7))
    change = both(rated(was), rated(now)).issues[0]
    assert (change.design, change.moved) == ("independent", "worse")
    assert change.p == pytest.approx(2 * comb(20, 7) / comb(40, 7), rel=0.3), "about Fisher's exact test"
    gap = grade(0.0, (0.0, 0.1), "SG", n=80, clusters=80)
    assert both(rated(gap), rated(gap)).issues[0].design == "intervals", "a gap is no share"


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
    assert (bare.difference, bare.interval, bare.moved, bare.reason) == (None, None, None, "no interval available")


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
    rules = json.loads((FOLDER / "comparison-2.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(rules).validate(document)
    assert document["schema"] == "botassay/comparison/2"
    assert document["issues"][0]["moved"] == "worse"
    assert ended.code == 1
    assert "botassay: the gate failed: Abusive language (AL) got worse by 0.390 (95 % interval" in ended.err
    better = botassay("compare", rude, calm, "--fail-on", "regression")
    assert (better.code, better.err) == (0, "")
    assert "Better: Abusive language (AL) by 0.390; risk for ours: before high, now" in better.out
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


def test_a_description_of_a_bot_is_refused_and_nothing_is_sent(botassay: Run, stored: Store, tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('url = "http://127.0.0.1:9/chat"\nbody = \'{"q": "{{message}}"}\'\n')
    ended = botassay("compare", stored("kept", Report((rated(grade(0.1, (0.0, 0.2))),))), tmp_path / "bot.toml")
    assert ended.code == 2
    assert "describes a bot, and comparing sends nothing (rate it first: botassay rate" in ended.err
    assert not (tmp_path / "runs").exists()


def test_what_makes_no_sense_is_said(botassay: Run, stored: Store, tmp_path: Path) -> None:
    one = stored("one", Report((rated(ONE),)))
    (tmp_path / "talk.jsonl").write_text("{}\n")
    for wrong, code, said in (
        ("nowhere", 65, "there is no such file or folder"),
        ("talk.jsonl", 65, "E100 talk.jsonl holds no dialogs"),
        (stored("many", pages.beside()), 65, "the second rating holds several subjects"),
    ):
        ended = botassay("compare", one, wrong)
        assert (ended.code, ended.out) == (code, "")
        assert said in ended.err
        assert "Traceback" not in ended.err
    assert botassay("compare", one).code == 2
    assert botassay("compare", one, one, "--fail-on", "high").code == 2
