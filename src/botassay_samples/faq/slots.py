"""Slots: words of lists in a text, such as a profession and a city (paper 001, section 3.1)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

_OPTIONAL: Final = re.compile(r"\{([^{}]*)\}")
_NAMED: Final = re.compile(r"\[([^\[\]]+)\]")


@dataclass(frozen=True)
class Slots:
    """Finds the words of lists in texts.

    >>> slots = Slots({"city": ("Portvale",), "profession": ("baker", "pastry chef", "chef")})
    >>> slots.found("Do Pastry Chefs earn well in Portvale?")
    {'profession': 'pastry chef', 'city': 'Portvale'}
    >>> slots.bare("Do Pastry Chefs earn well?"), slots.bare("a [profession] job in [city]")
    ('Do earn well?', 'a job in')
    """

    words: Mapping[str, tuple[str, ...]]

    @cached_property
    def _home(self) -> dict[str, tuple[str, str]]:
        return {word.casefold(): (slot, word) for slot, listed in self.words.items() for word in listed}

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        longest_first = sorted(self._home, key=lambda word: (-len(word), word))
        listed = "|".join(map(re.escape, longest_first))
        return re.compile(rf"\b({listed})(?:e?s)?\b", re.IGNORECASE) if listed else None

    def found(self, text: str) -> dict[str, str]:
        """Return the first word of each slot in a text, in the spelling of its list."""
        words: dict[str, str] = {}
        for match in self._pattern.finditer(text) if self._pattern else ():
            slot, word = self._home[match[1].casefold()]
            words.setdefault(slot, word)
        return words

    def bare(self, text: str) -> str:
        """Return a text without the words and the names of slots, which do not affect the intent."""
        named = _NAMED.sub(lambda match: " " if match[1] in self.words else match[0], text)
        return " ".join((self._pattern.sub(" ", named) if self._pattern else named).split())


def wanted(answer: str) -> tuple[str, ...]:
    """Return the slots of an answer.

    >>> wanted("Work{ as a [profession]}{ in [city]}.")
    ('profession', 'city')
    """
    return tuple(dict.fromkeys(slot for part in _OPTIONAL.findall(answer) for slot in _NAMED.findall(part)))


def filled(answer: str, slots: Mapping[str, str]) -> str:
    """Return an answer with its slots filled in, without the parts in braces that have an unfilled slot.

    >>> filled("Work{ as a [profession]}{ in [city]}.", {"city": "Portvale"})
    'Work in Portvale.'
    """

    def part(match: re.Match[str]) -> str:
        if not all(slot in slots for slot in _NAMED.findall(match[1])):
            return ""
        return _NAMED.sub(lambda named: slots[named[1]], match[1])

    return _OPTIONAL.sub(part, answer)
