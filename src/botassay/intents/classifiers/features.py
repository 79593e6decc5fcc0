"""Texts as sparse rows of TF-IDF weights; each text is tokenised once, however often it is trained on or tested.

The weights equal those of scikit-learn's TfidfVectorizer. Only the token counts of single texts are cached between
trainings; document frequencies, columns and weights come from the training texts alone, so nothing leaks from the test
data.
"""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from botassay.core.extras import library

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Tokens = Callable[[str], list[str]]

_WORD: Final = re.compile(r"\b\w\w+\b")
_SIZES: Final = (2, 3, 4)
_CACHED: Final = 100_000
"""Maximum number of texts with cached counts."""


def words(text: str) -> list[str]:
    """Return the lower-cased words of two or more letters in a text.

    >>> words("Where's my card?")
    ['where', 'my', 'card']
    """
    return _WORD.findall(text.lower())


def characters(text: str) -> list[str]:
    """Return the n-grams of two to four characters within words, with a space at both ends of a word.

    >>> characters("我要")
    [' 我', '我要', '要 ', ' 我要', '我要 ', ' 我要 ']
    """
    grams = []
    for word in text.lower().split():
        padded = f" {word} "
        for length in _SIZES:
            grams += [padded[at : at + length] for at in range(max(1, len(padded) - length + 1))]
            if length >= len(padded):
                break
    return grams


class FeatureRows(ABC):
    """Converts texts to feature rows, sparse or dense."""

    @abstractmethod
    def fit(self, texts: Sequence[str]) -> Any:
        """Learn from the training texts, and return their rows."""

    @abstractmethod
    def rows(self, texts: Sequence[str]) -> Any:
        """Return the rows of any texts."""


def unit_scale(rows: Any) -> float:
    """Return the factor that makes the mean square of a coordinate 1, so that penalties are comparable."""
    return 1 / (float(np.sqrt(np.square(rows).mean())) or 1.0)


class TfIdf(FeatureRows):
    """Feature rows of texts: token counts × inverse document frequency, each row of length 1."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._numbers: dict[str, int] = {}
        self._counted: dict[str, tuple[Any, Any]] = {}
        self._columns: Any = None
        """The column of each token number, -1 if no training text has it."""
        self._idf: Any = None

    def fit(self, texts: Sequence[str]) -> "csr_matrix":
        """Learn columns and document frequencies from the training texts, and return their rows."""
        lengths, numbers, counts = self._table(texts)
        frequency = np.bincount(numbers, minlength=len(self._numbers))
        names = list(self._numbers)
        known = sorted(np.flatnonzero(frequency).tolist(), key=names.__getitem__)  # independent of earlier counts
        self._columns = np.full(len(names), -1)
        self._columns[known] = np.arange(len(known))
        self._idf = np.log((1 + len(texts)) / (1 + frequency[known])) + 1
        return self._rows(lengths, numbers, counts)

    def rows(self, texts: Sequence[str]) -> "csr_matrix":
        """Return the rows of any texts, without tokens that no training text has."""
        return self._rows(*self._table(texts))

    def _rows(self, lengths: Any, numbers: Any, counts: Any) -> "csr_matrix":
        columns = np.full(numbers.shape, -1)
        old = numbers < len(self._columns)
        columns[old] = self._columns[numbers[old]]
        known = columns >= 0
        row = np.repeat(np.arange(len(lengths)), lengths)[known]
        column = columns[known]
        values = counts[known] * self._idf[column]
        norms = np.sqrt(np.bincount(row, weights=values * values, minlength=len(lengths)))
        values /= norms[row]
        shape = (len(lengths), len(self._idf))
        rows = library("scipy.sparse", "intents").csr_matrix((values, (row, column)), shape=shape)
        rows.sort_indices()
        return rows

    def _table(self, texts: Sequence[str]) -> tuple[Any, Any, Any]:
        parts = [self._count(text) for text in texts]
        lengths = np.fromiter((len(numbers) for numbers, _ in parts), np.int64, len(parts))
        empty = np.zeros(0, np.int64)
        return (
            lengths,
            np.concatenate([empty, *(numbers for numbers, _ in parts)]),
            np.concatenate([empty, *(counts for _, counts in parts)]),
        )

    def _count(self, text: str) -> tuple[Any, Any]:
        if text not in self._counted:
            if len(self._counted) >= _CACHED:
                self._counted.clear()
            counts = Counter(self._tokens(text))
            numbers = [self._numbers.setdefault(token, len(self._numbers)) for token in counts]
            self._counted[text] = (np.array(numbers, np.int64), np.array([*counts.values()], np.int64))
        return self._counted[text]
