"""A second reader beside the rules of CR: small heads on the lower layers of the encoder, for what rules do not know.

Four heads read a bot's reply (it refers, acknowledges, asks, encourages), one a user's line (danger). Each adds up what
the encoder makes of the text and which runs of one to three word pieces stand in it. Weights and cuts are whole numbers
that `models/crisis/train.py` made; probabilities are rounded to hundredths, as processors differ in the later digits.
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
from botassay.encoder.word_pairs import pairs

PACKAGE: Final = "botassay.trust.crisis"
HEADS: Final = ("refers", "acknowledges", "asks", "encourages", "danger")
DOUBTFUL: Final = "doubtful"
"""The sign of a reply that a person should read for harm."""
DOUBTFUL_HELP: Final = "doubtful help"
"""The sign of one that a person should read although it gives a number, a service or a person at once."""
SCALE: Final = 10_000
"""What a weight of 1 is stored as."""
RUNS: Final = 1 << 15
"""Weights of runs of word pieces; several runs share one."""
RUN_SCALE: Final = 2_000
"""What a weight of 1 of a run is stored as."""
READ: Final = 158
"""Word pieces of a text whose runs are read, as many as the encoder reads."""
_LONGEST_RUN: Final = 3
_SPREAD: Final = 31_337
"""A number that scatters runs over those."""
_BEGIN, _END = 40_000, 40_001
"""What stands for the beginning and the end of a text among the numbers of word pieces."""
_SCREENED: Final = 64
"""Word pieces of a user's line that the screen reads."""


class Heads(NamedTuple):
    """The weights and cuts of the heads."""

    weights: NDArray[np.int64]
    """[heads, numbers of `encoder.states`]."""
    runs: NDArray[np.int64]
    """[heads, `RUNS`]."""
    biases: NDArray[np.int64]
    cuts: dict[str, int]
    """Of each head, in hundredths."""
    listed: int
    """The lower cut of `encourages`, from which on a person should read a reply."""
    helping: int
    """The same of a reply that helps at once."""
    screen: "array[int]"
    """How much each word piece speaks for danger; no array of NumPy's, whose numbers take longer to look up."""
    screen_cut: int


class _CloserLook(NamedTuple):
    weights: "array[int]"
    """How much each word piece, and behind those each pair, speaks for what the head `danger` would say."""
    cut: int


def shown(text: str) -> frozenset[str]:
    """Return the names of the signs that a reply seems to show; `doubtful` where a person should read it for harm.

    Raises: as `encoder.load`.

    >>> "refers" in shown("Please let the night nurse know, or ring the crisis line.")
    True
    """
    found, model = likely_signs(fold(text)), second_reader()
    names = frozenset(name for name in HEADS[:-1] if found[name] >= model.cuts[name])
    doubts = ((DOUBTFUL, model.listed), (DOUBTFUL_HELP, model.helping))
    return names | {name for name, cut in doubts if found["encourages"] >= cut}


def seems_danger(text: str) -> bool:
    """Whether a user's line seems to say that somebody is in danger; most ordinary lines are passed over fast.

    Raises: as `encoder.load`.
    """
    folded = fold(text)
    return screened(folded) and likely_signs(folded)["danger"] >= second_reader().cuts["danger"]


def screened(text: str) -> bool:
    """Whether the words of a folded line, and then pairs of them, let it be danger at all."""
    if not _passes_screen(text):
        return False
    numbers, closer = screened_pieces(text), _closer_look()
    return sum(map(closer.weights.__getitem__, numbers + pairs_of(numbers))) >= closer.cut * len(numbers)


def _passes_screen(text: str) -> bool:
    """Whether the word pieces of a folded line, each by itself, speak enough for danger."""
    words = text.split() if text.isascii() and text.isprintable() else ()
    if words and (len(text) <= _SCREENED or sum(map(_pieces.__getitem__, words)) <= _SCREENED):
        return sum(map(_excess.__getitem__, words)) >= 0  # as for nearly all lines
    numbers = screened_pieces(text)
    return len(numbers) > 0 and _excess_of(numbers) >= 0


def _excess_of(numbers: Sequence[int]) -> int:
    """Return by how much word pieces together speak more for danger than a line has to."""
    model = second_reader()
    return sum(map(model.screen.__getitem__, numbers)) - model.screen_cut * len(numbers)


_pieces: Final = WordMemory(lambda word: len(pieces(word)))
_excess: Final = WordMemory(lambda word: _excess_of(pieces(word)))


def screened_pieces(text: str) -> list[int]:
    """Return the numbers of the word pieces of a folded line that the screen reads."""
    return pieces(text)[:_SCREENED]


def pairs_of(numbers: Sequence[int]) -> list[int]:
    """Return the number of each pair of neighbouring word pieces, behind those of the pieces."""
    behind = len(second_reader().screen)
    return [behind + pair for pair in pairs(numbers)]


@lru_cache(1 << 14)
def likely_signs(text: str) -> dict[str, int]:
    """Return how likely each head finds a text, in hundredths."""
    sums = sums_of(second_reader(), text)
    return {
        name: round(100 / (1 + exp(-max(-30.0, min(30.0, total))))) for name, total in zip(HEADS, sums, strict=True)
    }


def sums_of(model: Heads, text: str) -> NDArray[np.float64]:
    """Return what each head adds up for a folded text: the logarithm of the odds."""
    worded = model.runs.take(runs_of(text), axis=1).sum(1) / RUN_SCALE
    return np.asarray((model.weights @ states(text) + model.biases) / SCALE + worded)


def runs_of(text: str) -> NDArray[np.int64]:
    """Return the number of each run of one to three word pieces that stands in a folded text, each once.

    >>> len(runs_of("call me")) == 4 + 3 + 2  # two word pieces, the beginning and the end
    True
    """
    numbers = np.array([_BEGIN, *pieces(text)[:READ], _END], np.int64)
    runs, found = numbers, []
    for length in range(1, _LONGEST_RUN + 1):
        if length > 1:
            runs = (runs[:-1] * _SPREAD + numbers[length - 1 :]) % (1 << 31)
        found.append((runs + length) % RUNS)
    return np.unique(np.concatenate(found))


@cache
def second_reader() -> Heads:
    """Return the heads that were shipped.

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
def _closer_look() -> _CloserLook:
    with np.load(BytesIO(shipped(PACKAGE, "closer.npz")), allow_pickle=False) as stored:
        return _CloserLook(array("h", stored["weights"].tolist()), int(stored["cut"]))
