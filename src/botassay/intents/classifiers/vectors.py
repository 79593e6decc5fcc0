"""Reads word vectors in the text format of word2vec and fastText, plain or gzipped."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from botassay.core.errors import InputError
from botassay.intents.tracking import Track
from botassay.io.lines import FileLines, undecodable
from botassay.io.sources import lines_of

_HEADER: Final = 2
_HINT: Final = "each line must have a word and its numbers, separated by spaces (text format of word2vec and fastText)"


class WordVectors(NamedTuple):
    """Word vectors in memory."""

    size: int
    """Number of dimensions."""
    by_word: Mapping[str, Any]

    def of(self, word: str) -> Any:
        """Return the vector of a lower-cased word, or None."""
        return self.by_word.get(word)


class Subwords:
    """The vectors of a fastText model, which composes unknown words from character n-grams."""

    def __init__(self, model: Any) -> None:
        self._model = model

    @property
    def size(self) -> int:
        """The number of dimensions."""
        return int(self._model.get_dimension())

    def of(self, word: str) -> Any:
        """Return the vector of a word."""
        return self._model.get_word_vector(word)


Vectors: TypeAlias = WordVectors | Subwords


def read_vectors(file: Path, wanted: Collection[str], track: Track = iter) -> WordVectors:
    """Return the vectors of the wanted words; of other words, only the number of fields is checked.

    If a word only occurs with capitals, the first spelling is used for the lower-cased word.

    Args:
        file: a word and its numbers on each line; an optional header gives the numbers of words and dimensions.
        wanted: lower-cased words.
        track: wraps the lines to report progress.

    Raises: InputError with the line of an invalid vector; with the file if words are missing.
    """
    lines = lines_of(file)
    exact: dict[str, Any] = {}
    folded: dict[str, Any] = {}
    for word, numbers in _rows(lines, track):
        name, known = (word, exact) if word in wanted else (word.lower(), folded)
        if name in wanted and name not in known:
            known[name] = _numbers(numbers, lines)
    by_word = {**folded, **exact}
    if not by_word:
        hint = "use vectors of the language of the phrases"
        raise InputError("E166 the file has no word of the phrases", lines.name, hint)
    return WordVectors(len(next(iter(by_word.values()))), by_word)


def _rows(lines: FileLines, track: Track) -> Iterator[tuple[str, str]]:
    """Yield each word with its numbers, as text. Raises InputError."""
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
        text = f"E166 the header announces {promised:,} words, but the file has {n:,}"
        raise InputError(text, lines.name, "check whether the file is complete")
    if not n:
        raise InputError("E166 the file has no words", lines.name, _HINT)


def _header(body: str) -> tuple[int, int] | None:
    cells = body.split()
    if len(cells) != _HEADER or not all(cell.isdecimal() and cell.isascii() for cell in cells):
        return None
    return int(cells[0]), int(cells[1])


def _check(word: str, numbers: str, size: int, lines: FileLines) -> None:
    """Refuse a line without a word or with a wrong number of dimensions; raises InputError."""
    there = numbers.count(" ") + 1 if numbers else 0
    if not word or there != size:
        raise InputError(f"E166 the line has {there} numbers, not {size}", lines.place(), _HINT)
    if undecodable(word):
        raise InputError("E111 the word is not UTF-8", lines.place(), "save the file as UTF-8")


def _numbers(body: str, lines: FileLines) -> Any:
    """Return the numbers of a vector. Raises InputError for an invalid one."""
    try:
        numbers = np.array([float(cell) for cell in body.split(" ")], np.float32)
    except ValueError as error:
        raise InputError(f"E166 invalid number: {str(error)[:80]}", lines.place(), _HINT) from error
    if not np.isfinite(numbers).all():
        raise InputError("E166 a number is not finite", lines.place(), _HINT)
    return numbers
