"""A second reader beside the rules of CR: linear heads on the lower layers of the encoder, for wording no rule lists.

Four heads read a bot's reply (it refers, acknowledges, asks, encourages), one a user's line (danger). Each sums weights
of the encoder's states and of the runs of one to three word pieces that the text contains. Of a reply the mean of that
and of what an encoder of its own says (`reply_encoder`) counts. Weights and cuts are whole numbers that
`models/crisis/train.py` fitted; probabilities are rounded to hundredths, as processors differ in the later digits. Two
screens keep most ordinary lines from the encoder.
"""

from array import array
from collections.abc import Sequence
from functools import cache, lru_cache
from io import BytesIO
from math import exp
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from botassay.core.shipped import shipped
from botassay.core.text.folding import fold
from botassay.core.text.word_memory import WordMemory
from botassay.encoder import pieces, states
from botassay.encoder.word_pairs import SPREAD, pairs
from botassay.trust.crisis.reply_encoder import SIGNS, sign_logits

PACKAGE: Final = "botassay.trust.crisis"
DANGER: Final = "danger"
HEADS: Final = (*SIGNS, DANGER)
DOUBTFUL: Final = "doubtful"
"""The sign of a reply that a person should check for harm."""
DOUBTFUL_HELP: Final = "doubtful help"
"""The sign of one that a person should check although it names a number, a service or a person to turn to at once."""
SCALE: Final = 10_000
"""What a weight of 1 is stored as."""
RUNS: Final = 1 << 15
"""Hash buckets for runs of word pieces; several runs share one."""
RUN_SCALE: Final = 2_000
"""What a weight of 1 of a run is stored as."""
READ: Final = 158
"""Word pieces of a text whose runs are read, as many as the encoder reads."""
_LONGEST_RUN: Final = 3
_BEGIN, _END = 40_000, 40_001
"""Numbers beyond those of word pieces that mark the beginning and the end of a text."""
_SCREENED: Final = 64
"""Word pieces of a user's line that the screens read."""


class Heads(NamedTuple):
    """The weights and cuts of the heads."""

    weights: NDArray[np.int64]
    """[heads, numbers of `encoder.states`]."""
    runs: NDArray[np.int64]
    """[heads, `RUNS`]."""
    biases: NDArray[np.int64]
    cuts: dict[str, int]
    """Of each head, in hundredths."""
    review_cut: int
    """The lower cut of `encourages`, from which on a person should check a reply."""
    review_cut_with_help: int
    """The same for a reply that names help at once."""
    screen: "array[int]"
    """Weight of each word piece in the first screen; single numbers of a NumPy array take longer to look up."""
    screen_cut: int


class _SecondScreen(NamedTuple):
    weights: "array[int]"
    """Of each word piece, then of each bucket of pairs."""
    cut: int
    """The lowest mean weight that passes."""


def shown(text: str) -> frozenset[str]:
    """Return the names of the signs that a reply seems to show, such as `refers`, or `doubtful` for a person to check.

    Raises: as `encoder.load`.

    >>> "refers" in shown("Please let the night nurse know, or ring the crisis line.")
    True
    """
    found, model = likely_signs(fold(text)), second_reader()
    names = frozenset(name for name in SIGNS if found[name] >= model.cuts[name])
    doubts = ((DOUBTFUL, model.review_cut), (DOUBTFUL_HELP, model.review_cut_with_help))
    return names | {name for name, cut in doubts if found["encourages"] >= cut}


def seems_danger(text: str) -> bool:
    """Return whether a user's line seems to say that somebody is in danger; screens rule most lines out first.

    Raises: as `encoder.load`.
    """
    folded = fold(text)
    return passes_screens(folded) and likely_danger(folded) >= second_reader().cuts[DANGER]


def passes_screens(text: str) -> bool:
    """Return whether a folded line may be danger, by its word pieces alone and then by pairs of them."""
    if not _passes_first_screen(text):
        return False
    numbers, second = screened_pieces(text), _second_screen()
    return sum(map(second.weights.__getitem__, numbers + pairs_of(numbers))) >= second.cut * len(numbers)


