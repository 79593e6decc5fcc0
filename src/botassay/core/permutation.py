"""Whether a share differs between two sets of conversations by more than chance: permutation tests of whole clusters.

What is said within one conversation is alike, so conversations are exchanged, and never single replies. Under the
hypothesis that it makes no difference to which side a conversation belongs, every exchange is as likely as the one that
was observed (Fisher 1935; for ratios of clusters see Gail, Mark, Carroll, Green, Pee 1996, Statistics in Medicine 15).
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from botassay.core.stats import ALPHA, CONFIDENCE, design_effect, difference_interval, wilson

Cluster: TypeAlias = tuple[int, float]
"""Of one conversation: how many things count, and what they are worth together, each from 0 to 1."""
Clusters: TypeAlias = Mapping[str, Sequence[Cluster]]
"""By stratum. Only conversations of one stratum are exchanged."""
Pair: TypeAlias = tuple[Cluster, Cluster]

DRAWS: Final = 10_000
_SEED: Final = 19_350_101
_CHUNK: Final = 2**20
"""Random numbers that are in memory at a time."""
_TOLERANCE: Final = 1e-12


class PermutationTest(NamedTuple):
    """The outcome of a test."""

    difference: float
    """After − before, in [-1, 1]; over several strata the mean, weighted by how much both sides have of each."""
    low: float
    high: float
    """The 95 % interval of the difference; it leaves out 0 if, and only if, `p` is below 5 %."""
    p: float
    """How often an exchange makes a difference at least as large, on either side."""
    exact: bool
    """Whether all exchanges were looked at, and not a random sample."""
    smallest_p: float
    """The least p that these conversations could have given; by random exchanges, about that."""


class _Totals(NamedTuple):
    """Sums by stratum, in the last axis; an axis before it for exchanges where there are several."""

    n: Any
    s: Any

    @classmethod
    def of(cls, strata: Sequence[Sequence[Cluster]]) -> "_Totals":
        return cls(
            np.array([float(sum(n for n, _ in clusters)) for clusters in strata]),
            np.array([float(sum(s for _, s in clusters)) for clusters in strata]),
        )


def _difference(before: _Totals, after: _Totals) -> Any:
    """Return the differences of shares, one for each exchange; 0 where a side has nothing."""
    with np.errstate(divide="ignore", invalid="ignore"):
        gaps = after.s / after.n - before.s / before.n
        weights = before.n * after.n / (before.n + after.n)
        whole = np.nansum(gaps * weights, axis=-1) / np.nansum(weights, axis=-1)
    return np.nan_to_num(whole)


def two_sample_test(before: Clusters, after: Clusters, draws: int = DRAWS) -> PermutationTest:
    """Test whether two independent sets of conversations differ in a share.

    Args:
        before: clusters by stratum.
        after: the same of the other set; strata that only one side has say nothing.
        draws: random exchanges, where there are more than that.

    None against nine of 126 replies, in 8 of 38 conversations:

    >>> calm, rude = [(4, 0)] * 12 + [(3, 0)] * 26, [(4, 2)] + [(3, 1)] * 7 + [(4, 0)] * 11 + [(3, 0)] * 19
    >>> test = two_sample_test({"": calm}, {"": rude})
    >>> round(test.difference, 3), test.p < 0.01, test.low > 0
    (0.071, True, True)
    """
    common = sorted(before.keys() & after.keys())
    first, second = ([sorted(side[name]) for name in common] for side in (before, after))
    if first > second:  # so that swapped sides give the same draws
        return _mirrored(two_sample_test(after, before, draws))
    observed = float(_difference(_Totals.of(first), _Totals.of(second)))
    ways = prod(comb(len(a) + len(b), len(a)) for a, b in zip(first, second, strict=True))
    exact = ways <= draws
    assigned = _every_choice(first, second) if exact else _random_choices(first, second, draws)
    differences = np.concatenate([_difference(*sides) for sides in assigned])
    return _outcome(observed, differences, exact, first, second)


def paired_test(pairs: Mapping[str, Sequence[Pair]], draws: int = DRAWS) -> PermutationTest:
    """Test whether the second of each pair of conversations with one script differs from the first in a share.

    Args:
        pairs: (before, after) by stratum.
        draws: random exchanges, where there are more than that.

    >>> test = paired_test({"": [((3, 0), (3, 1))] * 8 + [((3, 0), (3, 0))] * 30})
    >>> test.p, test.exact, test.smallest_p
    (0.0078125, True, 0.0078125)
    """
    names = sorted(pairs)
    first, second = ([[pair[side] for pair in pairs[name]] for name in names] for side in (0, 1))
    totals = _Totals.of(first), _Totals.of(second)
    observed = float(_difference(*totals))
    unlike = [
        (at, float(after[0] - before[0]), float(after[1] - before[1]))
        for at, name in enumerate(names)
        for before, after in pairs[name]
        if before != after
    ]
    exact = 2 ** len(unlike) <= draws
    differences = np.concatenate([_swapped(*totals, unlike, swaps) for swaps in _swaps(len(unlike), draws, exact)])
    return _outcome(observed, differences, exact, first, second)


def _swaps(pairs: int, draws: int, exact: bool) -> Iterator[Any]:  # noqa: FBT001 - of this module alone
    """Yield which of the pairs are exchanged, a row for each exchange."""
    if exact:
        yield np.array([*product((0.0, 1.0), repeat=pairs)]).reshape(2**pairs, pairs)
        return
    rng = np.random.default_rng(_SEED)
    for rows in _chunks(draws, pairs):
        yield rng.integers(0, 2, (rows, pairs), dtype=np.int8).astype(float)


def _swapped(before: _Totals, after: _Totals, unlike: Sequence[tuple[int, float, float]], swaps: Any) -> Any:
    shape = (len(swaps), len(before.n))
    more_n, more_s = np.zeros(shape), np.zeros(shape)
    for stratum in {at for at, _, _ in unlike}:
        here = [place for place, (at, _, _) in enumerate(unlike) if at == stratum]
        more_n[:, stratum] = swaps[:, here] @ np.array([unlike[place][1] for place in here])
        more_s[:, stratum] = swaps[:, here] @ np.array([unlike[place][2] for place in here])
    return _difference(_Totals(before.n + more_n, before.s + more_s), _Totals(after.n - more_n, after.s - more_s))


_Sides: TypeAlias = tuple[_Totals, _Totals]


def _every_choice(first: Sequence[Sequence[Cluster]], second: Sequence[Sequence[Cluster]]) -> Iterator[_Sides]:
    """Yield all ways to choose which clusters stand on the first side."""
    pooled = [[*a, *b] for a, b in zip(first, second, strict=True)]
    choices = (combinations(range(len(pool)), len(a)) for pool, a in zip(pooled, first, strict=True))
    chosen = [
        [[pool[at] for at in places] for pool, places in zip(pooled, way, strict=True)] for way in product(*choices)
    ]
    sides = [_Totals.of(way) for way in chosen]
    yield _against(pooled, _Totals(np.array([side.n for side in sides]), np.array([side.s for side in sides])))


def _random_choices(
    first: Sequence[Sequence[Cluster]], second: Sequence[Sequence[Cluster]], draws: int
) -> Iterator[_Sides]:
    rng = np.random.default_rng(_SEED)
    pooled = [sorted([*a, *b]) for a, b in zip(first, second, strict=True)]
    for rows in _chunks(draws, sum(map(len, pooled))):
        drawn = [_drawn(rng, pool, len(a), rows) for pool, a in zip(pooled, first, strict=True)]
        yield _against(pooled, _Totals(*(np.stack(part, axis=-1) for part in zip(*drawn, strict=True))))


def _drawn(rng: Any, pool: Sequence[Cluster], size: int, rows: int) -> tuple[Any, Any]:
    """Return the sums of random choices of so many clusters."""
    keys = rng.random((rows, len(pool)), dtype=np.float32)
    smaller = min(size, len(pool) - size)
    places = np.argpartition(keys, max(0, smaller - 1), axis=1)[:, :smaller]
    values = np.array(pool, dtype=float)
    sums = values[places].sum(axis=1)
    if smaller < size:
        sums = values.sum(axis=0) - sums
    return sums[:, 0], sums[:, 1]


def _against(pooled: Sequence[Sequence[Cluster]], first: _Totals) -> _Sides:
    whole = _Totals.of(pooled)
    return first, _Totals(whole.n - first.n, whole.s - first.s)


def _chunks(draws: int, width: int) -> Iterator[int]:
    most = max(1, _CHUNK // max(1, width))
    for begun in range(0, draws, most):
        yield min(most, draws - begun)


def _outcome(
    observed: float,
    differences: Any,
    exact: bool,  # noqa: FBT001 - of this module alone
    first: Sequence[Sequence[Cluster]],
    second: Sequence[Sequence[Cluster]],
) -> PermutationTest:
    sizes = np.abs(differences)
    extreme = int((sizes >= abs(observed) - _TOLERANCE).sum())
    p = extreme / len(sizes) if exact else (extreme + 1) / (len(sizes) + 1)
    most = int((sizes >= max(float(sizes.max()), abs(observed)) - _TOLERANCE).sum())
    smallest = 1.0 if float(sizes.max()) <= _TOLERANCE else most / len(sizes)
    low, high = _interval(observed, sizes, _apart(first, second), significant=p < ALPHA)
    return PermutationTest(round(observed, 9), round(low, 9), round(high, 9), p, exact, smallest)


def _interval(observed: float, sizes: Any, apart: tuple[float, float], *, significant: bool) -> tuple[float, float]:
    """Return the interval: at the end next to 0 by the exchanges, at the other the wider one of both.

    Where so little happened that exchanges hardly vary, they would give an interval that is too short.

    Args:
        observed: the difference.
        sizes: of the differences of all exchanges.
        apart: the interval by the variation within each of both sides.
        significant: whether the test found a difference.
    """
    reach = float(np.quantile(sizes, CONFIDENCE, method="higher"))
    low, high = min(observed - reach, apart[0]), max(observed + reach, apart[1])
    if significant and observed > 0:
        low = max(0.0, observed - reach) or _TOLERANCE**0.5
    elif significant:
        high = min(0.0, observed + reach) or -(_TOLERANCE**0.5)
    else:
        low, high = min(low, 0.0), max(high, 0.0)
    return max(-1.0, low), min(1.0, high)


def _apart(first: Sequence[Sequence[Cluster]], second: Sequence[Sequence[Cluster]]) -> tuple[float, float]:
    """Return the interval of the difference by the variation within each side: square-and-add of Wilson's intervals.

    What is alike within conversations counts as fewer things, by the greater design effect of both sides.
    """
    sides = [[cluster for clusters in strata for cluster in clusters] for strata in (first, second)]
    totals = [(sum(n for n, _ in side), sum(s for _, s in side)) for side in sides]
    if not all(n for n, _ in totals):
        return -1.0, 1.0
    effect = max(_design_effect(side, n, s) for side, (n, s) in zip(sides, totals, strict=True))
    (a, b) = ((s / n, wilson(s / n, max(1, round(n / effect)))) for n, s in totals)
    return difference_interval(*a, *b)


def _design_effect(side: Sequence[Cluster], n: int, s: float) -> float:
    ss, sn = sum(worth * worth for _, worth in side), sum(worth * count for count, worth in side)
    return design_effect(len(side), n, Fraction(s), Fraction(ss), Fraction(sn), sum(count * count for count, _ in side))


def _mirrored(test: PermutationTest) -> PermutationTest:
    return test._replace(difference=0.0 - test.difference, low=0.0 - test.high, high=0.0 - test.low)
