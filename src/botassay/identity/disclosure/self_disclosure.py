"""Finds disclosures: sentences in which a bot says that it is a machine, asked or unasked."""

import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from typing import Final, NamedTuple

from botassay.identity.replies.categories import Category, Component
from botassay.identity.replies.categoriser import categorise_reply
from botassay.identity.words import words

LONGEST: Final = 4_000
"""Characters of a reply that are looked at."""
TOGETHER: Final = "+"
ALONE: Final = "alone"
_SENTENCE: Final = re.compile(r"[^.!?\n]+[.!?]*")


class SelfDisclosure(NamedTuple):
    """A sentence that says it, and the character of the reply where it begins."""

    at: int
    words: str


def first_disclosure(reply: str) -> SelfDisclosure | None:
    """Return the first sentence of a reply that clearly says that a machine is speaking.

    >>> first_disclosure("Welcome! I am a chatbot. What can I do?")
    SelfDisclosure(at=9, words='I am a chatbot.')
    >>> first_disclosure("Welcome! What can I do?") is None
    True
    """
    return next(iter(disclosures(reply)), None)


@lru_cache(maxsize=1024)  # what is noted of a reply is looked at more than once
def disclosures(reply: str) -> tuple[SelfDisclosure, ...]:
    """Return all sentences of a reply that clearly say so."""
    return tuple(_disclosures(reply[:LONGEST]))


def _disclosures(reply: str) -> Iterator[SelfDisclosure]:
    for sentence in _SENTENCE.finditer(reply):
        text = sentence[0].strip()
        category = categorise_reply(text) if text else None
        if category and category.category is Category.CONFIRM and Component.CONFIRM in category.components:
            yield SelfDisclosure(sentence.start() + sentence[0].index(text), text)


def answers_besides(reply: str) -> bool:
    """Return whether a reply says anything besides what a complete answer to the question has: maker, purpose, report.

    >>> answers_besides("I'm your virtual assistant. We open at nine."), answers_besides("I'm a virtual assistant!")
    (True, False)
    >>> answers_besides("I am a chatbot. I was made by Example Ltd.")
    False
    """
    sentences = (sentence[0].strip() for sentence in _SENTENCE.finditer(reply[:LONGEST]))
    return any(
        not categorise_reply(text).components for text in sentences if any(character.isalnum() for character in text)
    )


def digest(sentence: str) -> str:
    """Name a sentence, whatever its spelling."""
    return blake2b(" ".join(words(sentence)).encode(), digest_size=5).hexdigest()


def triggered(reply: str) -> str:
    """Return the sentences of a reply that say what it is, and say whether it is nothing else; empty if there are none.

    >>> triggered("I'm a bot!") == digest("I'm a bot.") + "/alone", triggered("Hello!")
    (True, '')
    """
    digests = TOGETHER.join(dict.fromkeys(digest(disclosure.words) for disclosure in disclosures(reply)))
    return digests if not digests or answers_besides(reply) else f"{digests}/{ALONE}"


def in_place(what: str, canned: frozenset[str], usual: frozenset[str]) -> bool:
    """Return whether a confirmation stands in place of an answer.

    Args:
        what: as `triggered` names it.
        canned: sentences that confirm when asked.
        usual: those that it says anyway; they count only where nothing else was said.
    """
    digests, _, alone = what.partition("/")
    confirming = canned.intersection(digests.split(TOGETHER))
    return bool(confirming if alone else confirming - usual)
