"""Paper 003: Table 1 cell by cell, with its error marks, properties and correlations; the constants, by brute force.

One cell of 240 is cut off in print where all others are rounded: OLAR of wwwcw, .59163, is printed .591.
"""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from botassay.core.published_figure import Status
from botassay.options import OLAR, PerList, Shape, agreement, check_properties, default_measures, measure
from botassay.options.gold import SAME, gold_order, gold_ranking, half_up
from botassay.options.measures import ListMeasure, mu
from botassay.options.published_table import COLUMNS, PROPERTIES, RANKED, TRUNCATED, columns, drawn, figures

ORACLE: dict[str, Any] = json.loads((Path(__file__).parent / "oracles" / "lar_olar_table1.json").read_text("utf-8"))
LISTS: list[str] = ORACLE["lists"]
CELLS = [(name, pattern) for name in COLUMNS for pattern in LISTS]

STARS = {
    "F1": "ww www wwww wwwww",
    "AP": "cw cww wcw cwww wcww wwcw cwwww wcwww wwcww wwwcw ww www wwww wwwww",
    "APL": "cww cwww wcww cwwww wcwww wwcww ww www wwww wwwww",
    "APs": "cww cwww wcww cwwww wcwww wwcww",
}
STARS |= dict.fromkeys(("RR", "nDCG", "RBP"), STARS["AP"]) | dict.fromkeys(("nDCGL", "RBPL"), STARS["APL"])
"""Which lists carry (*) in print, read off the paper's page."""

CORRELATIONS = {
    "F1": (0.970, 0.992), "F1s": (0.985, 0.994), "LAR": (1, 1), "AP": (0.746, 0.855), "APL": (0.827, 0.926),
    "APs": (0.857, 0.934), "RR": (0.746, 0.855), "nDCG": (0.746, 0.855), "nDCGL": (0.811, 0.918),
    "RBP": (0.746, 0.855), "RBPL": (0.811, 0.918), "OLAR": (1, 1),
}  # fmt: skip

BROKEN = {"F1": "Confidence Priority", "F1s": "Correctness Priority", "LAR": "Priority", "OLAR": ""}
"""The properties with a No in print; of all others it is Confidence alone."""

BEYOND = {"APs": "Correctness Confidence"}
"""What breaks only with lists longer than the paper's five."""


def per_list(name: str) -> PerList:
    made = measure(name, 5)
    assert isinstance(made, PerList)
    return made


def digits(name: str) -> int:
    return 3 if name == "OLAR" else 2


@pytest.mark.parametrize(("name", "pattern"), CELLS)
def test_a_cell(name: str, pattern: str) -> None:
    at = LISTS.index(pattern)
    value = per_list(name)(pattern)
    assert value == pytest.approx(ORACLE["computed"][name][at], abs=1e-12)
    if (name, pattern) == TRUNCATED:
        assert (half_up(value, 3), int(value * 1000) / 1000, ORACLE["printed"][name][at]) == (0.592, 0.591, 0.591)
    else:
        assert half_up(value, digits(name)) == ORACLE["printed"][name][at]


def test_there_are_240_cells() -> None:
    assert len(CELLS) == 240
    assert TRUNCATED in CELLS


def test_the_gold_rankings() -> None:
    shapes = gold_order(5)
    assert [shape.pattern for shape in shapes] == LISTS
    assert list(gold_ranking(shapes, ordered=True)) == ORACLE["gold_ordered"]
    assert list(gold_ranking(shapes, ordered=False)) == ORACLE["gold_unordered"]


@pytest.mark.parametrize("column", columns(), ids=lambda column: column.measure.id)
def test_the_error_marks(column: Any) -> None:
    marks = {shape.pattern: mark for shape, mark in column.marks().items()}
    starred = [pattern for pattern in LISTS if marks[pattern] == "*"]
    assert starred == STARS.get(column.measure.id, "").split()
    assert [pattern for pattern in LISTS if marks[pattern] == "^"] == (["w"] if column.measure.id == "F1s" else [])


@pytest.mark.parametrize("name", COLUMNS)
def test_the_correlations(name: str) -> None:
    tau, rho = agreement(per_list(name), 5, ordered=name in RANKED, digits=digits(name))
    assert (half_up(tau, 3), half_up(rho, 3)) == CORRELATIONS[name]


def test_unrounded_two_of_them_are_others() -> None:
    exact = {name: tuple(half_up(figure, 3) for figure in agreement(per_list(name), 5)) for name in ("APL", "APs")}
    assert exact == {"APL": (0.819, 0.923), "APs": (0.850, 0.931)}


def test_olar_needs_three_digits() -> None:
    assert agreement(OLAR(longest=5), 5, digits=2) != (1, 1)


@pytest.mark.parametrize("name", COLUMNS)
def test_the_properties(name: str) -> None:
    checked = check_properties(per_list(name), 5)
    assert [title for title in PROPERTIES if not checked[title].holds] == BROKEN.get(name, "Confidence").split()


