"""Word vectors out of a file: the text format of word2vec and fastText, as it is or packed with gzip."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from botassay.core.errors import InputError
from botassay.intents.tracking import Track
from botassay.io.lines import FileLines, undecodable
from botassay.io.sources import lines_of

_HEADER: Final = 2
_HINT: Final = "give a word and its numbers on each line, with spaces between: the text format of word2vec and fastText"


class Vectors(Protocol):
    """Says where words stand."""

    @property
    def size(self) -> int:
        """How many numbers a vector has."""
        ...

    def of(self, word: str) -> Any:
        """Give the vector of a lower-cased word, or None."""
        ...


class WordVectors(NamedTuple):
    """Vectors of words."""

    size: int
    by_word: Mapping[str, Any]

    def of(self, word: str) -> Any:
        """Give the vector of a lower-cased word, or None."""
        return self.by_word.get(word)


def read_vectors(file: Path, wanted: Collection[str], track: Track = iter) -> WordVectors:
    """Read the vectors of the wanted words; of the others only the number of fields is looked at.

    A word that stands in the file with capitals only stands for the lower-cased one; of several the first does.

    Args:
        file: a word and its numbers on each line; a first line of two whole numbers says how many words and numbers.
        wanted: lower-cased words.
        track: passes lines on while somebody watches.

    Raises: InputError with the line for what is no word with its numbers; with the file where words are missing.
    """
    lines = lines_of(file)
    exact: dict[str, Any] = {}
    folded: dict[str, Any] = {}
    for word, numbers in _rows(lines, track):
        name, found = (word, exact) if word in wanted else (word.lower(), folded)
        if name in wanted and name not in found:
            found[name] = _numbers(numbers, lines)
    by_word = {**folded, **exact}
    if not by_word:
        hint = "is it of the language of the phrases?"
        raise InputError("E166 no word of the phrases stands in it", lines.name, hint)
    return WordVectors(len(next(iter(by_word.values()))), by_word)


def _rows(lines: FileLines, track: Track) -> Iterator[tuple[str, str]]:
    """Give each word with its numbers, as text.

    Raises: InputError.
    """
    size, promised, n = 0, None, 0
    for line in track(lines):
        body = line.strip().replace("\t", " ")
        if lines.number == 1 and (header := _header(body)):
            promised, size = header
            continue
        word, _, numbers = body.partition(" ")
        size = size or numbers.count(" ") + 1
        _check(word, numbers, size, lines)
        n += 1
        yield word, numbers
    if promised not in (None, n):
        raise InputError(
            f"E166 the first line promises {promised:,} words, {n:,} are there", lines.name, "is it whole?"
        )
    if not n:
        raise InputError("E166 there are no words", lines.name, _HINT)


def _header(body: str) -> tuple[int, int] | None:
    cells = body.split()
    if len(cells) != _HEADER or not all(cell.isdecimal() and cell.isascii() for cell in cells):
        return None
    return int(cells[0]), int(cells[1])


def _check(word: str, numbers: str, size: int, lines: FileLines) -> None:
    """Refuse a line that holds no word with so many numbers.

    Raises: InputError.
    """
    there = numbers.count(" ") + 1 if numbers else 0
    if not word or there != size:
        raise InputError(f"E166 the line has {there} numbers, not {size}", lines.place(), _HINT)
    if undecodable(word):
        raise InputError("E111 the word is not UTF-8", lines.place(), "save the file as UTF-8")


def _numbers(body: str, lines: FileLines) -> Any:
    """Read numbers.

    Raises: InputError for what is none.
    """
    try:
        found = np.array([float(cell) for cell in body.split(" ")], np.float32)
    except ValueError as error:
        raise InputError(f"E166 what stands here is no number: {str(error)[:80]}", lines.place(), _HINT) from error
    if not np.isfinite(found).all():
        raise InputError("E166 a number is not finite", lines.place(), _HINT)
    return found
