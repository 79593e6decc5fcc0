"""The figures of one setting over its trials, with intervals, and the figures at other thresholds."""

from collections.abc import Callable, Sequence
from copy import copy
from math import sqrt
from statistics import fmean, variance
from typing import Any, Final

import numpy as np

from botassay.core.stats import CONFIDENCE, t_quantile, wilson
from botassay.intents.documents import CurvePoint, Estimate, SettingFigures, TrialSeconds
from botassay.intents.evaluation import SplitTrial
from botassay.intents.outcomes import THRESHOLD, OutcomeFigures, figures
from botassay.intents.splits import SplitSetting

STEPS: Final = 20
"""Number of threshold steps from 0 to 1 on a curve."""


def summary(setting: SplitSetting, done: Sequence[SplitTrial], threshold: float = THRESHOLD) -> SettingFigures:
    """Return the figures of one setting."""
    if not done:
        return not_run(setting, threshold, "no repeat was finished")
    each = [figures(trial.judged, threshold) for trial in done]
    estimates: dict[str, Any] = {
        name: estimate([value for outcome in each if (value := getattr(outcome, name)) is not None], done)
        for name in each[0]._fields
    }
    points = curve(done)
    return SettingFigures(
        k=setting.k,
        p=setting.p,
        **estimates,
        repeats=len(done),
        threshold=threshold,
        n_test=round(fmean(len(trial.judged) for trial in done), 3),
        n_negative=round(fmean(sum(outcome.truth is None for outcome in trial.judged) for trial in done), 3),
        curve=points,
        best_threshold=_best(done),
        seconds=TrialSeconds(
            fit=round(fmean(trial.fit_seconds for trial in done), 3),
            answer=round(fmean(trial.answer_seconds for trial in done), 3),
        ),
    )


def not_run(setting: SplitSetting, threshold: float, reason: str) -> SettingFigures:
    """Return a setting without figures, with the reason."""
    return SettingFigures(k=setting.k, p=setting.p, threshold=threshold, reason=reason)


