"""Sentences as weighted means of word vectors: smooth inverse frequency (Arora, Liang and Ma 2017)."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

import numpy as np

from botassay.intents.classifiers.features import FeatureRows, unit_scale, words
from botassay.intents.classifiers.linear import LinearClassifier, on_sentences
from botassay.intents.classifiers.skipgrams import trained
from botassay.intents.classifiers.vectors import Vectors

A: Final = 1e-3
"""The weight of a word is a / (a + p), with p its share of all words."""


class Sif(FeatureRows):
    """Feature rows of texts: the weighted mean of the word vectors, minus the first principal direction.

    Word shares, direction and scale come from the training texts alone. The rows are scaled so that the mean square of
    a coordinate is 1, which makes the penalty comparable between vectors.

    Args:
        vectors: word vectors; None: trained on the training texts, by fastText.
    """

    def __init__(self, vectors: Vectors | None = None) -> None:
        self._given = vectors
        self._vectors: Vectors | None = vectors
        self._weights: dict[str, float] = {}
        self._direction: Any = None
        self._scale = 1.0

    def fit(self, texts: Sequence[str]) -> Any:
        """Learn weights, direction and scale from the training texts, and return their rows.

        Raises: ConfigurationError if no vectors were given and fastText is not installed.
        """
        sentences = [words(text) for text in texts]
        self._vectors = self._given or trained(sentences)
        counts = Counter(chain.from_iterable(sentences))
        self._weights = {word: A / (A + n / counts.total()) for word, n in counts.items()}
        means = self._means(sentences)
        self._direction = np.linalg.eigh(means.T @ means)[1][:, -1]
        rest = self._without(means)
        self._scale = unit_scale(rest)
        return rest * self._scale

    def rows(self, texts: Sequence[str]) -> Any:
        """Return the rows of any texts; all zeros for a text without known words."""
        return self._without(self._means([words(text) for text in texts])) * self._scale

    def _means(self, sentences: Sequence[Sequence[str]]) -> Any:
        table, numbers = self._table(sentences)
        means = np.zeros((len(sentences), table.shape[1]))
        for mean, sentence in zip(means, sentences, strict=True):
            known = [word for word in sentence if word in numbers]
            if known:
                weights = np.array([self._weights.get(word, 1.0) for word in known]) / len(known)
                mean[:] = weights @ table[[numbers[word] for word in known]]
        return means

    def _table(self, sentences: Sequence[Sequence[str]]) -> tuple[Any, dict[str, int]]:
        vectors = self._vectors
        assert vectors is not None  # noqa: S101 - `fit` comes first
        by_word = {word: vector for word in sorted({*chain(*sentences)}) if (vector := vectors.of(word)) is not None}
        table = np.array([*by_word.values()], np.float64).reshape(len(by_word), vectors.size)
        return table, {word: number for number, word in enumerate(by_word)}

    def _without(self, means: Any) -> Any:
        return means - np.outer(means @ self._direction, self._direction)


class SifLr(LinearClassifier):
    """Logistic regression (L2, C = 1) on weighted word vectors: `sif-lr`, for few phrases and many synonyms."""

    def __init__(self) -> None:
        super().__init__(Sif(), on_sentences)

    @classmethod
    def of(cls, vectors: Vectors) -> "SifLr":
        """Return a classifier with these word vectors."""
        classifier = cls()
        classifier._features = Sif(vectors)
        return classifier
