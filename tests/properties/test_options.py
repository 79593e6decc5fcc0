"""Option lists: what holds for all of them, and for all measures."""

from collections import Counter
from io import BytesIO

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.io.lines import FileLines
from botassay.options import OLAR, ListCounts, PerList, Shape, default_measures, measure
from botassay.options.comparing import compare
from botassay.options.lists import Listed
from botassay.options.policies import POLICIES, Confidences, grid
from botassay.options.properties import violation
from botassay.options.reading import collect, rows
from botassay.options.tally import intervals

PER_LIST = [one for one in default_measures() if isinstance(one, PerList)]


@st.composite
def shapes(draw: st.DrawFn, longest: int = 8) -> Shape:
    length = draw(st.integers(0, longest))
    ranks = draw(st.sets(st.integers(1, length), max_size=4)) if length else set()
    return Shape(length, tuple(sorted(ranks)), draw(st.integers(max(1, len(ranks)), 6)))


@st.composite
def lines(draw: st.DrawFn) -> dict[str, object]:
    """A row that may stand in a file."""
    names = st.sampled_from(["a", "b", "c", "d", "e", "é\u2028", '"', "\\n"])
    options = draw(st.lists(names, unique=True, max_size=5))
    kind = draw(st.integers(0, 4))
    if kind == 0:
        return {"pattern": draw(st.text("cw", max_size=5))}
    if kind == 1:
        return {"options": options, "correct": draw(st.lists(names, unique=True, max_size=3))}
    if kind == 2:
        return {"options": options, "correct": None, "id": draw(st.integers())}
    row: dict[str, object] = {"options": options, "correct": draw(names)}
    return row if kind == 3 else {**row, "intent": draw(names), "unheard_of": 1}


@given(shapes())
def test_every_measure_is_bounded(shape: Shape) -> None:
    for one in default_measures(8):
        if isinstance(one, PerList):
            assert 0 <= one(shape) <= 1 + 1e-12
        assert 0 <= float(one.over([shape], np.array([3]))) <= 1 + 1e-12


@given(shapes())
def test_an_empty_list_is_worth_nothing(shape: Shape) -> None:
    empty = Shape(0, (), shape.relevant)
    assert {one(empty) for one in PER_LIST} == {0.0}


@given(shapes())
def test_a_shape_is_its_pattern(shape: Shape) -> None:
    assert Shape.of(shape.pattern, shape.relevant) == shape


@given(shapes(20), shapes(20))
def test_better_in_the_gold_order_is_more_by_olar(one: Shape, other: Shape) -> None:
    """With lists too long to try all of them."""
    relevant = max(one.relevant, other.relevant)
    better, worse = (Shape(shape.length, shape.ranks, relevant) for shape in (one, other))
    if better.length and worse.length and violation(better, worse):
        assert OLAR(longest=20)(better) > OLAR(longest=20)(worse)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=9), st.floats(0, 1))
def test_lar_never_prefers_more_than_one_option(weights: list[float], unknown: float) -> None:
    """docs/method/options.md: on average, with candidates in the order of their chances."""
    total = sum(weights) + unknown + 1e-9
    chances = sorted((weight / total for weight in weights), reverse=True)
    lar = measure("LAR")
    assert isinstance(lar, PerList)

    def expected(n: int) -> float:
        found = sum(chance * lar(Shape(n, (rank,))) for rank, chance in enumerate(chances[:n], 1))
        return found + (1 - sum(chances[:n])) * lar(Shape(n))

    assert all(expected(1) >= expected(n) - 1e-12 for n in range(2, len(chances) + 1))


@given(st.lists(shapes(5), min_size=1), st.lists(shapes(5), min_size=1))
def test_tallies_add_up_in_any_order(some: list[Shape], more: list[Shape]) -> None:
    both = ListCounts.of([*some, *more])
    assert ListCounts.of(some) + ListCounts.of(more) == both == ListCounts.of(more) + ListCounts.of(some)
    assert both.n == len(some) + len(more)
    assert both == ListCounts.of([*more, *some])


@given(st.lists(shapes(5), min_size=1))
def test_a_mean_over_the_histogram_is_the_mean_over_lists(some: list[Shape]) -> None:
    for one in PER_LIST:
        assert ListCounts.of(some).value(one) == pytest.approx(sum(map(one, some)) / len(some))


