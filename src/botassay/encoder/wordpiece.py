"""Text becomes numbers of word pieces, as BERT's tokenizer for lower-case English gives them (Devlin et al. 2019)."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

_LONGEST: Final = 100
"""Characters of the longest word that is cut into pieces; a longer one is unknown."""
_REMEMBERED: Final = 1 << 15
_SPACES: Final = "\t\n\r"
_IDEOGRAPHS: Final = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F), (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class WordPieces:
    """A vocabulary of word pieces, each with its number.

    >>> pieces = WordPieces({"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "un": 3, "##kind": 4, "!": 5})
    >>> pieces.numbers("Unkind! Ünkind"), pieces.numbers("?")
    ([3, 4, 5, 3, 4], [0])
    """

    vocabulary: dict[str, int]

    def numbers(self, text: str) -> list[int]:
        """Return the numbers of the pieces of a text, without the marks around it."""
        return list(chain.from_iterable(map(self._chunk, _normal(text).split())))

    def _chunk(self, chunk: str) -> tuple[int, ...]:
        """Return the numbers of the pieces of what stands between two spaces."""
        return self._remembered(chunk) if len(chunk) <= _LONGEST else self._cut(chunk)

    @lru_cache(_REMEMBERED)  # noqa: B019 - there is one vocabulary in a process
    def _remembered(self, chunk: str) -> tuple[int, ...]:
        return self._cut(chunk)

    def _cut(self, chunk: str) -> tuple[int, ...]:
        return tuple(number for word in _words(chunk) for number in self._pieces(word))

    def _pieces(self, word: str) -> tuple[int, ...]:
        found: list[int] = []
        start = 0
        while start < len(word) <= _LONGEST:
            lead = "##" if start else ""
            ends = range(len(word), start, -1)
            end = next((end for end in ends if lead + word[start:end] in self.vocabulary), 0)
            if not end:
                break
            found.append(self.vocabulary[lead + word[start:end]])
            start = end
        return tuple(found) if start == len(word) else (self.vocabulary["[UNK]"],)


def _normal(text: str) -> str:
    """Return a text without control characters and accents, in lower case, ideographs as words."""
    if text.isascii():
        return (text if text.isprintable() else _printable(text)).lower()
    kept = (mark for mark in text if mark in _SPACES or not (mark == "\ufffd" or _is_control(mark)))
    spaced = "".join(f" {mark} " if _is_ideograph(mark) else " " if mark.isspace() else mark for mark in kept)
    decomposed = unicodedata.normalize("NFD", spaced)
    return "".join(mark for mark in decomposed if unicodedata.category(mark) != "Mn").replace("Σ", "σ").lower()


def _printable(text: str) -> str:
    return "".join(" " if mark in _SPACES else mark for mark in text if mark in _SPACES or mark.isprintable())


def _words(chunk: str) -> Iterator[str]:
    """Yield the words of what stands between two spaces, and each mark of punctuation by itself."""
    if chunk.isalnum():
        yield chunk
        return
    start = 0
    for at, mark in enumerate(chunk):
        if _is_punctuation(mark):
            yield from (chunk[start:at], mark) if at > start else (mark,)
            start = at + 1
    if start < len(chunk):
        yield chunk[start:]


def _is_control(mark: str) -> bool:
    return unicodedata.category(mark) in {"Cc", "Cf", "Co", "Cs"}


def _is_punctuation(mark: str) -> bool:
    return not mark.isalnum() and (mark.isascii() or unicodedata.category(mark).startswith("P"))


def _is_ideograph(mark: str) -> bool:
    return any(first <= ord(mark) <= last for first, last in _IDEOGRAPHS)
