"""Texts as sparse rows of TF-IDF weights; a text is taken apart once, however often it is trained on or tested.

Numbers and weights are those of scikit-learn's TfidfVectorizer. What is kept from one training to the next are the
counts of single texts and nothing else: document frequencies, the columns and the weights are those of the training
texts alone, so nothing leaks from test to training.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from botassay.core.extras import library

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Tokens = Callable[[str], list[str]]

_WORD: Final = re.compile(r"\b\w\w+\b")
_KEPT: Final = 100_000
"""Texts whose counts are kept."""


def words(text: str) -> list[str]:
    """Take a text apart into lower-cased words of two letters or more.

    >>> words("Where's my card?")
    ['where', 'my', 'card']
    """
    return _WORD.findall(text.lower())


def characters(text: str, shortest: int = 2, longest: int = 4) -> list[str]:
    """Take a text apart into runs of two to four characters within words, with a space at both ends of a word.

    >>> characters("我要 ab", longest=2)
    [' 我', '我要', '要 ', ' a', 'ab', 'b ']
    """
    found = []
    for word in text.lower().split():
        padded = f" {word} "
        for length in range(shortest, longest + 1):
            found += [padded[at : at + length] for at in range(max(1, len(padded) - length + 1))]
            if length >= len(padded):
                break
    return found


class TfIdf:
    """Turns texts into rows: counts × inverse document frequency, each row of length 1.

    Args:
        tokens: takes a text apart.
    """

    def __init__(self, tokens: Tokens) -> None:
        self._tokens = tokens
        self._numbers: dict[str, int] = {}
        self._counted: dict[str, tuple[Any, Any]] = {}
        self._columns: Any = None
        """For each number of a token its column, -1 where no training text has it."""
        self._idf: Any = None

    def fit(self, texts: Sequence[str]) -> "csr_matrix":
        """Learn columns and document frequencies from the training texts, and give their rows."""
        lengths, numbers, counts = self._table(texts)
        frequency = np.bincount(numbers, minlength=len(self._numbers))
        names = list(self._numbers)
        known = sorted(np.flatnonzero(frequency).tolist(), key=names.__getitem__)  # whatever was counted before
        self._columns = np.full(len(names), -1)
        self._columns[known] = np.arange(len(known))
        self._idf = np.log((1 + len(texts)) / (1 + frequency[known])) + 1
        return self._rows(lengths, numbers, counts)

    def rows(self, texts: Sequence[str]) -> "csr_matrix":
        """Give the rows of any texts; what no training text has is left out."""
        return self._rows(*self._table(texts))

    def _rows(self, lengths: Any, numbers: Any, counts: Any) -> "csr_matrix":
        columns = np.full(numbers.shape, -1)
        old = numbers < len(self._columns)
        columns[old] = self._columns[numbers[old]]
        kept = columns >= 0
        row = np.repeat(np.arange(len(lengths)), lengths)[kept]
        column = columns[kept]
        values = counts[kept] * self._idf[column]
        norms = np.sqrt(np.bincount(row, weights=values * values, minlength=len(lengths)))
        values /= norms[row]
        made = library("scipy.sparse", "intents").csr_matrix(
            (values, (row, column)), shape=(len(lengths), len(self._idf))
        )
        made.sort_indices()
        return made

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
            if len(self._counted) >= _KEPT:
                self._counted.clear()
            found = Counter(self._tokens(text))
            numbers = [self._numbers.setdefault(token, len(self._numbers)) for token in found]
            self._counted[text] = (np.array(numbers, np.int64), np.array([*found.values()], np.int64))
        return self._counted[text]
