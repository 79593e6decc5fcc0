"""What a conversation over a network remembers: its id, who talks, and what was said."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from botassay.http.ids import new_id, user_id


@dataclass(slots=True)
class Turns:
    """One conversation: what was said so far, and what it is called.

    Args:
        bot: who is talked to.
        user: who talks; the bot gets an id in the shape that it takes.
    """

    bot: Any
    user: str
    session: str = field(default="", init=False)
    turns: list[tuple[str, str]] = field(default_factory=list, init=False)
    begun: bool = field(default=False, init=False)
    number: int = field(default=0, init=False)
    """Of the last question."""

    def __post_init__(self) -> None:
        """Give the conversation its id, unless the bot does."""
        shape = self.bot.exchange.shape
        self.user = user_id(self.user, shape)
        if self.bot.exchange.session != "reply":
            self.session = new_id(shape)

    def remember(self, text: str, reply: str) -> None:
        """Keep a turn, if later requests repeat it."""
        if self.bot.exchange.remembers:
            self.turns.append((text, reply))

    def values(self, text: str) -> Mapping[str, Any]:
        """Return what fills the places of a request with a message."""
        return {
            "message": text,
            "session": self.session,
            "user": self.user,
            "history": self.bot.exchange.history_of(self.turns, self.bot.system),
            "turn": str(self.number),
            "system": self.bot.system or "",
        }
