"""Tests by exchanging whole conversations: exact where that is possible, true to their level, alike for both sides."""

from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.permutation import Cluster, paired_test, two_sample_test

CALM: Sequence[Cluster] = [(4, 0)] * 12 + [(3, 0)] * 26
RUDE: Sequence[Cluster] = [(4, 2)] + [(3, 1)] * 7 + [(4, 0)] * 11 + [(3, 0)] * 19


def clusters() -> st.SearchStrategy[list[Cluster]]:
    one = st.integers(1, 6).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n).map(float)))
    return st.lists(one, min_size=1, max_size=9)


def test_none_of_126_against_nine_of_126_in_8_of_38_conversations() -> None:
    assert (sum(n for n, _ in CALM), sum(n for n, _ in RUDE), sum(s for _, s in RUDE)) == (126, 126, 9)
    assert sum(s > 0 for _, s in RUDE) == 8
    apart = two_sample_test({"": CALM}, {"": RUDE})
    assert apart.p < 0.01
    assert 0 < apart.low < apart.difference == round(9 / 126, 9) < apart.high < 0.2
    assert not apart.exact
    together = paired_test({"": [((n, 0), (n, s)) for n, s in RUDE]})
    assert together.p == 2 / 2**8
    assert together.exact
    assert together.low > 0


def test_fisher_s_exact_test_of_single_things() -> None:
    """One thing a conversation: the two-sided test is Fisher's, by hand: 0 of 8 against 5 of 7."""
    test = two_sample_test({"": [(1, 0)] * 8}, {"": [(1, 1)] * 5 + [(1, 0)] * 2})
    tables = {k: comb(8, k) * comb(7, 5 - k) for k in range(6)}
    gaps = {k: abs((5 - k) / 7 - k / 8) for k in tables}
    assert test.exact
    assert test.p == pytest.approx(sum(tables[k] for k in tables if gaps[k] >= 5 / 7) / comb(15, 5), abs=1e-12)


def test_all_exchanges_are_looked_at_where_there_are_few() -> None:
    before, after = [(2, 0.5), (3, 1.0), (1, 0.0)], [(4, 3.0), (2, 2.0)]
    pool = before + after
    gaps = []
    for places in combinations(range(5), 3):
        sides = [[pool[at] for at in range(5) if (at in places) is first] for first in (True, False)]
        shares = [sum(s for _, s in side) / sum(n for n, _ in side) for side in sides]
        gaps.append(shares[1] - shares[0])
    test = two_sample_test({"": before}, {"": after})
    assert test.p == sum(abs(gap) >= abs(test.difference) - 1e-9 for gap in gaps) / 10


@given(clusters(), clusters(), st.booleans())
def test_swapped_sides_mirror(one: list[Cluster], other: list[Cluster], few: bool) -> None:  # noqa: FBT001
    draws = 10_000 if few else 20
    there, back = two_sample_test({"": one}, {"": other}, draws), two_sample_test({"": other}, {"": one}, draws)
    assert (there.p, there.difference, there.low, there.high) == (back.p, -back.difference, -back.high, -back.low)
    assert -1 <= there.low <= there.difference <= there.high <= 1
    assert (there.p < 0.05) == (there.low > 0 or there.high < 0)
    pairs = list(zip(one, other, strict=False))
    forth, back = (paired_test({"": way}, draws) for way in (pairs, [(after, before) for before, after in pairs]))
    assert (forth.p, forth.difference, forth.low) == (back.p, -back.difference, -back.high)
    assert (forth.p < 0.05) == (forth.low > 0 or forth.high < 0)


def test_a_p_value_of_exactly_5_percent_is_no_evidence() -> None:
    """6 of 120 exchanges are at least as far apart: p is .05, which is not below .05."""
    before = [(1, 0.0), (2, 0.0), (2, 0.0), (2, 0.0), (2, 1.0), (4, 3.0), (5, 3.0)]
    test = two_sample_test({"": before}, {"": [(1, 1.0), (2, 2.0), (4, 3.0)]})
    assert (test.exact, test.p) == (True, 0.05)
    assert test.low <= 0 <= test.high


@given(clusters())
def test_equal_sides_are_no_evidence(one: list[Cluster]) -> None:
    for test in (two_sample_test({"": one}, {"": one}, 50), paired_test({"": [(each, each) for each in one]})):
        assert (test.difference, test.p) == (0, 1)
        assert test.low <= 0 <= test.high


def test_where_nothing_happened_nothing_could_be_found() -> None:
    test = two_sample_test({"": [(3, 0)] * 40}, {"": [(3, 0)] * 30})
    assert (test.p, test.smallest_p) == (1, 1)
    assert -0.15 < test.low < 0 < test.high < 0.15, "no event is no proof"
    single = two_sample_test({"": [(3, 0)] * 40}, {"": [(3, 0)] * 39 + [(3, 1)]})
    assert (single.p, single.smallest_p) == (1, 1)


def test_strata_are_compared_each_with_itself() -> None:
    """More provocations alone do not make a bot worse."""
    before = {"provoked": [(2, 1)] * 10, "elsewhere": [(2, 0)] * 40}
    after = {"provoked": [(2, 1)] * 40, "elsewhere": [(2, 0)] * 10}
    assert (two_sample_test(before, after).difference, two_sample_test(before, after).p) == (0, 1)
    assert two_sample_test({"a": [(1, 0)]}, {"b": [(1, 1)]}).p == 1


@pytest.mark.parametrize("design", ["two-sample", "paired"])
def test_a_true_hypothesis_is_rejected_as_rarely_as_promised(design: str) -> None:
    rng = np.random.default_rng(7)
    rejected, draws = 0, 1_000
    for _ in range(draws):
        rates = rng.beta(0.5, 4.0, size=48)  # conversations differ: some bots insult once they are provoked
        sizes = rng.integers(1, 6, size=48)
        one = [(int(n), float(rng.binomial(n, rate))) for n, rate in zip(sizes, rates, strict=True)]
        if design == "two-sample":
            test = two_sample_test({"": one[:24]}, {"": one[24:]}, draws=299)
        else:
            again = [(int(n), float(rng.binomial(n, rate))) for n, rate in zip(sizes, rates, strict=True)]
            test = paired_test({"": list(zip(one[:24], again[:24], strict=True))}, draws=299)
        rejected += test.p < 0.05
    assert rejected / draws <= 0.06


def test_the_interval_holds_the_true_difference() -> None:
    """60 conversations a side, 5 % against 20 % of the replies: the interval misses the truth as rarely as promised."""
    rng = np.random.default_rng(11)
    missed = 0
    for _ in range(300):
        sides = [
            [
                (int(n), float(rng.binomial(n, rng.beta(share * 3, (1 - share) * 3))))
                for n in rng.integers(2, 5, size=60)
            ]
            for share in (0.05, 0.2)
        ]
        test = two_sample_test({"": sides[0]}, {"": sides[1]}, draws=299)
        missed += not test.low <= 0.15 <= test.high
    assert missed / 300 <= 0.08
