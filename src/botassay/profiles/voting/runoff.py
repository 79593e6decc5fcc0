"""Instant run-off."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from botassay.plugins.protocols import Ballot, Count, Round
from botassay.profiles.voting.poll import Poll
from botassay.profiles.voting.spelling import Spelled


@dataclass(frozen=True, slots=True, repr=False)
class InstantRunOff(Spelled):
    """The issue with the fewest first places goes, its votes pass on, and so on; the one that is left wins.

    A vote is split evenly among issues that share the first place; of those with equally few the alphabetically last
    goes. Scores are the first places of the first round.

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
            fewest = tuple(code for code in votes if votes[code] == min(votes.values()))
            if len(fewest) > 1:
                ties.append(fewest)
            rounds.append(Round(votes, fewest[-1]))
            standing.remove(fewest[-1])
        order = (*standing, *(done.out for done in reversed(rounds)))
        return Count(order, poll.firsts(poll.issues), rounds=tuple(rounds), ties=tuple(ties))