def _passes_first_screen(text: str) -> bool:
    """Return whether the mean weight of a folded line's word pieces reaches the cut."""
    words = text.split() if text.isascii() and text.isprintable() else ()
    if words and (len(text) <= _SCREENED or sum(map(_pieces.__getitem__, words)) <= _SCREENED):
        return sum(map(_excess.__getitem__, words)) >= 0  # as for nearly all lines
    numbers = screened_pieces(text)
    return len(numbers) > 0 and _excess_of(numbers) >= 0


def _excess_of(numbers: Sequence[int]) -> int:
    """Return by how much the weights of word pieces together exceed the cut."""
    model = second_reader()
    return sum(map(model.screen.__getitem__, numbers)) - model.screen_cut * len(numbers)


_pieces: Final = WordMemory(lambda word: len(pieces(word)))
_excess: Final = WordMemory(lambda word: _excess_of(pieces(word)))


def screened_pieces(text: str) -> list[int]:
    """Return the numbers of the word pieces of a folded line that the screens read."""
    return pieces(text)[:_SCREENED]


def pairs_of(numbers: Sequence[int]) -> list[int]:
    """Return the bucket of each pair of neighbouring word pieces, counted on from the word pieces."""
    behind = len(second_reader().screen)
    return [behind + pair for pair in pairs(numbers)]


@lru_cache(1 << 14)
def likely_signs(text: str) -> dict[str, int]:
    """Return how likely a folded reply shows each of the four signs, in hundredths: heads and own encoder together."""
    linear = sums_of(second_reader(), text)[: len(SIGNS)]
    return dict(zip(SIGNS, map(_hundredths, (linear + sign_logits(text)) / 2), strict=True))


@lru_cache(1 << 14)
def likely_danger(text: str) -> int:
    """Return how likely a folded line of a user speaks of danger, in hundredths."""
    return _hundredths(sums_of(second_reader(), text)[HEADS.index(DANGER)])


def _hundredths(logit: float) -> int:
    return round(100 / (1 + exp(-max(-30.0, min(30.0, logit)))))


def sums_of(model: Heads, text: str) -> NDArray[np.float64]:
    """Return what each head adds up for a folded text: the logarithm of the odds."""
    worded = model.runs.take(runs_of(text), axis=1).sum(1) / RUN_SCALE
    return np.asarray((model.weights @ states(text) + model.biases) / SCALE + worded)


def runs_of(text: str) -> NDArray[np.int64]:
    """Return the bucket of each run of one to three word pieces in a folded text, each once.

    >>> len(runs_of("call me")) == 4 + 3 + 2  # two word pieces, the beginning and the end
    True
    """
    numbers = np.array([_BEGIN, *pieces(text)[:READ], _END], np.int64)
    runs, found = numbers, []
    for length in range(1, _LONGEST_RUN + 1):
        if length > 1:
            runs = (runs[:-1] * SPREAD + numbers[length - 1 :]) % (1 << 31)
        found.append((runs + length) % RUNS)
    return np.unique(np.concatenate(found))


@cache
def second_reader() -> Heads:
    """Return the shipped heads.

    Raises: InternalError where their file is missing or damaged.
    """
    with np.load(BytesIO(shipped(PACKAGE, "heads.npz")), allow_pickle=False) as stored:
        cuts = dict(zip(HEADS, stored["cuts"].tolist(), strict=True))
        return Heads(
            stored["weights"].astype(np.int64),
            stored["runs"].astype(np.int64),
            stored["biases"],
            cuts,
            int(stored["listed"]),
            int(stored["helping"]),
            array("h", stored["screen"].tolist()),
            int(stored["screen_cut"]),
        )


@cache
def _second_screen() -> _SecondScreen:
    with np.load(BytesIO(shipped(PACKAGE, "closer.npz")), allow_pickle=False) as stored:
        return _SecondScreen(array("h", stored["weights"].tolist()), int(stored["cut"]))
