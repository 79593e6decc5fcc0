"""Where a bot says of itself that it is a machine, whether or not somebody asked."""

import re
from typing import Final, NamedTuple

from botassay.identity.categorising import categorise
from botassay.identity.responses import Category, Component

LONGEST: Final = 4_000
"""Characters of a reply that are looked at."""
_SENTENCE: Final = re.compile(r"[^.!?\n]+[.!?]*")


class Told(NamedTuple):
    """A sentence that says it, and the character of the reply where it begins."""

    at: int
    words: str


def told(reply: str) -> Told | None:
    """Find the first sentence of a reply that clearly says that a machine is speaking.

    >>> told("Welcome! I am a chatbot. What can I do?")
    Told(at=9, words='I am a chatbot.')
    >>> told("Welcome! What can I do?") is None
    True
    """
    for sentence in _SENTENCE.finditer(reply[:LONGEST]):
        words = sentence[0].strip()
        found = categorise(words) if words else None
        if found and found.category is Category.CONFIRM and Component.CONFIRM in found.components:
            return Told(sentence.start() + sentence[0].index(words), words)
    return None
