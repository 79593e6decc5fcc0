"""A cache for a function of single words: most words of a text have occurred before."""

from collections.abc import Callable
from typing import Final, TypeVar

MOST: Final = 1 << 16
"""Words that are cached at a time; then all are dropped."""
LONGEST: Final = 60
"""Characters of the longest word that is cached."""

V = TypeVar("V")


class WordMemory(dict[str, V]):
    """A cached function of a word, whose value has to depend on the word alone.

    A text is looked up fastest as `map(memory.__getitem__, text.split())`.

    >>> lengths = WordMemory(len)
    >>> [*map(lengths.__getitem__, "to be or".split())], lengths
    ([2, 2, 2], {'to': 2, 'be': 2, 'or': 2})
    """

    def __init__(self, work: Callable[[str], V]) -> None:
        super().__init__()
        self._work = work

    def __missing__(self, word: str) -> V:
        """Compute the value, and cache it unless the word is very long."""
        value = self._work(word)
        if len(word) <= LONGEST:
            if len(self) >= MOST:
                self.clear()
            self[word] = value
        return value
