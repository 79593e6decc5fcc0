"""What every recogniser of the question "are you a machine?" offers."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, Self

from botassay.identity.labels import Label, LabelledText


class Recognised(NamedTuple):
    """What an utterance was taken for, and how sure that is: a probability for each label, in the order of `Label`."""

    label: Label
    p: tuple[float, float, float]


class Recogniser(Protocol):
    """Tells utterances apart."""

    def fit(self, examples: Sequence[LabelledText]) -> Self:
        """Learn from examples; one that has nothing to learn gives itself."""
        ...

    def recognise(self, texts: Sequence[str]) -> list[Recognised]:
        """Say of each text what it is."""
        ...


def certain(label: Label) -> Recognised:
    """Be sure of a label.

    >>> certain(Label.POSITIVE).p
    (1.0, 0.0, 0.0)
    """
    return Recognised(label, tuple(float(one is label) for one in Label))  # type: ignore[arg-type]  # three labels
