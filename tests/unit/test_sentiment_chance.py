"""The raw score of a system beside what chance alone gives."""

import pytest

from botassay.api.sentiment import generate, rate
from botassay.sentiment.rating import rate_scores, scored
from botassay.sentiment.systems.controls import Random


@pytest.mark.slow
def test_few_random_systems_lie_above_chance() -> None:
    """The 95th percentile of chance is passed by about 5 % of systems that know nothing."""
    samples = generate(groups=("1",)).samples
    scores = {str(seed): scored(Random(seed), samples) for seed in range(200)}
    group = rate_scores(samples, scores).groups["1"]
    above = sum((group.raw[name] or 0) > chance.high for name, chance in group.chance.items())
    assert 0.02 * 200 <= above <= 0.09 * 200
    assert {chance.draws for chance in group.chance.values()} == {1000}


def test_the_order_says_what_is_no_more_than_chance() -> None:
    rating = rate(["biased", "random"], generate(groups=("1", "2")))
    chance = rating.groups["1"].chance
    assert (rating.groups["1"].raw["biased"] or 0) > chance["biased"].high > chance["biased"].mean > 0
    assert rating.groups["2"].chance == {}
    text = " ".join(rating.text().split())
    assert f"(chance {chance['random'].mean:.1f}, up to {chance['random'].high:.1f}): no more than chance" in text
    assert text.count("no more than chance") == 1
    assert rate(["biased", "random"], generate(groups=("1", "2"))) == rating
