"""Intervals agree with scipy's, and with the published examples."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special
from scipy import stats as scipy_stats

from botassay.core.distributions import beta_below, beta_quantile, t_beyond
from botassay.core.distributions import t_quantile as t_quantiles
from botassay.core.stats import clopper_pearson, exposure, ratio_interval, t_quantile, wilson


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_and_clopper_pearson_are_scipys(case: tuple[int, int]) -> None:
    hits, n = case
    result = scipy_stats.binomtest(hits, n)
    wanted = result.proportion_ci(method="wilson")
    assert wilson(hits / n, n) == pytest.approx((wanted.low, wanted.high), abs=1e-8)
    exact = result.proportion_ci(method="exact")
    assert clopper_pearson(hits, n) == pytest.approx((exact.low, exact.high), abs=1e-8)


def test_how_many_canaries_and_conversations_a_low_needs() -> None:
    assert clopper_pearson(0, 20)[1] == pytest.approx(0.168, abs=5e-4)
    assert clopper_pearson(0, 36)[1] < 0.1 < clopper_pearson(0, 35)[1]
    assert wilson(0, 35)[1] < 0.10 < wilson(0, 34)[1]


@given(st.floats(0.01, 0.99), st.integers(1, 1000))
def test_t_quantile_is_scipys(share: float, degrees: int) -> None:
    assert t_quantile(share, degrees) == pytest.approx(scipy_stats.t.ppf(share, degrees), rel=1e-12, abs=1e-12)


PARAMETER = st.floats(0, 4).map(lambda exponent: 10.0**exponent)
DEGREES = st.floats(-0.3, 8).map(lambda exponent: 10.0**exponent)
TAIL = st.floats(1e-6, 0.49)


@given(PARAMETER, PARAMETER, TAIL, st.booleans())
def test_the_beta_distribution_is_scipys(a: float, b: float, tail: float, upper: bool) -> None:  # noqa: FBT001
    share = 1 - tail if upper else tail
    quantile = beta_quantile(a, b, share)
    below = special.betainc(a, b, quantile)  # by its quantiles scipy itself comes no nearer than 1e-11
    assert below == pytest.approx(share, rel=1e-12)
    assert beta_below(a, b, quantile) == pytest.approx(below, rel=1e-12)


@given(DEGREES, st.floats(0.01, 40))
def test_the_tails_of_t_are_scipys(degrees: float, t: float) -> None:
    assert t_beyond(degrees, t) == pytest.approx(special.stdtr(degrees, -t), rel=1e-12, abs=1e-290)


@given(DEGREES, TAIL)
def test_quantiles_of_t_with_fractional_degrees_are_scipys(degrees: float, tail: float) -> None:
    quantile = t_quantiles(tail, degrees)
    assert special.stdtr(degrees, quantile) == pytest.approx(tail, rel=1e-12)
    assert t_quantiles(1 - tail, degrees) == pytest.approx(-quantile, rel=1e-9)


def test_distributions_take_arrays_and_the_ends() -> None:
    assert t_beyond(3, [0, np.inf]).tolist() == [0.5, 0]
    assert t_beyond(1, 1e-8) == pytest.approx(0.5 - 1e-8 / np.pi, rel=1e-15)
    assert t_quantiles(0.5, [1, 2.5]).tolist() == [0, 0]
    assert beta_below(2, 3, [0, 1]).tolist() == [0, 1]
    assert t_quantiles([[0.25], [0.75]], [4, 40]).tolist() == [
        [-t_quantile(0.75, n) for n in (4, 40)],
        [t_quantile(0.75, n) for n in (4, 40)],
    ]


def interval(pairs: list[tuple[int, int]]) -> tuple[float, float] | None:
    """The interval of Σs/Σn over dialogs (n, s)."""
    return ratio_interval(
        len(pairs),
        sum(n for n, _ in pairs),
        Fraction(sum(s for _, s in pairs)),
        Fraction(sum(s * s for _, s in pairs)),
        Fraction(sum(s * n for n, s in pairs)),
        sum(n * n for n, _ in pairs),
    )


@given(st.lists(st.integers(1, 9).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))), min_size=2, max_size=30))
def test_the_ratio_interval_is_the_textbook_estimator(pairs: list[tuple[int, int]]) -> None:
    n = np.array([n for n, _ in pairs], float)
    s = np.array([s for _, s in pairs], float)
    r, m = s.sum() / n.sum(), len(pairs)
    variance = m / (m - 1) * ((s - r * n) ** 2).sum() / n.sum() ** 2
    found = interval(pairs)
    assert found is not None
    if variance < 1e-12 or r in (0, 1):
        assert found == wilson(float(r), m)
    else:
        half = scipy_stats.t.ppf(0.975, m - 1) * np.sqrt(variance)
        assert found == pytest.approx((max(0, r - half), min(1, r + half)), abs=1e-8)


def test_utterances_that_resemble_each_other_widen_the_interval() -> None:
    alike = interval([(10, 10)] * 2 + [(10, 0)] * 18)
    spread = interval([(10, 1)] * 20)
    assert alike is not None
    assert spread is not None
    assert alike[1] - alike[0] > 0.2
    assert spread == wilson(0.1, 20)


def test_one_dialog_says_little_and_none_says_nothing() -> None:
    assert interval([(100, 5)]) == wilson(0.05, 1)
    assert interval([]) is None


@pytest.mark.parametrize("rank", [0, 1025])
def test_the_exposure_of_what_is_no_candidate_is_refused(rank: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 1024"):
        exposure(rank, 1024)
