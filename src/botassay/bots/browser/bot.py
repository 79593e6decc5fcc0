"""A bot behind a chat window on a web page: each conversation is a fresh profile of one Chromium."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import msgspec

from botassay.bots.browser.chat_page import OPEN_ROOTS, ChatPage, Heard, Notice
from botassay.bots.browser.engine import EXTRA, Chromium, chromium, failure_of, in_browser
from botassay.bots.client_factory import PERMISSION
from botassay.bots.sanitise import sayable
from botassay.core.errors import BotError, ConfigurationError, UsageError
from botassay.core.extras import library
from botassay.http import Description, Pace, RunContext, Secrets
from botassay.http.browser_table import BrowserTable
from botassay.http.exchange import check_address
from botassay.http.pace import is_loopback
from botassay.http.proxies import check_proxy, proxy_for
from botassay.http.user_agent import USER_AGENT
from botassay.plugins.about import facts_of
from botassay.plugins.protocols import BotOptions, Conversation, Reply

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, ProxySettings

USUAL_RATE: Final = 0.5
"""Messages a second to a page that is not on this machine."""
MOST_AT_ONCE: Final = 4
"""Conversations: each is a browser profile of its own."""
NO_DESCRIPTION: Final = "describe it: botassay bots init --browser URL writes bot.toml, then botassay rate bot.toml"
_WIDTH, _HEIGHT = 1280, 800
_BESIDE: Final = frozenset(
    "url name authorised_by user_agent proxy browser maker version language purpose audience alerts".split()
)
"""Keys that a file with `[browser]` may have."""


@dataclass(frozen=True, slots=True)
class BrowserBot:
    """A bot behind a chat window.

    Args:
        url: the address of the page, with its secrets.
        shown_url: without secrets, query or password: what reports call it.
        table: where the parts of the chat window are.
        options: how it is talked to.
        where: the file that describes it, for errors.
        secrets: what the address holds.
        own_user_agent: the User-Agent that its description sets.
        called: the name that its description gives it.
        about: what its description says about it.
        proxy: the URL of the one through which the page is loaded; `env`: as the environment says.
        alerts: whether it calls people who help.
        pace: of messages.
    """

    url: str = field(repr=False)
    shown_url: str
    table: BrowserTable
    options: BotOptions
    where: str
    secrets: Secrets
    own_user_agent: str | None = None
    called: str | None = None
    about: Mapping[str, str] = field(default_factory=dict)
    proxy: str | None = None
    alerts: bool = False
    pace: Pace = field(default_factory=Pace, repr=False)

    @property
    def name(self) -> str:
        """The address."""
        return self.shown_url

    @property
    def language(self) -> str | None:
        """The language that it is asked in."""
        return self.about.get("language")

    @property
    def at_once(self) -> tuple[int, int]:
        """Conversations at once: as many as usual, and at most."""
        return 1, MOST_AT_ONCE

    @property
    def capabilities(self) -> dict[str, str]:
        """How it is talked to: a fresh profile is the session, and what stands last in the window is the reply."""
        return {"transport": "browser", "session": "cookie", "history": "kept", "pairing": "order"}

    @property
    def usual_rate(self) -> float | None:
        """Messages a second where nothing else is asked for; None: no limit."""
        return None if is_loopback(self._host) else USUAL_RATE

    @property
    def user_agent(self) -> str:
        """The User-Agent of its requests: Chromium's, with botassay's at the end unless it is covert."""
        return self.own_user_agent or _user_agent(self._chromium.version, covert=self.options.covert)

    @property
    def _host(self) -> str:
        return urlsplit(self.url).hostname or ""

    @property
    def _chromium(self) -> Chromium:
        return chromium(self.table.executable)

    @asynccontextmanager
    async def open(self, *, user: str, run: RunContext | None = None) -> AsyncIterator[Conversation]:
        """Begin a conversation: a fresh profile, in which the page is opened.

        Raises: BotError; ConfigurationError where Playwright or Chromium is missing, or a selector makes no sense.
        """
        del user, run  # a fresh profile knows neither
        context = await in_browser(self._context())
        try:
            await self.pace.wait(self._host)
            try:
                page = await in_browser(self._page(context))
            except BotError as error:
                raise self.secrets.clean(error) from None
            yield BrowserConversation(self, page)
        finally:
            await asyncio.shield(in_browser(self._chromium.close_context(context)))

    async def _context(self) -> "BrowserContext":
        browser = await self._chromium.started()
        try:
            return await browser.new_context(
                viewport={"width": _WIDTH, "height": _HEIGHT},
                user_agent=self.user_agent,
                locale="en-US",
                accept_downloads=False,
                ignore_https_errors=self.options.insecure,
                proxy=_proxy(proxy_for(self.proxy, self.url)),
            )
        except BaseException as error:
            self._chromium.released()
            if isinstance(error, Exception) and not isinstance(error, BotError | ConfigurationError):
                raise failure_of(error) from None
            raise

    async def _page(self, context: "BrowserContext") -> ChatPage:
        await context.add_init_script(OPEN_ROOTS)
        page = await context.new_page()
        chat = ChatPage(page, self.table, self.options.turn, self.where)
        await chat.open(self.url)
        return chat


@dataclass(slots=True)
class BrowserConversation:
    """One conversation, in a profile of its own."""

    bot: BrowserBot
    page: ChatPage
    sent: str = ""
    """What was done last, for `bots check`."""
    screen: bytes | None = None
    """A JPEG of the page after the last reply, where one is wanted."""

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the page says beside the conversation: its greeting, who the user talks to, accessible names."""
        hide = self.bot.secrets.redact
        return tuple(Notice(notice.kind, hide(notice.text).text) for notice in self.page.notices)

    async def say(self, text: str) -> Reply:
        """Type a message, and return the reply when it is complete.

        Raises: BotError when none came.
        """
        text, bot, table = sayable(text), self.bot, self.page.table
        press = f"press {table.send}" if table.send.endswith("Enter") else f"click {table.send}"
        self.sent = bot.secrets.redact(f"open {bot.shown_url}\ntype into {table.input}: {text}\n{press}").text
        self.screen = None
        host = urlsplit(bot.url).hostname or ""
        try:
            async with bot.pace.turn(host):
                heard = await in_browser(self.page.say(text))
        except BotError as error:
            raise bot.secrets.clean(error) from None
        self.screen = heard.screen
        return self._reply(heard)

    def _reply(self, heard: Heard) -> Reply:
        hide = self.bot.secrets.redact
        text, names = hide(heard.text)
        options = tuple(hide(option).text for option in heard.options)
        late = tuple(hide(text).text for text in heard.late)
        raw = "\n".join([*(f"{kind}: {said}" for kind, said in self.notices), f"message: {text}"])
        return Reply(text, options, secrets=names, raw=raw, late=late)


