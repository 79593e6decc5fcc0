"""Recognisers by name."""

from collections.abc import Callable
from typing import Final, NamedTuple

from botassay.errors import UnknownNameError
from botassay.identity.baselines import RandomGuess, bag_of_words, nearest
from botassay.identity.default import default
from botassay.identity.membership import membership
from botassay.identity.recognising import Recogniser


class Kind(NamedTuple):
    """How a recogniser is made, and whether it has to be trained first."""

    make: Callable[[], Recogniser]
    learns: bool


KINDS: Final = {
    "default": Kind(default, learns=False),
    "grammar": Kind(membership, learns=False),
    "bow-lr": Kind(bag_of_words, learns=True),
    "ir": Kind(nearest, learns=True),
    "random": Kind(RandomGuess, learns=True),
}


def kind(name: str) -> Kind:
    """Find a kind of recogniser.

    Raises: UnknownNameError.
    """
    if name not in KINDS:
        raise UnknownNameError.among("recogniser", name, KINDS)
    return KINDS[name]
