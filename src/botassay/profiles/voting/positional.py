"""Rules that give points for places. Ranks are competition ranks (1, 1, 3, 4); sums are exact."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from botassay.core.errors import UsageError
from botassay.plugins.protocols import Ballot, Count
from botassay.profiles.voting.poll import Poll, by_score
from botassay.profiles.voting.spelling import Spelled


def _counted(scores: dict[str, Fraction]) -> Count:
    order, ties = by_score(scores)
    return Count(order, scores, ties=ties)


@dataclass(frozen=True, slots=True, repr=False)
class Plurality(Spelled):
    """Most first places: each voter has one vote, split evenly among issues that share their first place.

    >>> Plurality()([Ballot((("AL",), ("B",))), Ballot((("B", "CC"),))])
    ('AL', 'B', 'CC')
    """

    name: ClassVar = "plurality"

    def count(self, ballots: Sequence[Ballot]) -> Count:
        """Count first places."""
        poll = Poll.of(ballots)
        return _counted(poll.firsts(poll.issues))


@dataclass(frozen=True, slots=True, repr=False)
class Borda(Spelled):
    """Most points: of m issues the one at rank r gets m - r from each voter (the rule that paper 000 used).

    >>> Borda().count([Ballot((("CC",), ("AL",), ("B",), ("IL",)))]).scores
    {'AL': Fraction(2, 1), 'B': Fraction(1, 1), 'CC': Fraction(3, 1), 'IL': Fraction(0, 1)}
    """

    name: ClassVar = "borda"

    def count(self, ballots: Sequence[Ballot]) -> Count:
        """Add up points."""
        poll = Poll.of(ballots)
        scores = dict.fromkeys(poll.issues, Fraction(0))
        for rank, count in poll.ranked():
            for code in scores:
                scores[code] += count * (len(poll.issues) - rank[code])
        return _counted(scores)


@dataclass(frozen=True, slots=True, repr=False)
class Approval(Spelled):
    """Most approvals: each voter approves of the issues at rank k or better.

    >>> Approval(k=3)
    approval(k=3)
    """

    name: ClassVar = "approval"
    k: int = 2

    def __post_init__(self) -> None:
        if self.k < 1:
            raise UsageError(f"approval(k={self.k}) approves of nothing", hint="k is 1 or more")

    def count(self, ballots: Sequence[Ballot]) -> Count:
        """Count approvals."""
        poll = Poll.of(ballots)
        scores = dict.fromkeys(poll.issues, Fraction(0))
        for rank, count in poll.ranked():
            for code in scores:
                scores[code] += count * (rank[code] <= self.k)
        return _counted(scores)
