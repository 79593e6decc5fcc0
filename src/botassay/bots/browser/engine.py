"""Starts Chromium, in a thread with an event loop, so that a bot can be talked to from one loop after another."""

import asyncio
import atexit
import os
import threading
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar

from botassay.core.errors import BotError, ConfigurationError
from botassay.core.extras import library

if TYPE_CHECKING:
    from playwright.async_api import Browser, BrowserContext, Playwright

Result = TypeVar("Result")

EXTRA: Final = "browser"
LINGER: Final = 3.0
"""Seconds after which a Chromium that nobody uses is closed."""
PATIENCE: Final = 5.0
"""Seconds that a Chromium may take to close what it has open."""
_INSTALL: Final = "run: playwright install chromium; or name one with executable in [browser]"
_SHOWN: Final = 200
"""Characters of an error of Playwright that are shown."""


async def in_browser(work: Coroutine[Any, Any, Result]) -> Result:
    """Await something in the thread of the browsers; who stops waiting stops it."""
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, _thread()))


@dataclass(slots=True)
class Chromium:
    """A Chromium that is started when it is first needed, and closed when it has not been needed for a while.

    Its methods are awaited in the thread of the browsers.
    """

    executable: str | None = None
    version: str = ""
    """Of Chromium, such as `142.0.7444.59`; empty before it was started."""
    _users: int = 0
    _starting: asyncio.Lock = field(default_factory=asyncio.Lock)
    _playwright: "Playwright | None" = None
    _browser: "Browser | None" = None
    _closing: asyncio.TimerHandle | None = None
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def started(self) -> "Browser":
        """Return the browser; count one more user of it.

        Raises: ConfigurationError where Playwright or Chromium is missing.
        """
        self._users += 1
        if self._closing is not None:
            self._closing.cancel()
            self._closing = None
        try:
            async with self._starting:
                if self._browser is None or not self._browser.is_connected():
                    await self._close()
                    await self._start()
        except BaseException:
            self.released()
            raise
        assert self._browser is not None  # noqa: S101 - `_start` raises or sets it
        return self._browser

    async def close_context(self, context: "BrowserContext") -> None:
        """Close a context; a page that hangs takes its browser with it."""
        try:
            async with asyncio.timeout(PATIENCE):
                await context.close()
        except Exception:  # noqa: BLE001 - whatever it is: the next conversation gets a new browser
            await self._close()
        finally:
            self.released()

    def released(self) -> None:
        """Count one user less; after the last one the browser is closed."""
        self._users -= 1
        if self._users == 0:
            self._closing = asyncio.get_running_loop().call_later(LINGER, self._close_unused)

    def _close_unused(self) -> None:
        self._closing = None
        if self._users == 0:
            task = asyncio.get_running_loop().create_task(self._close())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _start(self) -> None:
        api = library("playwright.async_api", EXTRA)
        self._playwright = await api.async_playwright().start()
        try:
            self._browser = await self._launched(api.Error)
        except BaseException:
            await self._close()
            raise
        self.version = self._browser.version

    async def _launched(self, failure: type[Exception]) -> "Browser":
        """Start Chromium with its sandbox, and without one where this machine has none.

        Raises: ConfigurationError where there is no Chromium.
        """
        assert self._playwright is not None  # noqa: S101 - it was started
        sandboxed = getattr(os, "geteuid", lambda: 1)() != 0  # Chromium has none for root
        while True:
            try:
                return await self._playwright.chromium.launch(
                    executable_path=self.executable,
                    args=["--no-proxy-server", "--disable-background-networking", "--mute-audio"],
                    chromium_sandbox=sandboxed,
                    handle_sigint=False,
                    handle_sigterm=False,
                    handle_sighup=False,
                )
            except failure as error:
                if sandboxed and "sandbox" in str(error).lower():
                    sandboxed = False
                    continue
                what = " ".join(str(error).partition("╔")[0].split())[:_SHOWN]
                raise ConfigurationError(f"Chromium does not start: {what}", hint=_INSTALL) from None

    async def _close(self) -> None:
        browser, playwright = self._browser, self._playwright
        self._browser = self._playwright = None
        for end in (browser and browser.close(), playwright and playwright.stop()):
            with suppress(Exception):  # it is gone already
                async with asyncio.timeout(PATIENCE):
                    await end if end else None

    async def close(self) -> None:
        """Close the browser now."""
        if self._closing is not None:
            self._closing.cancel()
        await self._close()


_LOCK: Final = threading.Lock()
_LOOPS: Final[list[asyncio.AbstractEventLoop]] = []
_OPENED: Final[dict[str | None, Chromium]] = {}


def chromium(executable: str | None = None) -> Chromium:
    """Return the one Chromium of this process with an executable; None: the one of Playwright."""
    return _OPENED.setdefault(executable, Chromium(executable))


def _thread() -> asyncio.AbstractEventLoop:
    """Return the loop of the browsers, in its thread."""
    with _LOCK:
        if not _LOOPS:
            loop = asyncio.new_event_loop()
            threading.Thread(target=loop.run_forever, name="browsers", daemon=True).start()
            _LOOPS.append(loop)
            atexit.register(_end)
        return _LOOPS[0]


def _end() -> None:
    """Close all browsers at the end of the process."""
    loop = _LOOPS[0]
    for each in _OPENED.values():
        with suppress(Exception):
            asyncio.run_coroutine_threadsafe(each.close(), loop).result(2 * PATIENCE)
    loop.call_soon_threadsafe(loop.stop)


def failure_of(error: Exception) -> BotError:
    """Return the failure that an error of Playwright means."""
    whole = str(getattr(error, "message", error))
    if "intercepts pointer events" in whole:
        hint = "name the button of the banner: consent in [browser]"
        return BotError("bad_shape", "something on the page covers what is to be clicked", hint=hint)
    text = " ".join(whole.partition("Call log:")[0].split())[:_SHOWN]
    kind = next((kind for mark, kind in _KINDS.items() if mark in text), "protocol")
    again = kind in ("dns", "connect")
    return BotError(kind, f"{_WHAT.get(kind, 'the page cannot be used')}: {text}", again=again)


_KINDS: Final = {
    "ERR_NAME_NOT_RESOLVED": "dns",
    "ERR_CONNECTION_REFUSED": "connect",
    "ERR_CONNECTION_RESET": "reset",
    "ERR_ADDRESS": "connect",
    "ERR_CONNECTION_TIMED_OUT": "connect",
    "ERR_CERT": "tls",
    "ERR_SSL": "tls",
    "ERR_EMPTY_RESPONSE": "reset",
    "ERR_CONNECTION_CLOSED": "reset",
    "Timeout": "timeout",
    "has been closed": "reset",
    "crashed": "reset",
}
_WHAT: Final = {
    "dns": "the host name cannot be resolved",
    "connect": "no connection",
    "tls": "no secure connection",
    "timeout": "the page did not respond in time",
    "reset": "the page was closed",
}
