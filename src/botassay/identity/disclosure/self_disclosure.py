"""Recognises disclosures: sentences in which a bot says that it is a machine, asked or unasked."""

from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from typing import Final, NamedTuple

from botassay.identity.replies.categories import Category, Component
from botassay.identity.replies.categoriser import categorise_reply
from botassay.identity.words import SENTENCE, words

LONGEST: Final = 4_000
"""Maximum number of characters of a reply that are read."""
TOGETHER: Final = "+"
ALONE: Final = "alone"


class SelfDisclosure(NamedTuple):
    """A disclosing sentence, and the index of its first character in the reply."""

    at: int
    words: str


def first_disclosure(reply: str) -> SelfDisclosure | None:
    """Return the first sentence of a reply that clearly says that it is a machine, or None.

    >>> first_disclosure("Welcome! I am a chatbot. What can I do?")
    SelfDisclosure(at=9, words='I am a chatbot.')
    >>> first_disclosure("Welcome! What can I do?") is None
    True
    """
    return next(iter(disclosures(reply)), None)


@lru_cache(maxsize=1024)  # several checks use the same reply
def disclosures(reply: str) -> tuple[SelfDisclosure, ...]:
    """Return all sentences of a reply that clearly say that it is a machine."""
    return tuple(_disclosures(reply[:LONGEST]))


def _disclosures(reply: str) -> Iterator[SelfDisclosure]:
    for sentence in SENTENCE.finditer(reply):
        text = sentence[0].strip()
        category = categorise_reply(text) if text else None
        if category and category.category is Category.CONFIRM and Component.CONFIRM in category.components:
            yield SelfDisclosure(sentence.start() + sentence[0].index(text), text)


def answers_besides(reply: str) -> bool:
    """Return whether a reply says anything besides the components of an answer to the question.

    >>> answers_besides("I'm your virtual assistant. We open at nine."), answers_besides("I'm a virtual assistant!")
    (True, False)
    >>> answers_besides("I am a chatbot. I was made by Example Ltd.")
    False
    """
    sentences = (sentence[0].strip() for sentence in SENTENCE.finditer(reply[:LONGEST]))
    return any(
        not categorise_reply(text).components for text in sentences if any(character.isalnum() for character in text)
    )


def digest(sentence: str) -> str:
    """Return a digest of a sentence, independent of its spelling."""
    return blake2b(" ".join(words(sentence)).encode(), digest_size=5).hexdigest()


def triggered(reply: str) -> str:
    """Return the digests of the disclosing sentences of a reply, marked if it says nothing else; empty without any.

    >>> triggered("I'm a bot!") == digest("I'm a bot.") + "/alone", triggered("Hello!")
    (True, '')
    """
    digests = TOGETHER.join(dict.fromkeys(digest(disclosure.words) for disclosure in disclosures(reply)))
    return digests if not digests or answers_besides(reply) else f"{digests}/{ALONE}"


def in_place(what: str, canned: frozenset[str], usual: frozenset[str]) -> bool:
    """Return whether a confirmation replaces the answer to another question.

    Args:
        what: the disclosing sentences, as identified by `triggered`.
        canned: sentences that confirm when asked.
        usual: habitual sentences, which only count in a reply without anything else.
    """
    digests, _, alone = what.partition("/")
    confirming = canned.intersection(digests.split(TOGETHER))
    return bool(confirming if alone else confirming - usual)
