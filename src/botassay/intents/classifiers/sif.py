"""Sentences as weighted means of word vectors: smooth inverse frequency (Arora, Liang and Ma 2017)."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

import numpy as np

from botassay.intents.classifiers.features import words
from botassay.intents.classifiers.linear import LinearClassifier, on_sentences
from botassay.intents.classifiers.skipgrams import trained
from botassay.intents.classifiers.vectors import Vectors

A: Final = 1e-3
"""A word weighs a / (a + p), p its share of all words."""


class Sif:
    """Turns texts into rows: the weighted mean of their words' vectors, less its part along the first direction.

    Shares of words, the direction and the scale are those of the training texts alone. The rows are scaled by one
    number, so that the mean square of a coordinate is 1 and a penalty means the same for all vectors.

    Args:
        vectors: of words; None: trained on the training texts, by fastText.
    """

    def __init__(self, vectors: Vectors | None = None) -> None:
        self._given = vectors
        self._vectors: Vectors | None = vectors
        self._weights: dict[str, float] = {}
        self._direction: Any = None
        self._scale = 1.0

    def fit(self, texts: Sequence[str]) -> Any:
        """Learn weights, direction and scale from the training texts, and give their rows.

        Raises: ConfigurationError where no vectors were given and fastText is not installed.
        """
        sentences = [words(text) for text in texts]
        self._vectors = self._given or trained(sentences)
        counts = Counter(chain.from_iterable(sentences))
        self._weights = {word: A / (A + n / counts.total()) for word, n in counts.items()}
        means = self._means(sentences)
        self._direction = np.linalg.eigh(means.T @ means)[1][:, -1]
        rest = self._without(means)
        self._scale = 1 / (float(np.sqrt(np.square(rest).mean())) or 1.0)
        return rest * self._scale

    def rows(self, texts: Sequence[str]) -> Any:
        """Give the rows of any texts; a text without a known word is all zeros."""
        return self._without(self._means([words(text) for text in texts])) * self._scale

    def _means(self, sentences: Sequence[Sequence[str]]) -> Any:
        table, numbers = self._table(sentences)
        means = np.zeros((len(sentences), table.shape[1]))
        for mean, sentence in zip(means, sentences, strict=True):
            kept = [word for word in sentence if word in numbers]
            if kept:
                weights = np.array([self._weights.get(word, 1.0) for word in kept]) / len(kept)
                mean[:] = weights @ table[[numbers[word] for word in kept]]
        return means

    def _table(self, sentences: Sequence[Sequence[str]]) -> tuple[Any, dict[str, int]]:
        vectors = self._vectors
        assert vectors is not None  # noqa: S101 - `fit` comes first
        found = {word: vector for word in sorted({*chain(*sentences)}) if (vector := vectors.of(word)) is not None}
        table = np.array([*found.values()], np.float64).reshape(len(found), vectors.size)
        return table, {word: number for number, word in enumerate(found)}

    def _without(self, means: Any) -> Any:
        return means - np.outer(means @ self._direction, self._direction)


class SifLr(LinearClassifier):
    """Logistic regression (L2, C = 1) on weighted word vectors: `sif-lr`, for few phrases and many synonyms."""

    def __init__(self) -> None:
        super().__init__(Sif(), on_sentences)

    @classmethod
    def of(cls, vectors: Vectors) -> "SifLr":
        """Make one that takes its words from these vectors."""
        made = cls()
        made._features = Sif(vectors)
        return made
