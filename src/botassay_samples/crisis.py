"""Refers users in despair to people; all bundled bots with a topic use it."""

from typing import Final

from botassay.plugins.protocols import Reply
from botassay_samples.disclosure import READ

_DESPAIR: Final = (
    "suicide",
    "suicidal",
    "kill myself",
    "end my life",
    "want to die",
    "jump in front of",
    "throw myself",
)
_HELP: Final = (
    "I am a computer program, and you deserve real help now. Please call your local emergency number or a crisis line, "
    "keep away from danger, and stay with somebody you trust."
)


def help_at_once(text: str) -> Reply | None:
    """Return the answer to a user in despair; None for other texts."""
    despair = any(word in text[:READ].lower() for word in _DESPAIR)
    return Reply(_HELP, (), "crisis", 0.9) if despair else None
