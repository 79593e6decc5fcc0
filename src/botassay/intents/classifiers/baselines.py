"""Baseline classifiers that ignore the text."""

from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from itertools import accumulate
from typing import Self

from botassay.core.errors import UsageError
from botassay.plugins.protocols import Guess


class _Counting:
    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def fit(self, texts: Sequence[str], intents: Sequence[str]) -> Self:
        """Count the intents, and return itself."""
        del texts
        self._counts = Counter(intents)
        if not self._counts:
            raise UsageError("a classifier needs training phrases")
        return self


class Majority(_Counting):
    """Always predicts the most frequent intent, with its share as confidence: `majority`."""

    def predict(self, texts: Sequence[str]) -> list[Guess]:
        """Return the same prediction for each text."""
        best = min(self._counts, key=lambda name: (-self._counts[name], name))
        return [Guess(best, self._counts[best] / self._counts.total()) for _ in texts]


class RandomGuess(_Counting):
    """Predicts intents in proportion to their frequency, with random confidence: `random`; reproducible by a seed."""

    def __init__(self, seed: int = 1) -> None:
        super().__init__()
        self._seed = seed

    def predict(self, texts: Sequence[str]) -> list[Guess]:
        """Return a random prediction for each text; the same for the same text."""
        names = sorted(self._counts)
        ends = list(accumulate(self._counts[name] for name in names))
        return [self._drawn(text, names, ends) for text in texts]

    def _drawn(self, text: str, names: Sequence[str], ends: Sequence[int]) -> Guess:
        digest = sha256(f"{self._seed} {text}".encode("utf-8", "surrogatepass")).digest()
        at, confidence = (int.from_bytes(part) / 2**64 for part in (digest[:8], digest[8:16]))
        return Guess(names[min(bisect(ends, at * ends[-1]), len(names) - 1)], min(1.0, confidence))
