"""One chat window on a page: opened, typed into, and read until a reply is complete. All of it runs in the browser."""

import asyncio
import re
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar
from urllib.parse import urlsplit

from botassay.bots.browser.engine import failure_of
from botassay.core.errors import BotError, ConfigurationError
from botassay.http.browser_table import CONSENT, BrowserTable
from botassay.http.failures import of_status

if TYPE_CHECKING:
    from playwright.async_api import Frame, FrameLocator, Locator, Page

Result = TypeVar("Result")

_SCRIPTS: Final = {
    name: files("botassay.bots.browser").joinpath(f"{name}.js").read_text("utf-8")
    for name in ("visible", "names", "captcha")
}
OPEN_ROOTS: Final = files("botassay.bots.browser").joinpath("roots.js").read_text("utf-8")
"""Runs in each page before its own scripts."""
_LOOKS: Final = 0.1
"""Seconds between two looks at a page."""
FINDING: Final = 15.0
"""Seconds in which what a user needs has to appear."""
LOADING: Final = 30.0
"""Seconds that a page may take to load, at least."""
_SPARE: Final = 5.0
"""Seconds beside those of a reply after which a page that does not even respond is given up."""
_KEY: Final = re.compile(r"(?:(?:Control|Shift|Alt|Meta)\+)*(?:Enter|NumpadEnter|Tab)")
_TEXT_LIMIT: Final = 64 * 1024
_NOTICES: Final = 20
_NOTICE: Final = 500
"""Characters of a notice."""
_QUALITY: Final = 60
"""Of a JPEG."""


class Notice(NamedTuple):
    """Something that the page says beside the conversation."""

    kind: str
    """`greeting`, `disclosure` or `name`."""
    text: str


@dataclass(frozen=True, slots=True)
class View:
    """What stands in the chat window."""

    messages: tuple[str, ...] = ()
    """The bot's, from the first to the last."""
    options: tuple[str, ...] = ()
    busy: bool = False
    lacking: bool = False
    """Whether messages lack the part that `text` names."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A complete reply as it stands in the chat window."""

    text: str
    options: tuple[str, ...]
    late: tuple[str, ...]
    """What the bot wrote after its previous reply was complete."""
    screen: bytes | None


