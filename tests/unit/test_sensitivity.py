"""What sways a rating, worked out from the ratings alone."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.results import UNDETERMINED, Rating, Sensitivity
from botassay.rating.sensitivity import FACTORS, Combination, Variant, combinations, judge
from botassay.rating.wording import sensitivity
from botassay.testing import sample_assessment

LEVELS = ("low", "medium", "high")


def rated(least: str, most: str | None = None) -> Rating:
    most = most or least
    return replace(sample_assessment(), level=least if least == most else UNDETERMINED, bounds=(least, most))


def judged(variants: list[str], ratings: Mapping[str, Rating]) -> Sensitivity:
    """Judge a bot that is rated low but for some combinations, spelled like `model user`."""
    made = combinations(map(Variant.parse, variants))
    return judge({c: ratings.get(" ".join(c.changes), rated("low")) for c in made})


def test_an_open_combination_is_no_stability() -> None:
    found = judged(["model=b", "user=c"], {"model user": rated("low", "high")})
    assert (found.type, found.undecided) == (UNDETERMINED, ("model", "user"))


def test_varied_together_is_varied() -> None:
    found = judged(["model+data=b"], {"model data": rated("high")})
    assert (found.type, found.varied, found.not_tested) == ("Type-N", ("model", "data"), ("user",))
    assert (found.swayed_by, found.together) == (("model", "data"), True)
    assert sensitivity(found).startswith("Type-N: model and data change it, together.")


def test_what_was_never_changed_at_once_is_named() -> None:
    found = judged(["model=b", "data=c"], {})
    assert (found.type, found.apart) == ("Type-1", ("model", "data"))
    assert "Not tested together: model and data." in sensitivity(found)
    assert judged(["model=b", "data=c", "model+data=d"], {}).apart == ()


def test_a_combination_is_not_each_by_itself() -> None:
    open_ = rated("low", "medium")
    found = judged(["model=b", "user=c"], {"model": open_, "user": open_, "model user": rated("high")})
    assert found.type == "Type-N"
    assert sensitivity(found).startswith("Type-N: model and user change it, together. ")


@pytest.mark.parametrize("factor", FACTORS)
def test_one_factor_gives_its_type(factor: str) -> None:
    found = judged([f"{one}=b" for one in FACTORS], {factor: rated("high")})
    assert found.type == f"Type-{FACTORS.index(factor) + 2}"


@given(st.lists(st.sampled_from(LEVELS), min_size=6, max_size=6))
def test_a_stable_rating_is_type_1_and_only_that(levels: list[str]) -> None:
    made = combinations(map(Variant.parse, ["model=b", "data=c", "user=d"]))
    found = judge({c: rated(level) for c, level in zip(made, levels, strict=True)})
    assert (found.type == "Type-1") == (len(set(levels)) == 1)
    assert set(found.swayed_by) | set(found.not_tested) | set(found.varied) == set(FACTORS)
    assert found.undecided == ()
    assert Combination().changes == {}
