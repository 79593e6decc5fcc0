"""What bundled bots listen by: words and short phrases that mean something, and the choice from a menu.

Phrases are looked up word by word, the longest first, so that the time grows with the length of the text alone.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, Generic, TypeVar

Meant = TypeVar("Meant")
_WORD: Final = re.compile(r"[^\W_]+(?:['’&/-][^\W_]+)*")
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight")
_CHOICE: Final = re.compile(
    r"^[\s#(]*(?:i(?:'ll| will| would)? (?:take|choose|want|pick) )?(?:the )?(?:number|option|no\.?|#)?\s*"
    r"(\d{1,2}|" + "|".join((*_ORDINALS, *_NUMBERS)) + r")(?: one| option| hospital| train| station)?(?: please)?\W*$"
)


class Phrases(Generic[Meant]):
    """Words and short phrases, each with what it means.

    >>> Phrases({"chest pain": 1, "pain": 2}).first(("my", "chest", "pain"))
    1
    """

    def __init__(self, meant: Mapping[str, Meant]) -> None:
        self._meant = {split(phrase): meaning for phrase, meaning in meant.items()}
        self._longest = max((len(words) for words in self._meant), default=0)

    def all(self, words: Sequence[str]) -> list[tuple[int, int, Meant]]:
        """Return where each phrase begins and how many words it has, and what it means; none overlaps another."""
        found: list[tuple[int, int, Meant]] = []
        place = 0
        while place < len(words):
            for length in range(min(self._longest, len(words) - place), 0, -1):
                phrase = tuple(words[place : place + length])
                if phrase in self._meant:
                    found.append((place, length, self._meant[phrase]))
                    place += length - 1
                    break
            place += 1
        return found

    def first(self, words: Sequence[str]) -> Meant | None:
        """Return what the longest phrase means, the first of several."""
        return max(self.all(words), key=lambda one: one[1], default=(0, 0, None))[2]


def split(text: str) -> tuple[str, ...]:
    """Cut a text into words in small letters."""
    return tuple(word.replace("’", "'").lower() for word in _WORD.findall(text))


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