def fresh(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """Return the messages that are new; the first of the old ones may be gone, and old ones may have changed.

    >>> fresh(["a", "b"], ["a", "b", "c"]), fresh(["a", "b"], ["b", "c"]), fresh(["a", "b"], ["a", "b, edited", "c"])
    (['c'], ['c'], ['c'])
    >>> fresh(["a", "b"], ["a", "b and more"]), fresh(["a", "b"], ["c"]), fresh([], ["a"])
    ([], ['c'], ['a'])
    """
    for gone in range(len(before)):
        left = list(before[gone:])
        if list(after[: len(left)]) == left:
            return list(after[len(left) :])
    cleared = len(after) < len(before) and not set(before) & set(after)
    return list(after) if cleared else list(after[len(before) :])


def offered(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """Return the options that a reply offers: those that were added, or else all that are there.

    >>> offered(["Yes", "No"], ["Yes", "No", "Pay"]), offered(["Yes"], ["Yes"]), offered(["Yes"], [])
    (('Pay',), ('Yes',), ())
    """
    added = len(after) > len(before) and list(after[: len(before)]) == list(before)
    return tuple(after[len(before) :] if added else after)


@dataclass(slots=True)
class ChatPage:
    """A chat window.

    Args:
        page: the tab.
        table: where its parts are.
        turn: seconds that a reply may take.
        where: the file, for errors.
    """

    page: "Page"
    table: BrowserTable
    turn: float
    where: str
    notices: tuple[Notice, ...] = ()
    view: View = field(default_factory=View)
    """When the last reply was complete."""
    replies: int = 0

    # ── opening ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def open(self, url: str) -> None:
        """Load the page, open the chat window, and wait for its greeting.

        Raises: BotError; ConfigurationError for a selector that makes no sense.
        """
        with_spare = max(LOADING, self.turn) + self.turn + CONSENT + FINDING * (1 + len(self.table.open)) + _SPARE
        await self._within(with_spare, self._open(url))

    async def _open(self, url: str) -> None:
        await self._load(url)
        await self._refuse_captcha()
        if self.table.consent:
            await self._click(self.table.consent, "consent", CONSENT, needed=False)
        for number, selector in enumerate(self.table.open):
            await self._click(selector, f"open[{number}]", self._patience)
        await self._one("input", self.table.input)
        self.view = await self._quiet(View(), monotonic() + self.turn, greeting=True)
        self.notices = await self._noticed()

    async def _load(self, url: str) -> None:
        response = await self.page.goto(url, wait_until="domcontentloaded", timeout=1000 * max(LOADING, self.turn))
        refused = of_status(response.status, response.headers, b"") if response else None
        if refused is not None:
            await self._refuse_captcha()  # some come with a 403
            refused.hint = refused.hint if refused.kind != "rejected" else "check url in bot.toml"
            raise refused
        typed, reached = urlsplit(url).hostname, urlsplit(self.page.url).hostname
        if typed != reached:
            what = f"the page leads to another host: {reached or self.page.url[:100]}"
            raise BotError("redirect", what, hint="use its address, if the chat is there")

    @property
    def _patience(self) -> float:
        return min(FINDING, max(CONSENT, self.turn))

    async def _click(self, selector: str, key: str, seconds: float, *, needed: bool = True) -> None:
        """Click what a selector means, on the page or in one of its frames, once it is there."""
        until = monotonic() + seconds
        while True:
            for frame in self.page.frames:
                found = await self._visible(frame, selector, key)
                if found:
                    await found[0].click(timeout=1000 * seconds)
                    return
            if monotonic() > until:
                break
            await asyncio.sleep(_LOOKS)
        if needed:
            await self._missing(key, selector)

    async def _one(self, key: str, selector: str) -> "Locator":
        """Return the one visible element that a selector means in the chat window, once it is there."""
        until = monotonic() + self._patience
        while True:
            found = await self._visible(self._window(), selector, key)
            if len(found) == 1:
                return found[0]
            if monotonic() > until:
                break
            await asyncio.sleep(_LOOKS)
        if not found:
            await self._missing(key, selector)
        what = f"{len(found)} visible elements match {selector!r}, the key {key} of [browser]"
        raise BotError("bad_shape", what, hint="name the one that a user types into", evidence=await self._evidence())

    async def _missing(self, key: str, selector: str) -> None:
        await self._refuse_captcha()
        if self.table.frames and key in ("input", "send") and not await self._window().locator("body").count():
            key, selector = "frames", " ".join(self.table.frames)
        what = f"nothing that is visible matches {selector!r}, the key {key} of [browser]"
        raise BotError("bad_shape", what, hint="compare it with the page", evidence=await self._evidence())

    def _window(self) -> "Page | FrameLocator":
        """Return where the chat window stands."""
        window: Page | FrameLocator = self.page
        for selector in self.table.frames:
            window = window.frame_locator(selector)
        return window

    async def _visible(self, within: "Page | Frame | FrameLocator", selector: str, key: str) -> "list[Locator]":
        """Return the visible elements that a selector means.

        Raises: ConfigurationError for a text that is no selector.
        """
        matching = within.locator(f"{selector} >> visible=true")
        try:
            return await matching.all()
        except Exception as error:
            if _is_no_selector(error):
                what = f"E196 {selector!r} is not a selector"
                raise ConfigurationError(what, f"{self.where}:browser.{key}") from None
            if _is_passing(error):
                return []
            raise

    async def _noticed(self) -> tuple[Notice, ...]:
        """Return what the page says beside the conversation."""
        seen = [Notice("greeting", text) for text in self.view.messages]
        for number, selector in enumerate(self.table.disclosure):
            key = f"disclosure[{number}]"
            places = [found for frame in self.page.frames for found in await self._visible(frame, selector, key)]
            texts = [text for place in places for text in await self._texts(place)]
            seen += [Notice("disclosure", text) for text in texts]
        for name in await self._names():
            seen.append(Notice("name", name))
        short = (Notice(kind, " ".join(text.split())[:_NOTICE]) for kind, text in seen if text.strip())
        return tuple(dict.fromkeys(short))[:_NOTICES]

    async def _names(self) -> list[str]:
        """Return the accessible names of the input, of the regions that it stands in, and of their frames."""
        places = [(await self._one("input", self.table.input))]
        outer: Page | FrameLocator = self.page
        for selector in self.table.frames:
            places.append(outer.locator(selector).first)
            outer = outer.frame_locator(selector)
        return [name for place in places for name in await place.evaluate(_SCRIPTS["names"])]

    # ── a turn ──────────────────────────────────────────────────────────────────────────────────────────────────────

    async def say(self, text: str) -> Heard:
        """Send a message, and wait until the reply is complete.

        Raises: BotError.
        """
        return await self._within(self.turn + 2 * self._patience + _SPARE, self._say(text))

    async def _say(self, text: str) -> Heard:
        now = await self._look()
        late = tuple(self._late(now))
        await self._type(text)
        until = monotonic() + self.turn
        before = replace(self.view, messages=now.messages, options=now.options)
        after = await self._quiet(before, until)
        said = "\n".join(text for text in fresh(before.messages, after.messages) if text)
        if len(said.encode()) > _TEXT_LIMIT:
            raise BotError("too_large", f"the reply has more than {_TEXT_LIMIT:,} bytes", evidence=said[:_TEXT_LIMIT])
        self.view = after
        self.replies += 1
        return Heard(said, offered(before.options, after.options), late, await self._screen())

    def _late(self, now: View) -> list[str]:
        """Return what the bot wrote after its previous reply was complete."""
        if not self.replies:
            return []
        changed = [
            new
            for old, new in zip(self.view.messages, now.messages, strict=False)
            if new != old and new.startswith(old)
        ]
        return [*changed, *fresh(self.view.messages, now.messages)]

    async def _type(self, text: str) -> None:
        """Type a message and send it."""
        field_ = await self._one("input", self.table.input)
        single = await field_.evaluate("e => e.localName === 'input'")
        typed = " ".join(text.split("\n")) if single else text
        await field_.fill(typed, timeout=1000 * self._patience)
        stands = await field_.evaluate("e => e.value ?? e.innerText")
        if len(stands.strip()) < len(typed.strip()):
            what = f"the input takes only {len(stands):,} of {len(typed):,} characters"
            raise BotError("too_long_for_bot", what)
        if _KEY.fullmatch(self.table.send):
            await field_.press(self.table.send, timeout=1000 * self._patience)
        else:
            button = await self._one("send", self.table.send)
            await button.click(timeout=1000 * self._patience)

    async def _quiet(self, before: View, until: float, *, greeting: bool = False) -> View:
        """Wait until a reply is complete: something new, nothing busy, and no change for a while.

        Args:
            before: what stood in the window before.
            until: when to give up.
            greeting: whether nothing new may come.

        Raises: BotError.
        """
        last, since = None, monotonic()
        while True:
            seen = await self._look()
            if seen != last:
                last, since = seen, monotonic()
            new = greeting or any(fresh(before.messages, seen.messages))
            if new and not seen.busy and monotonic() - since >= self.table.quiet:
                if seen.lacking and not any(seen.messages):
                    await self._missing("text", self.table.text or "")
                return seen
            if monotonic() > until:
                await self._incomplete(before, seen)
            await asyncio.sleep(min(_LOOKS, self.table.quiet / 4))

    async def _incomplete(self, before: View, seen: View) -> None:
        """Say why no reply was complete in time."""
        await self._refuse_captcha()
        new = fresh(before.messages, seen.messages)
        if any(new):
            why = "the page still shows that the bot writes" if seen.busy else "the text still changes"
            what = f"the reply was not complete within {self.turn:g} s: {why}"
            raise BotError("truncated", what, hint="check busy and quiet in [browser]", evidence="\n".join(new))
        if new and seen.lacking:
            await self._missing("text", self.table.text or "")
        what = f"no complete reply within {self.turn:g} s"
        hint = "check message and send in [browser]"
        raise BotError("timeout", what, hint=hint, evidence=await self._evidence())

    async def _look(self) -> View:
        """Look at the chat window once."""
        await self._refuse_captcha()
        messages = await self._elements("message", self.table.message, self.table.text)
        buttons = await self._elements("options", self.table.options) if self.table.options else []
        working = any(each["working"] for each in messages[-1:])
        if self.table.busy and not working:
            working = bool(await self._elements("busy", self.table.busy))
        return View(
            tuple(each["text"] for each in messages),
            tuple(dict.fromkeys(each["text"] for each in buttons if each["text"] and not each["off"])),
            working,
            any(each["whole"] and not each["text"] for each in messages),
        )

    async def _elements(self, key: str, selector: str, part: str | None = None) -> list[dict[str, Any]]:
        found: list[dict[str, Any]]
        try:
            found = await self._window().locator(selector).evaluate_all(_SCRIPTS["visible"], part)
        except Exception as error:
            if _is_no_selector(error):
                at = "text" if part and "matches" in str(error) else key
                wrong = self.table.text if at == "text" else selector
                raise ConfigurationError(f"E196 {wrong!r} is not a selector", f"{self.where}:browser.{at}") from None
            if _is_passing(error):
                return []
            raise
        return found

    async def _texts(self, place: "Locator") -> list[str]:
        found = await place.evaluate_all(_SCRIPTS["visible"], None)
        return [each["text"] for each in found]

    # ── what goes wrong ─────────────────────────────────────────────────────────────────────────────────────────────

    async def _refuse_captcha(self) -> None:
        """Stop where the page asks for proof that its visitor is human: that is not evaded.

        Raises: BotError, which ends a run.
        """
        for frame in self.page.frames:
            try:
                asked = await frame.evaluate(_SCRIPTS["captcha"])
            except Exception as error:
                if not _is_passing(error):
                    raise
                continue
            if asked:
                hint = "botassay does not solve it: ask the operator for an address without one"
                raise BotError("unauthorised", "the page shows a CAPTCHA", hint=hint)

    async def _evidence(self) -> str:
        """Return the beginning of what the page shows."""
        try:
            shown = await self.page.evaluate("document.title + '\\n' + (document.body?.innerText ?? '')")
        except Exception as error:
            if not _is_passing(error):
                raise
            return ""
        return str(shown).strip()[:2000]

    async def _screen(self) -> bytes | None:
        """Return a picture of the page, if one is wanted; a page that cannot be drawn has none."""
        wanted = self.table.screenshots == "all" or (self.table.screenshots == "first" and self.replies == 1)
        if not wanted:
            return None
        try:
            return await self.page.screenshot(type="jpeg", quality=_QUALITY, timeout=1000 * _SPARE)
        except Exception as error:
            if not _is_playwright(error):
                raise
            return None

    async def _within(self, seconds: float, work: Awaitable[Result]) -> Result:
        try:
            async with asyncio.timeout(seconds):
                return await work
        except (BotError, ConfigurationError):
            raise
        except TimeoutError:
            raise BotError("timeout", "the page does not respond") from None
        except Exception as error:
            if not _is_playwright(error):
                raise
            raise failure_of(error) from None


def _is_playwright(error: Exception) -> bool:
    return type(error).__module__.startswith("playwright")


def _is_no_selector(error: Exception) -> bool:
    text = str(error)
    marks = ("while parsing", "not a valid selector", "Unknown engine", "Unexpected token", "not a valid XPath")
    return _is_playwright(error) and any(mark in text for mark in marks)


def _is_passing(error: Exception) -> bool:
    """Return whether a look failed because the page, or a frame of it, was just then exchanged."""
    text = str(error)
    marks = ("context was destroyed", "was detached", "navigat", "Cannot find context", "Frame with the given")
    return _is_playwright(error) and any(mark in text for mark in marks)
