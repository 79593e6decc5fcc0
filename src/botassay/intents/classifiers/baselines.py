"""Classifiers that look at nothing: what any other has to beat."""

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
        """Count the intents."""
        del texts
        self._counts = Counter(intents)
        if not self._counts:
            raise UsageError("a classifier needs phrases to learn from")
        return self


class Majority(_Counting):
    """Always guesses the most frequent intent, as confidently as it is frequent: `majority`."""

    def predict(self, texts: Sequence[str]) -> list[Guess]:
        """Guess the same for each text."""
        best = min(self._counts, key=lambda name: (-self._counts[name], name))
        return [Guess(best, self._counts[best] / self._counts.total()) for _ in texts]


class RandomGuess(_Counting):
    """Guesses intents as often as they occur, with any confidence: `random`. The same text gets the same guess.

    Args:
        seed: another one draws anew.
    """

    def __init__(self, seed: int = 1) -> None:
        super().__init__()
        self._seed = seed

    def predict(self, texts: Sequence[str]) -> list[Guess]:
        """Draw a guess for each text."""
        names = sorted(self._counts)
        ends = list(accumulate(self._counts[name] for name in names))
        return [self._drawn(text, names, ends) for text in texts]

    def _drawn(self, text: str, names: Sequence[str], ends: Sequence[int]) -> Guess:
        lot = sha256(f"{self._seed} {text}".encode("utf-8", "surrogatepass")).digest()
        at, confidence = (int.from_bytes(part) / 2**64 for part in (lot[:8], lot[8:16]))
        return Guess(names[min(bisect(ends, at * ends[-1]), len(names) - 1)], min(1.0, confidence))
