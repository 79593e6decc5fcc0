"""Two stages as one classifier: the general intents of a language first, then the company's own (paper 001, Fig. 1).

An intent is general if its name begins with `general/`. Each stage has a threshold of its own; below both a human
takes over. What comes out is one guess whose confidence is scaled so that the threshold of its stage lies at 0.5:
"answer from 0.5 on", everywhere else in the house, then means each stage's own.
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
"""How the names of general intents begin."""
GENERAL_PHRASES: Final = Path(__file__).parents[1] / "data" / "general.csv"
"""General intents in English, as phrases: what people say to any bot."""
EVEN: Final = 0.5
_ELSE: Final = ""
"""What a stage calls the phrases of the other one, from which it learns what is none of its own."""


def is_general(intent: str) -> bool:
    """Say whether an intent belongs to the first stage.

    >>> is_general("general/thanks"), is_general("salary")
    (True, False)
    """
    return intent.startswith(GENERAL)


def as_general(phrase: Phrase) -> Phrase:
    """Put a phrase into the first stage.

    >>> as_general(Phrase("thanks a lot", "thanks", "general.csv:2")).intent
    'general/thanks'
    """
    if phrase.intent is None or is_general(phrase.intent):
        return phrase
    return phrase._replace(intent=f"{GENERAL}{phrase.intent}")


def scaled(confidence: float, threshold: float) -> float:
    """Scale a confidence, piecewise linearly, so that the threshold comes to lie at 0.5.

    >>> scaled(0.7, 0.7), scaled(0.35, 0.7), scaled(1.0, 0.7)
    (0.5, 0.25, 1.0)
    """
    if confidence < threshold:
        return EVEN * confidence / threshold
    return EVEN + (1 - EVEN) * (confidence - threshold) / (1 - threshold)


@dataclass(slots=True)
class ClassifierStage:
    """One stage: who guesses, and from which confidence on that counts.

    Raises: UsageError for a threshold that is not between 0 and 1.
    """

    threshold: float = EVEN
    classifier: Classifier = field(default_factory=TfIdfLr)
    trained: bool = False

    def __post_init__(self) -> None:
        """Refuse what is no threshold."""
        if not 0 < self.threshold < 1:
            raise UsageError(
                f"a stage with the threshold {self.threshold:g} decides nothing", hint="give 1 to 99 percent"
            )

    def fit(self, own: Sequence[tuple[str, str]], others: Sequence[tuple[str, str]]) -> None:
        """Learn its own phrases, and those of the other stage as none of its own."""
        self.trained = bool(own)
        if self.trained:
            learned = [*own, *((text, _ELSE) for text, _ in others)]
            self.classifier.fit([text for text, _ in learned], [intent for _, intent in learned])

    def guesses(self, texts: Sequence[str]) -> list[Guess]:
        """Guess, in confidences that are scaled."""
        if not self.trained:
            return [Guess(None, 0.0)] * len(texts)
        found = guesses(self.classifier, texts)
        return [
            Guess(guess.intent, scaled(guess.confidence, self.threshold)) if guess.intent else Guess(None, 0.0)
            for guess in found
        ]


class Staged:
    """Asks the first stage, and the second where the first is not confident enough.

    Below both thresholds the guess is that of the more confident stage, so that it can still be looked at.
    """

    def __init__(self, first: ClassifierStage, second: ClassifierStage) -> None:
        self._first = first
        self._second = second

    def fit(self, texts: Sequence[str], intents: Sequence[str]) -> Self:
        """Learn from labelled texts, each stage from its own; what was learned before is forgotten.

        Raises: UsageError where there are fewer than two intents.
        """
        pairs = list(zip(texts, intents, strict=True))
        general = [pair for pair in pairs if is_general(pair[1])]
        company = [pair for pair in pairs if not is_general(pair[1])]
        self._first.fit(general, company)
        self._second.fit(company, general)
        return self

    def predict(self, texts: Sequence[str]) -> list[Guess]:
        """Guess the intent of each text.

        Raises: UsageError before the classifier was trained.
        """
        if not (self._first.trained or self._second.trained):
            raise UsageError("the classifier was not trained", hint="call fit first")
        pairs = zip(self._first.guesses(texts), self._second.guesses(texts), strict=True)
        return [_chosen(first, second) for first, second in pairs]


class TwoStage(Staged):
    """The two stages with `tfidf-lr` in each: `two-stage`, or `two-stage(general=60, faq=50)`.

    Args:
        general: the threshold of the first stage, in percent.
        faq: that of the second.
        characters: 1 puts `char-lr` into each instead.
    """

    def __init__(self, general: int = 50, faq: int = 50, characters: int = 0) -> None:
        make = CharLr if characters else TfIdfLr
        super().__init__(ClassifierStage(general / 100, make()), ClassifierStage(faq / 100, make()))


def _chosen(first: Guess, second: Guess) -> Guess:
    if first.confidence >= EVEN:
        return first
    return second if second.confidence >= first.confidence else first
