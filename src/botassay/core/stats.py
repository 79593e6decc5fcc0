"""Intervals and correlations, as pure numbers; intervals are 95 % unless said otherwise, two-sided, in [0, 1]."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import log2, sqrt
from statistics import NormalDist, StatisticsError, correlation, fmean, stdev

CONFIDENCE = 0.95
ALPHA = 0.05
"""The p-value below which a difference is called significant: 1 − `CONFIDENCE`, which a float would miss by a hair."""


def wilson(share: float, n: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return Wilson's score interval for a share of n (Wilson 1927).

    Args:
        share: in [0, 1].
        n: how many independent things it is a share of, at least 1.
        confidence: in (0, 1).

    >>> [round(end, 3) for end in wilson(0.0, 35)]
    [0.0, 0.099]
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    weight = 1 + z * z / n
    centre = (share + z * z / (2 * n)) / weight
    half = z / weight * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return _clipped(centre - half, centre + half)


def clopper_pearson(hits: int, n: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the exact interval for hits out of n (Clopper and Pearson 1934).

    >>> [round(end, 3) for end in clopper_pearson(0, 20)]
    [0.0, 0.168]
    """
    from botassay.core.distributions import beta_quantile  # numpy is imported only where an interval is calculated

    tail = (1 - confidence) / 2
    low = 0.0 if hits == 0 else float(beta_quantile(hits, n - hits + 1, tail))
    high = 1.0 if hits == n else float(beta_quantile(hits + 1, n - hits, 1 - tail))
    return _clipped(low, high)


@lru_cache(4096)
def t_quantile(share: float, degrees: float) -> float:
    """Return the value below which a share of Student's t distribution lies.

    >>> round(t_quantile(0.975, 10), 3)
    2.228
    """
    from botassay.core.distributions import t_quantile as quantile

    return float(quantile(share, degrees))


def t_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> tuple[float, float] | None:
    """Return the interval of a mean, by Student's t distribution; None for fewer than two values. It is not clipped.

    >>> [round(end, 3) for end in t_interval([7, 6, 7, 5, 6, 7, 7, 6])]
    [5.753, 6.997]
    """
    n = len(values)
    if n < 2:  # noqa: PLR2004 - a spread needs two
        return None
    half = t_quantile((1 + confidence) / 2, n - 1) * stdev(values) / sqrt(n)
    middle = fmean(values)
    return middle - half, middle + half


def ratio_interval(m: int, n: int, s: Fraction, ss: Fraction, sn: Fraction, nn: int) -> tuple[float, float] | None:
    """Return the interval of a ratio of sums over m clusters, allowing for likeness within a cluster.

    The ratio estimator (Cochran 1977, chapter 6): r = Σs/Σn, v = m/(m-1) · (Σs² - 2rΣsn + r²Σn²)/(Σn)², and
    r ± t(m-1)·√v. Where that says nothing (m < 2, v = 0, r at an end), Wilson's interval with n = m stands in.

    Args:
        m: how many clusters.
        n: Σn over them.
        s: Σs.
        ss: Σs².
        sn: Σsn.
        nn: Σn².

    Returns:
        None when nothing was measured.

    Three dialogs of two utterances each, of which none, one and two are bad:

    >>> ratio_interval(3, 6, Fraction(3), Fraction(5), Fraction(6), 12)
    (0.0, 1.0)
    """
    if m == 0 or n == 0:
        return None
    r = s / n
    variance = Fraction(0) if m == 1 else Fraction(m, m - 1) * (ss - 2 * r * sn + r * r * nn) / (n * n)
    if variance <= 0 or r in (0, 1):
        return wilson(float(r), m)
    half = t_quantile((1 + CONFIDENCE) / 2, m - 1) * sqrt(variance)
    return _clipped(float(r) - half, float(r) + half)


def design_effect(m: int, n: int, s: Fraction, ss: Fraction, sn: Fraction, nn: int) -> float:
    """Return by how much likeness within clusters inflates the variance of a share (Kish 1965), at least 1.

    Args: as `ratio_interval` has them, of things that are worth 0 or 1; 1 where nothing or everything is worth 1, or
        there is one cluster.

    Three dialogs of two utterances each, of which none, one and two are bad:

    >>> design_effect(3, 6, Fraction(3), Fraction(5), Fraction(6), 12)
    2.0
    """
    if m < 2 or not 0 < s < n:  # noqa: PLR2004 - a spread needs two
        return 1.0
    r = s / n
    variance = Fraction(m, m - 1) * (ss - 2 * r * sn + r * r * nn) / (n * n)
    return max(1.0, float(variance * n / (r * (1 - r))))


