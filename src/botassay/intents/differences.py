"""Differences between two classifiers on the same tested phrases, with paired intervals."""

from collections.abc import Iterable, Mapping, Sequence
from math import comb, sqrt
from typing import Any, Final

import numpy as np

from botassay.core.stats import wilson
from botassay.intents.documents import ClassifierDifference, Estimate
from botassay.intents.evaluation import SplitTrial
from botassay.intents.outcomes import THRESHOLD, OutcomeFigures, figures
from botassay.intents.splits import SplitSetting
from botassay.intents.summary import JudgedColumns, estimate

RESAMPLES: Final = 1000
"""Bootstrap samples of the phrases."""
_SEED: Final = 1
_ENDS: Final = (2.5, 97.5)
"""Percentiles of a 95 % interval."""


def differences(
    done: Mapping[str, Sequence[SplitTrial]], threshold: float = THRESHOLD
) -> tuple[ClassifierDifference, ...]:
    """Return the differences of each classifier from the first, by setting, over the trials that both ran."""
    first, *others = done
    return tuple(
        _difference(name, first, setting, pairs, threshold)
        for name in others
        for setting, pairs in _by_setting(done[name], done[first]).items()
    )


Pairs = Sequence[tuple[SplitTrial, SplitTrial]]


def _by_setting(ones: Iterable[SplitTrial], others: Iterable[SplitTrial]) -> dict[SplitSetting, Pairs]:
    both = {(trial.setting, trial.repeat): trial for trial in others}
    by_setting: dict[SplitSetting, list[tuple[SplitTrial, SplitTrial]]] = {}
    for trial in ones:
        if other := both.get((trial.setting, trial.repeat)):
            by_setting.setdefault(trial.setting, []).append((trial, other))
    return dict(by_setting)


def _difference(name: str, first: str, setting: SplitSetting, pairs: Pairs, threshold: float) -> ClassifierDifference:
    head: dict[str, Any] = {"classifier": name, "other": first, "k": setting.k, "p": setting.p}
    if len(pairs) > 1:
        return ClassifierDifference(**head, **_over_repeats(pairs, threshold))
    one, other = _common(*pairs[0])
    if not one.judged:
        nothing: dict[str, Any] = dict.fromkeys(OutcomeFigures._fields)
        return ClassifierDifference(**head, **nothing)
    ours, theirs = JudgedColumns(one), JudgedColumns(other)
    right, also_right = ours.correct(threshold), theirs.correct(threshold)
    better, worse = int((right & ~also_right).sum()), int((~right & also_right).sum())
    both, neither = int((right & also_right).sum()), int((~right & ~also_right).sum())
    accuracy = Estimate(round((better - worse) / len(right), 9), newcombe_paired(both, better, worse, neither))
    return ClassifierDifference(
        **head,
        **(_bootstrapped(ours, theirs, threshold) | {"accuracy": accuracy}),
        phrases=len(right),
        better=better,
        worse=worse,
        accuracy_p=mcnemar(better, worse),
    )


def _over_repeats(pairs: Pairs, threshold: float) -> dict[str, Any]:
    each = [(figures(trial.judged, threshold), figures(other.judged, threshold)) for trial, other in pairs]
    done = [trial for trial, _ in pairs]
    return {name: estimate(_less(each, name), done, low=-1.0) for name in OutcomeFigures._fields}


def _less(each: Iterable[tuple[OutcomeFigures, OutcomeFigures]], name: str) -> list[float]:
    """Return the differences of a figure where both classifiers have it."""
    values = [(getattr(first, name), getattr(second, name)) for first, second in each]
    return [a - b for a, b in values if a is not None and b is not None]


def _common(one: SplitTrial, other: SplitTrial) -> tuple[SplitTrial, SplitTrial]:
    """Return the trials on the phrases that both answered: after an interruption one has fewer."""
    theirs = {judged.place: judged for judged in other.judged}
    shared = [judged for judged in one.judged if judged.place in theirs]
    return one._replace(judged=tuple(shared)), other._replace(judged=tuple(theirs[each.place] for each in shared))


def newcombe_paired(both: int, better: int, worse: int, neither: int) -> tuple[float, float]:
    """Return the 95 % interval of the difference of two paired shares (Newcombe 1998, Stat Med 17: 2635, method 10).

    Args:
        both: phrases that both have right.
        better: only the first.
        worse: only the second.
        neither: none of them. The sum is at least 1.

    Returns: the ends for the first minus the second, in [-1, 1].

    An example of that paper:

    >>> [round(end, 4) for end in newcombe_paired(36, 12, 2, 0)]
    [0.0569, 0.3404]
    """
    n = both + better + worse + neither
    first, second = (both + better) / n, (both + worse) / n
    (low, high), (other_low, other_high) = wilson(first, n), wilson(second, n)
    phi = _phi(both, better, worse, neither)
    difference = first - second

    def reach(down: float, up: float) -> float:
        return sqrt(max(0.0, down * down - 2 * phi * down * up + up * up))

    lower = difference - reach(first - low, other_high - second)
    upper = difference + reach(second - other_low, high - first)
    return round(max(-1.0, lower), 9), round(min(1.0, upper), 9)


def _phi(both: int, better: int, worse: int, neither: int) -> float:
    """Return the correlation of the two, with the continuity correction of method 10; 0 if one never varies."""
    margins = (both + better) * (worse + neither) * (both + worse) * (better + neither)
    if not margins:
        return 0.0
    excess = both * neither - better * worse
    n = both + better + worse + neither
    return (max(excess - n / 2, 0.0) if excess > 0 else excess) / sqrt(margins)


def mcnemar(better: int, worse: int) -> float:
    """Return the exact two-sided p value that two classifiers are equally often the only one that is right.

    >>> round(mcnemar(20, 4), 4), mcnemar(0, 0)
    (0.0015, 1.0)
    """
    n = better + worse
    tail = sum(comb(n, hits) for hits in range(min(better, worse) + 1))
    return round(min(1.0, float(2 * tail / 2**n)), 9)


def _bootstrapped(ours: JudgedColumns, theirs: JudgedColumns, threshold: float) -> dict[str, Any]:
    """Return all differences, with percentile intervals over samples of the phrases, the same for both."""
    chance = np.random.default_rng(_SEED)
    whole = [(ours.figures(threshold), theirs.figures(threshold))]
    samples = []
    for _ in range(RESAMPLES):
        which = chance.integers(0, ours.n, ours.n)
        samples.append((ours.taken(which).figures(threshold), theirs.taken(which).figures(threshold)))
    estimates: dict[str, Estimate | None] = {}
    for name in OutcomeFigures._fields:
        value, spread = _less(whole, name), _less(samples, name)
        ends = [round(float(end), 9) for end in np.percentile(spread, _ENDS)] if spread else []
        estimates[name] = Estimate(round(value[0], 9), (ends[0], ends[1])) if value else None
    return estimates
