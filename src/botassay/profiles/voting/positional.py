"""Rules that count places: points, approvals and instant run-off. Ranks are competition ranks (1, 1, 3, 4)."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, ClassVar, Final

from botassay.core.errors import UsageError
from botassay.plugins.protocols import Ballot, Count, Round
from botassay.profiles.voting.poll import Poll, by_score, highest

MOST_ISSUES: Final = 12
"""Issues up to which instant run-off tries every way to break its ties; beyond, only the alphabetical one."""


class PrintableRule(ABC):
    """A voting rule: a frozen dataclass whose fields are its settings."""

    __slots__ = ()
    name: ClassVar[str]

    @abstractmethod
    def count(self, ballots: Sequence[Ballot]) -> Count:
        """Return the common order, with scores or comparisons, and its ties."""

    def __call__(self, ballots: Sequence[Ballot]) -> tuple[str, ...]:
        """Return the common order, most important first."""
        return self.count(ballots).order

    def __repr__(self) -> str:
        rule: Any = self
        settings = ", ".join(f"{field.name}={getattr(self, field.name)}" for field in fields(rule))
        return f"{self.name}({settings})" if settings else self.name


def _counted(scores: dict[str, Fraction]) -> Count:
    order, ties = by_score(scores)
    return Count(order, scores, ties=ties, winners=highest(scores))


@dataclass(frozen=True, slots=True, repr=False)
class Plurality(PrintableRule):
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
class Borda(PrintableRule):
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
class Approval(PrintableRule):
    """Most approvals: each voter approves of the issues at rank k or better.

    >>> Approval(k=3)
    approval(k=3)
    """

    name: ClassVar = "approval"
    k: int = 2

    def __post_init__(self) -> None:
        if self.k < 1:
            raise UsageError(f"approval(k={self.k}) approves no issue", hint="set k to 1 or more")

    def count(self, ballots: Sequence[Ballot]) -> Count:
        """Count approvals."""
        poll = Poll.of(ballots)
        scores = dict.fromkeys(poll.issues, Fraction(0))
        for rank, count in poll.ranked():
            for code in scores:
                scores[code] += count * (rank[code] <= self.k)
        return _counted(scores)


@dataclass(frozen=True, slots=True, repr=False)
class InstantRunOff(PrintableRule):
    """The issue with the fewest first places goes, its votes pass on, and so on; the one that is left wins.

    A vote is split evenly among issues that share the first place; of those with equally few the alphabetically last
    goes. Scores are the first places of the first round. Winners are all that win for one way to break the ties.

    >>> voters = [Ballot((("AL",), ("B",)), 2), Ballot((("B",), ("AL",)), 2), Ballot((("CC",), ("B",)))]
    >>> InstantRunOff()(voters)
    ('B', 'AL', 'CC')
    """

    name: ClassVar = "irv"

    def count(self, ballots: Sequence[Ballot]) -> Count:
        """Hold the rounds."""
        poll = Poll.of(ballots)
        standing = set(poll.issues)
        rounds: list[Round] = []
        ties = []
        while len(standing) > 1:
            votes = poll.firsts(standing)
            fewest = _fewest(votes)
            if len(fewest) > 1:
                ties.append(fewest)
            rounds.append(Round(votes, fewest[-1]))
            standing.remove(fewest[-1])
        order = (*standing, *(done.out for done in reversed(rounds)))
        winners = _possible_winners(poll) if len(poll.issues) <= MOST_ISSUES else order[:1]
        return Count(order, poll.firsts(poll.issues), rounds=tuple(rounds), ties=tuple(ties), winners=winners)


def _possible_winners(poll: Poll) -> tuple[str, ...]:
    """Return the issues that win for one way or another of breaking the ties for the fewest first places."""
    reached = {frozenset(poll.issues)}
    for _ in poll.issues[1:]:
        reached = {standing - {code} for standing in reached for code in _fewest(poll.firsts(standing))}
    return tuple(sorted(code for standing in reached for code in standing))


def _fewest(votes: dict[str, Fraction]) -> tuple[str, ...]:
    return tuple(code for code in votes if votes[code] == min(votes.values()))
