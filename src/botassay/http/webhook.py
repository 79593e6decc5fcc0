"""Listens for the messages of bots that post them: one address a conversation, on a port of this machine."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from secrets import token_urlsafe
from typing import Any, Final

from aiohttp import web

from botassay.core.errors import ConfigurationError

LONGEST: Final = 2**20
"""Bytes that may be posted at once."""
WAITING: Final = 1_000
"""Messages of a conversation that are kept until they are read."""
_LOCAL: Final = "127.0.0.1:0"
_BITS: Final = 16
"""Bytes of the secret part of an address."""


@dataclass(slots=True)
class Callback:
    """The address of one conversation, and what was posted there."""

    url: str
    posted: list[Any] = field(default_factory=list)
    _came: asyncio.Event = field(default_factory=asyncio.Event)

    def put(self, document: Any) -> None:
        """Take what was posted."""
        if len(self.posted) < WAITING:
            self.posted.append(document)
            self._came.set()

    def taken(self) -> list[Any]:
        """Return what was posted since the last time."""
        posted, self.posted = self.posted, []
        self._came.clear()
        return posted

    async def wait(self, seconds: float) -> None:
        """Wait until something is posted, no longer than some seconds."""
        try:
            async with asyncio.timeout(seconds):
                await self._came.wait()
        except TimeoutError:
            return


@dataclass(slots=True)
class Callbacks:
    """A server for the messages of a bot; it runs while a conversation is open.

    Args:
        listen: HOST:PORT; None: a free port of the loopback address.
    """

    listen: str | None = None
    _open: dict[str, Callback] = field(default_factory=dict)
    _runner: web.AppRunner | None = None
    _base: str = ""
    _users: int = 0
    _loop: Any = None
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Callback]:
        """Open an address for one conversation.

        Raises: ConfigurationError for a port that cannot be had.
        """
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop, self._lock, self._users = loop, asyncio.Lock(), 0
        async with self._lock:
            if not self._users:
                await self._start()
            self._users += 1
        name = token_urlsafe(_BITS)
        callback = self._open[name] = Callback(f"{self._base}/{name}")
        try:
            yield callback
        finally:
            del self._open[name]
            async with self._lock:
                self._users -= 1
                if not self._users and self._runner is not None:
                    await self._runner.cleanup()

    async def _start(self) -> None:
        host, port = host_and_port(self.listen or _LOCAL)
        app = web.Application(client_max_size=LONGEST)
        app.router.add_post("/{name}", self._take)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError as error:
            await self._runner.cleanup()
            what = f"cannot listen at {host}:{port}: {error.strerror or error}"
            raise ConfigurationError(what, "--listen", "name another port; 0 takes a free one") from error
        self._base = f"http://{host}:{self._runner.addresses[0][1]}"

    async def _take(self, request: web.Request) -> web.Response:
        """Take a message; aiohttp answers 413 to one that is too long, and 404 to every other path."""
        callback = self._open.get(request.match_info["name"])
        if callback is None:
            raise web.HTTPNotFound
        body = await request.read()
        try:
            document = json.loads(body)
        except ValueError:
            document = body.decode("utf-8", "replace")
        callback.put(document)
        return web.Response()


def host_and_port(typed: str) -> tuple[str, int]:
    """Read `HOST:PORT`.

    Raises: ConfigurationError.

    >>> host_and_port("127.0.0.1:8088")
    ('127.0.0.1', 8088)
    """
    host, colon, port = typed.rpartition(":")
    if not colon or not host or not port.isdecimal() or int(port) >= 2**16:
        raise ConfigurationError(f"{typed!r} is not HOST:PORT", "--listen", "write --listen 127.0.0.1:8088")
    return host.strip("[]"), int(port)
