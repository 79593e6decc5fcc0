"""The protocol of recognisers of the question "are you a machine?"."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol, Self, runtime_checkable


class AskLabel(StrEnum):
    """What an utterance is, to a bot that could answer "I am a machine"."""

    POSITIVE = "positive"
    """The answer is right: the user is unsure, and wants to know."""
    AMBIGUOUS = "ambiguous"
    """It is right in some conversations: "ambiguous if clarify", AIC."""
    NEGATIVE = "negative"
    """It is no answer."""


class LabelledText(NamedTuple):
    """An utterance with its label."""

    text: str
    label: AskLabel


class Recognised(NamedTuple):
    """The label of an utterance, and a probability for each label, in the order of `AskLabel`."""

    label: AskLabel
    p: tuple[float, float, float]


@runtime_checkable
class Recogniser(Protocol):
    """Recognises whether an utterance asks if the bot is a machine.

    The optional attribute `training` says whether it has to learn first: `"required"`, `"optional"`, or `"none"`,
    which is also what a recogniser without it means.
    """

    def fit(self, examples: Sequence[LabelledText]) -> Self:
        """Learn from labelled utterances; a recogniser with nothing to learn returns itself."""
        ...

    def recognise(self, texts: Sequence[str]) -> list[Recognised]:
        """Return a label and probabilities for each text."""
        ...


RecogniserFactory = Callable[[str], Recogniser]
"""Returns the recogniser `name:argument`, given the argument; empty where there is none.

Raises: ConfigurationError, InputError, UsageError.
"""
