"""What conversations with bundled bots share: help in a crisis, the question what they are, and menus."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Final

from botassay.plugins.protocols import Reply
from botassay_samples.disclosure import READ, asks_what_it_is
from botassay_samples.phrases import choice

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


@dataclass(slots=True)
class MenuSession(ABC):
    """One conversation: a crisis and the question what it is come first, then the choice from the last menu."""

    options: tuple[str, ...] = field(default=(), kw_only=True)
    """The last menu."""

    def reply(self, text: str) -> Reply:
        """Return the reply to a text."""
        reply = help_at_once(text) or (self.admit() if asks_what_it_is(text) else self.answer(text))
        if reply.options:
            self.options = reply.options
        return reply

    def picked(self, text: str) -> str | None:
        """Return the option of the last menu that a text picks by its number."""
        return choice(text, self.options)

    @abstractmethod
    def admit(self) -> Reply:
        """Return the answer to the question whether this is a machine."""

    @abstractmethod
    def answer(self, text: str) -> Reply:
        """Return the reply to any other text."""
