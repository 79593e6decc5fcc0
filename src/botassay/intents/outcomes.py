"""What becomes of a guess: answered or kept back, right or wrong; and the figures that follow from it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

THRESHOLD: Final = 0.5
"""From this confidence on a guess is an answer."""


class GuessOutcome(StrEnum):
    """What becomes of a guess, by the names of the authors' code."""

    T = "T"
    """Answered, and right."""
    F = "F"
    """Answered, and wrong."""
    FCO = "FCO"
    """Right, but kept back for want of confidence."""
    FO = "FO"
    """Wrong or no guess, and kept back, though there was an answer."""
    TO = "TO"
    """Kept back, and rightly so: there was no answer."""


class Judged(NamedTuple):
    """A tested phrase: where it stands in the data, what is right, what was guessed, how confidently."""

    place: int
    truth: str | None
    guess: str | None
    """None: the classifier says that it knows no answer."""
    confidence: float

    def answer(self, threshold: float = THRESHOLD) -> str | None:
        """Give the guess if it is confident enough to be an answer: confidence ≥ threshold."""
        return self.guess if self.confidence >= threshold else None


def outcome(judged: Judged, threshold: float = THRESHOLD) -> GuessOutcome:
    """Say what becomes of a guess.

    >>> outcome(Judged(0, "pay", "pay", 0.4)), outcome(Judged(0, None, "pay", 0.2))
    (<GuessOutcome.FCO: 'FCO'>, <GuessOutcome.TO: 'TO'>)
    """
    if judged.answer(threshold) is not None:
        return GuessOutcome.T if judged.guess == judged.truth else GuessOutcome.F
    if judged.truth is None:
        return GuessOutcome.TO
    return GuessOutcome.FCO if judged.guess == judged.truth else GuessOutcome.FO


class OutcomeFigures(NamedTuple):
    """What a classifier is worth on one set of tested phrases; None where there is nothing to divide by."""

    accuracy: float | None
    """Right answers and right silences, of all."""
    f1_weighted: float | None
    f1_macro: float | None
    carefulness: float | None
    """Wrong guesses that were kept back, of all phrases that got no answer (the paper's)."""
    over_caution: float | None
    """Right guesses that were kept back, of all phrases that got no answer (what the authors' code reports)."""
    automation_rate: float | None
    """Phrases that got an answer, of all."""


def figures(judged: Sequence[Judged], threshold: float = THRESHOLD) -> OutcomeFigures:
    """Work out all figures of one set of tested phrases (paper 001, sections 3 and 4.3).

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
    """Give F1 over (truth, answer), weighted by the size of each class and macro; None is a class like others.

    As scikit-learn over the union of the labels in truth and answers, 0 where a class has nothing to divide by.

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
