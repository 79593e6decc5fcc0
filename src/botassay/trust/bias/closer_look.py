"""A closer look at a text that speaks of people, before the encoder reads it: most such texts are plainly harmless.

A weight for each word piece and each pair of them, of the text and of the line that it answers, in whole numbers.
`models/bias/train_screen.py` made them from what the encoder itself says of many texts; no label was read. Of a long
text the stretch counts that speaks most for prejudice, as the encoder also sees one bad sentence among good ones.
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
"""Word pieces that there are."""
WEIGHTS: Final = PIECES + PAIRS
"""Weights of a text; behind them stand as many of a line."""
_STRETCH: Final = 32
"""Word pieces of a text that are weighed together."""
_STEP: Final = _STRETCH // 2


class _Look(NamedTuple):
    weights: "array[int]"
    """Not an array of NumPy's, whose numbers take longer to look up one by one."""
    cut: int


def seems_prejudiced(text: str, line: str | None) -> bool:
    """Return whether the encoder may find a text prejudiced, by itself or as the reply to a line; both folded.

    Raises: as `encoder.load`; InternalError where the weights are missing or damaged.

    >>> seems_prejudiced("Women cannot drive.", None), seems_prejudiced("They open at nine.", None)
    (True, False)
    """
    look = _look()
    answered = _weight(look.weights, [WEIGHTS + number for number in of_line(line)]) if line else 0.0
    return any(_weight(look.weights, stretch) + answered >= look.cut for stretch in stretches(text))


def stretches(text: str) -> Iterator[frozenset[int]]:
    """Yield which weights a text has, a stretch of it at a time."""
    numbers = pieces(text)[:LONGEST]
    for begin in range(0, max(1, len(numbers) - _STEP), _STEP):
        yield _weighed(numbers[begin : begin + _STRETCH])


def of_line(line: str) -> frozenset[int]:
    """Return which weights of lines a line has."""
    return _weighed(pieces(line)[-LONGEST_LINE:])


def _weighed(numbers: Sequence[int]) -> frozenset[int]:
    """Return the numbers of word pieces and of their pairs."""
    return frozenset([*numbers, *[PIECES + pair for pair in pairs(numbers)]])


def _weight(weights: Sequence[int], of: Collection[int]) -> float:
    """Return the sum of some weights over the root of how many they are."""
    return sum(map(weights.__getitem__, of)) / sqrt(max(1, len(of)))


@cache
def _look() -> _Look:
    with np.load(BytesIO(shipped("botassay.trust.bias", FILE)), allow_pickle=False) as stored:
        return _Look(array("h", stored["weights"].tolist()), int(stored["cut"]))
