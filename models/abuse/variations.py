"""Sentences without a label: our own with other fillers and other words, for the teacher to judge.

A third of the words that carry a meaning give way to a near word or to any common one, so that a student who learns
these sentences sees thousands of words in the places where insults stand.
"""

import random
import re
from collections.abc import Sequence

import numpy as np
import sources
from numpy.typing import NDArray
from sources import Row, pick
from vectors import vectors
from wordfreq import top_n_list

COUNT = 110_000
SEED = 7
_NEAR = 25  # near words to pick from
_COMMON = 20_000  # words to pick from
_KEPT = 180  # the commonest words carry the sentence, and stay
_CHANGED = 0.3  # of the other words
_STRANGE = 0.35  # of the words that change become any common word, not a near one
_JOINED = 0.12  # sentences that get a second one
_UNTOUCHED = 0.15
_WORD = re.compile(r"\b[a-z]{3,}\b")
_FRAMES = (
    "you are {w}",
    "you are a {w}",
    "you {w}",
    "what a {w} you are",
    "you {w} {v}",
    "you're such a {w}",
    "you're so {w}",
    "your {w} is {v}",
    "the {w} is {v}",
    "my {w} is so {v}",
    "I will {w} you",
    "go {w} yourself",
    "he called me a {w}",
    "I never said you were {w}",
    "that {w} was {v}",
    "I am {w}",
    "I feel {w} today",
    "people like you are {w}",
    "{w} people are {v}",
    "please {w} the {v}",
    "don't be so {w}",
    "are you {w}?",
    "why are you so {w}?",
    "you look {w}",
    "you and your {w}",
    "hello {w}",
    "thanks, {w}",
    "shut up, {w}",
    "this is {w}",
    "I hope you {w}",
    "I hope you get {w}",
    "you should {w}",
    "nobody likes a {w}",
    "we do not serve {w}",
    "you have the brain of a {w}",
    "you have no {w}",
    "your {w} arrives on monday",
)


def variations() -> list[str]:
    """Give `COUNT` different sentences, always the same ones."""
    draw = random.Random(SEED)  # noqa: S311 - no secret
    common = [word for word in top_n_list("en", _COMMON) if _WORD.fullmatch(word)]
    own = [row for row in sources.own() if len(row.text) < 160]
    near = _neighbours(own, common)
    kept = set(top_n_list("en", _KEPT))
    found: dict[str, None] = {}
    while len(found) < COUNT:
        found[_varied(own, near, common, kept, draw)] = None
    return list(found)


def _varied(
    own: Sequence[Row], near: dict[str, list[str]], common: Sequence[str], kept: set[str], draw: random.Random
) -> str:
    if draw.random() < 0.25:
        return re.sub(r"\{[wv]\}", lambda _: pick(draw, common), pick(draw, _FRAMES))
    text = pick(draw, own).text
    if draw.random() > _UNTOUCHED:
        text = _swapped(text, near, common, kept, draw)
    if draw.random() < _JOINED:
        text = f"{text}{pick(draw, ('. ', ', ', ' ', ' - ', ' and '))}{pick(draw, own).text}"
    return text


def _swapped(text: str, near: dict[str, list[str]], common: Sequence[str], kept: set[str], draw: random.Random) -> str:
    def other(word: re.Match[str]) -> str:
        if word[0] in kept or draw.random() > _CHANGED:
            return word[0]
        strange = draw.random() < _STRANGE or word[0] not in near
        return pick(draw, common) if strange else pick(draw, near[word[0]])

    return _WORD.sub(other, text)


def _neighbours(own: Sequence[Row], common: Sequence[str]) -> dict[str, list[str]]:
    words = sorted({word for row in own for word in _WORD.findall(row.text)})
    both = vectors([*words, *common])
    both /= np.maximum(np.linalg.norm(both, axis=1, keepdims=True), 1e-6)
    likeness: NDArray[np.float32] = both[: len(words)] @ both[len(words) :].T
    nearest = np.argpartition(-likeness, _NEAR, axis=1)[:, :_NEAR]
    return {word: [common[at] for at in row] for word, row in zip(words, nearest.tolist(), strict=True)}
