"""Paper 001: Algorithms 1-3 as corrected, outcomes, carefulness, confusion pairs; every case of the oracle."""

import json
from collections import Counter
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline

from botassay.intents import Divider, Judged, SplitSetting, figures, outcome, small_intents
from botassay.intents.advice import RankedPair, rank
from botassay.intents.classifiers.linear import TfIdfLr
from botassay.intents.evaluation import plan, trials
from botassay.intents.phrases import Phrase
from botassay.intents.splits import ImpossibleSplitError, n_tested
from botassay.intents.summary import summary

ORACLE: dict[str, Any] = json.loads((Path(__file__).parent / "oracles" / "nexcv.json").read_text("utf-8"))
COUNTS: dict[str, int] = ORACLE["labels"]
INTENTS = [label for label, n in COUNTS.items() for _ in range(n)]
ROWS = [(Judged(at, *row[:3]), row[3]) for at, row in enumerate(ORACLE["outcomes"]["rows"])]
THRESHOLD: float = ORACLE["outcomes"]["threshold"]


def test_algorithm_2_cutoff() -> None:
    small = small_intents(COUNTS, SplitSetting(k=5))
    assert sorted(small) == ORACLE["K5"]["small"]
    assert [label for label in COUNTS if label not in small] == ORACLE["K5"]["large"]


def test_algorithm_3_proportion() -> None:
    small = small_intents(COUNTS, SplitSetting(p=0.15))
    assert list(small) == ORACLE["P015"]["small"]
    assert [label for label in COUNTS if label not in small] == ORACLE["P015"]["large"]


def test_without_k_and_p_nothing_is_small() -> None:
    assert list(small_intents(COUNTS, SplitSetting())) == ORACLE["K0P0"]["small"]
    assert list(COUNTS) == ORACLE["K0P0"]["large"]


def test_an_intent_of_exactly_k_phrases_is_large() -> None:
    assert small_intents({"a": 5, "b": 4, "c": 6}, SplitSetting(k=5)) == ("b",)


def test_the_rarest_are_taken_until_they_hold_exactly_p() -> None:
    assert small_intents({"a": 50, "b": 40, "c": 4, "d": 6}, SplitSetting(p=0.10)) == ("c", "d")


def test_algorithm_1_sizes() -> None:
    assert {label: n_tested(n, ORACLE["t"]) for label, n in COUNTS.items()} == ORACLE["test_sizes_large"]
    split = Divider.of(INTENTS, SplitSetting(), ORACLE["t"]).divide(1, 0)
    assert Counter(split.truth) == {label: n for label, n in ORACLE["test_sizes_large"].items() if n}
    assert Divider.of(INTENTS, SplitSetting()).single == ("g",)


@pytest.mark.parametrize(("setting", "small"), [(SplitSetting(p=0.15), "5 labels"), (SplitSetting(k=5), "4 labels")])
def test_algorithm_1_small_intents_are_split_by_label(setting: SplitSetting, small: str) -> None:
    for repeat in range(20):
        split = Divider.of(INTENTS, setting, ORACLE["t"]).divide(1, repeat)
        assert len(split.negatives) == ORACLE["small_labels_test_count"][small]
        negative = {at for at, truth in zip(split.test, split.truth, strict=True) if truth is None}
        assert negative == {at for at, label in enumerate(INTENTS) if label in split.negatives}


@pytest.mark.parametrize(("judged", "expected"), ROWS)
def test_an_outcome(judged: Judged, expected: str) -> None:
    assert outcome(judged, THRESHOLD) == expected


def test_the_figures_of_the_outcomes() -> None:
    found = figures([judged for judged, _ in ROWS], THRESHOLD)
    known = ORACLE["outcomes"]
    assert found.accuracy == known["accuracy"]
    assert found.automation_rate == known["automation_rate"]
    assert found.carefulness == known["carefulness"]
    assert found.over_caution == pytest.approx(1 / 5)


def test_confidence_at_the_threshold_is_an_answer() -> None:
    """The authors' code takes it for right, and for none in F1."""
    at_threshold = [Judged(0, "x", "x", THRESHOLD)]
    assert outcome(at_threshold[0], THRESHOLD) == "T"
    assert figures(at_threshold, THRESHOLD)[:3] == (1, 1, 1)


def test_nothing_kept_back_has_no_carefulness() -> None:
    """The authors' code calls that 0."""
    found = figures([Judged(0, "x", "y", 0.9)])
    assert (found.carefulness, found.over_caution) == (None, None)


def test_a_setting_that_swallows_an_intent_names_it() -> None:
    """The authors' code crashes on the Chatbot corpus: P takes one of its two intents."""
    intents = ["FindConnection"] * 128 + ["DepartureTime"] * 78
    with pytest.raises(ImpossibleSplitError, match=r"P = 0.15 holds out 'DepartureTime' \(78 of 206 phrases\)"):
        Divider.of(intents, SplitSetting(p=0.15))
    assert Divider.of(intents, SplitSetting()).small == ()


def test_confusion_pairs() -> None:
    known = ORACLE["confusion_pairs"]
    matrix: dict[str, dict[str, int]] = known["matrix"]
    confused = {(truth, guess): n for truth, row in matrix.items() for guess, n in row.items()}
    ranked = rank(confused, {truth: sum(row.values()) for truth, row in matrix.items()})
    assert [[pair.a, pair.b, pair.score] for pair in ranked] == known["ranked"]


def test_pairs_need_support_and_ties_go_by_count_then_name() -> None:
    confused = {("a", "b"): 1, ("c", "d"): 2, ("y", "x"): 1, ("z", "a"): 2}
    tested = {"a": 4, "b": 4, "c": 8, "d": 8, "x": 4, "y": 4, "z": 2}
    assert rank(confused, tested) == [
        RankedPair("c", "d", 0.125, 2),
        RankedPair("a", "b", 0.125, 1),
        RankedPair("x", "y", 0.125, 1),
    ]


def test_without_k_and_p_it_agrees_with_5_fold_cross_validation(data: Path) -> None:
    """Section 3.2: comparable to 5-fold cross-validation; here within its standard error."""
    sentences = json.loads((data / "nlu-evaluation-corpora" / "ChatbotCorpus.json").read_text("utf-8"))["sentences"]
    phrases = [Phrase(one["text"], one["intent"], str(at)) for at, one in enumerate(sentences)]
    planned = plan(phrases, [SplitSetting()], repeats=10)
    found = summary(SplitSetting(), list(trials(TfIdfLr(), phrases, planned)), threshold=0.0).accuracy
    peer = make_pipeline(TfidfVectorizer(), LogisticRegression(C=10))
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    scores = cross_val_score(peer, [one.text for one in phrases], [one.intent for one in phrases], cv=folds)
    assert found is not None
    assert abs(found.value - fmean(scores)) <= stdev(scores) / 5**0.5
