"""The intent classifiers: the features and the optimum are scikit-learn's, and its estimators fit in as they are."""

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from botassay.core.errors import InternalError, UsageError
from botassay.intents.classifiers.baselines import Majority, RandomGuess
from botassay.intents.classifiers.features import TfIdf, characters, words
from botassay.intents.classifiers.linear import LinearSvc, TfIdfLr
from botassay.plugins.protocols import Classifier, Guess
from botassay.plugins.protocols.guessing import guesses
from botassay.plugins.registry import CLASSIFIERS
from botassay.testing import ParrotClassifier, check_classifier

Labelled = tuple[list[str], list[str]]

TEXTS = [
    "pay my bill", "how do I pay", "paying the invoice", "block my card", "my card is lost", "block it now",
    "where is my parcel", "parcel late", "track the parcel please",
]  # fmt: skip
INTENTS = ["pay"] * 3 + ["block"] * 3 + ["parcel"] * 3


@pytest.fixture(scope="session")
def banking(data: Path) -> Labelled:
    """Give a third of banking77."""
    with (data / "banking77" / "train.csv").open(newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))[::3]
    return [row["text"] for row in rows], [row["category"] for row in rows]


def test_rows_are_those_of_scikit_learn() -> None:
    ours, theirs = TfIdf(words), TfidfVectorizer()
    np.testing.assert_allclose(ours.fit(TEXTS).toarray(), theirs.fit_transform(TEXTS).toarray(), atol=1e-12)
    asked = ["pay the card", "nothing of this", "", "Pay PAY pay"]
    np.testing.assert_allclose(ours.rows(asked).toarray(), theirs.transform(asked).toarray(), atol=1e-12)


def test_nothing_leaks_from_texts_that_were_seen_before() -> None:
    fresh, used = TfIdf(words), TfIdf(words)
    used.fit(["other words altogether", *TEXTS[::-1]])
    used.rows(["and more of them"])
    assert (fresh.fit(TEXTS) != used.fit(TEXTS)).nnz == 0
    assert used.rows(["other words"]).nnz == 0


@pytest.mark.parametrize("text", ["Straße 7", "我要付款", "a", "", "wo ist  mein Paket?"])
def test_runs_of_characters_are_those_of_scikit_learn(text: str) -> None:
    theirs = CountVectorizer(analyzer="char_wb", ngram_range=(2, 4)).build_analyzer()
    assert sorted(characters(text)) == sorted(theirs(text))


def reference(texts: Sequence[str], intents: Sequence[str]) -> Classifier:
    made: Classifier = make_pipeline(TfidfVectorizer(), LogisticRegression(C=10, solver="newton-cg", tol=1e-6))
    return made.fit(texts, intents)


@pytest.mark.parametrize("classes", [2, 3])
def test_the_optimum_is_that_of_scikit_learn(classes: int) -> None:
    """With two classes it is that of binary logistic regression."""
    texts, intents = TEXTS[: 3 * classes], INTENTS[: 3 * classes]
    for ours, theirs in zip(
        guesses(TfIdfLr().fit(texts, intents), TEXTS), guesses(reference(texts, intents), TEXTS), strict=True
    ):
        assert ours.intent == theirs.intent
        assert ours.confidence == pytest.approx(theirs.confidence, abs=0.01)


@pytest.mark.slow
def test_on_real_phrases_it_answers_as_a_converged_scikit_learn_does(banking: Labelled) -> None:
    texts, intents = banking
    held = slice(None, None, 5)
    kept = [at for at in range(len(texts)) if at % 5]
    train = [texts[at] for at in kept], [intents[at] for at in kept]
    ours = [guess.intent for guess in guesses(TfIdfLr().fit(*train), texts[held])]
    theirs = [guess.intent for guess in guesses(reference(*train), texts[held])]
    assert np.mean([a == b for a, b in zip(ours, theirs, strict=True)]) >= 0.99
    accuracy = [np.mean([a == b for a, b in zip(found, intents[held], strict=True)]) for found in (ours, theirs)]
    assert abs(accuracy[0] - accuracy[1]) <= 0.002


def test_confidences_of_the_machine_are_calibrated(banking: Labelled) -> None:
    """Of the guesses that are about 60 to 80 % sure, 60 to 80 % are right, give or take."""
    texts, intents = (column[::2] for column in banking)
    kept = [at for at in range(len(texts)) if at % 3]
    model = LinearSvc().fit([texts[at] for at in kept], [intents[at] for at in kept])
    found = list(zip(guesses(model, texts[::3]), intents[::3], strict=True))
    right = [guess.intent == intent for guess, intent in found if 0.6 <= guess.confidence <= 0.8]
    assert len(right) > 30
    assert 0.5 < np.mean(right) < 0.95
    assert np.mean([guess.intent == intent for guess, intent in found]) > 0.7


def test_single_phrases_are_no_exception_for_the_machine() -> None:
    model = LinearSvc().fit([*TEXTS, "one of a kind"], [*INTENTS, "single"])
    assert guesses(model, ["one of a kind"])[0].intent == "single"
    assert guesses(LinearSvc().fit(["yes", "no"], ["a", "b"]), ["yes"])[0].intent == "a"


@pytest.mark.parametrize("estimator", [LogisticRegression(C=10), MultinomialNB(), LinearSVC()], ids=repr)
def test_an_estimator_of_scikit_learn_fits_in_as_it_is(estimator: object) -> None:
    check_classifier(lambda: make_pipeline(CountVectorizer(), estimator))


def test_the_baselines() -> None:
    majority = Majority().fit([*TEXTS, "pay it"], [*INTENTS, "pay"])
    assert majority.predict(["anything"]) == [Guess("pay", 0.4)]
    found = guesses(RandomGuess().fit(TEXTS * 3, INTENTS * 3), [f"text {n}" for n in range(3000)])
    assert all(abs(sum(g.intent == name for g in found) / 3000 - 1 / 3) < 0.03 for name in {*INTENTS})
    assert abs(np.mean([guess.confidence for guess in found]) - 0.5) < 0.02


class Odd(ParrotClassifier):
    def __init__(self, found: list[object]) -> None:
        super().__init__()
        self.found = found

    def predict(self, texts: Sequence[str]) -> list[Guess]:
        del texts
        return self.found  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("found", "said"),
    [([], "0 guesses for 1"), ([Guess("a", float("nan"))], "nan"), ([7], "not a guess"), ([("a", -0.1)], "not in")],
)
def test_what_is_no_guess_is_told(found: list[object], said: str) -> None:
    with pytest.raises(InternalError, match=said):
        guesses(Odd(found), ["text"])


def test_bare_labels_count_as_certain() -> None:
    assert guesses(Odd(["pay"]), ["text"]) == [Guess("pay", 1.0)]


def test_too_little_to_learn_from() -> None:
    with pytest.raises(UsageError, match="two topics"):
        TfIdfLr().fit(["a"], ["b"])
    with pytest.raises(UsageError, match="not trained"):
        TfIdfLr().predict(["a"])
    with pytest.raises(UsageError, match="phrases"):
        Majority().fit([], [])


def test_they_are_found_by_name() -> None:
    assert {"char-lr", "linear-svc", "majority", "random", "tfidf-lr"} <= {*CLASSIFIERS.names()}
    assert isinstance(CLASSIFIERS.make("random(seed=7)"), RandomGuess)