@given(st.lists(shapes(5), min_size=1))
def test_c1_by_the_formula(some: list[Shape]) -> None:
    n = len(some)
    right = sum(shape.first == 1 for shape in some)
    empty = sum(shape.length == 0 for shape in some)
    assert ListCounts.of(some).value(measure("C1")) == pytest.approx((right + empty * right / n) / n)


@given(st.lists(st.integers(0, 5).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))), min_size=1))
def test_arrays_count_as_lists_do(some: list[tuple[int, int]]) -> None:
    lengths, ranks = zip(*some, strict=True)
    one_by_one = ListCounts.of(Shape(n, (rank,) if rank else ()) for n, rank in some)
    for kind in (np.int64, np.uint8):
        assert ListCounts.from_arrays(np.array(lengths, kind), np.array(ranks, kind)) == one_by_one


@given(st.lists(lines(), max_size=12), st.booleans(), st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_reading_in_blocks_is_reading_line_by_line(some: list[dict[str, object]], last: bool, end: str) -> None:  # noqa: FBT001
    data = end.join(msgspec.json.encode(row).decode() for row in some) + (end if last else "")
    counted = collect(FileLines("x", lambda: BytesIO(data.encode())), 8)
    shapes: Counter[Shape] = Counter()
    named: Counter[tuple[str, Shape]] = Counter()
    unknown = 0
    for row in rows(FileLines("x", lambda: BytesIO(data.encode())), 8):
        assert isinstance(row, Listed)
        if row.shape is None:
            unknown += 1
        else:
            shapes[row.shape] += 1
            if row.intent is not None:
                named[row.intent, row.shape] += 1
    assert (counted.counts, counted.unknown, counted.bad) == (shapes, unknown, 0)
    assert {(i, s): n for i, kinds in counted.intents.items() for s, n in kinds.items()} == dict(named)


@given(st.binary(max_size=200))
def test_nothing_breaks_the_reader(data: bytes) -> None:
    lists = collect(FileLines("x", lambda: BytesIO(data)), 1000, skip_bad=True)
    assert lists.rows + lists.bad <= data.count(b"\n") + 1


@given(st.lists(shapes(5), min_size=2, max_size=30), st.integers(0, 9))
def test_intervals_hold_the_range_and_repeat(some: list[Shape], seed: int) -> None:
    tally = ListCounts.of(some)
    measures = default_measures()
    found = intervals(tally, measures, 200, seed)
    assert found == intervals(tally, measures, 200, seed)
    for one, (low, high) in zip(measures, found, strict=True):
        assert 0 <= low <= high <= 1
        if isinstance(one, PerList):
            assert min(map(one, some)) - 1e-9 <= low
            assert high <= max(map(one, some)) + 1e-9


@given(st.lists(st.tuples(shapes(5), shapes(5)), min_size=1, max_size=30))
def test_who_is_compared_with_whom_turns_the_sign(pairs: list[tuple[Shape, Shape]]) -> None:
    there = compare(Counter(pairs), default_measures(), 50, swaps=50)
    back = compare(Counter((b, a) for a, b in pairs), default_measures(), 50, swaps=50)
    for one, other in zip(there, back, strict=True):
        assert one.difference == pytest.approx(-other.difference)
        assert 0 < one.p <= 1


@given(st.lists(shapes(5), min_size=1, max_size=30))
def test_a_system_does_not_differ_from_itself(some: list[Shape]) -> None:
    for found in compare(Counter((shape, shape) for shape in some), default_measures(), 20, swaps=20):
        assert (found.difference, found.interval, found.p) == (0, (0, 0), 1)


@given(st.lists(st.lists(st.floats(0, 1), max_size=7), min_size=1, max_size=6), st.integers(1, 6))
def test_a_policy_shows_at_least_one_and_more_the_looser_it_is(scores: list[list[float]], longest: int) -> None:
    ranked = [sorted(row, reverse=True) for row in scores]
    best = np.array([(row + [-1.0] * longest)[:longest] for row in ranked])
    confidences = Confidences(best, np.array([sum(row) for row in ranked]))
    candidates = np.array([min(len(row), longest) for row in ranked])
    for settings_of in grid(tuple(POLICIES), longest).values():
        before = np.zeros(len(ranked), np.int64)
        for policy in settings_of:
            shown = policy.lengths(confidences)
            assert ((shown >= np.minimum(1, candidates)) & (shown <= candidates)).all()
            assert (shown >= before).all(), f"{policy!r} shows less than the setting before it"
            before = shown
