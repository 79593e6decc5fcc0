"""Our own sentences with other words in them: some for the teacher to judge, some that keep their class.

For the teacher, a third of the words that carry a meaning give way to a near word or to any common one, so that a
student who learns these sentences sees thousands of words in the places where insults stand. Where the class is kept,
a word gives way only to a near one of the same sign (VADER's: good, bad or neither), and none of a kind in
``lexicon.txt`` does.
"""

import random
import re
from collections.abc import Sequence

import numpy as np
import sources
from numpy.typing import NDArray
from sources import Row, pick
from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer
from vectors import vectors
from wordfreq import top_n_list

COUNTS = {sources.EARLIER: 110_000, sources.LATER: 36_000}  # sentences for the teacher, from the files named
ALIKE = 36_000  # sentences that keep their class
SEED = 7
_NEAR = 25  # near words to pick from
_COMMON = 20_000  # words to pick from
_KEPT = 180  # the commonest words carry the sentence, and stay
_CHANGED = 0.3  # of the other words
_STRANGE = 0.35  # of the words that change become any common word, not a near one
_JOINED = 0.12  # sentences that get a second one
_UNTOUCHED = 0.15
_FRAMED = 0.25  # of those from the earlier files, so many fill a frame
_LONGEST = 160  # characters
_WORD = re.compile(r"\b[a-z]{3,}\b")
_WHOLE = re.compile(r"(?<!')\b[a-z]{3,}\b(?!')")
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
    """Give as many different sentences as `COUNTS` says, always the same ones."""
    common = [word for word in top_n_list("en", _COMMON) if _WORD.fullmatch(word)]
    kept = set(top_n_list("en", _KEPT))
    found: dict[str, None] = {}
    for names, count in COUNTS.items():
        draw = random.Random(SEED)  # noqa: S311 - no secret
        own = [row for row in sources.own(names=names) if len(row.text) < _LONGEST]
        near = _neighbours(own, common)
        framed, wanted = _FRAMED * (names == sources.EARLIER), len(found) + count
        while len(found) < wanted:
            text = _framed(common, draw) if draw.random() < framed else _varied(own, near, common, kept, draw)
            found[text] = None
    return list(found)


def alike() -> list[Row]:
    """Give `ALIKE` different sentences of the later files, always the same, with words changed and the class kept."""
    draw = random.Random(SEED)  # noqa: S311 - no secret
    common = [word for word in top_n_list("en", _COMMON) if _WORD.fullmatch(word)]
    own = [row for row in sources.own(names=sources.LATER) if len(row.text) < _LONGEST]
    kinds, sign = sources.lexicon(), _signs()
    found = _neighbours(own, [word for word in common if word not in kinds])
    near = {
        word: same
        for word, others in found.items()
        if word not in kinds and (same := [other for other in others if sign.get(other, 0) == sign.get(word, 0)])
    }
    kept = set(top_n_list("en", _KEPT))
    rows: dict[Row, None] = {}
    while len(rows) < ALIKE:
        row = pick(draw, own)
        rows[Row(_exchanged(row.text, near, kept, draw), row.label, "alike")] = None
    return list(rows)


def _signs() -> dict[str, int]:
    """Give 1 for words that VADER finds good, -1 for bad ones."""
    valences: dict[str, float] = SentimentIntensityAnalyzer().lexicon
    return {word: 1 if valence > 0 else -1 for word, valence in valences.items()}


def _exchanged(text: str, near: dict[str, list[str]], kept: set[str], draw: random.Random) -> str:
    def other(word: re.Match[str]) -> str:
        stays = word[0] in kept or word[0] not in near or draw.random() > _CHANGED
        return word[0] if stays else pick(draw, near[word[0]])

    return _WHOLE.sub(other, text)


def _framed(common: Sequence[str], draw: random.Random) -> str:
    return re.sub(r"\{[wv]\}", lambda _: pick(draw, common), pick(draw, _FRAMES))


def _varied(
    own: Sequence[Row], near: dict[str, list[str]], common: Sequence[str], kept: set[str], draw: random.Random
) -> str:
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
