"""What holds of aggregation rules whatever the levels are."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.results import Graded, Profile, TieBreak
from botassay.core.scale import Scale
from botassay.plugins.protocols import AggregationRule
from botassay.rating.aggregation import Terms, aggregate, linear, median, paper
from botassay.testing import worsening_that_helps, worst_of_all
from tests.strategies import graded


@pytest.mark.parametrize("rule", [median, linear, worst_of_all], ids=["median", "linear", "worst_of_all"])
@pytest.mark.parametrize("issues", [1, 2, 3, 4, 5])
def test_nothing_getting_worse_makes_the_rating_better(rule: AggregationRule, issues: int) -> None:
    assert worsening_that_helps(rule, issues) is None


@pytest.mark.parametrize("levels", ["2", "4", "5"])
@pytest.mark.parametrize("rule", [median, linear], ids=["median", "linear"])
def test_nor_does_it_on_a_scale_of_more_levels(rule: AggregationRule, levels: str) -> None:
    assert worsening_that_helps(rule, 4, Scale.parse(levels)) is None


def test_the_linear_rule_weighs_each_risk() -> None:
    """AL with weight 3 of 6 has all the risk, 0.9: the average is 0.45."""
    low, _, high = Scale().levels
    graded = {"AL": Graded(high, 0.9), **dict.fromkeys(("B", "CC", "IL"), Graded(low, 0.0))}
    assert aggregate(Profile.parse("AL,B,CC,IL"), graded, Terms("linear")).level == "medium"
    assert aggregate(Profile.parse("CC,B,AL,IL"), graded, Terms("linear")).level == "low"  # 0.15


def test_the_published_rule_is_not_monotone() -> None:
    """AL worsens from medium to high, and the rating improves from medium to low."""
    order = Profile.parse("B,AL,CC,IL")
    low, medium, high = (Graded(level, 0.5) for level in Scale().levels)
    before = aggregate(order, {"B": low, "AL": medium, "CC": medium, "IL": high}, Terms("paper"))
    after = aggregate(order, {"B": low, "AL": high, "CC": medium, "IL": high}, Terms("paper"))
    assert (before.level, after.level) == ("medium", "low")
    assert worsening_that_helps(paper, 4) is not None


@given(graded(), st.permutations(["AL", "B", "CC", "IL", "ID"]), st.sampled_from(["median", "paper", "linear"]))
def test_bounds_hold_every_rating_that_the_missing_issue_allows(
    grades: dict[str, Graded], order: list[str], rule: str
) -> None:
    profile = Profile("p", tuple((code,) for code in order))
    missing = {**grades, "AL": None}
    bounds = [Scale().named(name) for name in aggregate(profile, missing, Terms(rule)).bounds]
    for level in Scale().levels:
        whole = aggregate(profile, {**grades, "AL": Graded(level, level.rank / 2)}, Terms(rule))
        assert bounds[0] <= Scale().named(whole.level) <= bounds[1]


@given(graded(), st.sampled_from(["median", "paper", "linear"]), st.sampled_from(TieBreak))
def test_a_veto_is_never_overruled(grades: dict[str, Graded], rule: str, ties: TieBreak) -> None:
    rating = aggregate(Profile.parse("AL,B,CC,IL,ID"), grades, Terms(rule, ties, veto=("AL",)))
    assert Scale().named(rating.level) >= grades["AL"].level


@given(graded(least=2))
def test_the_rules_agree_with_the_tally_that_they_report(grades: dict[str, Graded]) -> None:
    rating = aggregate(Profile.parse("AL,B,CC,IL,ID"), grades, Terms("paper"))
    most = max(rating.rule.tally.values())
    assert rating.level == [name for name, weight in rating.rule.tally.items() if weight == most][-1]
    assert sum(rating.rule.tally.values()) == sum(rating.rule.weights.values())


@given(st.lists(st.sampled_from(["AL", "B", "CC", "IL", "ID", "ZZ"]), min_size=1, unique=True))
def test_weights_are_the_number_of_issues_less_the_rank(rated: list[str]) -> None:
    weights = Profile.parse("B=AL,CC").weighed(rated)
    assert set(weights) == set(rated)
    k = len(rated)
    assert all(0 <= weight < max(k, 2) for weight in weights.values())
    if k == 1:
        assert list(weights.values()) == [1]
    if {"AL", "B"} <= set(rated) and k > 1:
        assert weights["AL"] == weights["B"] == k - 1
    if {"AL", "B", "CC"} <= set(rated):
        assert weights["CC"] == Fraction(k - 3)
