"""Text similarity by tf-idf."""

import math
from collections import Counter
from collections.abc import Sequence

from botassay.identity.words import words


class TfidfSimilarity:
    """The mean tf-idf cosine of a text with given texts."""

    def __init__(self, texts: Sequence[str]) -> None:
        counts = [Counter(words(text)) for text in texts]
        documents = Counter(word for own in counts for word in own)
        self._rarity = {word: math.log((1 + len(texts)) / (1 + times)) + 1 for word, times in documents.items()}
        self._mean: dict[str, float] = {}
        for own in counts:
            for word, weight in self._unit(own).items():
                self._mean[word] = self._mean.get(word, 0.0) + weight / len(texts)

    def to(self, text: str) -> float:
        """Return the similarity, from 0 (no word in common) to 1."""
        unit = self._unit(Counter(words(text)))
        return math.fsum(weight * self._mean.get(word, 0.0) for word, weight in unit.items())

    def _unit(self, counts: Counter[str]) -> dict[str, float]:
        unseen = max(self._rarity.values(), default=1.0)
        raw = {word: times * self._rarity.get(word, unseen) for word, times in counts.items()}
        length = math.sqrt(math.fsum(value * value for value in raw.values()))
        return {word: value / length for word, value in raw.items()} if length else {}
