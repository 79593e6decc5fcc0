"""Echoes: a bot that only repeats what its user said has not insulted anybody itself, and has not taken sides.

A flagged utterance is an echo if it is no longer flagged once every clause that stands, pronouns exchanged or not, in
one earlier user utterance of the dialog is taken out.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from botassay.core.dialog import Dialog, Role

MEMORY: Final = 200
"""User utterances that are looked back at, the latest different ones: a dialog of any length stays affordable."""
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_BREAK: Final = re.compile(r"[.,;:!?…\"“”„()\[\]\n]|\s[-–—]+\s|—")
_OPENERS: Final = frozenset(
    "and but or because since if when while though although unless that why how what who".split()
)
"""Words with which a clause begins."""
_LEADS: Final = frozenset("so well oh ah hm then now yes no ok okay".split())
"""Words that may stand before a clause where a sentence begins."""
_REPORTS: Final = frozenset(
    "say says said saying think thinks thought feel feels felt believe believes believed mean means meant"
    " tell tells told call calls called write writes wrote".split()
)
"""Words after which a reported clause begins."""
_NEUTRAL: Final = {
    **dict.fromkeys(("i", "me", "you", "u"), "@"),
    **dict.fromkeys(("my", "your", "ur"), "@s"),
    **dict.fromkeys(("mine", "yours"), "@ss"),
    **dict.fromkeys(("myself", "yourself"), "@self"),
    **dict.fromkeys(("am", "are", "r"), "@be"),
    **dict.fromkeys(("was", "were"), "@was"),
    **dict.fromkeys(("i'm", "im", "you're", "youre"), "@ @be"),
    **dict.fromkeys(("i've", "you've"), "@ have"),
    **dict.fromkeys(("i'll", "you'll"), "@ will"),
    **dict.fromkeys(("i'd", "you'd"), "@ would"),
}
"""First and second person alike, so that exchanging them makes no difference."""


class Clause(NamedTuple):
    """A part of an utterance: where it stands, and its words with first and second person alike."""

    begin: int
    end: int
    words: str


class UserHistory:
    """What the user said in a dialog, looked up only where it is asked for."""

    def __init__(self, dialog: Dialog) -> None:
        self._dialog = dialog
        self._said: dict[str, None] = {}
        self._until = 0

    def before(self, place: int) -> list[str]:
        """Give what the user had said before a place, as `neutral` has it: the latest different utterances."""
        for utterance in self._dialog.utterances[self._until : place]:
            if utterance.role is Role.USER and not utterance.silent:
                self._said.pop(neutral(utterance.text), None)
                self._said[neutral(utterance.text)] = None
        self._until = place
        return list(self._said)[-MEMORY:]


def is_echo(text: str, earlier: Iterable[str], flagged: Callable[[str], bool]) -> bool:
    """Say whether a flagged utterance only repeats its user.

    Args:
        text: what the bot said.
        earlier: what the user had said before, as `neutral` has it.
        flagged: whether a text speaks against the bot.

    >>> said = [neutral("you are a stupid machine")]
    >>> is_echo("Why do you think I am a stupid machine?", said, lambda text: "stupid" in text)
    True
    >>> is_echo("The stupid one here is you.", said, lambda text: "stupid" in text)
    False
    """
    parts = list(clauses(text))
    for said in earlier:
        repeated = [part for part in parts if f" {part.words} " in said]
        if repeated and not flagged(_without(text, repeated)):
            return True
    return False


def neutral(text: str) -> str:
    """Give the words of a text between blanks, first and second person alike."""
    return f" {_alike(match[0] for match in _WORD.finditer(text))} "


def clauses(text: str) -> Iterator[Clause]:
    """Cut an utterance into clauses: at punctuation, before words that open a clause, after words that report one.

    >>> [clause.words for clause in clauses("Hm, why do you say that I am stupid?")]
    ['hm', 'why do @ say', 'do @ say', 'that @ @be stupid', '@ @be stupid']
    """
    for begin, end in _runs(text):
        words = list(_WORD.finditer(text, begin, end))
        cuts = [0, *(at for at in range(1, len(words)) if _opens(words, at)), len(words)]
        for first, last in pairwise(cuts):
            skipped = _OPENERS if first else _OPENERS | _LEADS
            bare = first + (first < last and words[first][0].lower() in skipped)
            for start in sorted({first, bare}):  # with and without the word that opens it
                if last - start > 1 or 0 < last - start == len(words):  # a single word is no clause, but for itself
                    yield _clause(words[start:last])


def _runs(text: str) -> Iterator[tuple[int, int]]:
    begin = 0
    for mark in _BREAK.finditer(text):
        yield begin, mark.start()
        begin = mark.end()
    yield begin, len(text)


def _opens(words: list[re.Match[str]], at: int) -> bool:
    before, here = words[at - 1][0].lower(), words[at][0].lower()
    return here in _OPENERS or before in _REPORTS


def _clause(words: list[re.Match[str]]) -> Clause:
    return Clause(words[0].start(), words[-1].end(), _alike(word[0] for word in words))


def _alike(words: Iterable[str]) -> str:
    lowered = (word.lower().replace("’", "'") for word in words)
    return " ".join(_NEUTRAL.get(word, word) for word in lowered)


def _without(text: str, parts: Iterable[Clause]) -> str:
    for part in sorted(parts, reverse=True):
        text = text[: part.begin] + " " * (part.end - part.begin) + text[part.end :]
    return text