def estimate(values: Sequence[float], done: Sequence[SplitTrial], low: float = 0.0) -> Estimate | None:
    """Return the mean of a figure over repeats, with a 95 % confidence interval; None without values.

    The training sets of the repeats overlap, so their spread alone would be too small: the corrected resampled t of
    Nadeau and Bengio (2003) is used, with variance s² · (1/R + n_test/n_train). For one repeat, or without spread, it
    is Wilson's interval for the number of phrases tested in a repeat.

    Args:
        values: one for each repeat that has the figure.
        done: the trials.
        low: the minimum of the figure; the maximum is 1.
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
    elif low < 0:  # a difference that is the same in all repeats
        ends = round(mean, 9), round(mean, 9)
    else:
        ends = wilson(min(1.0, max(0.0, mean)), max(1, round(tested)))
    return Estimate(round(mean, 9), ends)


def curve(done: Sequence[SplitTrial]) -> tuple[CurvePoint, ...]:
    """Return the figures at other thresholds, as means over the repeats."""
    columns = [JudgedColumns(trial) for trial in done]
    return tuple(_point(columns, step / STEPS) for step in range(STEPS + 1))


class JudgedColumns:
    """The predictions of a trial as arrays, or those of some of its phrases."""

    def __init__(self, trial: SplitTrial) -> None:
        guessed = np.array([judged.guess is not None for judged in trial.judged])
        self.confidence = np.where(guessed, [judged.confidence for judged in trial.judged], -1.0)
        self.guessed = guessed
        self.right = guessed & np.array([judged.guess == judged.truth for judged in trial.judged])
        self.nothing = np.array([judged.truth is None for judged in trial.judged])
        names = sorted({name for judged in trial.judged for name in (judged.truth, judged.guess) if name is not None})
        number: dict[str | None, int] = {None: 0} | {name: at for at, name in enumerate(names, 1)}
        self.classes = len(number)
        self.truth = np.array([number[judged.truth] for judged in trial.judged])
        self.guess = np.array([number[judged.guess] for judged in trial.judged])

    def taken(self, which: Any) -> "JudgedColumns":
        """Return the predictions of the phrases at these positions, which may repeat."""
        part = copy(self)
        for name in ("guessed", "confidence", "right", "nothing", "truth", "guess"):
            setattr(part, name, getattr(self, name)[which])
        return part

    @property
    def n(self) -> int:
        """The number of tested phrases."""
        return len(self.truth)

    def figures(self, threshold: float) -> OutcomeFigures:
        """Return the figures, as `outcomes.figures` does."""
        return OutcomeFigures(
            self.accuracy(threshold),
            *self.f1(threshold),
            self.carefulness(threshold),
            self.over_caution(threshold),
            self.automation(threshold),
        )

    def correct(self, threshold: float) -> Any:
        """Return which phrases got the right answer or the right silence."""
        given = self.answered(threshold)
        return (given & self.right) | (~given & self.nothing)

    def answered(self, threshold: float) -> Any:
        """Return which phrases were answered."""
        return self.confidence >= threshold

    def accuracy(self, threshold: float) -> float:
        """Return the share of right answers and right silences."""
        return float(self.correct(threshold).mean())

    def automation(self, threshold: float) -> float:
        """Return the share of answered phrases."""
        return float(self.answered(threshold).mean())

    def wrong(self, threshold: float) -> float:
        """Return the share of wrong answers."""
        return float((self.answered(threshold) & ~self.right).mean())

    def carefulness(self, threshold: float) -> float | None:
        """Return the share of unanswered phrases whose answer would have been wrong."""
        return self._of_silent(threshold, self.guessed & ~self.right)

    def over_caution(self, threshold: float) -> float | None:
        """Return the share of unanswered phrases whose answer would have been right."""
        return self._of_silent(threshold, self.right)

    def f1(self, threshold: float) -> tuple[float, float]:
        """Return the weighted and the macro F1, as `outcomes.f1` does: silence is a class like others."""
        answers = np.where(self.answered(threshold), self.guess, 0)
        right = np.bincount(answers[answers == self.truth], minlength=self.classes)
        true = np.bincount(self.truth, minlength=self.classes)
        both = true + np.bincount(answers, minlength=self.classes)
        values = 2 * right / np.maximum(both, 1)
        return float(values @ true) / self.n, float(values.sum() / (both > 0).sum())

    def _of_silent(self, threshold: float, which: Any) -> float | None:
        silent = ~self.answered(threshold)
        return float((silent & which).sum()) / float(silent.sum()) if silent.any() else None


def _point(columns: Sequence[JudgedColumns], threshold: float) -> CurvePoint:
    return CurvePoint(
        threshold,
        _mean(columns, lambda column: column.accuracy(threshold)),
        _mean(columns, lambda column: column.automation(threshold)),
        _mean_of_known([column.carefulness(threshold) for column in columns]),
        _mean(columns, lambda column: column.wrong(threshold)),
        _mean_of_known([column.over_caution(threshold) for column in columns]),
        *(round(fmean(values), 9) for values in zip(*(column.f1(threshold) for column in columns), strict=True)),
    )


def _mean_of_known(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(fmean(known), 9) if known else None


def _mean(columns: Sequence[JudgedColumns], of: Callable[[JudgedColumns], float]) -> float:
    return round(fmean(map(of, columns)), 9)


def _best(done: Sequence[SplitTrial]) -> float:
    """Return the threshold, in steps of 0.01, with the most right minus wrong answers; of equals the highest."""
    columns = [JudgedColumns(trial) for trial in done]

    def worth(threshold: float) -> float:
        return _mean(columns, lambda column: column.automation(threshold) - 2 * column.wrong(threshold))

    return max((step / 100 for step in range(101)), key=lambda threshold: (worth(threshold), threshold))
