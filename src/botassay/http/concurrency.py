"""A limit of concurrent requests to a host: lower at signs of strain, higher again while replies come in time."""

import asyncio
from collections import deque
from dataclasses import dataclass, field
from statistics import median
from typing import Final

UNLIMITED: Final = 1_000_000
LOOKED_AT: Final = 5
"""Answers whose typical time is compared."""
SLOWER: Final = 3.0
"""A host whose answers take so many times what they took at best strains …"""
NOTICEABLE: Final = 1.0
"""… if that is more than so many seconds."""


@dataclass(slots=True)
class ConcurrencyLimit:
    """Concurrent requests to one host: additive increase, multiplicative decrease (Chiu and Jain, 1989).

    After a sign of strain the limit is halved, to no less than one; with each answer in good time it grows a
    little, by one for each round. A sign counts once for all requests begun before it was seen.

    Args:
        most: the highest limit.
    """

    most: int = UNLIMITED
    room: float = field(init=False)
    """The present limit."""
    busy: int = 0
    _shrunk: float = float("-inf")
    _answered: bool = True
    _recent: deque[float] = field(default_factory=lambda: deque(maxlen=LOOKED_AT))
    _best: float = float("inf")
    _waiting: "deque[asyncio.Future[None]]" = field(default_factory=deque)
    _loop: asyncio.AbstractEventLoop | None = None

    def __post_init__(self) -> None:
        self.room = self.most

    async def enter(self) -> None:
        """Wait until there is room; whoever comes first goes first."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop, self.busy = loop, 0
            self._waiting.clear()
        while self.busy >= int(self.room):
            turn = loop.create_future()
            self._waiting.append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._wake()  # another one goes instead
                raise
        self.busy += 1

    def leave(self) -> None:
        """Make room."""
        self.busy -= 1
        self._wake()

    def succeeded(self, begun: float, ended: float) -> None:
        """Note an answer, and when it was asked for and came, in seconds."""
        self._answered = True
        self._recent.append(ended - begun)
        if len(self._recent) == LOOKED_AT:
            typical = median(self._recent)
            self._best = min(self._best, typical)
            if typical > max(SLOWER * self._best, NOTICEABLE):
                self.shrink(begun, ended)
                return
        if self.room < self.most:
            self.room = min(self.room + 1 / self.room, self.most)

    def shrink(self, begun: float, now: float, *, silent: bool = False) -> None:
        """Note a sign of strain in what was begun at some time.

        Args:
            begun: when it was asked.
            now: when the sign was seen.
            silent: nothing came back. If that goes on without any answer in between, the host is down and not strained.
        """
        if begun < self._shrunk or (silent and not self._answered):
            return
        self._shrunk, self._answered = now, False
        self._recent.clear()
        self.room = max(1.0, min(self.room, self.busy) / 2)

    def _wake(self) -> None:
        free = int(self.room) - self.busy
        while free > 0 and self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                free -= 1
