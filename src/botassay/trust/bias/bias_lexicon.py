"""How slanted a sentence reads: words by class, tone, and what each is worth (after Hutto, Folds, Appling 2015).

The word lists were made for botassay, one file per class in ``words/``. What the classes are worth was fitted on 41
news sentences; that, and how far it can be trusted, stands in models/bias/README.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np

from botassay.core.text.tone import tone
from botassay.trust.bias.wordlists import WordLists, tokens

CLASSES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "strong": "strong subjective words",
        "weak": "mild judgements",
        "partisan": "loaded names for a camp",
        "value": "value-laden words",
        "figurative": "figures of speech",
        "certainty": "words that allow no doubt",
        "doubt": "words that cast doubt on others",
        "motive": "imputed motives",
        "presupposition": "words of presupposition",
        "hedge": "hedges",
        "modal": "words of obligation",
        "factive": "factive verbs",
        "implicative": "implicative verbs",
        "assertive": "assertive verbs",
        "report": "verbs of reporting",
        "achievement": "words of trying and succeeding",
    }
)
"""The classes of words, each a file ``words/NAME.txt``, and the name that a report gives it."""
TONE: Final = "tone"
FEWEST_WORDS: Final = 12
"""Counts are divided by the words of the sentence, by this at the least: no sentence that people judged had fewer."""
TOP: Final = 3.0
"""The greatest bias that the raters of the sentences could perceive."""


class Part(NamedTuple):
    """What one class of words, or the tone, adds to a sentence."""

    name: str
    worth: float
    found: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Slant:
    """The linear model: an intercept, what a word of each class is worth, and what a wholly positive tone is."""

    intercept: float
    worth: Mapping[str, float]
    """By class: what it adds to a sentence that is made of such words alone."""
    tone: float
    lists: WordLists

    def raw(self, sentence: str) -> float:
        """Give the perceived bias of a sentence on the scale of the raters, 0 to 3, not clipped to it."""
        said = tokens(sentence)
        if not said:
            return 0.0
        total = sum(self._worth(hit.classes) for hit in self.lists.hits(said))
        return self.intercept + total / max(FEWEST_WORDS, len(said)) + self.tone * tone(sentence)

    def score(self, sentence: str) -> float:
        """Give the bias of a sentence as a risk in [0, 1]."""
        return min(TOP, max(0.0, self.raw(sentence))) / TOP

    def parts(self, sentence: str) -> list[Part]:
        """Say what adds how much to the raw value of a sentence; all of them and the intercept add up to it."""
        said = tokens(sentence)
        found: dict[str, list[str]] = {}
        for hit in self.lists.hits(said):
            for name in hit.classes:
                found.setdefault(name, []).append(hit.text)
        length = max(FEWEST_WORDS, len(said))
        parts = [Part(name, self.worth[name] * len(texts) / length, tuple(texts)) for name, texts in found.items()]
        return [*parts, Part(TONE, self.tone * tone(sentence))] if said else []

    def _worth(self, classes: tuple[str, ...]) -> float:
        return sum(self.worth[name] for name in classes)


def _files() -> list[str]:
    return ["data/bias.npz", *(f"words/{name}.txt" for name in CLASSES)]


@cache
def digest() -> str:
    """Give the SHA-256 of the weights and the word lists together."""
    folder = files("botassay.trust.bias")
    return sha256(b"".join(folder.joinpath(name).read_bytes() for name in _files())).hexdigest()


@cache
def shipped() -> Slant:
    """Load the model that comes with the package."""
    with files("botassay.trust.bias").joinpath("data/bias.npz").open("rb") as file, np.load(file) as arrays:
        names = arrays["names"].tolist()
        worth = dict(zip(names, arrays["worth"].tolist(), strict=True))
        return Slant(float(arrays["intercept"]), worth, float(arrays["tone"]), WordLists.shipped(names))
