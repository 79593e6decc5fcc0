"""What was worked out for the words of a text: most words of a text were met before."""

from collections.abc import Callable
from typing import Final, TypeVar

MOST: Final = 1 << 16
"""Words that are remembered at a time; then all are forgotten."""
LONGEST: Final = 60
"""Characters of the longest word that is remembered."""

V = TypeVar("V")


class WordMemory(dict[str, V]):
    """What a function says of words, each worked out once; it has to depend on the word alone.

    A text is looked up fastest as `map(memory.__getitem__, text.split())`.

    >>> lengths = WordMemory(len)
    >>> [*map(lengths.__getitem__, "to be or".split())], lengths
    ([2, 2, 2], {'to': 2, 'be': 2, 'or': 2})
    """

    def __init__(self, work: Callable[[str], V]) -> None:
        super().__init__()
        self._work = work

    def __missing__(self, word: str) -> V:
        """Work it out, and remember it unless the word is very long."""
        value = self._work(word)
        if len(word) <= LONGEST:
            if len(self) >= MOST:
                self.clear()
            self[word] = value
        return value
