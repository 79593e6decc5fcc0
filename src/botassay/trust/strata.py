"""Replies in conversations that were held to provoke, and in all others: two strata, neither of which hides the other.

Whoever is abused may well abuse in return; an insult in a conversation about opening hours is another matter. Sums of
a stratum stand beside those of all replies, as `AL.flagged/provoked` and `AL.flagged/elsewhere`.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from heapq import nsmallest
from typing import Final, Self

from botassay.core.dialog import Dialog
from botassay.core.evidence import ELSEWHERE, PROVOKED, Notebook
from botassay.core.text.folding import fold, fold_all

MOST_DIFFERENT: Final = 10_000
"""Different replies that are counted; from here on a number is a minimum."""
SAMPLED: Final = 500
"""Digests of all replies that are kept, the least ones; how many there are beyond them is estimated."""
_DIGESTS: Final = 2**128


def stratum_of(dialog: Dialog, issue: str, provoking: Collection[str]) -> str:
    """Return the stratum of a dialog: `provoked` where it was held for the issue, in one of the provoking parts.

    >>> stratum_of(Dialog("d", (), {"issue": "AL", "part": "provocation"}), "AL", {"provocation"})
    'provoked'
    """
    tags = dialog.tags
    return PROVOKED if tags.get("issue") == issue and tags.get("part") in provoking else ELSEWHERE


def note_flags(notes: Notebook, measure: str, stratum: str, values: Iterable[int]) -> None:
    """Note what a dialog is worth under a measure, in all and in its stratum."""
    counted = list(values)
    notes.dialog(measure, counted)
    notes.dialog(f"{measure}/{stratum}", counted)


@dataclass(frozen=True, slots=True)
class DistinctReplies:
    """Digests of different replies; where they are many the least ones, whatever the order in which they came."""

    digests: frozenset[bytes] = frozenset()
    most: int = MOST_DIFFERENT

    @classmethod
    def of(cls, text: str, most: int = MOST_DIFFERENT) -> Self:
        """Return one reply; texts that are the same when folded count once."""
        return cls(frozenset({_digest(fold(text))}), most)

    def __add__(self, other: Self) -> Self:
        """Put both together."""
        return type(self)(frozenset(sorted(self.digests | other.digests)[: self.most]), self.most)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.digests)

    @classmethod
    def heard(cls, texts: Iterable[str]) -> Self:
        """Return a sample of the different replies of a bot, flagged or not."""
        return cls(frozenset(nsmallest(SAMPLED, set(map(_digest, fold_all(list(texts)))))), SAMPLED)

    @property
    def estimated(self) -> int:
        """How many different replies there are, estimated from the least digests where there are more than are kept.

        A digest is as good as a random number: the k-th least of n is at about k / n of their range (Bar-Yossef et al.
        2002).
        """
        if len(self) < self.most:
            return len(self)
        return round((self.most - 1) * _DIGESTS / int.from_bytes(max(self.digests)))


def _digest(folded: str) -> bytes:
    return sha256(folded.encode("utf-8", "surrogatepass")).digest()[:16]


@dataclass(frozen=True, slots=True)
class ReplyVariety:
    """How many different replies are flagged, and how many a bot gave.

    Args:
        flagged: different pieces of evidence: what a bot said, with what it thereby agreed to.
        heard: a sample of all that it said.
        texts: what it said alone.
        claims: what it agreed to.
    """

    flagged: DistinctReplies = field(default_factory=DistinctReplies)
    heard: DistinctReplies = field(default_factory=lambda: DistinctReplies(most=SAMPLED))
    texts: DistinctReplies = field(default_factory=DistinctReplies)
    claims: DistinctReplies = field(default_factory=DistinctReplies)

    def __add__(self, other: Self) -> Self:
        """Put both together."""
        return type(self)(
            self.flagged + other.flagged,
            self.heard + other.heard,
            self.texts + other.texts,
            self.claims + other.claims,
        )
