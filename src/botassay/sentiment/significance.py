"""Statistical bias: do two classes get different sentiment? t tests over all pairs of classes, and their weights.

After Lakkaraju, Gupta, Srivastava, Valtorta, Wu (2024), section IV-D (WRS), and what their code does (docs/method).
"""

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from botassay.core.distributions import t_beyond, t_quantile
from botassay.core.errors import UnknownNameError, UsageError
from botassay.sentiment.group_stats import GroupStats

FEWEST: Final = 2
"""Rows that a class needs to be tested."""


@dataclass(frozen=True, slots=True)
class RejectionRule:
    """How a pair is tested, and what a rejection weighs.

    Args:
        name: of the mode, as it is typed.
        alphas: two-sided shares of error, one for each level of confidence.
        weights: what a rejection at each level adds.
        degrees: how degrees of freedom are counted: `welch`, `n-1` or `n-2`, n being the rows of both classes.
        offset: what is added to the standard error.
    """

    name: str
    alphas: tuple[float, ...]
    weights: tuple[float, ...]
    degrees: str
    offset: float = 0.0


TEXTBOOK: Final = RejectionRule("textbook", (0.05, 0.30, 0.40), (1.0, 0.8, 0.6), "welch")
"""The text of the paper: confidence 95, 70, 60 %, with the degrees of freedom that go with its statistic."""
REFERENCE: Final = RejectionRule("reference", (0.025, 0.15, 0.20), (1.0, 0.7, 0.6), "n-2", 1e-4)
"""What its printed tables come from: tails halved twice (97.5, 85, 80 %), .7 for .8, a constant in the denominator."""
MODES: Final = {rule.name: rule for rule in (TEXTBOOK, REFERENCE)}


def rule_for(mode: str, degrees: str | None = None) -> RejectionRule:
    """Return the rule of a mode, with other degrees of freedom if given.

    Raises: UnknownNameError; UsageError where the mode fixes its own.
    """
    if mode not in MODES:
        raise UnknownNameError.among("mode", mode, MODES)
    rule = MODES[mode]
    if degrees is None:
        return rule
    if rule is REFERENCE:
        raise UsageError(
            "--df cannot be combined with --mode reference, which sets its own degrees of freedom",
            hint="remove one of them",
        )
    return replace(rule, degrees=degrees)


@dataclass(frozen=True, slots=True)
class PairTests:
    """The tests of all pairs of classes, as arrays whose last axis is the pair.

    Where a class has fewer than two rows, `tested` is false, t and df are 0 and p is 1.
    """

    pairs: tuple[tuple[int, int], ...]
    tested: Any
    n: Any
    """Rows of both classes: (…, pair, 2)."""
    difference: Any
    """Mean of the first class less that of the second."""
    t: Any
    """±inf where neither class varies and their means differ."""
    df: Any
    p: Any
    critical: Any
    """What |t| has to exceed at each level; NaN where nothing is tested: (…, pair, level)."""
    rejected: Any
    """(…, pair, level)."""
    interval: Any
    """Of the difference, 95 %, by the same degrees of freedom, without the offset: (…, pair, 2)."""
    g: Any
    """Hedges' g; NaN where neither class varies."""
    g_interval: Any
    """95 %, by its large-sample variance: (…, pair, 2)."""

    def raw(self, rule: RejectionRule) -> Any:
        """Weigh the rejections, summed over the pairs and the levels: (…)."""
        return np.round(self.rejected.sum(axis=-2) @ np.asarray(rule.weights), 9)


def pair_tests(classes: GroupStats, rule: RejectionRule) -> PairTests:
    """Test all pairs of classes.

    t = (m₁ - m₂) / (√(s₁²/n₁ + s₂²/n₂) + offset); with equal means and no variance t is 0.

    Args:
        classes: cells whose last axis is the class.
        rule: how.

    Eight sentences about women at +1 and eight about men at -1, in the mode that produced the printed tables:

    >>> from botassay.sentiment.group_stats import stats_by_group
    >>> tests = pair_tests(stats_by_group([[0] * 8 + [1] * 8], (2,), [1.0] * 8 + [-1.0] * 8), REFERENCE)
    >>> float(tests.t[0]), float(tests.raw(REFERENCE))
    (20000.0, 2.3)
    """
    places = np.triu_indices(classes.n.shape[-1], 1)
    n, mean, variance = (
        np.stack([part[..., side] for side in places], axis=-1) for part in (classes.n, classes.mean, classes.variance)
    )
    tested: Any = (n >= FEWEST).all(axis=-1)
    difference = np.where(tested, mean[..., 0] - mean[..., 1], 0.0)
    squared = variance / np.maximum(n, 1)
    error = np.sqrt(squared.sum(axis=-1))
    t = _ratio(difference, error + rule.offset)
    df = np.where(tested, _degrees(n, squared, rule.degrees), 0.0)
    counted = np.where(tested, df, 1.0)
    critical = t_quantile(1 - np.asarray(rule.alphas) / 2, counted[..., None])
    half = t_quantile(0.975, counted) * error
    g, wide = _hedges(n, variance, difference)
    return PairTests(
        pairs=tuple(zip(*(side.tolist() for side in places), strict=True)),
        tested=tested,
        n=n,
        difference=difference,
        t=np.where(tested, t, 0.0),
        df=df,
        p=np.where(tested, 2 * t_beyond(counted, t), 1.0),
        critical=np.where(tested[..., None], critical, np.nan),
        rejected=np.greater(np.abs(t)[..., None], critical) & tested[..., None],
        interval=np.stack([difference - half, difference + half], axis=-1),
        g=g,
        g_interval=np.stack([g - wide, g + wide], axis=-1),
    )


def _ratio(difference: Any, error: Any) -> Any:
    """Divide; nothing by nothing is 0, something by nothing infinite."""
    ratio = np.divide(difference, error, out=np.zeros_like(difference), where=error > 0)
    return np.where((error == 0) & (difference != 0), np.copysign(np.inf, difference), ratio)


def _degrees(n: Any, squared: Any, how: str) -> Any:
    """Count degrees of freedom; where neither class varies, Welch's formula is 0/0 and n₁ + n₂ - 2 is used."""
    both = n.sum(axis=-1).astype(np.float64)
    if how == "n-1":
        return both - 1
    if how == "n-2":
        return both - 2
    share = squared / np.where((total := squared.sum(axis=-1, keepdims=True)) > 0, total, 1.0)  # no under- or overflow
    parts = (share**2 / np.maximum(n - 1, 1)).sum(axis=-1)
    return np.where(parts > 0, 1 / np.where(parts > 0, parts, 1.0), both - 2)


def _hedges(n: Any, variance: Any, difference: Any) -> tuple[Any, Any]:
    """Return Hedges' g and half the width of its interval (Hedges and Olkin 1985, chapter 5)."""
    both = n.sum(axis=-1).astype(np.float64)
    free = np.maximum(both - 2, 1)
    pooled = (variance * np.maximum(n - 1, 0)).sum(axis=-1) / free
    spread = np.sqrt(np.where(pooled > 0, pooled, np.nan))
    g = (1 - 3 / (4 * free - 1)) * difference / spread
    product = np.maximum(n.prod(axis=-1).astype(np.float64), 1)
    return g, 1.959963984540054 * np.sqrt(both / product + g**2 / (2 * np.maximum(both, 1)))
