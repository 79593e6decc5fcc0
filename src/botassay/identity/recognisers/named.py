"""Recognisers by name."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from botassay.core.errors import UnknownNameError, UsageError
from botassay.identity.recognisers.baselines import RandomGuess, bag_of_words, nearest
from botassay.identity.recognisers.grammar_recogniser import grammar_recogniser
from botassay.identity.recognisers.linear import default_recogniser
from botassay.identity.recognisers.recogniser import Recogniser


class Kind(NamedTuple):
    """How a recogniser is made, and whether it has to be trained first."""

    make: Callable[[], Recogniser]
    learns: bool
    may_learn: bool = False
    """Whether it can be trained, where it does not have to be."""


def _fasttext() -> Recogniser:
    from botassay.identity.recognisers.fast_text import FastText

    return FastText()


def _transformer(folder: str) -> Recogniser:
    from botassay.identity.recognisers.transformer import Transformer

    return Transformer(Path(folder))


KINDS: Final = {
    "default": Kind(default_recogniser, learns=False),
    "grammar": Kind(grammar_recogniser, learns=False),
    "bow-lr": Kind(bag_of_words, learns=True),
    "ir": Kind(nearest, learns=True),
    "random": Kind(RandomGuess, learns=True),
    "fasttext": Kind(_fasttext, learns=True),
}


def kind(name: str) -> Kind:
    """Find a kind of recogniser; `transformer:FOLDER` is the model in a folder.

    Raises: UnknownNameError, UsageError.
    """
    what, _, folder = name.partition(":")
    if what == "transformer":
        if not folder:
            raise UsageError("which model?", hint="name its folder: transformer:FOLDER")
        return Kind(lambda: _transformer(folder), learns=False, may_learn=True)
    if name not in KINDS:
        raise UnknownNameError.among("recogniser", name, [*KINDS, "transformer:FOLDER"])
    return KINDS[name]
