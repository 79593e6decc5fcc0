"""A fast test of many texts at once, over their bytes: which of them may have disguised letters."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

LEET_LETTERS: Final = "013457@$"
"""Characters that stand for letters anywhere in a word."""
LEET_MARKS: Final = "!|"
"""Characters that stand for letters, but not at the end of a word."""
MASKS: Final = "*#"
"""Characters behind which letters are hidden."""
_LETTER: Final = 1
_DIGIT: Final = 2
_LEET: Final = 4
_MARK: Final = 8
_MASK: Final = 16

Bytes = npt.NDArray[np.uint8]


def _kind(code: int) -> int:
    mark = chr(code)
    return (
        _LETTER * (mark.isascii() and mark.isalpha())
        | _DIGIT * mark.isdecimal()
        | _LEET * (mark in LEET_LETTERS)
        | _MARK * (mark in LEET_MARKS)
        | _MASK * (mark in MASKS)
    )


_KINDS: Final = bytes(map(_kind, range(128))) + bytes(128)


def may_be_disguised(texts: Sequence[str]) -> list[bool]:
    r"""Return for each text whether letters in it may be disguised, stretched or spelt out.

    They may in every text that is not ASCII, and in one with an asterisk or a number sign, with three equal letters in
    a row, with a leet character beside a letter, or with two single letters that are one or two characters apart.
    Folding leaves every other text as it is.

    >>> may_be_disguised(["I have a table at 10:30, for $45.50!", "1diot", "stuuupid", "i d i o t", "sh*t", "\xfcber"])
    [False, True, True, True, True, True]
    """
    plain = [text.isascii() for text in texts]
    ascii_texts = [text for text, is_plain in zip(texts, plain, strict=True) if is_plain]
    joined = "\n".join(ascii_texts).encode()
    kinds = np.frombuffer(joined.translate(_KINDS), np.uint8)
    ends = np.cumsum(np.array([len(text) + 1 for text in ascii_texts], np.int64))
    found = np.zeros(len(ascii_texts), np.bool_)
    for places in (_masks(kinds), _leet(kinds), _stretched(kinds, np.frombuffer(joined, np.uint8)), _single(kinds)):
        found[np.searchsorted(ends, places, side="right")] = True
    of_plain = iter(found.tolist())
    return [next(of_plain) if is_plain else True for is_plain in plain]


def _masks(kinds: Bytes) -> npt.NDArray[np.intp]:
    return np.flatnonzero(kinds & _MASK)


def _leet(kinds: Bytes) -> npt.NDArray[np.intp]:
    """Return where a leet character stands beside a letter, or a leet mark in front of either.

    A word that is read as leet has two letters or more, and ends with a letter or a leet character. So somewhere in it
    one stands beside the other, or a mark in front of one of them.
    """
    left, right = kinds[:-1], kinds[1:]
    both = left | right
    beside = (both & (_LETTER | _LEET)) == (_LETTER | _LEET)
    return np.flatnonzero(beside | ((left & _MARK) & ((right & _LETTER) * _MARK | (right & _LEET) * 2)).astype(bool))


def _stretched(kinds: Bytes, letters: Bytes) -> npt.NDArray[np.intp]:
    """Return where three equal letters stand in a row."""
    twice = letters[1:] == letters[:-1]
    return np.flatnonzero(twice[1:] & twice[:-1] & (kinds[2:] == _LETTER))


def _single(kinds: Bytes) -> npt.NDArray[np.intp]:
    """Return where a single letter, with neither letters nor digits beside it, stands close to the next one.

    A spelt-out word has four letters or more, and all but the outer two stand alone.
    """
    inside = kinds & (_LETTER | _DIGIT)
    alone = (kinds[1:-1] == _LETTER) & (inside[:-2] == 0) & (inside[2:] == 0)
    return 1 + np.concatenate([np.flatnonzero(alone[:-gap] & alone[gap:]) for gap in (2, 3)])
