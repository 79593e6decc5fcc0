"""Groups of similar questions, and the words that they have in common.

Similarity is the cosine of TF-IDF rows of character n-grams, so that `dog` and `dogs` match. The text with the most
similar texts becomes the centre of a group, then the next of those left (star clustering, Aslam, Pelekhov and Rus
2004); unlike single linkage, this does not chain long logs into one group. Words that are common in the background
texts have low weights.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from botassay.core.extras import library
from botassay.intents.classifiers.features import TfIdf, characters
from botassay.intents.near_duplicates import bag
from botassay.intents.tracking import Track

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

ALIKE: Final = 0.3
"""Minimum cosine of two linked texts."""
_NAMED: Final = 3
"""Number of words that describe a group."""
_COMMON: Final = 7.5
"""Zipf frequency of the most common words: the logarithm of their number per 10^9 words."""
_LEAST: Final = 0.05
_PART: Final = 500
"""Texts compared with all others at a time: 10,000 at once would take 1 GB."""
_PAIRS: Final = 20_000
"""Pairs whose cosines are computed at a time, to save memory."""
_DENSE: Final = 400
"""Columns that are multiplied as a dense table: the most frequent ones."""
_SLACK: Final = 1e-4
"""More than single precision can be wrong by."""


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """A group of similar texts."""

    places: tuple[int, ...]
    """The indices of the texts, the most typical first."""
    words: tuple[str, ...]
    """Words that describe the group, the most distinctive first."""


def groups(
    texts: Sequence[str], background: Sequence[str] = (), least: float = ALIKE, track: Track = iter
) -> list[QuestionGroup]:
    """Return groups of similar texts, the largest first.

    Args:
        texts: the texts to group.
        background: other texts of the same bot, which show which words are common.
        least: minimum similarity of linked texts, in (0, 1].
        track: wraps the parts of the work to report progress.

    >>> [group.places for group in groups(["is my dog allowed", "are dogs allowed", "what is a thesis"])]
    [(0, 1), (2,)]
    """
    if not texts:
        return []
    features = TfIdf(characters)
    features.fit([*texts, *background])
    links = _links(features.rows(texts), least, track)
    weights = _Weights([*texts, *background])
    groups_found = [QuestionGroup(places, weights.telling([texts[at] for at in places])) for places in _stars(links)]
    return sorted(groups_found, key=lambda group: (-len(group.places), min(group.places)))


class Likeness:
    """The similarity of texts, weighted by how rare their character n-grams are in the background texts."""

    def __init__(self, background: Sequence[str]) -> None:
        self._features = TfIdf(characters)
        self._features.fit(background)

    def greatest(self, texts: Sequence[str], others: Sequence[str]) -> float:
        """Return the highest cosine between the two groups of texts."""
        if not texts or not others:
            return 0.0
        return round(float((self._features.rows(texts) @ self._features.rows(others).T).max()), 9)


def _stars(links: "csr_matrix") -> Iterator[tuple[int, ...]]:
    """Yield the stars: a centre and its linked texts, the most similar first."""
    near = [
        sorted(
            zip(links.indices[begin:end].tolist(), links.data[begin:end].tolist(), strict=True),
            key=lambda link: (-round(link[1], 9), link[0]),
        )
        for begin, end in pairwise(links.indptr.tolist())
    ]
    free = set(range(len(near)))
    for centre in sorted(free, key=lambda at: (-len(near[at]), at)):
        if centre in free:
            gathered = (centre, *(at for at, _ in near[centre] if at in free and at != centre))
            free.difference_update(gathered)
            yield gathered


def _links(rows: Any, least: float, track: Track) -> "csr_matrix":
    """Return the links between similar texts, computed for a part of the table at a time."""
    sparse = library("scipy.sparse", "intents")
    near, n = _Near(rows, least), rows.shape[0]
    places, others, cosines = [], [], []
    for part in track([range(begin, min(begin + _PART, n)) for begin in range(0, n, _PART)]):
        at, to = near.pairs(part)
        cosine = np.concatenate([_cosines(rows, at[i : i + _PAIRS], to[i : i + _PAIRS]) for i in _steps(len(at))])
        kept = cosine >= least
        places.append(at[kept])
        others.append(to[kept])
        cosines.append(cosine[kept])
    at, to, cosine = np.concatenate(places), np.concatenate(others), np.concatenate(cosines)
    apart = at != to
    both = (np.concatenate([at, to[apart]]), np.concatenate([to, at[apart]]))
    return sparse.csr_matrix((np.concatenate([cosine, cosine[apart]]), both), shape=(n, n))


def _steps(n: int) -> range:
    return range(0, max(1, n), _PAIRS)


def _cosines(rows: Any, at: Any, to: Any) -> Any:
    """Return the cosine of each pair of rows; its terms are added in the order of the columns."""
    common = rows[at].multiply(rows[to]).tocsr()
    common.sort_indices()
    number = np.repeat(np.arange(len(at)), np.diff(common.indptr))
    return np.bincount(number, weights=common.data, minlength=len(at))


class _Near:
    """Finds pairs of rows that may be similar enough, fast and in single precision.

    A few columns hold most of what would be multiplied: n-grams that very many texts share. They are multiplied as a
    dense table, and all others as a sparse one.
    """

    def __init__(self, rows: Any, least: float) -> None:
        often = np.argsort(-np.bincount(rows.indices, minlength=rows.shape[1]), kind="stable")
        columns = rows.tocsc()
        self._dense = columns[:, often[:_DENSE]].toarray().astype(np.float32)
        self._rare = columns[:, often[_DENSE:]].tocsr().astype(np.float32)
        self._across = self._rare.T.tocsr()
        self._least = least - _SLACK

    def pairs(self, part: range) -> tuple[Any, Any]:
        """Return the pairs of a part of the rows with themselves and all later ones."""
        dense = self._dense[part.start : part.stop] @ self._dense[part.start :].T
        rare = (self._rare[part.start : part.stop] @ self._across[:, part.start :]).tocsr()
        dense[np.repeat(np.arange(len(part)), np.diff(rare.indptr)), rare.indices] += rare.data
        at, to = np.nonzero(dense >= self._least)
        later = to >= at
        return at[later] + part.start, to[later] + part.start


class _Weights:
    """The weight of a word: lower if many texts have it, or if it is common in English."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._n = len(texts)
        self._having = Counter(word for text in texts for word in bag(text))

    def telling(self, texts: Sequence[str]) -> tuple[str, ...]:
        """Return the most distinctive words of these texts."""
        from wordfreq import zipf_frequency

        own = Counter(word for text in texts for word in bag(text))
        rare = {word: max(_LEAST, 1 - zipf_frequency(word, "en") / _COMMON) for word in own}
        worth = {word: n * rare[word] * log((1 + self._n) / self._having[word]) for word, n in own.items()}
        ranked = sorted(worth, key=lambda word: (-worth[word], word))
        return tuple(word for word in ranked if len(word) > 1)[:_NAMED] or tuple(ranked[:1])