def make(address: str, options: BotOptions) -> BrowserBot:
    """Return the bot of `browser:URL`; where the parts of its chat window are stands in a file.

    Raises: UsageError for what is no URL, and without a description; ConfigurationError.
    """
    if not address.startswith(("http://", "https://")):
        raise UsageError(f"{address!r} is not a URL", hint="write browser:https://HOST/PAGE")
    check_address(address)
    if options.description is None:
        raise UsageError("it is unknown where the chat window has its parts", hint=NO_DESCRIPTION)
    return described(Description.read(options.description), options, where=str(options.description), url=address)


def described(description: Description, options: BotOptions, *, where: str, url: str | None = None) -> BrowserBot:
    """Return the bot of a description.

    Raises: ConfigurationError.
    """
    table, typed = description.browser, url or description.url
    if table is None:
        hint = "write [browser] with input and message, or botassay bots init --browser URL"
        raise ConfigurationError("the table [browser] is missing", f"{where}:browser", hint)
    if typed is None:
        raise ConfigurationError("the url is missing", f"{where}:url", 'write url = "https://…"')
    check_address(typed)
    _check_keys(description, where)
    if urlsplit(typed).scheme not in ("http", "https"):
        raise ConfigurationError(f"{typed!r} is not an http:// or https:// URL", f"{where}:url")
    host = urlsplit(typed).hostname or ""
    if not (options.authorised_by or description.authorised_by or "").strip():
        _check_needs_no_permission(host, options, where)
    check_proxy(options.proxy, "--proxy")
    check_proxy(description.proxy, f"{where}:proxy")
    library("playwright", EXTRA)
    if table.executable:
        beside = Path(where).parent / table.executable
        table = msgspec.structs.replace(table, executable=str(beside))
    secrets = Secrets.named_in([typed])
    rate = options.rate if options.rate is not None else None if is_loopback(host) else USUAL_RATE
    return BrowserBot(
        url=secrets.put_into(typed),
        shown_url=_shown(typed),
        table=table,
        options=options,
        where=where,
        secrets=secrets,
        own_user_agent=description.user_agent,
        called=description.name,
        about=facts_of(description),
        proxy=options.proxy or description.proxy,
        alerts=description.alerts,
        pace=Pace(rate, MOST_AT_ONCE),
    )


def _check_needs_no_permission(host: str, options: BotOptions, where: str) -> None:
    """Refuse a test that somebody has to allow.

    Raises: ConfigurationError.
    """
    if not is_loopback(host):
        raise ConfigurationError(
            "a page that is not on this machine needs permission", f"{where}:authorised_by", PERMISSION
        )
    if options.covert:
        raise ConfigurationError("a covert test needs permission", f"{where}:authorised_by", PERMISSION)


def _check_keys(description: Description, where: str) -> None:
    """Refuse keys that a page has no use for.

    Raises: ConfigurationError.
    """
    plain = Description()
    names = (field.name for field in msgspec.structs.fields(Description))
    useless = [name for name in names if name not in _BESIDE and getattr(description, name) != getattr(plain, name)]
    if useless:
        hint = "remove it, or remove [browser]"
        raise ConfigurationError("E196 has no effect beside [browser]", f"{where}:{useless[0]}", hint)


def _shown(typed: str) -> str:
    """Return an address without password, query and fragment.

    >>> _shown("https://me:pw@bot.example/chat?key=1")
    'https://bot.example/chat'
    """
    parts = urlsplit(typed)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def _proxy(address: str | None) -> "ProxySettings | None":
    """Return a proxy as Playwright takes it; None for none."""
    if address is None:
        return None
    parts = urlsplit(address)
    place: ProxySettings = {"server": f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"}
    return {**place, "username": parts.username, "password": parts.password or ""} if parts.username else place


def _user_agent(version: str, *, covert: bool) -> str:
    """Return Chromium's User-Agent, without the word that says that nobody sees its window."""
    major = version.partition(".")[0] or "142"
    chrome = (
        f"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{major}.0.0.0 Safari/537.36"
    )
    return chrome if covert else f"{chrome} {USER_AGENT}"
