"""How bundled bots understand texts: words and short phrases with a meaning, and the choice from a menu.

Phrases are looked up word by word, the longest first, so that the time only depends on the length of the text.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

Meant = TypeVar("Meant")
WORD: Final = re.compile(r"[^\W_]+(?:['’&/-][^\W_]+)*")
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight")
_CHOICE: Final = re.compile(
    r"^[\s#(]*(?:i(?:'ll| will| would)? (?:take|choose|want|pick) )?(?:the )?(?:number|option|no\.?|#)?\s*"
    r"(\d{1,2}|" + "|".join((*_ORDINALS, *_NUMBERS)) + r")(?: one| option| hospital| train| station)?(?: please)?\W*$"
)


class PhraseHit(NamedTuple, Generic[Meant]):
    """A phrase in a text."""

    place: int
    """The index of its first word."""
    length: int
    """Its number of words."""
    meaning: Meant


class Phrases(Generic[Meant]):
    """Words and short phrases with their meanings.

    >>> Phrases({"chest pain": 1, "pain": 2}).first(("my", "chest", "pain"))
    1
    """

    def __init__(self, meant: Mapping[str, Meant]) -> None:
        self._meant = {split(phrase): meaning for phrase, meaning in meant.items()}
        self._longest = max((len(words) for words in self._meant), default=0)

    def all(self, words: Sequence[str]) -> list[PhraseHit[Meant]]:
        """Return the phrases in a text, which do not overlap."""
        hits: list[PhraseHit[Meant]] = []
        place = 0
        while place < len(words):
            for length in range(min(self._longest, len(words) - place), 0, -1):
                phrase = tuple(words[place : place + length])
                if phrase in self._meant:
                    hits.append(PhraseHit(place, length, self._meant[phrase]))
                    place += length - 1
                    break
            place += 1
        return hits

    def first(self, words: Sequence[str]) -> Meant | None:
        """Return the meaning of the longest phrase, the first of several; None without any."""
        longest = max(self.all(words), key=lambda hit: hit.length, default=None)
        return longest.meaning if longest else None


def split(text: str) -> tuple[str, ...]:
    """Return the words of a text in lower case."""
    return tuple(word.replace("’", "'").lower() for word in WORD.findall(text))


def choice(text: str, options: Sequence[str]) -> str | None:
    """Return the option that a text picks by its number.

    >>> choice("the second one, please", ("left", "right")), choice("3", ("left", "right"))
    ('right', None)
    """
    picked = _CHOICE.match(" ".join(text[:60].lower().replace(",", " ").split()))
    if not picked:
        return None
    word = picked[1]
    spelled = next((names.index(word) + 1 for names in (_ORDINALS, _NUMBERS) if word in names), 0)
    number = spelled or int(word)
    return options[number - 1] if 0 < number <= len(options) else None