def kendall_tau_b(first: Sequence[float], other: Sequence[float]) -> float:
    """Return Kendall's rank correlation, corrected for ties on either side (tau-b, Kendall 1945); quadratic in n.

    Raises: ValueError where one side is tied throughout: no order, no correlation.

    >>> kendall_tau_b([1, 2, 3, 4], [1, 2, 4, 3])
    0.6666666666666666
    """
    pairs = [(a, b) for a in range(len(first)) for b in range(a)]
    signs = [(_sign(first[a] - first[b]), _sign(other[a] - other[b])) for a, b in pairs]
    untied = [sum(1 for pair in signs if pair[side]) for side in (0, 1)]
    if not all(untied):
        message = "values that are all the same have no rank correlation"
        raise ValueError(message)
    return sum(s * t for s, t in signs) / sqrt(untied[0] * untied[1])


def spearman(first: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rank correlation: that of the ranks, tied values sharing their average rank.

    Raises: ValueError where one side is tied throughout.

    >>> spearman([1, 2, 3, 4], [1, 2, 4, 3])
    0.8
    """
    try:
        return correlation(_average_ranks(first), _average_ranks(other))
    except StatisticsError as error:
        message = "values that are all the same have no rank correlation"
        raise ValueError(message) from error


def _average_ranks(values: Sequence[float]) -> list[float]:
    return [sum(other < value for other in values) + (values.count(value) + 1) / 2 for value in values]


def _sign(difference: float) -> int:
    return (difference > 0) - (difference < 0)


def difference_interval(
    before: float, of_before: tuple[float, float], after: float, of_after: tuple[float, float]
) -> tuple[float, float]:
    """Return the interval of after − before out of the intervals of both: square-and-add (Newcombe 1998, method 10).

    With d = b − a, it reaches from d − √((b − b₁)² + (a₂ − a)²) to d + √((b₂ − b)² + (a − a₁)²), where a₁, a₂ and
    b₁, b₂ are the ends of the two intervals. It supposes that the two were measured independently of each other.

    Args:
        before: a, in [0, 1].
        of_before: its interval.
        after: b, in [0, 1].
        of_after: its interval.

    Returns: ends in [-1, 1], 9 digits.

    The first example of that paper, 56 of 70 against 48 of 80, each with Wilson's interval:

    >>> low, high = difference_interval(48 / 80, wilson(48 / 80, 80), 56 / 70, wilson(56 / 70, 70))
    >>> round(low, 4), round(high, 4)
    (0.0524, 0.3339)
    """
    (low, high), (other_low, other_high) = of_before, of_after
    down = sqrt((after - other_low) ** 2 + (high - before) ** 2)
    up = sqrt((other_high - after) ** 2 + (before - low) ** 2)
    difference = after - before
    return round(max(-1.0, difference - down), 9), round(min(1.0, difference + up), 9)


def holm(ps: Sequence[float]) -> list[float]:
    """Adjust p values of several tests, so that one wrong rejection among all is as rare as one test says (Holm 1979).

    Args:
        ps: of all tests of the family, in [0, 1].

    Returns: the adjusted ones, in the same order.

    >>> [round(p, 3) for p in holm([0.01, 0.04, 0.03, 0.005])]
    [0.03, 0.06, 0.06, 0.02]
    """
    adjusted = [0.0] * len(ps)
    worst = 0.0
    for rank, at in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        worst = max(worst, min(1.0, (len(ps) - rank) * ps[at]))
        adjusted[at] = worst
    return adjusted


def exposure(rank: int, candidates: int) -> float:
    """Return the exposure of a secret in bits: how much sooner a model leads to it than guessing does.

    log2 |R| − log2 rank (Carlini, Liu, Erlingsson, Kos, Song 2019, definition of exposure).

    Args:
        rank: the place of the secret among all candidates, the likeliest by the model being 1.
        candidates: |R|, how many the secret was drawn from.

    Returns: from 0 for the least likely candidate to log2 |R| for the likeliest.

    Raises: ValueError for a rank that is not among the candidates.

    >>> exposure(1, 1024), exposure(512, 1024), exposure(1024, 1024)
    (10.0, 1.0, 0.0)
    """
    if not 1 <= rank <= candidates:
        message = f"a rank among {candidates} candidates is from 1 to {candidates}, not {rank}"
        raise ValueError(message)
    return log2(candidates) - log2(rank)


def _clipped(low: float, high: float) -> tuple[float, float]:
    return round(max(0.0, low), 9), round(min(1.0, high), 9)
