"""Ballots, checked and complete: what every voting rule counts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Self

from botassay.core.errors import UsageError
from botassay.plugins.protocols import Ballot

Order = tuple[tuple[str, ...], ...]
"""Groups of equally important issues, most important first."""


@dataclass(frozen=True, slots=True)
class Poll:
    """Complete ballots over the same issues."""

    issues: tuple[str, ...]
    """Alphabetically."""
    ballots: tuple[Ballot, ...]
    """Each lists every issue; no two have the same order."""

    @classmethod
    def of(cls, ballots: Sequence[Ballot], issues: Iterable[str] = ()) -> Self:
        """Check ballots, and put what one of them does not list into its last place.

        Args:
            ballots: at least one; orders may be incomplete and have ties.
            issues: what is voted on, beside what the ballots list.

        Raises: UsageError when there are none, when a ballot lists an issue twice or an empty place, or counts for
            less than one voter.
        """
        if not ballots:
            raise UsageError("there are no ballots", hint="give at least one")
        given, whole = Counter[Order](), Counter[Order]()
        for ballot in ballots:
            if ballot.count < 1:
                raise UsageError(f"a ballot counts for {ballot.count} voters", hint="write 1 or more")
            given[ballot.order] += ballot.count
        for order in given:
            _check(order)
        every = tuple(sorted({code for order in given for group in order for code in group}.union(issues)))
        for order, count in given.items():
            whole[complete(order, every)] += count
        return cls(every, tuple(Ballot(order, count) for order, count in whole.items()))

    @property
    def voters(self) -> int:
        """How many voted."""
        return sum(ballot.count for ballot in self.ballots)

    def ranked(self) -> Iterator[tuple[dict[str, int], int]]:
        """Return the rank of each issue on each ballot, from 1, and how many voters cast it."""
        for ballot in self.ballots:
            yield ranks(ballot.order), ballot.count

    def firsts(self, among: Iterable[str]) -> dict[str, Fraction]:
        """Count for each of some issues how many voters put it first among them; ties share a vote."""
        standing = sorted(among)
        votes = dict.fromkeys(standing, Fraction(0))
        for ballot in self.ballots:
            first = next(listed for group in ballot.order if (listed := [code for code in group if code in votes]))
            for code in first:
                votes[code] += Fraction(ballot.count, len(first))
        return votes

    def preferences(self) -> dict[str, dict[str, int]]:
        """Count for each two issues how many voters put the first strictly before the second."""
        before = {code: {other: 0 for other in self.issues if other != code} for code in self.issues}
        for rank, count in self.ranked():
            for code, row in before.items():
                for other in row:
                    row[other] += count * (rank[code] < rank[other])
        return before


def _check(order: Order) -> None:
    codes = [code for group in order for code in group]
    if not codes or not all(order):
        raise UsageError(f"a ballot has an empty position: {order}")
    if len(set(codes)) < len(codes):
        raise UsageError(f"a ballot repeats an issue: {order}")


def complete(order: Order, issues: Iterable[str]) -> Order:
    """Put issues that an order does not list into its last place, as equals; within a place they stand alphabetically.

    >>> complete((("B", "AL"),), ["AL", "B", "CC", "IL"])
    (('AL', 'B'), ('CC', 'IL'))
    """
    listed = {code for group in order for code in group}
    last = tuple(sorted(set(issues) - listed))
    return (*(tuple(sorted(group)) for group in order), *([last] if last else []))


def ranks(order: Order) -> dict[str, int]:
    """Return competition ranks: those who share a place share its rank, and the next places are skipped.

    >>> ranks((("IL",), ("AL", "B"), ("CC",)))
    {'IL': 1, 'AL': 2, 'B': 2, 'CC': 4}
    """
    ranked: dict[str, int] = {}
    for group in order:
        ranked |= dict.fromkeys(group, len(ranked) + 1)
    return ranked


def highest(scores: Mapping[str, Fraction]) -> tuple[str, ...]:
    """Return the issues with the highest score, alphabetically."""
    return tuple(sorted(code for code, score in scores.items() if score == max(scores.values())))


def by_score(scores: Mapping[str, Fraction]) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Order issues by falling score, equals alphabetically; give the order and the groups of equals.

    >>> by_score({"B": Fraction(2), "CC": Fraction(3), "AL": Fraction(2)})
    (('CC', 'AL', 'B'), (('AL', 'B'),))
    """
    order = tuple(sorted(scores, key=lambda code: (-scores[code], code)))
    groups = [tuple(group) for _, group in groupby(order, key=scores.__getitem__)]
    return order, tuple(group for group in groups if len(group) > 1)


def written(order: Order) -> str:
    """Write an order as people type it.

    >>> written((("IL",), ("AL", "B")))
    'IL > AL = B'
    """
    return " > ".join(" = ".join(group) for group in order)