@pytest.mark.parametrize("name", ["LAR", "OLAR"])
def test_the_related_properties(name: str) -> None:
    """Section 4: the new measures are complete, realisable, local and bounded; Moffat's Monotonicity they must fail."""
    checked = check_properties(per_list(name), 5)
    for title in ("Completeness", "Realisability", "Localisation", "Boundedness"):
        assert checked[title].holds
    assert checked["Relevance monotonicity"].holds
    assert checked["Irrelevance monotonicity"].holds
    monotone = checked["Monotonicity"]
    assert not monotone.holds
    assert monotone.lists == ("cw", "c")


def test_the_violations_that_the_text_names() -> None:
    """F1 is always 0 without a correct option; F1s cannot tell w from cwwww; APs takes cwww for better than wcw."""
    assert check_properties(per_list("F1"))["Confidence"].lists == ("w", "ww")
    assert check_properties(per_list("F1s"))["Correctness"].lists == ("cwwww", "w")
    aps = per_list("APs")
    assert aps("cwww") > aps("wcw")


def test_every_figure_is_as_printed_but_for_the_one_cell() -> None:
    found = list(figures())
    assert len(found) == 240 + 36 + 24
    assert [figure.name for figure in found if not figure.agrees] == ["OLAR of wwwcw"]
    assert all(figure.status in (Status.REPRODUCED, Status.EXPLAINED) for figure in found)


def test_the_drawn_table_holds_both() -> None:
    assert "(△)  0.50 [0.50]" in drawn()
    assert "0.592 ![0.591]" in drawn()


def inversions(weight: float, longest: int) -> int:
    """Count neighbours in the gold order of which the worse is no worse by R + 1/n + weight·p."""
    scores = [shape.recall + 1 / shape.length + weight * shape.reciprocals for shape in gold_order(longest)]
    return sum(worse > better - SAME for better, worse in pairwise(scores))


@pytest.mark.parametrize("longest", range(3, 13))
def test_the_exact_bound_of_mu(longest: int) -> None:
    """Below 1/(N(N-2)) nothing is out of order, 2 % above it something is; the paper's 1/(N(N-1)) is safe."""
    bound = 1 / (longest * (longest - 2))
    assert inversions(0.98 * bound, longest) == 0
    assert inversions(1.02 * bound, longest) >= 1
    assert mu(longest) < 1 / (longest * (longest - 1)) < bound


def test_the_published_constant_runs_out() -> None:
    assert 1 / (32 * 31) - 0.001 > 0
    assert 1 / (33 * 32) - 0.001 < 0
    assert mu(5) == pytest.approx(0.049, abs=1e-15)


@pytest.mark.parametrize("longest", range(1, 9))
@pytest.mark.parametrize("relevant", [1, 2, 3])
def test_olar_has_no_inversion(longest: int, relevant: int) -> None:
    """Every pair of lists: 44 lists at N = 8 and one answer, 400 and more at three."""
    checked = check_properties(OLAR(longest=longest), longest, relevant)
    assert [title for title in PROPERTIES if not checked[title].holds] == []
    if longest > 1:
        tau, rho = agreement(OLAR(longest=longest), longest, relevant=relevant)
        assert min(tau, rho) == pytest.approx(1)


@pytest.mark.parametrize("longest", range(2, 9))
@pytest.mark.parametrize("relevant", [1, 2, 3])
def test_lar_keeps_what_it_promises_with_several_answers(longest: int, relevant: int) -> None:
    checked = check_properties(per_list("LAR"), longest, relevant)
    assert checked["Correctness"].holds
    assert checked["Confidence"].holds


@pytest.mark.parametrize(("relevant", "longest"), [(r, n) for r in (2, 3) for n in (4, 5, 6)])
def test_without_a_smaller_weight_several_answers_break_the_order(relevant: int, longest: int) -> None:
    """With a = 1, as the paper's formula has it, and R > 1 there are inversions: why the weight of 1/n is 1/R."""

    def naive(shape: Shape) -> float:
        most = sum(1 / rank for rank in range(1, min(shape.relevant, shape.length) + 1))
        return (shape.recall + 1 / shape.length + mu(longest) * shape.reciprocals / most) / (2 + mu(longest))

    broken = check_properties(naive, longest, relevant)
    assert not (broken["Correctness"].holds and broken["Confidence"].holds)


@pytest.mark.parametrize("one", [one for one in default_measures(8) if isinstance(one, PerList)], ids=repr)
def test_the_checker_finds_the_violations_for_longer_lists_too(one: PerList) -> None:
    checked = check_properties(one, 8)
    expected = BEYOND.get(one.id, BROKEN.get(one.id, "Confidence")).split()
    assert [title for title in PROPERTIES if not checked[title].holds] == expected


def test_smoothed_ap_is_correct_up_to_five_options_only() -> None:
    assert check_properties(per_list("APs"), 5)["Correctness"].holds
    assert check_properties(per_list("APs"), 6)["Correctness"].lists == ("wwwwcw", "w")


def test_a_measure_prints_as_the_text_that_creates_it() -> None:
    made: tuple[ListMeasure, ...] = (*default_measures(7), measure("RBP(p=0.8)"), measure("RBPL(p=0.123456789)"))
    assert [measure(repr(one)) for one in made] == list(made)
    assert repr(OLAR(longest=5)) == "OLAR(longest=5)"
