"""Differences of two classifiers on the same phrases: Newcombe's paired interval, McNemar's p, and the bootstrap."""

import pytest

from botassay.intents.differences import differences, mcnemar, newcombe_paired
from botassay.intents.documents import ClassifierDifference
from botassay.intents.evaluation import SplitTrial
from botassay.intents.outcomes import Judged
from botassay.intents.splits import SplitSetting


def judged(marks: str) -> tuple[Judged, ...]:
    """One phrase per mark: + right, - wrong, . right but withheld."""
    sure = {"+": ("a", 0.9), "-": ("b", 0.9), ".": ("a", 0.1)}
    return tuple(Judged(place, "a", *sure[mark]) for place, mark in enumerate(marks))


def compared(ours: str, theirs: str, repeats: int = 1) -> ClassifierDifference:
    def trials(marks: str) -> list[SplitTrial]:
        return [SplitTrial(SplitSetting(), n, 40, judged(marks), (), 0.0, 0.0) for n in range(repeats)]

    (difference,) = differences({"first": trials(theirs), "other": trials(ours)})
    return difference


@pytest.mark.parametrize("right", [0, 1, 10, 22, 35, 43, 44])
def test_an_engine_and_itself_differ_by_nothing(right: int) -> None:
    marks = "+" * right + "-" * (44 - right)
    difference = compared(marks, marks)
    assert difference.accuracy is not None
    low, high = difference.accuracy.interval
    assert difference.accuracy.value == 0
    assert -0.10 <= low <= 0 <= high <= 0.10
    assert (difference.better, difference.worse, difference.accuracy_p) == (0, 0, 1.0)


def test_twenty_against_four_is_significant() -> None:
    difference = compared("+" * 20 + "-" * 4 + "+" * 76, "-" * 20 + "+" * 80)
    assert difference.accuracy is not None
    assert difference.accuracy_p is not None
    assert difference.accuracy.value == pytest.approx(0.16)
    assert difference.accuracy.interval[0] > 0
    assert difference.accuracy_p < 0.01
    assert (difference.better, difference.worse, difference.phrases) == (20, 4, 100)


def test_the_interval_is_newcombes() -> None:
    """Newcombe 1998 (Stat Med 17: 2635), Table III, method 10."""
    assert newcombe_paired(36, 12, 2, 0) == pytest.approx((0.0569, 0.3404), abs=1e-4)
    assert newcombe_paired(1, 9, 1, 89) == pytest.approx((0.0191, 0.1573), abs=5e-3)


def test_p_is_the_two_sided_binomial() -> None:
    """By hand: 2 · (1 + 5) / 2⁵."""
    assert mcnemar(1, 4) == mcnemar(4, 1) == pytest.approx(0.375)


def test_other_figures_are_sampled_over_phrases() -> None:
    difference = compared("+" * 30 + "-" * 10, "+" * 15 + "." * 15 + "-" * 10)
    assert difference.automation_rate is not None
    low, high = difference.automation_rate.interval
    assert difference.automation_rate.value == pytest.approx(15 / 40)
    assert 0.2 < low < 0.3
    assert 0.45 < high < 0.55
    assert difference.carefulness is None  # one of them answers everything


def test_an_interrupted_engine_is_compared_on_the_phrases_that_both_answered() -> None:
    difference = compared("+" * 10, "+" * 5 + "-" * 5 + "+" * 30)
    assert difference.phrases == 10
    assert difference.accuracy is not None
    assert difference.accuracy.value == pytest.approx(0.5)


def test_several_repeats_have_no_p() -> None:
    difference = compared("+" * 10, "+" * 10, repeats=3)
    assert difference.accuracy_p is None
    assert difference.accuracy is not None
    assert difference.accuracy.interval == (0, 0)
