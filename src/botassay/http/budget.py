"""How many requests may be sent to a bot, whatever they are for."""

from dataclasses import dataclass

from botassay.core.errors import BotError


@dataclass(slots=True)
class RequestBudget:
    """Counts requests; without a limit it only counts.

    >>> budget = RequestBudget(limit=1)
    >>> budget.take(); budget.left
    0
    """

    limit: int | None = None
    sent: int = 0
    whole: "RequestBudget | None" = None
    """That of a run, of which this one is a part."""

    @property
    def left(self) -> int | None:
        """Requests that may still be sent; None: any number."""
        return None if self.limit is None else max(self.limit - self.sent, 0)

    def take(self) -> None:
        """Count a request that is about to be sent.

        Raises: BotError, `budget`, where none may be sent any more.
        """
        if self.limit is not None and self.sent >= self.limit:
            raise BotError("budget", f"the {self.limit:,} requests of --max-requests are used up")
        if self.whole is not None:
            self.whole.take()
        self.sent += 1
