"""How often a run may say something again: three times each turn, and a tenth more requests than there are in all."""

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

ATTEMPTS: Final = 3
"""How often one turn is said, whoever says it again: who sends, or who begins the conversation anew."""
SHARE: Final = 10
"""The n-th part of the requests of a run that may be said again, and how many of them at least."""


@dataclass(slots=True)
class Budget:
    """Requests that a run may send beside those of its plan.

    >>> Budget.of(1000).most, Budget.of(7).most
    (100, 10)
    """

    most: int
    spent: int = 0

    @classmethod
    def of(cls, planned: int) -> "Budget":
        """Take a tenth of what is planned, and ten at least."""
        return cls(max(SHARE, planned // SHARE))

    def take(self, requests: int = 1) -> bool:
        """Take some requests out of it, all or none; say whether they were there."""
        there = self.spent + requests <= self.most
        self.spent += requests * there
        return there


@dataclass(slots=True)
class Turn:
    """A turn of a run: how often it was sent, in all attempts at its conversation."""

    budget: Budget
    sent: int = 0
    most: int = ATTEMPTS
    """How often it may be sent."""

    def once_more(self) -> bool:
        """Say whether it may be sent again now, and count that."""
        allowed = self.sent < self.most and self.budget.take()
        self.sent += allowed
        return allowed


CURRENT: "Final[ContextVar[Turn | None]]" = ContextVar("turn", default=None)
"""The turn that is being said; None outside of runs, where only the limit of attempts holds."""
