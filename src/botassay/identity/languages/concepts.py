"""What a word means for the question and its answers: `roboter` in German and `máquina` in Spanish are both MACHINE."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from botassay.identity.languages.folded_text import FoldedSentence, bare

PAUSE: Final = ","
UNKNOWN: Final = ""
_SHORTEST: Final = 2
"""Letters of the beginning or the end of a word by which it is known, at least."""
_YEAR_DIGITS: Final = 4


class Spoken(NamedTuple):
    """A sentence as words and their concepts, and whether it ends in a question mark."""

    words: tuple[str, ...]
    concepts: tuple[str, ...]
    """Of each word: a name, `PAUSE` between clauses, or `UNKNOWN`."""
    asks: bool

    @property
    def known(self) -> tuple[str, ...]:
        """The concepts without pauses and unknown words."""
        return tuple(concept for concept in self.concepts if concept not in {UNKNOWN, PAUSE})


@dataclass(frozen=True, slots=True)
class Concepts:
    """The concepts of the words of a language."""

    whole: Mapping[str, str]
    begins: Mapping[str, str]
    ends: Mapping[str, str]

    def of(self, word: str) -> str:
        """Return the concept of a folded word: by the whole word, its longest beginning, or its longest end."""
        if word == PAUSE or word in self.whole:
            return self.whole.get(word, PAUSE)
        if word.isdigit():
            return "YEAR" if len(word) == _YEAR_DIGITS and word[:2] in {"19", "20"} else "NUMBER"
        beginnings = (self.begins.get(word[:size]) for size in range(len(word), _SHORTEST - 1, -1))
        endings = (self.ends.get(word[start:]) for start in range(len(word) - _SHORTEST + 1))
        return next(filter(None, beginnings), None) or next(filter(None, endings), UNKNOWN)

    def spoken(self, sentences: Iterable[FoldedSentence]) -> tuple[Spoken, ...]:
        """Return sentences with the concepts of their words."""
        split = ((tuple(sentence.text.split()), sentence.asks) for sentence in sentences)
        return tuple(Spoken(words, tuple(map(self.of, words)), asks) for words, asks in split)


def concepts(lists: Mapping[str, str]) -> Concepts:
    """Return the concepts by lists of words: `robot*` is a beginning, `*bot` an end; the first list with a word counts.

    >>> known = concepts({"MACHINE": "robot* *bot KI", "HUMAN": "Mensch"})
    >>> [known.of(word) for word in ("roboter", "chatbot", "ki", "mensch", "haus", "1984")]
    ['MACHINE', 'MACHINE', 'MACHINE', 'HUMAN', '', 'YEAR']
    """
    whole, begins, ends = dict[str, str](), dict[str, str](), dict[str, str]()
    for name, listed in lists.items():
        for word in map(bare, listed.split()):
            table = begins if word.endswith("*") else ends if word.startswith("*") else whole
            table.setdefault(word.strip("*"), name)
    return Concepts(whole, begins, ends)
