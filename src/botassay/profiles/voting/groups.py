"""Groups of voters who think alike: medoids under Kendall's distance, their number by mean silhouette.

The distance of two orders is the number of pairs of issues that they put the other way round; a pair that is tied in
one of them alone counts 1/2 (Fagin, Kumar, Mahdian, Sivakumar, Vee 2006, K with p = 1/2). Groups lie round medoids
(Kaufman and Rousseeuw 1990, PAM); everything is counted in whole halves: the same ballots give the same groups.

Few issues have few orders, so voters share theirs by chance, and a silhouette grows with the number of groups even
where there are none. So a group has to hold a tenth of the voters, and the best silhouette to beat shuffled ballots.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt

from botassay.core.errors import UsageError
from botassay.plugins.protocols import Ballot
from botassay.profiles.voting.poll import Order, Poll, ranks, written

MOST_GROUPS: Final = 8
"""Numbers of groups tried by default, at most."""
MOST_ORDERS: Final = 1500
"""Different orders that can be put into groups: each is compared with each."""
NO_STRUCTURE: Final = 0.25
"""Up to this mean silhouette there is no structure to speak of (Kaufman and Rousseeuw 1990, chapter 2, table 4)."""
LEAST_SHARE: Final = 0.1
"""Smallest share of the voters in a group, where the number of groups is not given."""
SHUFFLES: Final = 19
"""Times that the ballots are shuffled: who beats all of them does so by chance in one case of twenty."""
_SHUFFLED: Final = 300
"""Voters that are shuffled at most."""
_DECIMALS: Final = 9

Whole = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Grouping:
    """Voters in groups, the largest first."""

    groups: tuple[tuple[Ballot, ...], ...]
    medoids: tuple[Order, ...]
    silhouettes: dict[int, float]
    """The mean silhouette over voters of each number of groups that was tried."""
    chance: float | None
    """The greatest mean silhouette that shuffled ballots reached; None if the number of groups is given."""
    reason: str


def distance(order: Order, other: Order) -> float:
    """Return Kendall's distance of two orders over the same issues, a pair tied in one of them alone counting 1/2.

    >>> distance((("AL",), ("B",), ("CC",)), (("B",), ("AL", "CC")))
    1.5
    """
    issues = sorted(ranks(order))
    return float(np.abs(_signs(order, issues) - _signs(other, issues)).sum()) / 2


def group(ballots: Sequence[Ballot], k: int | None = None) -> Grouping:
    """Put voters who think alike together.

    Args:
        ballots: complete or not.
        k: how many groups; None: as many, from 2 to 8, as give the greatest mean silhouette with a tenth of the
            voters in each; or one, where that is not above 0.25 and above what shuffled ballots give.

    Raises: UsageError for more groups than there are different orders, or too many of these.
    """
    crowd = _Crowd.of(Poll.of(ballots))
    if k is not None:
        crowd.check(k)
        return crowd.grouped(k, {k: crowd.silhouette(k)} if k > 1 else {}, None, "as requested")
    tried = crowd.tried()
    if not tried:
        return crowd.grouped(
            1, tried, None, "one group: every other number has a group of less than a tenth of the voters"
        )
    best = max(tried, key=lambda many: (tried[many], -many))
    chance = max(max(_Crowd.of(Poll.of(shuffled)).tried().values(), default=0.0) for shuffled in _shuffled(crowd))
    if tried[best] <= max(chance, NO_STRUCTURE):
        why = f"one group: no mean silhouette is above {NO_STRUCTURE} and above that of shuffled ballots, {chance:.2f}"
        return crowd.grouped(1, tried, chance, why)
    why = f"{best} groups: the greatest mean silhouette, above that of shuffled ballots, {chance:.2f}"
    return crowd.grouped(best, tried, chance, why)


def _shuffled(crowd: "_Crowd") -> list[list[Ballot]]:
    """Return ballots of the same shape with the issues at random, as voters with nothing in common cast them."""
    chance = Random(0)  # noqa: S311 - no secret: the same ballots are to give the same groups
    counts = crowd.counts.tolist()
    if sum(counts) > _SHUFFLED:
        shapes = chance.choices(crowd.orders, counts, k=_SHUFFLED)
    else:
        shapes = [order for order, count in zip(crowd.orders, counts, strict=True) for _ in range(count)]
    issues = sorted(ranks(crowd.orders[0]))
    return [[Ballot(_redealt(order, issues, chance)) for order in shapes] for _ in range(SHUFFLES)]


def _redealt(order: Order, issues: Sequence[str], chance: Random) -> Order:
    dealt = iter(chance.sample(issues, len(issues)))
    return tuple(tuple(islice(dealt, len(place))) for place in order)


@dataclass(frozen=True, slots=True)
class _Crowd:
    """The different orders among the ballots, how many voters have each, and how far they are apart, in halves."""

    orders: tuple[Order, ...]
    counts: Whole
    apart: Whole

    @classmethod
    def of(cls, poll: Poll) -> "_Crowd":
        """Count equal orders together; their order is that of their text."""
        counted = Counter[Order]()
        for ballot in poll.ballots:
            counted[ballot.order] += ballot.count
        if len(counted) > MOST_ORDERS:
            hint = f"at most {MOST_ORDERS:,}; name a column of groups with --by COLUMN"
            raise UsageError(f"{len(counted):,} different orders are too many for finding groups", hint=hint)
        orders = tuple(sorted(counted, key=written))
        signs = np.array([_signs(order, poll.issues) for order in orders])
        apart = np.array([np.abs(signs - sign).sum(axis=1) for sign in signs], dtype=np.int64)
        return cls(orders, np.array([counted[order] for order in orders], dtype=np.int64), apart)

    def check(self, k: int) -> None:
        """Refuse more groups than there are different orders."""
        if k > len(self.orders):
            raise UsageError(
                f"{k} groups need at least {k} different orders, not {len(self.orders)}", hint="take fewer"
            )

    def medoids(self, k: int) -> list[int]:
        """Return k orders in the middle of voters: built one by one, then swapped while that brings them nearer."""
        chosen: list[int] = []
        near = np.full(len(self.orders), self.apart.max() + 1)
        for _ in range(k):
            costs = self.counts @ np.minimum(near[:, None], self.apart)
            costs[chosen] = np.iinfo(np.int64).max
            chosen.append(int(costs.argmin()))
            near = np.minimum(near, self.apart[chosen[-1]])
        while (better := self._swapped(chosen)) != chosen:
            chosen = better
        return sorted(chosen)

    def _swapped(self, chosen: list[int]) -> list[int]:
        """Return the medoids after the best swap of one, if it brings voters nearer to theirs."""
        least, best = int(self.counts @ self.apart[chosen].min(axis=0)), chosen
        for place in range(len(chosen)):
            others = chosen[:place] + chosen[place + 1 :]
            near = self.apart[others].min(axis=0) if others else np.full(len(self.orders), self.apart.max() + 1)
            costs = self.counts @ np.minimum(near[:, None], self.apart)
            cheapest = int(costs.argmin())
            if costs[cheapest] < least:
                least, best = int(costs[cheapest]), [*others, cheapest]
        return best

    def labels(self, medoids: list[int]) -> Whole:
        """Return the nearest medoid of each order; of several, the first."""
        nearest: Whole = self.apart[medoids].argmin(axis=0)
        return nearest

    def tried(self) -> dict[int, float]:
        """Return the mean silhouette for each number of groups that leaves enough voters in each."""
        numbers = range(2, min(MOST_GROUPS, len(self.orders)) + 1)
        return {k: self.silhouette(k) for k in numbers if self.least(k) >= LEAST_SHARE * self.counts.sum()}

    def least(self, k: int) -> int:
        """Count the voters in the smallest of k groups."""
        labels = self.labels(self.medoids(k))
        return min(int(self.counts[labels == group].sum()) for group in range(k))

    def silhouette(self, k: int) -> float:
        """Return the mean silhouette over voters (Rousseeuw 1987): 1 for groups far apart, 0 for none to tell apart."""
        labels = self.labels(self.medoids(k))
        members = np.array([np.where(labels == group, self.counts, 0) for group in range(k)])
        sums, sizes = (members @ self.apart).astype(float), members.sum(axis=1).astype(float)
        places = np.arange(len(self.orders))
        own = sizes[labels]
        inner = sums[labels, places] / np.maximum(own - 1, 1)
        means = sums / sizes[:, None]
        means[labels, places] = np.inf
        outer = means.min(axis=0)
        greater = np.maximum(inner, outer)
        widths = np.where((own > 1) & (greater > 0), (outer - inner) / np.where(greater > 0, greater, 1), 0)
        return round(float(self.counts @ widths / self.counts.sum()), _DECIMALS)

    def grouped(self, k: int, silhouettes: dict[int, float], chance: float | None, reason: str) -> Grouping:
        """Put the voters round k medoids."""
        medoids = self.medoids(k)
        labels = self.labels(medoids)
        clusters = [
            (tuple(Ballot(self.orders[i], int(self.counts[i])) for i in np.flatnonzero(labels == place)), medoid)
            for place, medoid in enumerate(medoids)
        ]
        clusters.sort(key=lambda cluster: (-sum(ballot.count for ballot in cluster[0]), cluster[1]))
        groups, middles = zip(*clusters, strict=True)
        return Grouping(groups, tuple(self.orders[middle] for middle in middles), silhouettes, chance, reason)


def _signs(order: Order, issues: Sequence[str]) -> npt.NDArray[np.int8]:
    """Return for each two issues whether the first stands before (-1), beside (0) or behind (1) the second."""
    rank = ranks(order)
    places = np.array([rank[code] for code in issues])
    above, below = np.triu_indices(len(issues), 1)
    signs: npt.NDArray[np.int8] = np.sign(places[above] - places[below]).astype(np.int8)
    return signs
