"""What the trials of one setting come to: figures with intervals, and what other thresholds would bring."""

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, variance
from typing import Any, Final

import numpy as np

from botassay.core.stats import CONFIDENCE, t_quantile, wilson
from botassay.intents.documents import CurvePoint, Estimate, Seconds, SettingFigures
from botassay.intents.evaluation import Trial
from botassay.intents.outcomes import THRESHOLD, Figures, figures
from botassay.intents.splits import Setting

STEPS: Final = 20
"""Steps of the threshold from 0 to 1 on a curve."""


def summary(setting: Setting, done: Sequence[Trial], threshold: float = THRESHOLD) -> SettingFigures:
    """Summarise the trials of one setting."""
    if not done:
        return not_run(setting, threshold, "no repeat was finished")
    each = [figures(trial.judged, threshold) for trial in done]
    found: dict[str, Any] = {
        name: estimate([value for one in each if (value := getattr(one, name)) is not None], done)
        for name in each[0]._fields
    }
    points = curve(done)
    return SettingFigures(
        k=setting.k,
        p=setting.p,
        **found,
        repeats=len(done),
        threshold=threshold,
        n_test=round(fmean(len(trial.judged) for trial in done), 3),
        n_negative=round(fmean(sum(one.truth is None for one in trial.judged) for trial in done), 3),
        curve=points,
        best_threshold=_best(done),
        seconds=Seconds(
            fit=round(fmean(trial.fit_seconds for trial in done), 3),
            answer=round(fmean(trial.answer_seconds for trial in done), 3),
        ),
    )


def not_run(setting: Setting, threshold: float, reason: str) -> SettingFigures:
    """Say of a setting why it has no figures."""
    return SettingFigures(k=setting.k, p=setting.p, threshold=threshold, reason=reason)


def estimate(values: Sequence[float], done: Sequence[Trial], low: float = 0.0) -> Estimate | None:
    """Give the mean of a figure over repeats, with an interval that allows for their overlap.

    The repeats train on much the same phrases, so their spread alone would promise too much: the corrected resampled t
    of Nadeau and Bengio (2003), variance s² · (1/R + n_test/n_train). Where that says nothing (one repeat, or no
    spread) Wilson's interval for as many phrases as a repeat tests stands in.

    Args:
        values: one for each repeat that has the figure; None if there is none.
        done: the trials.
        low: the least that the figure can be; the greatest is 1.
    """
    if not values:
        return None
    mean = fmean(values)
    spread = variance(values, mean) if len(values) > 1 else 0.0
    tested = fmean(len(trial.judged) for trial in done)
    if spread > 0:
        share = tested / fmean(trial.n_train for trial in done)
        half = t_quantile((1 + CONFIDENCE) / 2, len(values) - 1) * sqrt(spread * (1 / len(values) + share))
        ends = round(max(low, mean - half), 9), round(min(1.0, mean + half), 9)
    elif low < 0:  # a difference: one repeat says nothing of its spread, several that are alike say that there is none
        ends = (low, 1.0) if len(values) == 1 else (round(mean, 9), round(mean, 9))
    else:
        ends = wilson(min(1.0, max(0.0, mean)), max(1, round(tested)))
    return Estimate(round(mean, 9), ends)


def paired(
    ones: Sequence[Trial], others: Sequence[Trial], threshold: float = THRESHOLD
) -> dict[Setting, dict[str, Estimate | None]]:
    """Give the differences of all figures between two classifiers, by setting, over the trials that both have done."""
    both = {(one.setting, one.repeat): one for one in others}
    by_setting: dict[Setting, list[tuple[Trial, Trial]]] = {}
    for one in ones:
        if other := both.get((one.setting, one.repeat)):
            by_setting.setdefault(one.setting, []).append((one, other))
    return {setting: _differences(pairs, threshold) for setting, pairs in by_setting.items()}


def _differences(pairs: Sequence[tuple[Trial, Trial]], threshold: float) -> dict[str, Estimate | None]:
    each = [(figures(one.judged, threshold), figures(other.judged, threshold)) for one, other in pairs]
    done = [one for one, _ in pairs]
    return {name: estimate([a - b for a, b in _both(each, name)], done, low=-1.0) for name in Figures._fields}


