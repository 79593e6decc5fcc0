"""A clock for tests: waiting takes no time, and whoever waits is woken in the right order."""

import asyncio
import heapq
from itertools import count

from botassay.http import Clock

HOPS = 8
"""How many times everybody else may run before time moves on."""


class VirtualClock(Clock):
    """Time that passes only while all wait."""

    def __init__(self, wall: float = 784_111_700.0) -> None:
        self.time = 0.0
        self.slept: list[float] = []
        self._began = wall
        self._order = count()
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []

    def now(self) -> float:
        return self.time

    def wall(self) -> float:
        return self._began + self.time

    def begin_anew(self, after: float) -> None:
        """Forget who waits, as the end of a program does; another one begins some seconds later."""
        self._waiting.clear()
        self.time += after

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        loop = asyncio.get_running_loop()
        woken: asyncio.Future[None] = loop.create_future()
        heapq.heappush(self._waiting, (self.time + seconds, next(self._order), woken))
        if len(self._waiting) == 1:
            loop.call_soon(self._wake, HOPS)
        await woken

    def _wake(self, hops: int) -> None:
        if hops:
            asyncio.get_running_loop().call_soon(self._wake, hops - 1)
            return
        when, _, woken = heapq.heappop(self._waiting)
        self.time = max(self.time, when)
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._wake, HOPS)
        if not woken.done():
            woken.set_result(None)
