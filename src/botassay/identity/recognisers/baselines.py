"""The recognisers that paper 004 compares: random guess, bag of words with logistic regression, nearest neighbour."""

import re
from abc import abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Final, Self

from botassay.core.extras import library
from botassay.identity.recognisers.named import check_labels, likeliest, untrained
from botassay.plugins.protocols import AskLabel, LabelledText, Recognised

SEED: Final = 1
NEIGHBOURS: Final = 2
_TREEBANK: Final = re.compile(r"n't\b|'(?:s|m|d|re|ve|ll)\b|\w+?(?=n't\b)|\w+|\.\.\.|[^\w\s]")


def treebank(text: str) -> list[str]:
    """Return the words of a text, split as in the Penn Treebank.

    >>> treebank("Aren't you a robot?")
    ['are', "n't", 'you', 'a', 'robot', '?']
    """
    return _TREEBANK.findall(text.lower())


class RandomRecogniser:
    """Guesses labels by their frequency in training."""

    training: ClassVar = "required"

    def __init__(self) -> None:
        self._shares: list[float] = [1 / 3, 1 / 3, 1 / 3]

    def fit(self, examples: Sequence[LabelledText]) -> Self:
        """Count the labels, and return itself."""
        check_labels(examples)
        self._shares = [sum(example.label is label for example in examples) / len(examples) for label in AskLabel]
        return self

    def recognise(self, texts: Sequence[str]) -> list[Recognised]:
        """Return random labels, reproducibly."""
        drawn = Random(SEED).choices(list(AskLabel), self._shares, k=len(texts))  # noqa: S311 - no secrets
        first, second, third = self._shares
        return [Recognised(label, (first, second, third)) for label in drawn]


class _OnTfIdf:
    """An estimator of scikit-learn on the tf-idf of single words."""

    training: ClassVar = "required"
    name: ClassVar[str]

    def __init__(self) -> None:
        self._pipeline: Any = None

    @abstractmethod
    def _estimator(self, examples: int) -> Any:
        """Return the estimator for a number of examples."""

    def fit(self, examples: Sequence[LabelledText]) -> Self:
        """Train."""
        check_labels(examples)
        text = library("sklearn.feature_extraction.text", "identity")
        vectoriser = text.TfidfVectorizer(tokenizer=treebank, token_pattern=None, lowercase=False)
        self._pipeline = library("sklearn.pipeline", "identity").make_pipeline(
            vectoriser, self._estimator(len(examples))
        )
        self._pipeline.fit([example.text for example in examples], [example.label.value for example in examples])
        return self

    def recognise(self, texts: Sequence[str]) -> list[Recognised]:
        """Return the label of each text, with probabilities."""
        if self._pipeline is None:
            raise untrained(self.name)
        if not texts:
            return []
        known = [AskLabel(name) for name in self._pipeline.classes_]
        return [likeliest(dict(zip(known, row, strict=True))) for row in self._pipeline.predict_proba(texts).tolist()]


class BagOfWords(_OnTfIdf):
    """The paper's "BOW LR": tf-idf of single words and logistic regression."""

    name = "bow-lr"

    def _estimator(self, examples: int) -> Any:
        del examples
        return library("sklearn.linear_model", "identity").LogisticRegression(max_iter=1000)


class NearestNeighbours(_OnTfIdf):
    """The paper's "IR": tf-idf of single words and the two nearest neighbours, the nearer counting more."""

    name = "ir"

    def _estimator(self, examples: int) -> Any:
        neighbours = library("sklearn.neighbors", "identity")
        return neighbours.KNeighborsClassifier(min(NEIGHBOURS, examples), weights="distance", algorithm="brute")
