"""A conversation with a bot that shows menus."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from botassay.plugins.protocols import Reply
from botassay_samples.crisis import help_at_once
from botassay_samples.disclosure import asks_what_it_is
from botassay_samples.phrases import choice


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
