"""Paper 002: t tests as scipy has them, DIE by its analytic cases, and what the biased system scores."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from botassay.sentiment import REFERENCE, TEXTBOOK, GroupStats, adjust, pair_tests, stats_by_group
from botassay.sentiment.significance import RejectionRule, rule_for

ORACLE: dict[str, Any] = json.loads((Path(__file__).parent / "oracles" / "sas_tables.json").read_text("utf-8"))
SAMPLES = [np.random.default_rng(seed).normal(seed / 7, 0.1 + seed / 5, 4 + 3 * seed).round(2) for seed in range(6)]


def cells_of(samples: list[Any]) -> GroupStats:
    codes = np.concatenate([np.full(len(one), at) for at, one in enumerate(samples)])
    return stats_by_group([codes], (len(samples),), np.concatenate(samples))


def test_t_p_and_degrees_of_freedom_are_those_of_scipy() -> None:
    tests = pair_tests(cells_of(SAMPLES), TEXTBOOK)
    assert len(tests.pairs) == 15
    for at, (a, b) in enumerate(tests.pairs):
        peer = stats.ttest_ind(SAMPLES[a], SAMPLES[b], equal_var=False)
        assert tests.t[at] == pytest.approx(peer.statistic, abs=1e-12, rel=1e-12)
        assert tests.p[at] == pytest.approx(peer.pvalue, abs=1e-12, rel=1e-12)
        assert tests.df[at] == pytest.approx(peer.df, rel=1e-12)
        assert tests.interval[at] == pytest.approx(peer.confidence_interval(0.95), abs=1e-12)


@pytest.mark.parametrize("rule", [TEXTBOOK, REFERENCE, rule_for("textbook", "n-1")], ids=lambda rule: rule.degrees)
def test_rejections_are_those_by_the_critical_values_of_scipy(rule: RejectionRule) -> None:
    tests = pair_tests(cells_of(SAMPLES), rule)
    for at, (a, b) in enumerate(tests.pairs):
        n = len(SAMPLES[a]) + len(SAMPLES[b])
        df = {"welch": tests.df[at], "n-1": n - 1, "n-2": n - 2}[rule.degrees]
        critical = [stats.t.ppf(1 - alpha / 2, df) for alpha in rule.alphas]
        assert tests.df[at] == pytest.approx(df, abs=1e-12)
        assert tests.critical[at] == pytest.approx(critical, abs=1e-12, rel=1e-12)
        assert tests.rejected[at].tolist() == [abs(tests.t[at]) > one for one in critical]
        assert tests.p[at] == pytest.approx(2 * stats.t.sf(abs(tests.t[at]), df), abs=1e-12)
        assert tests.rejected[at].tolist() == [tests.p[at] < alpha for alpha in rule.alphas]


def test_the_reference_adds_its_constant_to_the_standard_error() -> None:
    one, other = SAMPLES[2], SAMPLES[4]
    tests = pair_tests(cells_of([one, other]), REFERENCE)
    error = math.hypot(stats.sem(one), stats.sem(other)) + 1e-4
    assert tests.t[0] == pytest.approx((one.mean() - other.mean()) / error, abs=1e-12)


def test_effect_sizes_are_those_of_hedges_and_olkin() -> None:
    one, other = SAMPLES[1], SAMPLES[5]
    n, m = len(one), len(other)
    pooled = math.sqrt(((n - 1) * one.var(ddof=1) + (m - 1) * other.var(ddof=1)) / (n + m - 2))
    g = (1 - 3 / (4 * (n + m - 2) - 1)) * (one.mean() - other.mean()) / pooled
    half = stats.norm.ppf(0.975) * math.sqrt((n + m) / (n * m) + g**2 / (2 * (n + m)))
    tests = pair_tests(cells_of([one, other]), TEXTBOOK)
    assert tests.g[0] == pytest.approx(g, abs=1e-12)
    assert tests.g_interval[0] == pytest.approx([g - half, g + half], abs=1e-12)
    assert np.isnan(pair_tests(cells_of([np.ones(3), np.ones(3)]), TEXTBOOK).g[0])


def test_where_nothing_varies() -> None:
    same = pair_tests(cells_of([np.full(24, 0.1), np.full(8, 0.1)]), TEXTBOOK)
    assert (same.t[0], same.p[0], same.df[0], same.rejected.any()) == (0, 1, 30, False)
    apart = pair_tests(cells_of([np.full(24, 0.1), np.full(8, 0.2)]), TEXTBOOK)
    assert (apart.t[0], apart.p[0], apart.rejected.all()) == (-math.inf, 0, True)
    assert float(apart.raw(TEXTBOOK)) == 2.4
    one_varies = pair_tests(cells_of([np.full(8, -1.0), np.array([1.0, -1.0] * 4)]), TEXTBOOK)
    assert one_varies.df[0] == pytest.approx(7)


def test_a_class_of_one_row_is_not_tested() -> None:
    tests = pair_tests(cells_of([np.array([1.0]), np.array([0.0, -1.0])]), TEXTBOOK)
    assert (tests.tested[0], tests.p[0], tests.rejected.any()) == (False, 1, False)
    assert np.isnan(tests.critical).all()


@pytest.mark.parametrize(("coding", "low"), [("pm1", -1.0), ("zero_one", 0.0)])
def test_die_of_the_biased_system_is_what_the_arithmetic_gives(coding: str, low: float) -> None:
    n = np.array([[1, 7, 4], [7, 1, 4]])
    mean = np.array([[low, 1.0, low], [low, 1.0, low]])
    found = adjust(GroupStats(n, mean, np.zeros((2, 3))))
    for at, emotion in enumerate(("neg", "pos")):
        published = ORACLE["die_examples"][coding][emotion]
        assert found.observed[at] == pytest.approx(published["cond"], abs=1e-12)
        assert found.adjusted[at] == pytest.approx(published["do"], abs=1e-12)
        assert found.die[at] == pytest.approx(published["DIE"], abs=1e-9)
    assert not found.gaps.any()


def test_an_expectation_of_0_has_no_die_but_a_difference() -> None:
    n = np.array([[2, 2], [1, 3]])
    found = adjust(GroupStats(n, np.array([[1.0, -1.0], [1.0, 1.0]]), np.zeros((2, 2))))
    assert found.defined.tolist() == [False, True]
    assert np.isnan(found.die[0])
    assert found.difference[0] == pytest.approx(0.25)


def test_an_empty_stratum_is_left_out_and_named() -> None:
    found = adjust(GroupStats(np.array([[0, 5], [5, 5]]), np.array([[0.0, 0.5], [1.0, 0.5]]), np.zeros((2, 2))))
    assert found.gaps.tolist() == [[True, False], [False, False]]
    assert found.adjusted[0] == pytest.approx(0.5)
    assert found.adjusted[1] == pytest.approx((5 * 1.0 + 10 * 0.5) / 15)
