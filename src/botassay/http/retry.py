"""Retries: the policy of a run, the attempts left, and the key that marks a repeated request."""

from dataclasses import dataclass, field
from hashlib import blake2b
from random import Random
from typing import Final

KEY_HEADER: Final = "Idempotency-Key"


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    """How often a failed turn or conversation is repeated, and when a run gives up.

    >>> RetryPolicy().budget(1000).limit, RetryPolicy().budget(7).limit
    (100, 10)
    """

    attempts: int = 3
    """How often one turn is sent at most, whether the client repeats it or the conversation starts over."""
    run_share: float = 0.10
    """Requests that a run may repeat, as a share of those planned."""
    run_minimum: int = 10
    """Requests that a run may repeat at least."""
    first_backoff: float = 1.0
    """Seconds at most before the second attempt; each further pause may be twice as long."""
    longest_backoff: float = 30.0
    """Seconds."""
    longest_retry_after: float = 60.0
    """Seconds that a host may ask for with Retry-After; a run pauses if it asks for more."""
    failures_in_a_row: int = 20
    """Consecutive failed conversations after which a run stops."""
    failures_at_start: int = 5
    """The same, for a bot that has never answered."""
    lost_sessions: int = 2
    """Attempts at a conversation whose session the bot loses."""

    def backoff(self, attempt: int, random: Random) -> float:
        """Return the pause in seconds after the n-th attempt, from 1: anything up to 1 s, 2 s, 4 s … 30 s."""
        return random.uniform(0.0, min(self.longest_backoff, self.first_backoff * 2.0 ** (attempt - 1)))

    def budget(self, planned: int) -> "RetryBudget":
        """Return the requests that a run of so many planned ones may repeat."""
        return RetryBudget(max(self.run_minimum, int(planned * self.run_share)))


@dataclass(slots=True)
class RetryBudget:
    """Requests that a run may still send beside those of its plan."""

    limit: int
    spent: int = 0

    def take(self, requests: int = 1) -> bool:
        """Take some requests out of the budget, all or none; return whether they were there."""
        available = self.spent + requests <= self.limit
        self.spent += requests * available
        return available


@dataclass(slots=True)
class TurnAttempts:
    """How often a turn of a run was sent, in all attempts at its conversation."""

    budget: RetryBudget
    limit: int
    sent: int = 0

    def repeat(self) -> bool:
        """Count one more attempt, if there may be one; return whether there may."""
        allowed = self.sent < self.limit and self.budget.take()
        self.sent += allowed
        return allowed


@dataclass(slots=True)
class RunContext:
    """The place of a conversation in a run: it limits repeats, and marks requests so that a bot can tell a repeat.

    A key is `run/conversation/request/attempt`. Run and conversation are digests under a secret of the run: they stay
    the same when the run is resumed, and tell a bot neither which run it is nor what a conversation is for.

    Args:
        secret: of the run; kept in its journal.
        conversation: its name.
        attempt: how often it was begun, this time counted.
        person: whether a person types the messages, so that a bot counts them as questions of a user.

    >>> RunContext("00ff", "IL-1-ask", 2).key(3)
    '5831d27c05f14943/a04e75b8c3305f63/3/2'
    """

    secret: str
    conversation: str
    attempt: int
    turn: TurnAttempts | None = field(default=None, repr=False)
    """The present turn; None where only the client's limit of attempts holds."""
    person: bool = False

    def key(self, request: int) -> str:
        """Return the key of the n-th request of this attempt; what resets the bot before it is the 0th."""
        return f"{self._digest('')}/{self._digest(self.conversation)}/{request}/{self.attempt}"

    def may_repeat(self) -> bool:
        """Count one more attempt at the turn, if there may be one; return whether there may."""
        return self.turn is None or self.turn.repeat()

    def _digest(self, text: str) -> str:
        return blake2b(text.encode("utf-8", "replace"), key=self.secret.encode()[:64], digest_size=8).hexdigest()
