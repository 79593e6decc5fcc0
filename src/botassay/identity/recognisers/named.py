"""Recognisers by name, and what several of them share."""

from collections.abc import Mapping, Sequence
from typing import Final

from botassay.core.errors import UnknownNameError, UsageError
from botassay.plugins.protocols import AskLabel, LabelledText, Recognised, Recogniser
from botassay.plugins.registry import RECOGNISERS

BUILT_IN: Final = ("default", "grammar", "bow-lr", "ir", "random")
"""The recognisers that need no extra, in the order in which they are compared."""


def recogniser_named(text: str) -> Recogniser:
    """Return the recogniser `name` or `name:argument`; `transformer:FOLDER` is the model in a folder.

    Raises: UnknownNameError for an unknown name, UsageError for a missing or superfluous argument, ConfigurationError
        for one whose library is not installed.
    """
    name, _, argument = text.partition(":")
    if name not in RECOGNISERS:
        raise UnknownNameError.among("recogniser", name, RECOGNISERS.names())
    part = RECOGNISERS.get(name)
    if not isinstance(part, Recogniser):
        return part(argument)
    check_no_argument(name, argument)
    return part


def check_no_argument(name: str, argument: str) -> None:
    """Refuse an argument of a recogniser that takes none. Raises UsageError."""
    if argument:
        raise UsageError(f"the recogniser {name!r} takes no argument", hint=f"give {name} only")


def training_of(recogniser: Recogniser) -> str:
    """Return whether a recogniser has to learn: `none`, `optional` or `required`."""
    return str(getattr(recogniser, "training", "none"))


def trained(recogniser: Recogniser, name: str, examples: Sequence[LabelledText]) -> Recogniser:
    """Return a recogniser that has learned from examples, if it can.

    Raises: UsageError if it has to learn and there are no examples.
    """
    training = training_of(recogniser)
    if training == "required" and not examples:
        raise UsageError(f"the recogniser {name!r} needs training", hint="give labelled utterances: --train FILE")
    return recogniser.fit(examples) if examples and training != "none" else recogniser


def check_labels(examples: Sequence[LabelledText]) -> None:
    """Refuse examples of fewer than two labels. Raises UsageError."""
    if len({example.label for example in examples}) < 2:  # noqa: PLR2004 - a choice needs two
        raise UsageError("training needs examples of at least two labels", hint="give more files with --train")


def untrained(name: str) -> UsageError:
    """Return the error of a recogniser that was not trained."""
    return UsageError(f"the recogniser {name!r} is not trained", hint="give labelled utterances: --train FILE")


def certain(label: AskLabel) -> Recognised:
    """Return a label with probability 1.

    >>> certain(AskLabel.POSITIVE).p
    (1.0, 0.0, 0.0)
    """
    return likeliest({label: 1.0})


def likeliest(chances: Mapping[AskLabel, float]) -> Recognised:
    """Return the label that is most probable; a label without a chance has probability 0."""
    first, second, third = (chances.get(label, 0.0) for label in AskLabel)
    return Recognised(max(chances, key=lambda label: chances[label], default=AskLabel.NEGATIVE), (first, second, third))
