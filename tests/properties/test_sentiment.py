"""What holds for every table of sentiments: cells, tests, back-door adjustment, orders."""

from collections import Counter
from math import isclose
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.errors import UsageError
from botassay.core.stats import holm
from botassay.sentiment import TEXTBOOK, adjust, complete_order, pair_tests, partial_order, stats_by_group

ROWS = st.lists(
    st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(-20, 20).map(lambda n: n / 20)), min_size=1, max_size=60
)
RAW = st.dictionaries(
    st.text("abcdefgh", min_size=1, max_size=2), st.none() | st.integers(0, 12).map(lambda n: n / 2), min_size=1
)


def cells_of(rows: list[tuple[int, int, float]]) -> Any:
    x, z, y = zip(*rows, strict=True)
    return stats_by_group([x, z], (3, 3), y)


@given(ROWS)
def test_cells_hold_what_a_loop_finds(rows: list[tuple[int, int, float]]) -> None:
    cells = cells_of(rows)
    for x in range(3):
        for z in range(3):
            values = [y for a, b, y in rows if (a, b) == (x, z)]
            assert cells.n[x, z] == len(values)
            if values:
                assert isclose(cells.mean[x, z], fmean(values), abs_tol=1e-12)
                assert isclose(cells.squares[x, z], sum((v - fmean(values)) ** 2 for v in values), abs_tol=1e-12)
            if len(set(values)) == 1:
                assert (cells.mean[x, z], cells.squares[x, z]) == (values[0], 0)


@given(ROWS)
def test_merged_cells_are_those_of_rows_that_were_not_told_apart(rows: list[tuple[int, int, float]]) -> None:
    merged = cells_of(rows).merged(0)
    direct = stats_by_group([[z for _, z, _ in rows]], (3,), [y for _, _, y in rows])
    assert merged.n.tolist() == direct.n.tolist()
    assert merged.mean == pytest.approx(direct.mean, abs=1e-12)
    assert merged.squares == pytest.approx(direct.squares, abs=1e-12)
    assert ((merged.squares == 0) == (direct.squares == 0)).all()  # no variance stays none


@given(ROWS)
def test_die_is_what_a_loop_over_the_strata_gives(rows: list[tuple[int, int, float]]) -> None:
    found = adjust(cells_of(rows))
    strata = Counter(z for _, z, _ in rows)
    for x in range(3):
        of_x = [(z, y) for a, z, y in rows if a == x]
        assert bool(found.present[x]) == bool(of_x)
        if not of_x:
            continue
        seen = {z for z, _ in of_x}
        assert {z for z in range(3) if found.gaps[x, z]} == set(strata) - seen
        whole = sum(strata[z] for z in seen)
        observed = fmean(y for _, y in of_x)
        done = sum(fmean(y for b, y in of_x if b == z) * strata[z] / whole for z in seen)
        assert isclose(found.observed[x], observed, abs_tol=1e-12)
        assert isclose(found.adjusted[x], done, abs_tol=1e-12)
        if found.defined[x]:
            assert isclose(found.die[x], 100 * abs(done - observed) / abs(observed), rel_tol=1e-6, abs_tol=1e-6)
        else:
            assert abs(observed) < 1e-9


@given(ROWS)
def test_nothing_is_confounded_where_sentiment_depends_on_the_input_alone(rows: list[tuple[int, int, float]]) -> None:
    found = adjust(cells_of([(x, z, (x - 1) / 2) for x, z, _ in rows]))
    assert np.nan_to_num(found.die).max() == pytest.approx(0, abs=1e-9)


@given(ROWS)
def test_the_names_of_classes_decide_nothing(rows: list[tuple[int, int, float]]) -> None:
    turned = [(x, 2 - z, y) for x, z, y in rows]
    first, second = (pair_tests(cells_of(some), TEXTBOOK) for some in (rows, turned))
    assert first.raw(TEXTBOOK) == pytest.approx(second.raw(TEXTBOOK), abs=1e-9)
    assert np.sort(first.p, axis=-1) == pytest.approx(np.sort(second.p, axis=-1), abs=1e-9)


@given(RAW, st.integers(2, 6))
def test_a_complete_order_keeps_the_partial_one(raw: dict[str, float | None], levels: int) -> None:
    rating = complete_order(raw, levels)
    assert list(rating) == list(raw)
    in_order = [rating[name] for name, _ in partial_order(raw)]
    assert in_order == sorted(in_order)
    assert set(in_order) <= set(range(1, levels + 1))
    unique = set(raw.values())
    assert len({(raw[name], rating[name]) for name in raw}) == len(unique)  # equal raw scores, equal levels
    if len(unique) > 1:
        assert (in_order[0], in_order[-1]) == (1, levels)
        assert len(set(in_order)) == min(levels, len(unique))


def test_orders_need_systems_and_levels() -> None:
    with pytest.raises(UsageError, match="no systems"):
        complete_order({})
    with pytest.raises(UsageError, match="at least 2"):
        complete_order({"a": 1}, 1)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_rejects_what_stepping_down_rejects(ps: list[float]) -> None:
    adjusted = holm(ps)
    assert all(0 <= p <= q <= 1 for p, q in zip(ps, adjusted, strict=True))
    rejected = set()
    for rank, at in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        if min(1.0, (len(ps) - rank) * ps[at]) >= 0.05:
            break
        rejected.add(at)
    assert {at for at, q in enumerate(adjusted) if q < 0.05} == rejected
