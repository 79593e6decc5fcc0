"""Questions about the same thing: groups of texts that are alike, and the words that they have in common.

Texts are alike by the cosine of their TF-IDF rows over runs of characters, so that `dog` and `dogs` meet. Whoever has
the most others that are alike gathers them in a group, then the next of those that are left (star clustering, Aslam,
Pelekhov and Rus 2004): unlike single linkage, long logs do not hang together in one chain. Words that stand everywhere
weigh little: a background tells which those are.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import TYPE_CHECKING, Any, Final

from botassay.core.extras import library
from botassay.intents.classifiers.features import TfIdf, characters
from botassay.intents.near_duplicates import bag
from botassay.intents.tracking import Track

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

ALIKE: Final = 0.3
"""The cosine from which on two texts are linked."""
_NAMED: Final = 3
"""Words that say what a group is about."""
_COMMON: Final = 7.5
"""How common the most common words are, as logarithm of their number in 10^9."""
_LEAST: Final = 0.05
_PART: Final = 500
"""Texts that are held beside all others at a time: 10,000 at once would take a gigabyte."""


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """Texts about the same thing."""

    places: tuple[int, ...]
    """Which texts, the most typical first."""
    words: tuple[str, ...]
    """What they are about, the most telling first."""


def groups(
    texts: Sequence[str], background: Sequence[str] = (), least: float = ALIKE, track: Track = iter
) -> list[QuestionGroup]:
    """Group texts, the largest group first.

    Args:
        texts: what is grouped.
        background: other texts of the same bot; they tell which words say little.
        least: how alike linked texts are, in (0, 1].
        track: passes parts of the work on while somebody watches.

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
    """How alike texts are, where it is known which runs of characters stand everywhere.

    Args:
        background: texts that tell it.
    """

    def __init__(self, background: Sequence[str]) -> None:
        self._features = TfIdf(characters)
        self._features.fit(background)

    def greatest(self, texts: Sequence[str], others: Sequence[str]) -> float:
        """Give the greatest cosine of a text with another."""
        if not texts or not others:
            return 0.0
        return round(float((self._features.rows(texts) @ self._features.rows(others).T).max()), 9)


def _stars(links: "csr_matrix") -> Iterator[tuple[int, ...]]:
    """Give the stars: a centre, and those that it gathers, the likest first."""
    near = [
        sorted(zip(links.indices[begin:end].tolist(), links.data[begin:end].tolist(), strict=True), key=_likest)
        for begin, end in pairwise(links.indptr.tolist())
    ]
    free = set(range(len(near)))
    for centre in sorted(free, key=lambda at: (-len(near[at]), at)):
        if centre in free:
            gathered = (centre, *(at for at, _ in near[centre] if at in free and at != centre))
            free.difference_update(gathered)
            yield gathered


def _likest(link: tuple[int, float]) -> tuple[float, int]:
    return -round(link[1], 9), link[0]


def _links(rows: Any, least: float, track: Track) -> "csr_matrix":
    """Link what is alike; a part of the table at a time is worked out."""
    sparse = library("scipy.sparse", "intents")
    parts = []
    others = rows.T.tocsr()
    n = rows.shape[0]
    for part in track([range(begin, min(begin + _PART, n)) for begin in range(0, n, _PART)]):
        alike = sparse.csr_matrix(rows[part.start : part.stop] @ others)
        alike.data[alike.data < least] = 0
        alike.eliminate_zeros()
        parts.append(alike)
    return sparse.csr_matrix(sparse.vstack(parts))


class _Weights:
    """How much a word says: the fewer texts have it, the more; and the less, the more common it is in English."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._n = len(texts)
        self._having = Counter(word for text in texts for word in bag(text))

    def telling(self, texts: Sequence[str]) -> tuple[str, ...]:
        """Give the words that these texts have and others have not."""
        from wordfreq import zipf_frequency

        own = Counter(word for text in texts for word in bag(text))
        rare = {word: max(_LEAST, 1 - zipf_frequency(word, "en") / _COMMON) for word in own}
        worth = {word: n * rare[word] * log((1 + self._n) / self._having[word]) for word, n in own.items()}
        ranked = sorted(worth, key=lambda word: (-worth[word], word))
        return tuple(word for word in ranked if len(word) > 1)[:_NAMED] or tuple(ranked[:1])
