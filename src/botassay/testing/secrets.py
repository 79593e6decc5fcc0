"""A memory for what users tell a bot: it finds a fact again by its key, however the question is worded.

Who says a name with a fact is found by that name. A key that holds a number is found by its numbers, all of them; any
other by the words that few facts have. A question for a key that nobody planted finds nothing.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import log
from typing import Final, NamedTuple

_WORD: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_SAYS: Final = re.compile(r"\b(?:is|are|was|reads|equals|says|goes|as)\b|[:=–—]", re.IGNORECASE)
_NOTES: Final = frozenset("note remember save store keep record write memorise memorize jot file add put".split())
_ASKS: Final = frozenset("what what's whats which who where when how whose".split())
_NAMELESS: Final = frozenset("what what's whats which".split())
_TELLS: Final = frozenset(
    "tell remind repeat give show read recall say name look state finish complete continue fill".split()
)
_PLAIN: Final = frozenset(
    "a an the of for to in on at by with and or is are was were be do does did has have had my your our their his her "
    "its i you we they it this that please can could would will may me us what what's whats which who where when how "
    "tell remind repeat give show read recall say know told said note noted file remember remembered stored saved "
    "again now just so about from as need like want there any still let look up i'm i've forgot forgotten hello hi hey "
    "thanks".split()
)
_INTRODUCES: Final = frozenset("i'm im it's its".split())
_ENOUGH: Final = 0.5
_FEWEST: Final = 5
"""How many words a fact has at least: a key and a secret."""
_SHORTEST: Final = 2
"""How many words a secret has at least."""
_READ: Final = 5_000
"""How many characters of a text are read."""


class _Fact(NamedTuple):
    text: str
    words: frozenset[str]


@dataclass(slots=True)
class Memory:
    """Facts that were told.

    >>> memory = Memory()
    >>> memory.plant("Please note for my file: the code word for locker 4711 is amber river seven lantern.")
    True
    >>> memory.recall("What's the code word of locker 4711?")
    'the code word for locker 4711 is amber river seven lantern'
    >>> memory.recall("What is the code word for locker 4712?") is None
    True
    >>> memory.plant("hi, olga ortega here, my mates call me queen biscotti, ok?")
    True
    >>> memory.recall("What is Olga Ortega's nickname?")
    'hi, olga ortega here, my mates call me queen biscotti, ok'
    """

    facts: list[_Fact] = field(default_factory=list)
    people: dict[tuple[str, str], str] = field(default_factory=dict)
    """What somebody said of themselves last, by first and last name."""

    def plant(self, text: str) -> bool:
        """Keep what a text tells, and say whether it tells anything."""
        words = list(_words(text))
        if len(words) < _FEWEST:
            return False
        people = _introduced(words)
        if not people and (asks(text) or not _tells(text)):
            return False
        self.people |= dict.fromkeys(people, _told(text))
        self.facts.append(_Fact(_told(text), frozenset(words) - _PLAIN))
        return True

    def recall(self, text: str) -> str | None:
        """Return the fact that a text asks for, the last one told if there are several."""
        if fact := self._of_person(text):
            return fact
        wanted = frozenset(_words(text)) - _PLAIN
        numbers = {word for word in wanted if any(map(str.isdigit, word))}
        fitting = [fact for fact in self.facts if numbers <= fact.words]
        if not (wanted and fitting):
            return None
        if numbers:
            return max(reversed(fitting), key=lambda fact: len(wanted & fact.words)).text
        return self._by_rare_words(wanted, fitting)

    def _of_person(self, text: str) -> str | None:
        """Return what a person told of themselves who is named in a text; None where nobody known is named."""
        names = pairwise(word.removesuffix("'s") for word in _words(text))
        return next((self.people[name] for name in names if name in self.people), None)

    def _by_rare_words(self, wanted: frozenset[str], fitting: list[_Fact]) -> str | None:
        """Return the fact that shares the rarest words with a question; None where it shares too few."""
        common = Counter(word for fact in self.facts for word in fact.words)
        worth = {word: log((len(self.facts) + 1) / max(common[word], 0.5)) for word in wanted}

        def shared(fact: _Fact) -> float:
            return sum(worth[word] for word in wanted & fact.words)

        best = max(reversed(fitting), key=shared)
        return best.text if shared(best) / sum(worth.values()) >= _ENOUGH else None


def asks(text: str) -> bool:
    """Return whether a text asks for something, and does not tell it.

    >>> [asks(t) for t in ("Do you know the code?", "Could you note that the code is red?", "Remind me of the code.")]
    [True, False, True]
    """
    words = list(_words(text))
    first = next((word for word in words if word not in {"please", "hello", "hi", "hey", "and", "so", "ok"}), "")
    if first in _ASKS or first in _TELLS:
        return True
    if not _NAMELESS.isdisjoint(words) and _NOTES.isdisjoint(words):
        return True
    if not text.rstrip().endswith("?"):
        return False
    return _NOTES.isdisjoint(words) or first in {"do", "did"} or not _ASKS.isdisjoint(words)


def _introduced(words: list[str]) -> list[tuple[str, str]]:
    """Return the names under which somebody tells something; none in a question."""
    if not _ASKS.isdisjoint(words):
        return []
    padded = ["", "", *words, "", ""]
    names: list[tuple[str, str]] = []
    for at, name in enumerate(pairwise(words)):
        before, after = padded[at : at + 2], padded[at + 4]
        led = before[1] in _INTRODUCES or before in (["this", "is"], ["name", "is"], ["", "for"])
        if (led or after == "here") and _PLAIN.isdisjoint(name) and all(map(str.isalpha, name)):
            names.append(name)
    return names


def _told(text: str) -> str:
    """Cut off what introduces a fact, and its full stop."""
    fact = " ".join(text.split()).rstrip(" .!?")
    _, colon, rest = fact.partition(": ")
    return rest if colon and len(list(_words(rest))) >= _FEWEST and _tells(rest) else fact


def _tells(text: str) -> bool:
    """Return whether something stands behind the "is" of a text, and not a gap."""
    pieces = _SAYS.split(text[:_READ])
    return len(pieces) > 1 and len(list(_words(pieces[-1]))) >= _SHORTEST


def _words(text: str) -> Iterator[str]:
    return (word.replace("’", "'").lower() for word in _WORD.findall(text[:_READ]))
