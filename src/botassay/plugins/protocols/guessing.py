"""Checked predictions of a classifier: built in, of scikit-learn or of a plugin."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

from botassay.core.errors import InternalError
from botassay.plugins.protocols.rooms import Classifier, Guess


def guesses(classifier: Classifier, texts: Sequence[str]) -> list[Guess]:
    """Ask a trained classifier for a guess for each text.

    Where it has scikit-learn's `predict_proba` and `classes_`, a guess is the likeliest class with its probability;
    otherwise what `predict` gives: guesses, or bare labels, which count as certain.

    Raises: InternalError for what is no guess, a confidence that is not in [0, 1], or too few or too many guesses.
    """
    if not texts:
        return []
    result = _likeliest(classifier, texts) if hasattr(classifier, "predict_proba") else _predicted(classifier, texts)
    if len(result) != len(texts):
        raise _broken(classifier, f"gives {len(result)} guesses for {len(texts)} texts")
    for guess in result:
        if not (isfinite(guess.confidence) and 0 <= guess.confidence <= 1):
            raise _broken(classifier, f"has a confidence of {guess.confidence}, which is not in [0, 1]")
    return result


def _likeliest(classifier: Any, texts: Sequence[str]) -> list[Guess]:
    table = classifier.predict_proba(list(texts))
    best = table.argmax(axis=1)
    return [
        Guess(str(classifier.classes_[column]), float(row[column])) for row, column in zip(table, best, strict=True)
    ]


def _predicted(classifier: Classifier, texts: Sequence[str]) -> list[Guess]:
    return [_guess(classifier, prediction) for prediction in classifier.predict(list(texts))]


def _guess(classifier: Classifier, prediction: Any) -> Guess:
    if isinstance(prediction, str):
        return Guess(str(prediction), 1.0)
    if (
        isinstance(prediction, tuple)
        and len(prediction) == len(Guess._fields)
        and (prediction[0] is None or isinstance(prediction[0], str))
    ):
        return Guess(prediction[0], float(prediction[1]))
    raise _broken(classifier, f"gives {prediction!r}, which is not a guess")


def _broken(classifier: object, what: str) -> InternalError:
    return InternalError(f"the classifier {type(classifier).__name__} {what}", hint="report this to its author")
