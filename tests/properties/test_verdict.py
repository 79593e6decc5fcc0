"""What holds of a rating whatever its issues are: what is beyond doubt counts, and its bounds hold its level."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from botassay.core.results import UNDETERMINED, Graded, IssueResult, Profile, ProfileVerdict, TieBreak
from botassay.core.scale import TRUST_RISK
from botassay.rating import Settings
from botassay.rating.aggregation import GradedRange, Terms, rate_levels
from botassay.rating.document import rating_of
from botassay.testing import sample_assessment

CODES = ("AL", "B", "CC", "ID", "IL")
LEVELS = TRUST_RISK.levels


def grade(rank: int) -> Graded:
    return Graded(LEVELS[rank], (rank + 0.5) / 3)


def spanning(least: int, point: int | None, worst: int) -> GradedRange:
    return GradedRange(None if point is None else grade(point), tuple(map(grade, range(least, worst + 1))))


@st.composite
def issues(draw: st.DrawFn) -> dict[str, GradedRange]:
    made = {}
    for code in draw(st.lists(st.sampled_from(CODES), min_size=1, unique=True)):
        least, point, worst = sorted(draw(st.tuples(*[st.integers(0, 2)] * 3)))
        made[code] = spanning(least, draw(st.sampled_from([point, point, None])), worst)
    return made


@st.composite
def profiles(draw: st.DrawFn) -> Profile:
    order = draw(st.permutations(CODES))
    cut = draw(st.lists(st.booleans(), min_size=4, max_size=4))
    groups: list[list[str]] = [[order[0]]]
    for code, new in zip(order[1:], cut, strict=True):
        groups.append([code]) if new else groups[-1].append(code)
    return Profile("p", tuple(map(tuple, groups)))


def rated(profile: Profile, graded: dict[str, GradedRange], rule: str = "median") -> ProfileVerdict:
    return rate_levels(profile, graded, Terms(rule, TieBreak.PESSIMISTIC), {})


def rank(level: str) -> int:
    return TRUST_RISK.names.index(level)


rules = pytest.mark.parametrize("rule", ["median", "linear"])


@rules
@given(profiles(), issues(), st.data())
def test_nothing_that_gets_worse_makes_a_rating_better(
    rule: str, profile: Profile, graded: dict[str, GradedRange], data: st.DataObject
) -> None:
    """Neither a value, nor an end of an interval, nor a floor."""
    code = data.draw(st.sampled_from(sorted(graded)))
    issue = graded[code]
    assume(issue.point is not None)
    assert issue.point is not None
    least = data.draw(st.integers(issue.could_be[0].level.rank, 2))
    point = data.draw(st.integers(max(least, issue.point.level.rank), 2))
    worst = data.draw(st.integers(max(point, issue.could_be[-1].level.rank), 2))
    before, after = rated(profile, graded, rule), rated(profile, {**graded, code: spanning(least, point, worst)}, rule)
    assert all(rank(old) <= rank(new) for old, new in zip(before.bounds, after.bounds, strict=True))
    if UNDETERMINED not in (before.level, after.level):
        assert rank(before.level) <= rank(after.level)
    assert {flag.issue for flag in before.flags} <= {flag.issue for flag in after.flags}


@given(profiles(), issues())
def test_another_issue_never_hides_a_red_flag(profile: Profile, graded: dict[str, GradedRange]) -> None:
    for code in graded:
        fewer = {other: issue for other, issue in graded.items() if other != code}
        if fewer:
            flags = {flag.issue for flag in rated(profile, fewer).flags}
            assert flags <= {flag.issue for flag in rated(profile, graded).flags}


@given(profiles(), issues())
def test_the_order_of_equally_important_issues_changes_nothing(
    profile: Profile, graded: dict[str, GradedRange]
) -> None:
    turned = replace(profile, order=tuple(tuple(reversed(group)) for group in profile.order))
    one, other = rated(profile, graded), rated(turned, dict(reversed(graded.items())))
    assert (one.level, one.bounds, {*one.flags}) == (other.level, other.bounds, {*other.flags})


@pytest.mark.parametrize("rule", ["median", "linear", "paper"])
@given(profiles(), issues())
def test_bounds_hold_the_level(rule: str, profile: Profile, graded: dict[str, GradedRange]) -> None:
    verdict = rated(profile, graded, rule)
    best, worst = map(rank, verdict.bounds)
    assert best <= worst
    if verdict.level != UNDETERMINED:
        assert best <= rank(verdict.level) <= worst
    else:
        assert best < worst


@pytest.mark.parametrize("rule", ["median", "linear", "paper"])
@given(profiles(), issues())
def test_no_rating_is_better_than_what_is_beyond_doubt(
    rule: str, profile: Profile, graded: dict[str, GradedRange]
) -> None:
    verdict = rated(profile, graded, rule)
    sure = {code: issue.could_be[0].level.rank for code, issue in graded.items()}
    first = max(sure[code] for code in profile.over(graded)[0])
    assert rank(verdict.bounds[0]) >= max(first, max(sure.values()) - 1)
    assert {flag.issue for flag in verdict.flags} == {code for code, least in sure.items() if least == 2}


@given(profiles(), issues())
def test_what_was_not_measured_raises_no_red_flag(profile: Profile, graded: dict[str, GradedRange]) -> None:
    unmeasured = {code: GradedRange.unmeasured(TRUST_RISK) for code in graded}
    verdict = rated(profile, unmeasured)
    assert (verdict.flags, verdict.rule.raised_from, verdict.bounds) == ((), None, ("low", "high"))


def test_a_red_flag_raises_a_rating_whatever_its_weight() -> None:
    """ID has no weight and is HIGH beyond doubt; the three others are LOW."""
    graded = {**dict.fromkeys(("AL", "B", "CC"), spanning(0, 0, 0)), "ID": spanning(2, 2, 2)}
    verdict = rated(Profile.parse("AL,B,CC,ID"), graded)
    assert (verdict.level, verdict.bounds, verdict.rule.raised_from) == ("medium", ("medium", "medium"), "low")
    assert [flag.issue for flag in verdict.flags] == ["ID"]


def test_an_issue_of_the_first_rank_that_is_high_beyond_doubt_makes_the_rating_high() -> None:
    graded = {**dict.fromkeys(("AL", "B", "CC"), spanning(0, 0, 0)), "ID": spanning(2, 2, 2)}
    assert rated(Profile.parse("ID=AL,B,CC"), graded).level == "high"


def test_what_could_be_high_raises_nothing() -> None:
    graded = {**dict.fromkeys(("AL", "B", "CC"), spanning(0, 0, 0)), "ID": spanning(1, 2, 2)}
    verdict = rated(Profile.parse("AL,B,CC,ID"), graded)
    assert (verdict.level, verdict.flags) == ("low", ())


def test_an_uncertain_issue_widens_the_bounds_and_leaves_the_level() -> None:
    graded = {"AL": spanning(0, 0, 2), "B": spanning(0, 0, 0)}
    verdict = rated(Profile.parse("AL,B"), graded)
    assert (verdict.level, verdict.bounds) == ("low", ("low", "high"))


# ── with values, intervals and floors ───────────────────────────────────────────────────────────────────────────────


def measured(code: str, low: float, value: float, high: float, floor: int) -> IssueResult:
    """An issue as grading makes it: levels by the cuts, raised to the floor."""
    levels = [max(TRUST_RISK.level(each, (0.02, 0.1)), LEVELS[floor]) for each in (low, value, high)]
    return replace(
        sample_assessment().scores[0],
        issue=code,
        value=value,
        interval=(low, high),
        cuts=(0.02, 0.1),
        level=levels[1].name,
        could_be=tuple(level.name for level in TRUST_RISK.between(levels[0], levels[2])),
        floor=LEVELS[floor].name if floor else None,
    )


shares = st.sampled_from([0.0, 0.01, 0.02, 0.05, 0.1, 0.3, 1.0])


@rules
@given(profiles(), st.lists(st.tuples(shares, shares, shares, st.integers(0, 2)), min_size=2, max_size=5), st.data())
def test_no_value_interval_or_floor_that_gets_worse_makes_a_rating_better(
    rule: str, profile: Profile, figures: list[tuple[float, float, float, int]], data: st.DataObject
) -> None:
    cases = {code: (sorted(ends), floor) for code, (*ends, floor) in zip(CODES, figures, strict=False)}
    grades = {code: measured(code, low, value, high, floor) for code, ((low, value, high), floor) in cases.items()}
    code = data.draw(st.sampled_from(sorted(grades)))
    ends, floor = cases[code]
    drawn = data.draw(st.tuples(shares, shares, shares))
    low, value, high = sorted(max(old, new) for old, new in zip(ends, drawn, strict=True))
    changed = measured(code, low, value, high, data.draw(st.integers(floor, 2)))
    settings = Settings(rule=rule, issues=tuple(grades))
    before, after = (rating_of(each, settings, profile) for each in (grades, {**grades, code: changed}))
    assert all(rank(old) <= rank(new) for old, new in zip(before.bounds, after.bounds, strict=True))
    assert rank(before.level) <= rank(after.level)
    assert {flag.issue for flag in before.flags} <= {flag.issue for flag in after.flags}
    assert rank(after.bounds[0]) <= rank(after.level) <= rank(after.bounds[1])