def _both(each: Sequence[tuple[Figures, Figures]], name: str) -> list[tuple[float, float]]:
    values = [(getattr(one, name), getattr(other, name)) for one, other in each]
    return [pair for pair in values if None not in pair]


def curve(done: Sequence[Trial]) -> tuple[CurvePoint, ...]:
    """Say what other thresholds would bring, on average over the repeats."""
    columns = [_Columns(trial) for trial in done]
    return tuple(_point(columns, step / STEPS) for step in range(STEPS + 1))


class _Columns:
    """The guesses of a trial as arrays."""

    def __init__(self, trial: Trial) -> None:
        self.n = len(trial.judged)
        guessed = np.array([one.guess is not None for one in trial.judged])
        self.confidence = np.where(guessed, [one.confidence for one in trial.judged], -1.0)
        self.guessed = guessed
        self.right = guessed & np.array([one.guess == one.truth for one in trial.judged])
        self.nothing = np.array([one.truth is None for one in trial.judged])
        names = sorted({name for one in trial.judged for name in (one.truth, one.guess) if name is not None})
        number: dict[str | None, int] = {None: 0} | {name: at for at, name in enumerate(names, 1)}
        self.classes = len(number)
        self.truth = np.array([number[one.truth] for one in trial.judged])
        self.guess = np.array([number[one.guess] for one in trial.judged])
        self.true = np.bincount(self.truth, minlength=self.classes)

    def answered(self, threshold: float) -> Any:
        return self.confidence >= threshold

    def accuracy(self, threshold: float) -> float:
        given = self.answered(threshold)
        return float((given & self.right).sum() + (~given & self.nothing).sum()) / self.n

    def automation(self, threshold: float) -> float:
        return float(self.answered(threshold).mean())

    def wrong(self, threshold: float) -> float:
        return float((self.answered(threshold) & ~self.right).mean())

    def carefulness(self, threshold: float) -> float | None:
        return self._of_silent(threshold, self.guessed & ~self.right)

    def over_caution(self, threshold: float) -> float | None:
        return self._of_silent(threshold, self.right)

    def f1(self, threshold: float) -> tuple[float, float]:
        """Give F1 weighted and macro, as `outcomes.f1` does: silence is a class like others."""
        said = np.where(self.answered(threshold), self.guess, 0)
        right = np.bincount(said[said == self.truth], minlength=self.classes)
        both = self.true + np.bincount(said, minlength=self.classes)
        values = 2 * right / np.maximum(both, 1)
        return float(values @ self.true) / self.n, float(values.sum() / (both > 0).sum())

    def _of_silent(self, threshold: float, which: Any) -> float | None:
        silent = ~self.answered(threshold)
        return float((silent & which).sum()) / float(silent.sum()) if silent.any() else None


def _point(columns: Sequence[_Columns], threshold: float) -> CurvePoint:
    return CurvePoint(
        threshold,
        _mean(columns, lambda one: one.accuracy(threshold)),
        _mean(columns, lambda one: one.automation(threshold)),
        _mean_of_known([one.carefulness(threshold) for one in columns]),
        _mean(columns, lambda one: one.wrong(threshold)),
        _mean_of_known([one.over_caution(threshold) for one in columns]),
        *(round(fmean(values), 9) for values in zip(*(one.f1(threshold) for one in columns), strict=True)),
    )


def _mean_of_known(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(fmean(known), 9) if known else None


def _mean(columns: Sequence[_Columns], of: Callable[[_Columns], float]) -> float:
    return round(fmean(map(of, columns)), 9)


def _best(done: Sequence[Trial]) -> float:
    """Find the threshold, to a hundredth, with the most right answers less wrong ones; of equals the highest."""
    columns = [_Columns(trial) for trial in done]

    def worth(threshold: float) -> float:
        return _mean(columns, lambda one: one.automation(threshold) - 2 * one.wrong(threshold))

    return max((step / 100 for step in range(101)), key=lambda threshold: (worth(threshold), threshold))
