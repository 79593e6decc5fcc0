"""Two stages as one classifier: the general intents of a language first, then the company's own (paper 001, Fig. 1).

An intent is general if its name begins with `general/`. Each stage has its own threshold; below both, a human takes
over. The confidence of a prediction is scaled so that the threshold of its stage is at 0.5, the default threshold of an
answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

from botassay.core.errors import UsageError
from botassay.intents.classifiers.linear import CharLr, TfIdfLr
from botassay.intents.phrases import Phrase
from botassay.plugins.protocols import Classifier, Guess
from botassay.plugins.protocols.guessing import guesses

GENERAL: Final = "general/"
"""The prefix of general intents."""
GENERAL_FOLDER: Final = Path(__file__).parents[1] / "data" / "general"
"""Phrases of general intents, a file for each language."""
EVEN: Final = 0.5
_ELSE: Final = ""
"""The label of the other stage's phrases, which a stage learns as negative examples."""


def general_languages() -> tuple[str, ...]:
    """Return the codes of the languages that have phrases of general intents.

    >>> general_languages()
    ('de', 'en', 'fr', 'zh')
    """
    return tuple(sorted(file.stem for file in GENERAL_FOLDER.glob("*.csv")))


def is_general(intent: str) -> bool:
    """Return whether an intent belongs to the first stage.

    >>> is_general("general/thanks"), is_general("salary")
    (True, False)
    """
    return intent.startswith(GENERAL)


def as_general(phrase: Phrase) -> Phrase:
    """Return a phrase with its intent in the first stage.

    >>> as_general(Phrase("thanks a lot", "thanks", "general.csv:2")).intent
    'general/thanks'
    """
    if phrase.intent is None or is_general(phrase.intent):
        return phrase
    return phrase._replace(intent=f"{GENERAL}{phrase.intent}")


def scaled(confidence: float, threshold: float) -> float:
    """Return a confidence scaled piecewise linearly, so that the threshold is at 0.5.

    >>> scaled(0.7, 0.7), scaled(0.35, 0.7), scaled(1.0, 0.7)
    (0.5, 0.25, 1.0)
    """
    if confidence < threshold:
        return EVEN * confidence / threshold
    return EVEN + (1 - EVEN) * (confidence - threshold) / (1 - threshold)


@dataclass(slots=True)
class ClassifierStage:
    """One stage: a classifier and its threshold. Raises UsageError for a threshold that is not between 0 and 1."""

    threshold: float = EVEN
    classifier: Classifier = field(default_factory=TfIdfLr)
    trained: bool = False

    def __post_init__(self) -> None:
        """Check the threshold."""
        if not 0 < self.threshold < 1:
            raise UsageError(f"invalid threshold {self.threshold:g} of a stage", hint="give 1 to 99 percent")

    def fit(self, own: Sequence[tuple[str, str]], others: Sequence[tuple[str, str]]) -> None:
        """Train on the phrases of this stage, and on those of the other one as negative examples."""
        self.trained = bool(own)
        if self.trained:
            learned = [*own, *((text, _ELSE) for text, _ in others)]
            self.classifier.fit([text for text, _ in learned], [intent for _, intent in learned])

    def guesses(self, texts: Sequence[str]) -> list[Guess]:
        """Return predictions with scaled confidences."""
        if not self.trained:
            return [Guess(None, 0.0)] * len(texts)
        return [
            Guess(guess.intent, scaled(guess.confidence, self.threshold)) if guess.intent else Guess(None, 0.0)
            for guess in guesses(self.classifier, texts)
        ]


class Staged:
    """Uses the first stage, or the second if the first is not confident enough.

    Below both thresholds, the prediction is that of the more confident stage.
    """

    def __init__(self, first: ClassifierStage, second: ClassifierStage) -> None:
        self._first = first
        self._second = second

    def fit(self, texts: Sequence[str], intents: Sequence[str]) -> Self:
        """Train each stage on its labelled texts, from scratch. Raises UsageError for fewer than two intents."""
        pairs = list(zip(texts, intents, strict=True))
        general = [pair for pair in pairs if is_general(pair[1])]
        company = [pair for pair in pairs if not is_general(pair[1])]
        self._first.fit(general, company)
        self._second.fit(company, general)
        return self

    def predict(self, texts: Sequence[str]) -> list[Guess]:
        """Return the predicted intent of each text. Raises UsageError before training."""
        if not (self._first.trained or self._second.trained):
            raise UsageError("the classifier is not trained", hint="call fit first")
        pairs = zip(self._first.guesses(texts), self._second.guesses(texts), strict=True)
        return [_chosen(first, second) for first, second in pairs]


class TwoStage(Staged):
    """The two stages with `tfidf-lr` in each: `two-stage`, or `two-stage(general=60, faq=50)`.

    Args:
        general: the threshold of the first stage, in percent.
        faq: the threshold of the second stage, in percent.
        characters: 1 uses `char-lr` instead.
    """

    def __init__(self, general: int = 50, faq: int = 50, characters: int = 0) -> None:
        make = CharLr if characters else TfIdfLr
        super().__init__(ClassifierStage(general / 100, make()), ClassifierStage(faq / 100, make()))


def _chosen(first: Guess, second: Guess) -> Guess:
    if first.confidence >= EVEN:
        return first
    return second if second.confidence >= first.confidence else first
