"""Rules that compare issues two by two; only strict preferences count."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import ClassVar, Final

from botassay.core.errors import UsageError
from botassay.plugins.protocols import Ballot, Count
from botassay.profiles.voting.poll import Poll, by_score, highest
from botassay.profiles.voting.positional import PrintableRule

Duels = Mapping[str, Mapping[str, int]]
MOST_ISSUES: Final = 8
"""Issues that Kemeny's rule takes: their orders are gone through exactly."""


@dataclass(frozen=True, slots=True, repr=False)
class Copeland(PrintableRule):
    """Most duels won: 1 for each issue that more voters put behind than before, 1/2 for a draw.

    >>> Copeland()([Ballot((("AL",), ("B",), ("CC",)))])
    ('AL', 'B', 'CC')
    """

    name: ClassVar = "copeland"

    def count(self, ballots: Sequence[Ballot]) -> Count:
        """Hold the duels."""
        duels = Poll.of(ballots).preferences()
        scores = {
            code: sum((_won(votes, duels[other][code]) for other, votes in row.items()), Fraction(0))
            for code, row in duels.items()
        }
        order, ties = by_score(scores)
        return Count(order, scores, duels, ties=ties, winners=highest(scores))


def _won(ours: int, theirs: int) -> Fraction:
    return Fraction(1 + (ours > theirs) - (ours < theirs), 2)


@dataclass(frozen=True, slots=True, repr=False)
class Schulze(PrintableRule):
    """Beatpaths: one issue goes before another if its strongest path to it is stronger than the way back.

    A path is a chain of won duels, as strong as the one with the fewest winning votes (Schulze 2011). Winners are all
    issues that none beats in this way; the order takes them off, then those that none of the others beats, and so on,
    each such set a tie. Scores are how many others an issue beats.
    """

    name: ClassVar = "schulze"

    def count(self, ballots: Sequence[Ballot]) -> Count:
        """Compare the strongest paths."""
        duels = Poll.of(ballots).preferences()
        paths = strongest_paths(duels)
        scores = {code: Fraction(sum(row[x] > paths[x][code] for x in row)) for code, row in paths.items()}
        sets = _winner_sets(paths)
        order = tuple(code for winners in sets for code in winners)
        ties = tuple(winners for winners in sets if len(winners) > 1)
        return Count(order, scores, duels, paths, ties=ties, winners=sets[0])


def _winner_sets(paths: Duels) -> list[tuple[str, ...]]:
    """Return the unbeaten issues, those that are unbeaten without them, and so on, each alphabetically."""
    left, sets = sorted(paths), []
    while left:
        sets.append(tuple(a for a in left if all(paths[a][b] >= paths[b][a] for b in left if b != a)))
        left = [code for code in left if code not in sets[-1]]
    return sets


def strongest_paths(duels: Duels) -> dict[str, dict[str, int]]:
    """Return the strength of the strongest path between each two issues; 0 where there is none."""
    paths = {
        code: {other: (row[other] if row[other] > duels[other][code] else 0) for other in row}
        for code, row in duels.items()
    }
    for between, code, other in permutations(paths, 3):
        around = min(paths[code][between], paths[between][other])
        paths[code][other] = max(paths[code][other], around)
    return paths


@dataclass(frozen=True, slots=True, repr=False)
class Kemeny(PrintableRule):
    """The order that keeps most of the voters' preferences, pair by pair; of several the alphabetically first.

    Exact, for 8 issues at most.

    >>> Kemeny()([Ballot((("AL",), ("B",), ("CC",))), Ballot((("B",), ("CC",), ("AL",)))])
    ('AL', 'B', 'CC')
    """

    name: ClassVar = "kemeny"

    def count(self, ballots: Sequence[Ballot]) -> Count:
        """Search all orders.

        Raises: UsageError for more than 8 issues.
        """
        poll = Poll.of(ballots)
        if len(poll.issues) > MOST_ISSUES:
            raise UsageError(
                f"kemeny takes at most {MOST_ISSUES} issues, not {len(poll.issues)}",
                hint="use the rule schulze or copeland",
            )
        duels = poll.preferences()
        search = _Search(duels)
        order = search.first()
        ties = _knots(order, search.undecided())
        return Count(order, None, duels, kept=kept(order, duels), ties=ties, winners=search.winners())


def kept(order: Sequence[str], duels: Duels) -> int:
    """Count the preferences of voters that an order keeps: what Kemeny's rule makes as large as can be."""
    return sum(duels[code][other] for place, code in enumerate(order) for other in order[place + 1 :])


class _Search:
    """Dynamic programming over sets of issues (Held and Karp 1962): the best that what is left can give."""

    def __init__(self, duels: Duels) -> None:
        self._duels = duels
        self._best = cache(self._worked_out)

    def _worked_out(self, left: frozenset[str]) -> int:
        return max((self._with_first(code, left) for code in left), default=0)

    def _with_first(self, code: str, left: frozenset[str]) -> int:
        rest = left - {code}
        return sum(self._duels[code][other] for other in rest) + self._best(rest)

    def _choices(self, left: frozenset[str]) -> Iterator[str]:
        return (code for code in sorted(left) if self._with_first(code, left) == self._best(left))

    def first(self) -> tuple[str, ...]:
        """Return the alphabetically first of the best orders."""
        order: list[str] = []
        left = frozenset(self._duels)
        while left:
            order.append(next(self._choices(left)))
            left -= {order[-1]}
        return tuple(order)

    def winners(self) -> tuple[str, ...]:
        """Return the issues that stand first in a best order."""
        return tuple(self._choices(frozenset(self._duels)))

    def undecided(self) -> set[tuple[str, str]]:
        """Return the pairs that best orders have both ways round."""
        before = set()
        reached, seen = [frozenset(self._duels)], set[frozenset[str]]()
        while reached:
            left = reached.pop()
            if left in seen:
                continue
            seen.add(left)
            for code in self._choices(left):
                before |= {(code, other) for other in left - {code}}
                reached.append(left - {code})
        return {(code, other) for code, other in before if (other, code) in before}


def _knots(order: Sequence[str], pairs: set[tuple[str, str]]) -> tuple[tuple[str, ...], ...]:
    """Put pairs that nothing decides together to groups, each and all in the order of the result."""
    groups: list[set[str]] = [{code} for code in order]
    for pair in pairs:
        joined = [group for group in groups if group.intersection(pair)]
        groups = [group for group in groups if group not in joined] + [set().union(*joined)]
    knots = [tuple(code for code in order if code in group) for group in groups if len(group) > 1]
    return tuple(sorted(knots, key=lambda knot: order.index(knot[0])))
