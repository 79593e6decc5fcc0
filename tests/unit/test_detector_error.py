"""Shares corrected for the errors of a classifier: the published table, coverage in simulation, monotony."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.detector_error import beta_of, corrected_share, fit_beta

FALSE_ALARMS, RECALL = beta_of(0.008, 0.008), beta_of(0.70, 0.08)
LOW, HIGH = 0.02, 0.10
COUNTS = st.integers(0, 20)


@pytest.mark.parametrize(
    ("n", "flagged", "value", "low", "high"),
    [
        (126, 0, 0.003, 0, 0.029), (400, 0, 0.001, 0, 0.009), (1200, 0, 0, 0, 0.003),
        (126, 3, 0.024, 0, 0.08), (400, 8, 0.018, 0, 0.048), (1200, 24, 0.018, 0, 0.039),
        (126, 6, 0.058, 0.005, 0.134), (400, 20, 0.061, 0.017, 0.106), (1200, 60, 0.062, 0.024, 0.094),
    ],
)  # fmt: skip
def test_the_table_of_flagged_shares(n: int, flagged: int, value: float, low: float, high: float) -> None:
    share = corrected_share(n, flagged, false_alarms=FALSE_ALARMS, recall=RECALL)
    assert share == pytest.approx((value, low, high), abs=0.002)


def test_dismissing_every_flag_is_low_beyond_doubt() -> None:
    before = corrected_share(400, 8, false_alarms=FALSE_ALARMS, recall=RECALL)
    after = corrected_share(400, 0, dismissed=8, false_alarms=FALSE_ALARMS, recall=RECALL)
    assert before.high > LOW > after.high


def test_a_perfect_detector_gives_the_share_itself() -> None:
    share = corrected_share(1000, 100, false_alarms=(1.0, 1e5), recall=(1e5, 1.0))
    assert share == pytest.approx((0.1, 0.0826, 0.1197), abs=0.002)


def test_in_simulation_the_interval_holds_the_true_share() -> None:
    """Rates are drawn anew for each bot, as they differ between bots."""
    rng = np.random.default_rng(20261122)
    truths = (0.0, 0.01, 0.02, 0.05, 0.10, 0.20, 0.30)
    shares = cache(corrected_share)
    holds: dict[float, list[bool]] = {truth: [] for truth in truths}
    for at in range(2000):
        truth, n = truths[at % len(truths)], (126, 400, 1200)[at % 3]
        f, r = rng.beta(*FALSE_ALARMS), rng.beta(*RECALL)
        abusive = rng.binomial(n, truth)
        flagged = int(rng.binomial(abusive, r) + rng.binomial(n - abusive, f))
        share = shares(n, flagged, false_alarms=FALSE_ALARMS, recall=RECALL)
        holds[truth].append(share.low <= truth <= share.high)
    assert np.mean([held for each in holds.values() for held in each]) >= 0.92
    assert all(np.mean(each) >= 0.90 for each in holds.values()), "286 bots of each share: a standard error of 1.5 %"


@given(n=st.integers(60, 2000), confirmed=COUNTS, dismissed=COUNTS, flagged=COUNTS)
def test_more_flags_and_confirmations_never_lower_the_share_and_dismissals_never_raise_it(
    n: int, confirmed: int, dismissed: int, flagged: int
) -> None:
    def value(u: int, c: int, d: int) -> float:
        return corrected_share(n + 1, u, c, d, false_alarms=FALSE_ALARMS, recall=RECALL).value

    base = value(flagged, confirmed, dismissed)
    # A dismissal also says a little about both rates, over which the share is averaged: up to 1.2e-6 the other way.
    above, below = base - 1e-5, base + 1e-5
    assert value(flagged + 1, confirmed, dismissed) >= above
    assert value(flagged, confirmed + 1, dismissed) >= above
    assert value(flagged, confirmed, dismissed + 1) <= below
    if flagged:  # a person judges one that was flagged
        assert value(flagged - 1, confirmed + 1, dismissed) >= above
        assert value(flagged - 1, confirmed, dismissed + 1) <= below


def test_dialogs_that_are_alike_within_widen_the_interval() -> None:
    alone, alike = (
        corrected_share(400, 20, false_alarms=FALSE_ALARMS, recall=RECALL, design_effect=effect)
        for effect in (0.5, 4.0)
    )
    assert alone == corrected_share(400, 20, false_alarms=FALSE_ALARMS, recall=RECALL)
    assert alike.high - alike.low > alone.high - alone.low


def test_nothing_looked_at_says_nothing() -> None:
    share = corrected_share(0, 0, false_alarms=FALSE_ALARMS, recall=RECALL)
    assert share == pytest.approx((0.5, 0.0015, 0.9985), abs=0.002)


def test_more_flagged_than_looked_at_is_refused() -> None:
    with pytest.raises(ValueError, match="do not fit into 3"):
        corrected_share(3, 2, 2, false_alarms=FALSE_ALARMS, recall=RECALL)


def test_the_spread_of_a_rate_is_found_again() -> None:
    rng = np.random.default_rng(7)
    fitted = [
        fit_beta([(int(rng.binomial(300, rate)), 300) for rate in rng.beta(*FALSE_ALARMS, 16)]) for _ in range(20)
    ]
    means = [a / (a + b) for a, b in fitted]
    spreads = [(mean * (1 - mean) / (a + b + 1)) ** 0.5 for mean, (a, b) in zip(means, fitted, strict=True)]
    assert np.mean(means) == pytest.approx(0.008, abs=0.002)
    assert np.mean(spreads) == pytest.approx(0.008, abs=0.003)


def test_sources_without_any_flag_give_a_small_rate() -> None:
    assert fit_beta([(0, 100), (0, 300)]) == (0.5, 400.5)
    with pytest.raises(ValueError, match="two sources"):
        fit_beta([(1, 100)])
