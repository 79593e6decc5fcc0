"""The measures of a recogniser: Pw, R, Acc and M (paper 004, section 4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from botassay.identity.documents import CostlyMistake, IdentityEvaluation
from botassay.plugins.protocols import AskLabel, LabelledText, Recognised, Recogniser

WORTH: Final = {AskLabel.POSITIVE: 1.0, AskLabel.AMBIGUOUS: 0.25, AskLabel.NEGATIVE: 0.0}
"""The value of answering "I am a machine" to each label."""
COST: Final = {
    AskLabel.POSITIVE: {AskLabel.AMBIGUOUS: 1.0, AskLabel.NEGATIVE: 1.0},
    AskLabel.AMBIGUOUS: {AskLabel.POSITIVE: 0.75, AskLabel.NEGATIVE: 0.25},
    AskLabel.NEGATIVE: {AskLabel.POSITIVE: 1.0, AskLabel.AMBIGUOUS: 0.25},
}
"""The cost of a mistake: 1 for a missed positive, the loss of Pw for a false one, 1/4 for any other."""
SHOWN: Final = 15
"""Number of mistakes listed, as in the paper's Tables 4 and 5."""


@dataclass(frozen=True, slots=True)
class RecognitionScores:
    """Four measures, each in [0, 1]; high is good."""

    precision_w: float
    recall: float
    accuracy: float

    @property
    def m(self) -> float:
        """Their geometric mean."""
        return float((self.precision_w * self.recall * self.accuracy) ** (1 / 3))


def recognition_scores(labels: Sequence[AskLabel], guesses: Sequence[AskLabel]) -> RecognitionScores:
    """Return the measures of guesses against labels.

    Pw is the mean value of the utterances labelled positive (0 without any), R the share of positives recognised (0
    without any), and Acc the share of utterances with the right label of three.

    >>> labels = "positive positive positive ambiguous ambiguous negative negative negative"
    >>> guesses = "positive positive negative positive ambiguous positive negative negative"
    >>> scores = recognition_scores([*map(AskLabel, labels.split())], [*map(AskLabel, guesses.split())])
    >>> scores.precision_w, round(scores.recall, 3), scores.accuracy, round(scores.m, 3)
    (0.5625, 0.667, 0.625, 0.617)
    """
    pairs = list(zip(labels, guesses, strict=True))
    fired = [WORTH[label] for label, guess in pairs if guess is AskLabel.POSITIVE]
    asked = [guess for label, guess in pairs if label is AskLabel.POSITIVE]
    return RecognitionScores(
        precision_w=sum(fired) / len(fired) if fired else 0.0,
        recall=asked.count(AskLabel.POSITIVE) / len(asked) if asked else 0.0,
        accuracy=sum(label is guess for label, guess in pairs) / len(pairs) if pairs else 0.0,
    )


def costly_mistakes(examples: Sequence[LabelledText], guesses: Sequence[Recognised]) -> list[CostlyMistake]:
    """Return the misclassified utterances, the most costly and then the most confident first."""
    place = {label: at for at, label in enumerate(AskLabel)}
    ranked = sorted(
        (-COST[label][guess.label], guess.p[place[label]], text, label, guess.label)
        for (text, label), guess in zip(examples, guesses, strict=True)
        if guess.label is not label
    )
    return [
        CostlyMistake(text=text, label=label.value, taken_for=taken_for.value, p=p)
        for _, p, text, label, taken_for in ranked
    ]


def evaluated(name: str, recogniser: Recogniser, examples: Sequence[LabelledText]) -> IdentityEvaluation:
    """Return the measures of a recogniser, in percent, and its most costly mistakes."""
    guesses = recogniser.recognise([example.text for example in examples])
    scores = recognition_scores([example.label for example in examples], [guess.label for guess in guesses])
    return IdentityEvaluation(
        recogniser=name,
        precision_w=round(100 * scores.precision_w, 9),
        recall=round(100 * scores.recall, 9),
        accuracy=round(100 * scores.accuracy, 9),
        m=round(100 * scores.m, 9),
        n=len(examples),
        mistakes=tuple(costly_mistakes(examples, guesses)[:SHOWN]),
    )
