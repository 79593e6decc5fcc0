"""Texts in Latin letters as words that do not depend on case, accents, apostrophes and hyphens."""

import re
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from botassay.core.text.folding import fold

LONGEST: Final = 5_000
"""Maximum number of characters of a text that are read."""
_LONGEST_SENTENCE: Final = 60
"""Words from which on a sentence is cut, so that time grows no faster than the text."""
_LETTERS: Final = str.maketrans({"ł": "l", "ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ĳ": "ij"})
_SENTENCE: Final = re.compile(r"[^.!?¿…\n;]+[.!?…\n;]*")
_TOKEN: Final = re.compile(r"[^\W_]+|[,:()–—]")
_PAUSE: Final = frozenset(",:()–—")
_QUOTED: Final = re.compile(r'"[^"\n]{1,300}"|“[^”\n]{1,300}”|„[^“”\n]{1,300}[“”]|«[^»\n]{1,300}»')


class FoldedSentence(NamedTuple):
    """A sentence as words with ` , ` between its clauses, and whether it ends in a question mark."""

    text: str
    asks: bool


def bare(text: str) -> str:
    """Return a text in lower case and without accents.

    >>> bare("Êtes-vous RÉEL, człowieku?")
    'etes-vous reel, czlowieku?'
    """
    decomposed = unicodedata.normalize("NFKD", text.lower().translate(_LETTERS))
    return "".join(mark for mark in decomposed if not unicodedata.combining(mark))


def folded(text: str) -> tuple[FoldedSentence, ...]:
    """Return the sentences of a text, without what is quoted in it.

    >>> folded("Bonjour ! N'es-tu pas, toi, un robot ?")
    (FoldedSentence(text='bonjour', asks=False), FoldedSentence(text='n es tu pas , toi , un robot', asks=True))
    """
    return _folded(text)


@lru_cache(maxsize=64)
def _folded(text: str) -> tuple[FoldedSentence, ...]:
    sentences = []
    for match in _SENTENCE.finditer(bare(fold(_QUOTED.sub(" ", text)))):
        words = ["," if token in _PAUSE else token for token in _TOKEN.findall(match[0])]
        for start in range(0, len(words), _LONGEST_SENTENCE):
            spoken = " ".join(words[start : start + _LONGEST_SENTENCE]).strip(" ,")
            if spoken:
                sentences.append(FoldedSentence(spoken, "?" in match[0]))
    return tuple(sentences)
