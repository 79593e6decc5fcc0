"""The outcomes of predictions (answered or withheld, right or wrong), and the figures derived from them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

THRESHOLD: Final = 0.5
"""Minimum confidence of an answer."""


class GuessOutcome(StrEnum):
    """The outcome of a prediction, by the names of the authors' code."""

    T = "T"
    """Answered, and right."""
    F = "F"
    """Answered, and wrong."""
    FCO = "FCO"
    """Right, but withheld for low confidence."""
    FO = "FO"
    """Withheld, wrong or without a guess, though there was an answer."""
    TO = "TO"
    """Rightly withheld: there was no answer."""


class Judged(NamedTuple):
    """A tested phrase: its index in the data, the label, the prediction and its confidence."""

    place: int
    truth: str | None
    guess: str | None
    """None: the classifier returned no answer."""
    confidence: float

    def answer(self, threshold: float = THRESHOLD) -> str | None:
        """Return the prediction if its confidence reaches the threshold."""
        return self.guess if self.confidence >= threshold else None


def outcome(judged: Judged, threshold: float = THRESHOLD) -> GuessOutcome:
    """Return the outcome of a prediction.

    >>> outcome(Judged(0, "pay", "pay", 0.4)), outcome(Judged(0, None, "pay", 0.2))
    (<GuessOutcome.FCO: 'FCO'>, <GuessOutcome.TO: 'TO'>)
    """
    if judged.answer(threshold) is not None:
        return GuessOutcome.T if judged.guess == judged.truth else GuessOutcome.F
    if judged.truth is None:
        return GuessOutcome.TO
    return GuessOutcome.FCO if judged.guess == judged.truth else GuessOutcome.FO


class OutcomeFigures(NamedTuple):
    """The figures of a classifier on one set of tested phrases; None for a division by zero."""

    accuracy: float | None
    """Share of right answers and right silences."""
    f1_weighted: float | None
    f1_macro: float | None
    carefulness: float | None
    """Share of withheld wrong predictions among unanswered phrases (as in the paper)."""
    over_caution: float | None
    """Share of withheld right predictions among unanswered phrases (as in the authors' code)."""
    automation_rate: float | None
    """Share of answered phrases."""


def figures(judged: Sequence[Judged], threshold: float = THRESHOLD) -> OutcomeFigures:
    """Return the figures of one set of tested phrases (paper 001, sections 3 and 4.3).

    >>> figures([Judged(0, "pay", "pay", 0.9), Judged(1, "pay", "loan", 0.3)])[:5]
    (0.5, 0.6666666666666666, 0.3333333333333333, 1.0, 0.0)
    """
    count = Counter(outcome(each, threshold) for each in judged)
    silent = count[GuessOutcome.FCO] + count[GuessOutcome.FO] + count[GuessOutcome.TO]
    rejected = sum(each.guess not in (None, each.truth) and each.answer(threshold) is None for each in judged)
    weighted, macro = f1((each.truth, each.answer(threshold)) for each in judged)
    return OutcomeFigures(
        _share(count[GuessOutcome.T] + count[GuessOutcome.TO], len(judged)),
        weighted,
        macro,
        _share(rejected, silent),
        _share(count[GuessOutcome.FCO], silent),
        _share(count[GuessOutcome.T] + count[GuessOutcome.F], len(judged)),
    )


def f1(pairs: Iterable[tuple[str | None, str | None]]) -> tuple[float | None, float | None]:
    """Return the weighted and the macro F1 over (truth, answer); None is a class like others.

    Equal to scikit-learn's over the union of the labels in truth and answers, with 0 for a division by zero.

    >>> f1([("a", "a"), ("a", None), (None, None)])
    (0.6666666666666666, 0.6666666666666666)
    """
    counts = Counter(pairs)
    true, answered, right = Counter[str | None](), Counter[str | None](), Counter[str | None]()
    for (truth, answer), n in counts.items():
        true[truth] += n
        answered[answer] += n
        right[truth] += n * (truth == answer)
    names = sorted({*true, *answered}, key=lambda name: name or "")
    if not names:
        return None, None
    values = {name: 2 * right[name] / (true[name] + answered[name]) for name in names}
    weighted = sum(values[name] * true[name] for name in names) / sum(true.values())
    return weighted, sum(values.values()) / len(values)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
