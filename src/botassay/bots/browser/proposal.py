"""Proposes the table `[browser]` for a page: looks for a chat window, and, if it may, sends it one message."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from botassay.bots.browser.chat_page import OPEN_ROOTS
from botassay.bots.browser.engine import chromium, failure_of, in_browser
from botassay.bots.setup import Draft
from botassay.bots.smoke_test import GREETING
from botassay.core.errors import BotError
from botassay.http.exchange import check_address
from botassay.http.failures import of_status

if TYPE_CHECKING:
    from playwright.async_api import Frame, JSHandle, Page

_SURVEY: Final = files("botassay.bots.browser").joinpath("survey.js").read_text("utf-8")
_CHAT: Final = 3
"""The score from which an input is that of a chat window."""
_LOADING: Final = 30.0
_ALL: Final = 180.0
"""Seconds for everything."""
_APPEARING: Final = 3.0
"""Seconds in which parts of a page may appear."""
_QUIET: Final = 1.5
"""Seconds without a change after which a reply is complete."""
_ANSWERING: Final = 30.0
"""Seconds that the reply may take."""


@dataclass(slots=True)
class WindowDraft:
    """The parts of a chat window as they were found; None for what was not."""

    url: str
    executable: str | None = None
    consent: str | None = None
    open: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    input: str | None = None
    send: str = "Enter"
    message: str | None = None
    text: str | None = None
    options: str | None = None
    busy: str | None = None
    disclosure: str | None = None
    log: bool = False
    """Whether the window has a live region with the messages."""
    said: str = ""
    """The reply to the message that was sent."""
    sent: bool = False


async def propose(url: str, *, send: bool, executable: str | None = None) -> Draft:
    """Return a draft of the bot.toml for a page with a chat window.

    Args:
        url: of the page.
        send: whether one message may be sent, to see where the reply appears.
        executable: the Chromium to start; None: that of Playwright.

    Raises: BotError where the page does not come, or has no chat window; ConfigurationError without a Chromium.
    """
    check_address(url)
    return written(await in_browser(_proposed(WindowDraft(url, executable), send=send)))


async def _proposed(proposal: WindowDraft, *, send: bool) -> WindowDraft:
    try:
        async with _page(proposal.executable) as page, asyncio.timeout(_ALL):
            await _survey(page, proposal, send=send)
    except BotError:
        raise
    except TimeoutError:
        raise BotError("timeout", "the page does not respond") from None
    except Exception as error:
        if not type(error).__module__.startswith("playwright"):
            raise
        raise failure_of(error) from None
    return proposal


@asynccontextmanager
async def _page(executable: str | None) -> "AsyncIterator[Page]":
    browser = chromium(executable)
    started = await browser.started()
    try:
        context = await started.new_context(accept_downloads=False, locale="en-US")
    except BaseException:
        browser.released()
        raise
    try:
        await context.add_init_script(OPEN_ROOTS)
        yield await context.new_page()
    finally:
        await browser.close_context(context)


async def _survey(page: "Page", proposal: WindowDraft, *, send: bool) -> None:
    response = await page.goto(proposal.url, wait_until="domcontentloaded", timeout=1000 * _LOADING)
    refused = of_status(response.status, response.headers, b"") if response else None
    if refused is not None:
        raise refused
    await asyncio.sleep(_APPEARING / 3)
    proposal.consent = await _click_first(page, "consent")
    frame = await _input_frame(page, proposal)
    if frame is None and (launcher := await _click_first(page, "launcher")):
        proposal.open.append(launcher)
        frame = await _input_frame(page, proposal)
    if frame is None:
        hint = "give the address of a page on which a chat window can be opened"
        raise BotError("bad_shape", "no chat window was found on the page", hint=hint)
    proposal.frames = await _frames(frame)
    tool = await frame.evaluate_handle(_SURVEY)
    proposal.log = await tool.evaluate("tool => tool.log()")
    proposal.disclosure = await tool.evaluate("(tool, input) => tool.heading(input)", proposal.input)
    if send:
        await _try(frame, tool, proposal)


async def _click_first(page: "Page", what: str) -> str | None:
    """Click a banner's or a launcher's button, in whichever frame it is; return how it is selected."""
    for frame in page.frames:
        tool = await frame.evaluate_handle(_SURVEY)
        selector: str | None = await tool.evaluate(f"tool => tool.{what}()")
        if selector:
            await frame.locator(f"{selector} >> visible=true").first.click(timeout=1000 * _APPEARING)
            return selector
    return None


async def _input_frame(page: "Page", proposal: WindowDraft) -> "Frame | None":
    """Return the frame with the input of a chat window, once there is one."""
    until = monotonic() + _APPEARING
    while True:
        best: tuple[int, Frame] | None = None
        for frame in page.frames:
            found = await (await frame.evaluate_handle(_SURVEY)).evaluate("tool => tool.input()")
            if found and found["score"] >= _CHAT and (best is None or found["score"] > best[0]):
                best, proposal.input = (found["score"], frame), found["selector"]
        if best or monotonic() > until:
            return best and best[1]
        await asyncio.sleep(0.2)


async def _frames(frame: "Frame") -> list[str]:
    """Return how the frames down to one are selected, from the outside to the inside."""
    selectors: list[str] = []
    at: Frame | None = frame
    while at and at.parent_frame:
        element = await at.frame_element()
        names = await element.evaluate(
            "e => [['#', e.id], ['title', e.title], ['name', e.name]].filter(([, value]) => value)"
        )
        quoted = [f"iframe#{value}" if key == "#" else f"iframe[{key}={json.dumps(value)}]" for key, value in names]
        selectors.insert(0, quoted[0] if quoted else "iframe")
        at = at.parent_frame
    return selectors


async def _try(frame: "Frame", tool: "JSHandle", proposal: WindowDraft) -> None:
    """Send one message, and see what it brings."""
    assert proposal.input is not None  # noqa: S101 - it was found
    place = frame.locator(f"{proposal.input} >> visible=true").first
    await tool.evaluate("tool => tool.mark()")
    await place.fill(GREETING)
    await place.press("Enter")
    proposal.sent = True
    found = await _settled(tool, _APPEARING)
    if found is None and (await tool.evaluate("(tool, input) => tool.value(input)", proposal.input)).strip():
        button = await tool.evaluate("(tool, input) => tool.sender(input)", proposal.input)
        if button:
            await frame.locator(f"{button} >> visible=true").first.click()
            proposal.send = button
    found = found or await _settled(tool, _ANSWERING)
    for name, value in (found or {}).items():
        setattr(proposal, name, value)


async def _settled(tool: "JSHandle", seconds: float) -> dict[str, Any] | None:
    """Return what a message brought, once it no longer changes; None where nothing came."""
    until = monotonic() + seconds
    last, since, found = None, monotonic(), None
    while monotonic() < until:
        seen = await tool.evaluate("tool => tool.watch()")
        if seen != last:
            last, since = seen, monotonic()
            found = await tool.evaluate("(tool, said) => tool.result(said)", GREETING)
            until = max(until, since + 2 * _QUIET) if found else until
        elif found and monotonic() - since >= _QUIET:
            return await _last(tool)
        await asyncio.sleep(0.1)
    return await _last(tool) if found else None


async def _last(tool: "JSHandle") -> dict[str, Any] | None:
    result: dict[str, Any] | None = await tool.evaluate("(tool, said) => tool.result(said)", GREETING)
    return result


def written(proposal: WindowDraft) -> Draft:
    r"""Write a proposal as a bot.toml.

    >>> lines = written(WindowDraft("http://127.0.0.1/", input="#in", message="[data-from='bot']")).text.splitlines()
    >>> [line for line in lines if line.startswith(("input", "message"))]
    ['input = "#in"', 'message = "[data-from=\'bot\']"']
    """
    notes = _notes(proposal)
    message = proposal.message or ('[role="log"] > *' if proposal.log else ".bot")
    lines = [
        "# Where the chat window is on this page. Try it: botassay bots check bot.toml",
        f"url = {_quoted(proposal.url)}",
        '# name = "Bank assistant"  # what reports call the bot; without it its host and path',
        'authorised_by = ""        # who allowed this test, and when; needed for pages that are not on this machine',
        "",
        "[browser]",
        _line("consent", proposal.consent, "#accept", "clicked when the page comes"),
        _line("open", proposal.open or None, ["#launcher"], "clicked until the chat window is open"),
        _line("frames", proposal.frames or None, ["iframe#chat"], "in which the chat window stands"),
        f"input = {_quoted(proposal.input or 'textarea')}",
        f"send = {_quoted(proposal.send)}",
        f"message = {_quoted(message)}" + ("" if proposal.message else "  # check: each message of the bot"),
        _line("text", proposal.text, ".body", "in a message: without name and time"),
        _line("options", proposal.options, ".quick-reply", "each button that the bot offers"),
        _line("busy", proposal.busy, ".typing", "visible while the bot writes"),
        "quiet = 1.5  # seconds without a change after which a reply is complete",
        _line("disclosure", [proposal.disclosure] if proposal.disclosure else None, [".header"], "who it says it is"),
        *([f"executable = {_quoted(proposal.executable)}"] if proposal.executable else []),
    ]
    return Draft("\n".join(lines) + "\n", notes=notes)


def _notes(proposal: WindowDraft) -> tuple[str, ...]:
    if proposal.said:
        return (f"the reply to {GREETING!r} was read as {proposal.said!r}",)
    if proposal.sent:
        return (f"no reply to {GREETING!r} was seen: fill in message",)
    return ("nothing was sent: fill in message, or let one message be sent with --try",)


def _line(key: str, value: object, example: object, what: str) -> str:
    return f"{key} = {_quoted(value)}" if value else f"# {key} = {_quoted(example)}  # {what}"


def _quoted(value: object) -> str:
    """Return a text, or a list of texts, in TOML; selectors hold quotation marks."""
    if isinstance(value, list):
        return f"[{', '.join(map(_quoted, value))}]"
    if "'" not in str(value) and str(value).isprintable() and '"' in str(value):
        return f"'{value}'"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
