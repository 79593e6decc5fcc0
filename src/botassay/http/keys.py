"""Keys by which a bot can tell a request that it was sent before: `Idempotency-Key: run/item/turn/n`."""

from contextvars import ContextVar
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

KEY_HEADER: Final = "Idempotency-Key"


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a run a conversation stands.

    Run and conversation are digests under a secret of the run: they stay the same when it is gone on with, and tell a
    bot neither which run it is nor what a conversation is for.

    Args:
        secret: of the run; kept in its journal.
        conversation: its name.
        attempt: how often it was begun, this time counted.

    >>> Place("00ff", "IL-1-ask", 2).key(3)
    '5831d27c05f14943/a04e75b8c3305f63/3/2'
    """

    secret: str
    conversation: str
    attempt: int

    def key(self, request: int) -> str:
        """Give the key of the n-th request of this attempt; what resets the bot before it is the 0th."""
        return f"{self._digest('')}/{self._digest(self.conversation)}/{request}/{self.attempt}"

    def _digest(self, text: str) -> str:
        return blake2b(text.encode("utf-8", "replace"), key=self.secret.encode()[:64], digest_size=8).hexdigest()


PLACE: "Final[ContextVar[Place | None]]" = ContextVar("place", default=None)
"""Of what is said now; None outside of runs, where each request has a key of its own."""
