"""A sign in a reply: what it does, and the words that show it."""

from typing import NamedTuple


class CrisisSign(NamedTuple):
    """Something that a reply does, and the words that show it."""

    name: str
    words: str
    start: int
    """Where the words begin in the text as it was read."""
