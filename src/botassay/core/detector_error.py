"""What share of things has a property, where what looks for it misses some and raises false alarms.

The rates of both errors differ between bots: their distributions are measured on several sources and carried along, a
hierarchy in the manner of Gelman and Carpenter (2020, JRSS C 69). With one fixed rate for all, intervals are too short.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import exp, lgamma, log
from typing import Any, Final, NamedTuple

import numpy as np

from botassay.core.distributions import beta_quantile

Beta = tuple[float, float]
"""The two parameters of a beta distribution."""

_GRID: Final = 400
_QUANTILES: Final = 24
_LEAST: Final = 1e-9
_TAIL: Final = 0.025
_LEAST_SHARE: Final = 0.001
"""A lower end below it, or below half a thing, is 0: a quantile never is, and would miss a bot without any fault."""
_WIDEST: Final = ((-14.0, 14.0), (0.0, 12.0))
"""Where `fit_beta` looks: the logit of the mean, and the logarithm of the sum of the parameters."""
_STEPS: Final = 12
_ROUNDS: Final = 24


class CorrectedShare(NamedTuple):
    """A share in [0, 1]: the posterior median, and the interval in which it lies with 95 %."""

    value: float
    low: float
    high: float


def corrected_share(
    n: int,
    flagged: float,
    confirmed: float = 0,
    dismissed: float = 0,
    false_alarms: Beta = (1.0, 1.0),
    recall: Beta = (1.0, 1.0),
    design_effect: float = 1.0,
) -> CorrectedShare:
    """Return the share of things that have a property, corrected for the errors of what flagged them.

    A prior in the manner of Jeffreys, Beta(1/2, 1/2), on a grid; the rates of both errors are averaged over quantiles
    of their distributions. No random numbers: equal arguments give equal results.

    Args:
        n: how many things were looked at.
        flagged: how many of them were flagged, and judged by no person.
        confirmed: how many were flagged, and a person agreed.
        dismissed: how many were flagged, and a person disagreed.
        false_alarms: the distribution of the rate at which things without the property are flagged.
        recall: the distribution of the rate at which things with it are flagged.
        design_effect: how much greater the variance is than among independent things; below 1 counts as 1.

    Raises: ValueError when more is flagged than was looked at, or a count is negative.

    A classifier with false alarms of 0.8 % ± 0.8 and a recall of 0.70 ± 0.08, which flags 2 % of 400 replies:

    >>> rates = {"false_alarms": beta_of(0.008, 0.008), "recall": beta_of(0.70, 0.08)}
    >>> [round(end, 3) for end in corrected_share(400, 8, **rates)]
    [0.018, 0.0, 0.048]
    >>> [round(end, 3) for end in corrected_share(400, 0, **rates)]
    [0.001, 0.0, 0.009]
    >>> [round(end, 3) for end in corrected_share(1200, 60, **rates)]
    [0.062, 0.024, 0.094]
    """
    if min(n, flagged, confirmed, dismissed) < 0 or flagged + confirmed + dismissed > n:
        message = f"{flagged} flagged, {confirmed} confirmed and {dismissed} dismissed do not fit into {n}"
        raise ValueError(message)
    effect = max(1.0, design_effect)
    counts = np.array([confirmed, dismissed, flagged, n - flagged - confirmed - dismissed]) / effect
    logs = np.tensordot(counts, _logs(false_alarms, recall), 1)
    roots = np.arange(_GRID + 1) / _GRID
    likelihood = np.exp(logs - logs.max()).mean(axis=1)
    mass = np.cumsum([0.0, *(likelihood * np.diff(np.arcsin(roots)))])
    ends = np.interp([_TAIL, 0.5, 1 - _TAIL], mass / mass[-1], roots) ** 2
    low, value, high = (round(end, 9) for end in ends.tolist())
    return CorrectedShare(value, low if low >= max(_LEAST_SHARE, 0.5 / max(n, 1)) else 0.0, high)


def _shares() -> Any:
    """Return the grid, which is even in the root of the share."""
    return ((np.arange(_GRID) + 0.5) / _GRID) ** 2


@lru_cache(maxsize=8)
def _logs(false_alarms: Beta, recall: Beta) -> Any:
    """Return the logarithms of the chances of each outcome: confirmed, dismissed, flagged, passed.

    The axes are: outcome, share, pair of rates.
    """
    places = (np.arange(_QUANTILES) + 0.5) / _QUANTILES
    f, r = (np.clip(beta_quantile(a, b, places), _LEAST, 1 - _LEAST) for a, b in (false_alarms, recall))
    share = _shares()[:, None]
    right, wrong = share * np.repeat(r, _QUANTILES), (1 - share) * np.tile(f, _QUANTILES)
    return np.log([right, wrong, right + wrong, 1 - right - wrong])


def beta_of(mean: float, spread: float) -> Beta:
    """Return the beta distribution with a mean in (0, 1) and a standard deviation.

    >>> beta_of(0.5, 0.5 / 3 ** 0.5)
    (1.0, 1.0)
    """
    size = mean * (1 - mean) / spread**2 - 1
    return round(mean * size, 9), round((1 - mean) * size, 9)


def fit_beta(counts: Sequence[tuple[int, int]]) -> Beta:
    """Return the beta distribution of a rate that differs between sources: of how many, how many were flagged.

    The mode of the beta-binomial likelihood times 1 / sqrt(a + b), which keeps a spread where no source differs
    from another by more than chance. Where none or all were flagged, sources do not tell a spread: then it is
    Jeffreys' posterior of all of them together.

    Args:
        counts: (flagged, looked at) of each source, at least two of them.

    Raises: ValueError for fewer than two sources, or for more flagged than looked at.

    >>> a, b = fit_beta([(2, 300), (9, 250), (0, 200), (4, 400), (1, 350), (6, 300)])
    >>> round(a / (a + b), 3)
    0.014
    """
    if len(counts) < 2 or any(not 0 <= hits <= n for hits, n in counts):  # noqa: PLR2004 - a spread needs two
        message = f"{list(counts)} are not (flagged, looked at) of two sources or more"
        raise ValueError(message)
    flagged, total = map(sum, zip(*counts, strict=True))
    if flagged in (0, total):
        return flagged + 0.5, total - flagged + 0.5
    (low, high), (least, most) = _WIDEST
    logit = size = 0.0
    for _ in range(_ROUNDS):  # a grid around the best point, smaller every time
        logits = [low + (high - low) * at / _STEPS for at in range(_STEPS + 1)]
        sizes = [least + (most - least) * at / _STEPS for at in range(_STEPS + 1)]
        logit, size = max(product(logits, sizes), key=lambda point: _posterior(_beta_at(*point), counts))
        across, along = (high - low) / 4, (most - least) / 4
        low, high, least, most = logit - across, logit + across, max(0.0, size - along), min(12.0, size + along)
    a, b = _beta_at(logit, size)
    return round(a, 6), round(b, 6)


def _beta_at(logit: float, size: float) -> Beta:
    mean = 1 / (1 + exp(-logit))
    return mean * exp(size), (1 - mean) * exp(size)


def _posterior(beta: Beta, counts: Sequence[tuple[int, int]]) -> float:
    """Return the logarithm of the posterior density, over the logit of the mean and the logarithm of the size."""
    a, b = beta
    return -0.5 * log(a + b) + sum(_log_beta(a + hits, b + n - hits) - _log_beta(a, b) for hits, n in counts)


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)
