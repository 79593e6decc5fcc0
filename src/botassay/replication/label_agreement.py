"""How far two labellings agree: the share labelled alike, Cohen's kappa, and the confusions."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Self, TypeVar

Kind = TypeVar("Kind", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class LabelAgreement(Generic[Kind]):
    """Counts of (label, guess); pooled with `+`."""

    counts: Counter[tuple[Kind, Kind]]

    @classmethod
    def of(cls, labels: Sequence[Kind], guesses: Sequence[Kind]) -> Self:
        """Count what was labelled and guessed."""
        return cls(Counter(zip(labels, guesses, strict=True)))

    def __add__(self, other: "LabelAgreement[Kind]") -> "LabelAgreement[Kind]":
        return LabelAgreement(self.counts + other.counts)

    @property
    def n(self) -> int:
        """How many were labelled."""
        return self.counts.total()

    @property
    def share(self) -> float:
        """The share that is labelled alike; 1 where nothing is labelled."""
        return self.alike / self.n if self.n else 1.0

    def kappa(self, kind: Kind | None = None) -> float | None:
        """Return Cohen's kappa (1960): agreement beyond chance, over all kinds or of one kind against the others.

        None where both give everything the same label, so that chance alone would always agree.

        >>> from botassay.identity.replies.categories import Category
        >>> yes, no = Category.CONFIRM, Category.DENIAL
        >>> LabelAgreement.of([yes] * 25 + [no] * 25, [yes] * 20 + [no] * 20 + [yes] * 10).kappa()
        0.4
        """
        if kind is not None:
            return self._against_others(kind).kappa()
        n = self.n
        labels, guesses = self._margins()
        chance = sum(labels[label] * guesses[label] for label in labels)
        return None if chance == n * n else round((n * self.alike - chance) / (n * n - chance), 12)

    @property
    def alike(self) -> int:
        """How many are labelled alike."""
        return sum(count for (label, guess), count in self.counts.items() if label == guess)

    def _margins(self) -> tuple[Counter[Kind], Counter[Kind]]:
        labels, guesses = Counter[Kind](), Counter[Kind]()
        for (label, guess), count in self.counts.items():
            labels[label] += count
            guesses[guess] += count
        return labels, guesses

    def _against_others(self, kind: Kind) -> "LabelAgreement[_Whether]":
        counts = Counter[tuple[_Whether, _Whether]]()
        for (label, guess), count in self.counts.items():
            counts[_WHETHER[label == kind], _WHETHER[guess == kind]] += count
        return LabelAgreement(counts)


class _Whether(StrEnum):
    IS = "is"
    IS_NOT = "is not"


_WHETHER = {True: _Whether.IS, False: _Whether.IS_NOT}
