"""What holds of a scale, however many levels it has."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.errors import UsageError
from botassay.core.scale import TRUST_RISK, Scale

SCALES = st.sampled_from([Scale.parse(text) for text in ("2", "3", "4", "5", "calm,so so,tense,bad,worse,dire,lost")])
CUTS = st.sampled_from([(1 / 3, 2 / 3), (0.02, 0.10), (0.05, 0.20)])
VALUES = st.floats(0, 1)


@given(SCALES, CUTS)
def test_stretched_cuts_lie_evenly_on_the_strip_of_three_levels(scale: Scale, cuts: tuple[float, ...]) -> None:
    stretched = scale.adopted(cuts)
    scale.check_cuts("AL.flagged", stretched)
    assert [TRUST_RISK.spread(cut, cuts) for cut in stretched] == pytest.approx(scale.even, abs=1e-6)


@given(SCALES, CUTS, VALUES, VALUES)
def test_a_greater_value_has_no_lesser_level(scale: Scale, cuts: tuple[float, ...], one: float, other: float) -> None:
    stretched = scale.adopted(cuts)
    low, high = sorted((one, other))
    assert scale.level(low, stretched) <= scale.level(high, stretched)


@given(SCALES)
def test_every_level_is_reached_and_named(scale: Scale) -> None:
    reached = [scale.level((level.rank + 0.5) / len(scale.names)) for level in scale.levels]
    assert tuple(reached) == scale.levels
    assert all(scale.named(level.name.upper()) == level for level in scale.levels)
    assert Scale.parse(str(scale)) == scale


@given(SCALES, st.sampled_from(TRUST_RISK.names))
def test_a_floor_is_never_milder_on_another_scale(scale: Scale, name: str) -> None:
    """Unless the other scale has a level of that name, which then means what it says there."""
    floor = scale.floor(name)
    if name in scale.names:
        assert floor.name == name
    else:
        reaches = (floor.rank + 1) / len(scale.names)
        assert floor == scale.levels[-1] or floor.rank / len(scale.names) >= TRUST_RISK.named(name).rank / 3
        assert reaches > TRUST_RISK.named(name).rank / 3


@given(SCALES)
def test_floors_keep_their_order(scale: Scale) -> None:
    floors = [scale.floor(name) for name in TRUST_RISK.names]
    assert all(low <= high for low, high in pairwise(floors))


def test_a_letter_names_a_level_only_where_no_other_begins_so() -> None:
    assert TRUST_RISK.named("H").name == "high"
    with pytest.raises(ValueError, match="no level 'v'"):
        Scale.parse("5").named("v")


@pytest.mark.parametrize("text", ["", "1", "6", "low", "low,low", "low,,high", "low,undetermined", "a1,b2", "low,<b>"])
def test_what_is_no_scale_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match=r"2 to 5"):
        Scale.parse(text)
