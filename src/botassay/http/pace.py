"""The request rate of a host, with the pauses that the host asks for."""

import asyncio
import ipaddress
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC
from email.utils import parsedate_to_datetime
from random import Random
from typing import Final

from botassay.core.errors import BotError, UsageError
from botassay.http.concurrency import UNLIMITED, ConcurrencyLimit

DEFAULT_RATE: Final = 2.0
"""Requests a second to a host that is not this machine."""
STRAINED: Final = frozenset({"timeout", "rate_limited", "server"})
"""Kinds of failure that come of asking too much at once."""


class Clock:
    """The time of this machine; tests replace it."""

    def now(self) -> float:
        """Seconds since some moment; never goes back."""
        return time.monotonic()

    def wall(self) -> float:
        """Seconds since 1970."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


@dataclass(slots=True)
class _Host:
    """The state of one host."""

    spacing: float
    free_from: float = 0.0
    held_until: float = 0.0
    limit: ConcurrencyLimit = field(default_factory=ConcurrencyLimit)


@dataclass(slots=True)
class Pace:
    """Hands out turns to hosts.

    Args:
        rate: requests a second to one host; None: 2, and as many as can be to a loopback address.
        at_once: how many turns a host may have open at the same time; None: any number.
        clock: what waits.
        random: draws the pauses.
    """

    rate: float | None = None
    at_once: int | None = None
    clock: Clock = field(default_factory=Clock)
    random: Random = field(default_factory=Random)
    _hosts: dict[str, _Host] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        for name, value in (("rate", self.rate), ("at_once", self.at_once)):
            if value is not None and not value > 0:
                raise UsageError(f"{name} is {value}", hint="take a number above 0")

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """Wait for a turn with a host, and hold it."""
        state = self._host(host)
        await state.limit.enter()
        begun = None
        try:
            await self.wait(host)
            begun = self.clock.now()
            yield
        except BotError as failure:
            if begun is not None and failure.kind in STRAINED:
                state.limit.shrink(begun, self.clock.now(), silent=failure.kind == "timeout")
            raise
        else:
            state.limit.succeeded(begun, self.clock.now())
        finally:
            state.limit.leave()

    async def wait(self, host: str) -> None:
        """Wait until a host may be asked again; whoever comes first goes first."""
        state = self._host(host)
        while True:
            now = self.clock.now()
            begin = max(now, state.free_from)
            if begin <= now and not state.spacing:
                return
            state.free_from = begin + state.spacing
            if begin > now:
                await self.clock.sleep(begin - now)
            if begin >= state.held_until:
                return

    def hold(self, host: str, seconds: float) -> None:
        """Leave a host alone for some seconds from now, whoever wants to ask."""
        state = self._host(host)
        state.held_until = max(state.held_until, self.clock.now() + seconds)
        state.free_from = max(state.free_from, state.held_until)

    def _host(self, host: str) -> _Host:
        state = self._hosts.get(host)
        if state is None:
            rate = self.rate if self.rate is not None else None if is_loopback(host) else DEFAULT_RATE
            limit = ConcurrencyLimit(self.at_once or UNLIMITED)
            state = self._hosts[host] = _Host(1 / rate if rate else 0.0, limit=limit)
        return state


def is_loopback(host: str) -> bool:
    """Whether an address is this machine itself.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("bot.example")
    (True, True, False)
    """
    name = host.strip("[]").rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def retry_after(value: str | None, now: float) -> float | None:
    """Read the header Retry-After: seconds or a date; what is neither says nothing.

    Args:
        value: the header, if there is one.
        now: seconds since 1970, as the host has them if it says so.

    >>> [retry_after(value, 784_111_700.0) for value in ("30", "-5", "Sun, 06 Nov 1994 08:49:37 GMT", "soon", "")]
    [30.0, 0.0, 77.0, None, None]
    """
    text = (value or "").strip()[:100]
    try:
        number = text.lstrip("+-").replace(".", "", 1).isdecimal()
        return max(0.0, float(text) if number else _date(text) - now)
    except (ValueError, TypeError, OverflowError):
        return None


def _date(text: str) -> float:
    """Read the date of a header, in seconds since 1970."""
    date = parsedate_to_datetime(text)
    return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()


def host_time(date: str | None, wall: float) -> float:
    """Return the time as the host has it, from its header Date, else ours."""
    try:
        return _date(date) if date else wall
    except (ValueError, TypeError, OverflowError):
        return wall
