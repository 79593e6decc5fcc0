"""The recognisers that paper 004 compares: random guess, bag of words with logistic regression, nearest neighbour."""

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, Self

from botassay.core.errors import UsageError
from botassay.core.extras import library
from botassay.identity.measures import Label
from botassay.identity.recognisers.recogniser import Example, Recognised, certain

SEED: Final = 1
NEIGHBOURS: Final = 2
_TREEBANK: Final = re.compile(r"n't\b|'(?:s|m|d|re|ve|ll)\b|\w+?(?=n't\b)|\w+|\.\.\.|[^\w\s]")


def treebank(text: str) -> list[str]:
    """Cut a text into words as the Penn Treebank does.

    >>> treebank("Aren't you a robot?")
    ['are', "n't", 'you', 'a', 'robot', '?']
    """
    return _TREEBANK.findall(text.lower())


class RandomGuess:
    """Guesses by how often each label came in training."""

    def __init__(self) -> None:
        self._shares: list[float] = [1 / 3, 1 / 3, 1 / 3]

    def fit(self, examples: Sequence[Example]) -> Self:
        """Count labels."""
        check_labels(examples)
        self._shares = [sum(one.label is label for one in examples) / len(examples) for label in Label]
        return self

    def recognise(self, texts: Sequence[str]) -> list[Recognised]:
        """Guess, the same for the same texts."""
        drawn = Random(SEED).choices(list(Label), self._shares, k=len(texts))  # noqa: S311 - no secrets
        first, second, third = self._shares
        return [Recognised(label, (first, second, third)) for label in drawn]


class _OfWords:
    """Tf-idf of single words, and something of scikit-learn's that learns from it."""

    def __init__(self, name: str, make: Callable[[int], Any]) -> None:
        self._name = name
        self._make = make
        self._pipeline: Any = None

    def fit(self, examples: Sequence[Example]) -> Self:
        """Train."""
        check_labels(examples)
        text = library("sklearn.feature_extraction.text", "identity")
        vectoriser = text.TfidfVectorizer(tokenizer=treebank, token_pattern=None, lowercase=False)
        self._pipeline = library("sklearn.pipeline", "identity").make_pipeline(vectoriser, self._make(len(examples)))
        self._pipeline.fit([one.text for one in examples], [one.label.value for one in examples])
        return self

    def recognise(self, texts: Sequence[str]) -> list[Recognised]:
        """Say of each text what it is."""
        if self._pipeline is None:
            raise untrained(self._name)
        if not texts:
            return []
        known = [Label(name) for name in self._pipeline.classes_]
        return [likeliest(dict(zip(known, row, strict=True))) for row in self._pipeline.predict_proba(texts).tolist()]


def bag_of_words() -> _OfWords:
    """Make the paper's "BOW LR": tf-idf of single words and logistic regression."""
    return _OfWords("bow-lr", _regression)


def nearest() -> _OfWords:
    """Make the paper's "IR": tf-idf of single words and the two nearest neighbours, the nearer counting more."""
    return _OfWords("ir", _neighbours)


def _regression(_examples: int) -> Any:
    return library("sklearn.linear_model", "identity").LogisticRegression(max_iter=1000)


def _neighbours(examples: int) -> Any:
    neighbours = library("sklearn.neighbors", "identity")
    return neighbours.KNeighborsClassifier(min(NEIGHBOURS, examples), weights="distance", algorithm="brute")


def check_labels(examples: Sequence[Example]) -> None:
    """Refuse examples that leave nothing to learn.

    Raises: UsageError.
    """
    if len({one.label for one in examples}) < 2:  # noqa: PLR2004 - a choice needs two
        raise UsageError("training needs examples of at least two labels", hint="give --train more files")


def untrained(name: str) -> UsageError:
    """Make the error of a recogniser that was not trained."""
    return UsageError(f"the recogniser {name!r} is not trained", hint="give it examples: --train FILE")


def likeliest(chances: dict[Label, float]) -> Recognised:
    """Choose the label that is most probable; one that is not there has no chance."""
    if not chances:
        return certain(Label.NEGATIVE)
    first, second, third = (chances.get(label, 0.0) for label in Label)
    return Recognised(max(chances, key=lambda label: chances[label]), (first, second, third))
