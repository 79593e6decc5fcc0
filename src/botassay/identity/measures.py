"""How good a recogniser is: Pw, R, Acc and M (paper 004, section 4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from botassay.identity.labels import Label

WORTH: Final = {Label.POSITIVE: 1.0, Label.AMBIGUOUS: 0.25, Label.NEGATIVE: 0.0}
"""What it is worth to answer "I am a machine" to each."""
COST: Final = {
    Label.POSITIVE: {Label.AMBIGUOUS: 1.0, Label.NEGATIVE: 1.0},
    Label.AMBIGUOUS: {Label.POSITIVE: 0.75, Label.NEGATIVE: 0.25},
    Label.NEGATIVE: {Label.POSITIVE: 1.0, Label.AMBIGUOUS: 0.25},
}
"""What a mistake costs: a missed positive all its recall, a false one what it takes from Pw, any other a quarter."""


@dataclass(frozen=True, slots=True)
class RecognitionScores:
    """Four measures, each in [0, 1]."""

    precision_w: float
    recall: float
    accuracy: float

    @property
    def m(self) -> float:
        """Their geometric mean."""
        return float((self.precision_w * self.recall * self.accuracy) ** (1 / 3))


class Mistake(NamedTuple):
    """An utterance that was taken for something else."""

    text: str
    label: Label
    taken_for: Label
    p: float
    """The probability that the recogniser gave to what it is."""
    cost: float


def figures(labels: Sequence[Label], guesses: Sequence[Label]) -> RecognitionScores:
    """Measure guesses against labels.

    Pw is the mean worth of what was taken for positive, 0 where nothing was; R the share of positives found, 0 where
    there are none; Acc the share of the three classes guessed right.

    >>> said = "positive positive positive ambiguous ambiguous negative negative negative"
    >>> y = [Label(name) for name in said.split()]
    >>> guessed = "positive positive negative positive ambiguous positive negative negative"
    >>> found = figures(y, [Label(name) for name in guessed.split()])
    >>> found.precision_w, round(found.recall, 3), found.accuracy, round(found.m, 3)
    (0.5625, 0.667, 0.625, 0.617)
    """
    pairs = list(zip(labels, guesses, strict=True))
    fired = [WORTH[label] for label, guess in pairs if guess is Label.POSITIVE]
    asked = [guess for label, guess in pairs if label is Label.POSITIVE]
    return RecognitionScores(
        precision_w=sum(fired) / len(fired) if fired else 0.0,
        recall=asked.count(Label.POSITIVE) / len(asked) if asked else 0.0,
        accuracy=sum(label is guess for label, guess in pairs) / len(pairs) if pairs else 0.0,
    )


def mistakes(
    texts: Sequence[str], labels: Sequence[Label], guesses: Sequence[tuple[Label, Sequence[float]]]
) -> list[Mistake]:
    """List what was taken for something else, the most costly and then the surest first.

    Args:
        texts: what was said.
        labels: what each is.
        guesses: what each was taken for, with a probability for each label, in the order of `Label`.
    """
    found = [
        Mistake(text, label, guess, p[list(Label).index(label)], COST[label][guess])
        for text, label, (guess, p) in zip(texts, labels, guesses, strict=True)
        if guess is not label
    ]
    return sorted(found, key=lambda one: (-one.cost, one.p, one.text))
