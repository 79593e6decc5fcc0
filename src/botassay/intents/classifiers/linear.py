"""Linear classifiers: logistic regression on words or characters, and a support vector machine."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, Self

import numpy as np

from botassay.core.errors import UsageError
from botassay.core.extras import library
from botassay.intents.classifiers.features import FeatureRows, TfIdf, characters, words
from botassay.intents.classifiers.softmax import ENOUGH, C, SoftmaxModel, fit
from botassay.plugins.protocols import Guess

_FOLDS: Final = 3
_DIGITS: Final = 6
"""Decimal places of a confidence; further ones are float32 noise."""


class IntentClasses:
    """The sorted names of the intents, and the class number of each phrase. Raises UsageError for fewer than two."""

    def __init__(self, intents: Sequence[str]) -> None:
        self.names = sorted(set(intents))
        if len(self.names) < 2:  # noqa: PLR2004 - something to choose between
            raise UsageError("a classifier needs phrases of at least two topics")
        numbers = {name: number for number, name in enumerate(self.names)}
        self.numbers = np.array([numbers[intent] for intent in intents])

    def guesses(self, probabilities: Any) -> list[Guess]:
        """Return the most probable intent for each row."""
        best = probabilities.argmax(axis=1)
        values = probabilities[np.arange(len(best)), best].tolist()
        pairs = zip(best.tolist(), values, strict=True)
        return [Guess(self.names[number], round(min(1.0, value), _DIGITS)) for number, value in pairs]


Trainer = Callable[[Any, IntentClasses], Callable[[Any], Any]]
"""Learns from rows and their classes, and returns a function from rows to probabilities."""


class LinearClassifier:
    """A linear classifier on feature rows; independent of the order of the training phrases."""

    def __init__(self, features: FeatureRows, train: Trainer) -> None:
        self._features = features
        self._train = train
        self._classes: IntentClasses | None = None
        self._probabilities: Callable[[Any], Any] | None = None

    def fit(self, texts: Sequence[str], intents: Sequence[str]) -> Self:
        """Train on labelled texts, from scratch. Raises UsageError for fewer than two intents."""
        ordered = sorted(zip(texts, intents, strict=True))
        self._classes = IntentClasses([intent for _, intent in ordered])
        rows = self._features.fit([text for text, _ in ordered])
        self._probabilities = self._train(rows, self._classes)
        return self

    def predict(self, texts: Sequence[str]) -> list[Guess]:
        """Return the predicted intent of each text. Raises UsageError before training."""
        if self._classes is None or self._probabilities is None:
            raise UsageError("the classifier is not trained", hint="call fit first")
        return self._classes.guesses(self._probabilities(self._features.rows(texts))) if texts else []


def logistic(rows: Any, classes: IntentClasses, c: float = C, enough: float = ENOUGH) -> Callable[[Any], Any]:
    """Train logistic regression (L2), with `c` and `enough` as in `softmax.fit`, and return its probabilities."""
    model: SoftmaxModel = fit(rows, classes.numbers, len(classes.names), c, enough)
    return model.probabilities


on_sentences: Final[Trainer] = partial(logistic, c=1.0, enough=1e-6)
"""The settings of Arora et al. (2017) for sentence vectors; correlated coordinates take more steps than words."""


class TfIdfLr(LinearClassifier):
    """Logistic regression (L2, C = 10) on single words: `tfidf-lr`, the default."""

    def __init__(self) -> None:
        super().__init__(TfIdf(words), logistic)


class CharLr(LinearClassifier):
    """Logistic regression (L2, C = 10) on character n-grams: `char-lr`, for German and for texts without spaces."""

    def __init__(self) -> None:
        super().__init__(TfIdf(characters), logistic)


class LinearSvc(LinearClassifier):
    """A linear support vector machine on single words: `linear-svc`.

    Its margins become confidences by softmax(a · margins); a is fitted on held-out margins of cross-validation folds
    (temperature scaling, Guo et al. 2017), which also works for classes with a single phrase.
    """

    def __init__(self) -> None:
        super().__init__(TfIdf(words), _calibrated)


def _calibrated(rows: Any, classes: IntentClasses) -> Callable[[Any], Any]:
    margins = _machine(rows, classes.numbers, len(classes.names))
    sharpness = _sharpness(rows, classes)
    return lambda asked: _softmax(sharpness * margins(asked))


def _machine(rows: Any, numbers: Any, n_classes: int) -> Callable[[Any], Any]:
    """Train a machine and return a function from rows to margins, minus infinity for classes without a phrase."""
    trained = library("sklearn.svm", "intents").LinearSVC(random_state=0, max_iter=20_000).fit(rows, numbers)

    def margins(asked: Any) -> Any:
        decisions = trained.decision_function(asked)
        if decisions.ndim == 1:
            decisions = np.stack([-decisions, decisions], axis=1)
        table = np.full((asked.shape[0], n_classes), -np.inf)
        table[:, trained.classes_] = decisions
        return table

    return margins


def _sharpness(rows: Any, classes: IntentClasses) -> float:
    parts = [part for fold in range(_FOLDS) if (part := _held_out(rows, classes, fold)) is not None]
    if not parts:
        return 1.0
    margins, own = (np.concatenate(column) for column in zip(*parts, strict=True))

    minimum = library("scipy.optimize", "intents").minimize_scalar

    def loss(log_sharpness: float) -> float:
        likely = _softmax(np.exp(log_sharpness) * margins)[np.arange(len(own)), own]
        return float(-np.log(np.maximum(likely, 1e-300)).mean())

    return float(np.exp(minimum(loss, bounds=(-3, 5), method="bounded").x))


def _held_out(rows: Any, classes: IntentClasses, fold: int) -> tuple[Any, Any] | None:
    """Return the margins and classes of a fold's phrases, from a machine trained on the other folds."""
    seen = Counter[int]()
    place = []
    for number in classes.numbers.tolist():
        place.append(seen[number] % _FOLDS)
        seen[number] += 1
    held = np.array(place) == fold
    known = np.isin(classes.numbers, classes.numbers[~held])
    asked = held & known
    if not asked.any() or len(set(classes.numbers[~held].tolist())) < 2:  # noqa: PLR2004 - something to choose between
        return None
    margins = _machine(rows[np.flatnonzero(~held)], classes.numbers[~held], len(classes.names))
    return margins(rows[np.flatnonzero(asked)]), classes.numbers[asked]


def _softmax(scores: Any) -> Any:
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)
