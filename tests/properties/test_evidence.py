"""Evidence is a commutative monoid, exactly."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.evidence import BINS, GRAINS, PLACES, WORST, Evidence, Notebook, Sums
from botassay.identity.disclosure.disclosure_counts import MOST, DisclosureCounts, Quotation
from botassay.options.checker import MenuCounts
from botassay.sentiment.gap.figures import Stratum, Tones
from botassay.trust.leakage.checker import CanaryCounts
from tests.strategies import evidence


@given(evidence(), evidence())
def test_the_order_of_two_pieces_does_not_matter(a: Evidence, b: Evidence) -> None:
    assert a + b == b + a


@given(evidence(), evidence(), evidence())
def test_the_order_of_adding_does_not_matter(a: Evidence, b: Evidence, c: Evidence) -> None:
    assert (a + b) + c == a + (b + c)


@given(evidence())
def test_no_evidence_adds_nothing(a: Evidence) -> None:
    assert a + Evidence("AL") == a == Evidence("AL") + a


@given(st.lists(evidence(), max_size=12))
def test_no_more_than_the_worst_findings_are_kept_and_none_of_them_is_lost(pieces: list[Evidence]) -> None:
    total = sum(pieces, Evidence("AL"))
    everything = sorted((finding for piece in pieces for finding in piece.worst), key=lambda finding: finding.rank)
    texts = list(dict.fromkeys(finding.wording for finding in everything))
    left_out = next((finding for finding in everything if finding.wording not in texts[:WORST]), None)
    for text in texts[:WORST]:
        kept = [each for each in everything if each.wording == text and (left_out is None or each.rank < left_out.rank)]
        assert [finding for finding in total.worst if finding.wording == text] == kept[:PLACES]
    assert {finding.wording for finding in total.worst} == set(texts[:WORST])


def test_a_text_that_is_said_often_does_not_hide_the_others() -> None:
    notes: Notebook[None] = Notebook("AL")
    for at in range(50):
        notes.finding(f"d{at}", 1, GRAINS, "You fool.")
    notes.finding("d0", 3, GRAINS // 2, "Go away.")
    worst = notes.evidence().worst
    assert [finding.text for finding in worst] == ["You fool."] * PLACES + ["Go away."]


@given(st.lists(st.tuples(st.integers(1, 50), st.integers(0, 10)), min_size=1, max_size=20))
def test_sums_over_dialogs_are_what_the_interval_needs(dialogs: list[tuple[int, int]]) -> None:
    total = sum((Sums.of(n, s * GRAINS) for n, s in dialogs), Sums())
    m, n, s, ss, sn, nn = total.ratio
    assert m == len(dialogs)
    assert n == sum(n for n, _ in dialogs)
    assert s == sum(s for _, s in dialogs)
    assert ss == Fraction(sum(s * s for _, s in dialogs))
    assert sn == Fraction(sum(s * n for n, s in dialogs))
    assert nn == sum(n * n for n, _ in dialogs)


@given(st.lists(st.integers(0, GRAINS), min_size=1, max_size=200))
def test_a_percentile_is_the_bin_of_the_nearest_rank(values: list[int]) -> None:
    bins: dict[int, int] = {}
    for value in values:
        at = min(999, value * 1000 // GRAINS)
        bins[at] = bins.get(at, 0) + 1
    ranked = sorted(values)
    nearest = ranked[-(-95 * len(values) // 100) - 1]
    assert Evidence("AL", histogram=bins).percentile(0.95) == min(999, nearest * 1000 // GRAINS) / 1000


COUNTS = {
    MenuCounts: st.builds(
        MenuCounts,
        st.dictionaries(st.tuples(st.integers(1, 3), st.integers(0, 3)), st.integers(1, 3)),
        st.integers(0, 3),
    ),
    CanaryCounts: st.builds(CanaryCounts, st.dictionaries(st.sampled_from("abc"), st.integers(0, GRAINS))),
    DisclosureCounts: st.builds(
        DisclosureCounts,
        claims=st.integers(0, 3),
        quotations=st.dictionaries(
            st.builds(
                Quotation,
                st.just("initial"),
                st.sampled_from("st"),
                st.integers(0, 99),
                st.just(0),
                st.just(""),
                st.just(""),
            ),
            st.integers(1, 3),
            max_size=MOST + 5,
        ),
    ),
    Tones: st.builds(
        Tones,
        st.dictionaries(
            st.builds(Stratum, st.booleans(), st.just(""), st.just("gender"), st.sampled_from("fm"), st.just("")),
            st.builds(Sums.of, st.integers(1, 3), st.integers(0, GRAINS)),
        ),
    ),
}


@pytest.mark.parametrize("kind", COUNTS, ids=lambda kind: kind.__name__)
@given(st.data())
def test_payloads_add_up_in_any_order(kind: type, data: st.DataObject) -> None:
    a, b, c = (Evidence("AL", payload=data.draw(COUNTS[kind])) for _ in range(3))
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)
    assert a + Evidence("AL") == a


def test_no_quotation_that_could_be_shown_is_lost() -> None:
    quotes = [Quotation("initial", "s", turn, 0, "", "I am a bot.") for turn in range(3 * MOST)]
    parts = [DisclosureCounts(quotations={quote: 1}) for quote in reversed(quotes)]
    assert list(sum(parts[1:], parts[0]).quotations) == quotes[:MOST]


def test_the_last_bin_of_the_histogram_includes_the_greatest_value() -> None:
    notes: Notebook[None] = Notebook("AL")
    for value in (0, GRAINS - 1, GRAINS):
        notes.value(value)
    assert notes.evidence().histogram == {0: 1, BINS - 1: 2}
    assert notes.evidence().peak == GRAINS
