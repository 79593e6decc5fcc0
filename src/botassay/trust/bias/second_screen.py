"""The second screen of B: of the texts that speak of people, it passes on to the encoder those that may be prejudiced.

It adds up a weight for each word piece and each pair of neighbouring ones, of the text and of the line that it answers.
The weights are whole numbers that `models/bias/train_screen.py` learned from the encoder's own scores of many texts,
without labels. A long text is read in overlapping stretches, and the highest sum counts: the encoder, too, notices one
bad sentence among good ones.
"""

from array import array
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from io import BytesIO
from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from botassay.core.shipped import shipped
from botassay.encoder import pieces
from botassay.encoder.model import LONGEST, LONGEST_LINE
from botassay.encoder.word_pairs import PAIRS, pairs

FILE: Final = "closer.npz"
PIECES: Final = 30_522
"""Size of the vocabulary."""
WEIGHTS: Final = PIECES + PAIRS
"""Number of weights of a text; as many of the line that it answers follow them."""
_STRETCH: Final = 32
"""Word pieces of a stretch."""
_STEP: Final = _STRETCH // 2


class _Screen(NamedTuple):
    weights: "array[int]"
    """Single numbers of a NumPy array take longer to look up."""
    cut: int
    """The lowest sum that passes."""


def seems_prejudiced(text: str, line: str | None) -> bool:
    """Return whether the encoder may find a text prejudiced, by itself or as the reply to a line; both folded.

    Raises: as `encoder.load`; InternalError where the weights are missing or damaged.

    >>> seems_prejudiced("Women cannot drive.", None), seems_prejudiced("They open at nine.", None)
    (True, False)
    """
    screen = _screen()
    answered = _weight(screen.weights, [WEIGHTS + place for place in of_line(line)]) if line else 0.0
    return any(_weight(screen.weights, stretch) + answered >= screen.cut for stretch in stretches(text))


def stretches(text: str) -> Iterator[frozenset[int]]:
    """Yield the places of the weights that count for each stretch of a text."""
    numbers = pieces(text)[:LONGEST]
    for begin in range(0, max(1, len(numbers) - _STEP), _STEP):
        yield _places(numbers[begin : begin + _STRETCH])


def of_line(line: str) -> frozenset[int]:
    """Return the places of the weights that count for a line, among those of lines."""
    return _places(pieces(line)[-LONGEST_LINE:])


def _places(numbers: Sequence[int]) -> frozenset[int]:
    """Return the numbers of word pieces and of their pairs, each once."""
    return frozenset([*numbers, *[PIECES + pair for pair in pairs(numbers)]])


def _weight(weights: Sequence[int], places: Collection[int]) -> float:
    """Return the sum of the weights at some places, divided by the square root of their number."""
    return sum(map(weights.__getitem__, places)) / sqrt(max(1, len(places)))


@cache
def _screen() -> _Screen:
    with np.load(BytesIO(shipped("botassay.trust.bias", FILE)), allow_pickle=False) as stored:
        return _Screen(array("h", stored["weights"].tolist()), int(stored["cut"]))
