"""A bot with one HTTP request per turn: REST as `bot.toml` says, OpenAI-compatible, Rasa."""

import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from botassay.bots.client_factory import client_for
from botassay.bots.sanitise import sayable, shown_request
from botassay.core.errors import BotError, ConfigurationError, UsageError
from botassay.http import Client, ConversationClient, Description, Exchange, Request, RunContext, history_of
from botassay.http.exchange import check_address
from botassay.plugins.protocols import Bot, BotOptions, Conversation, Reply

NO_DESCRIPTION: Final = "describe it with `botassay bots init`, and give the file with --bot"


@dataclass(frozen=True, slots=True)
class RestBot:
    """A bot that answers requests.

    Args:
        name: its address.
        exchange: how one turn goes.
        client: who sends.
        system: the system prompt.
        called: the name that its description gives it.
    """

    name: str
    exchange: Exchange
    client: Client
    system: str | None = None
    called: str | None = None

    @asynccontextmanager
    async def open(self, *, user: str, run: RunContext | None = None) -> AsyncIterator[Conversation]:
        """Begin a conversation on a new connection; the reset message is sent before the first turn."""
        async with self.client.line(user, run) as line:
            yield RestConversation(self, user, line, run)


@dataclass(slots=True)
class RestConversation:
    """One conversation: what was said so far, and what it is called."""

    bot: RestBot
    user: str
    line: ConversationClient
    run: RunContext | None = None
    session: str = field(default_factory=lambda: str(uuid.uuid4()))
    turns: list[tuple[str, str]] = field(default_factory=list)
    begun: bool = False
    asked: Request | None = None
    """The last request."""
    number: int = 0
    """Of the last question."""

    def __post_init__(self) -> None:
        if self.bot.exchange.session == "reply":
            self.session = ""  # the bot says what it is called

    @property
    def sent(self) -> str:
        """The last request, secrets taken out."""
        return shown_request(self.bot.exchange, self.asked, self.bot.client.identified) if self.asked else ""

    async def say(self, text: str) -> Reply:
        """Send a message; return the reply.

        Raises: BotError when none came; UsageError when the conversation is over.
        """
        text = sayable(text)
        if not self.begun:
            await self._reset()
        reply = await self._turn(text)
        if self.bot.exchange.remembers:
            self.turns.append((text, reply.text))
        return reply

    async def _reset(self) -> None:
        reset = self.bot.exchange.reset
        if isinstance(reset, Request):
            await self.line.ask(self.bot.exchange.with_key(reset, self._key()), lambda _: None)
        elif reset:
            await self._turn(reset)
        self.begun = True

    async def _turn(self, text: str) -> Reply:
        exchange = self.bot.exchange
        self.number += 1
        self.asked = exchange.request(self._values(text), self._key())
        heard = await self.line.ask(self.asked, exchange.hear)
        if not exchange.belongs(heard, str(self.number)):
            what = f"the reply belongs to another question ({(heard.turn or 'not stated')[:40]})"
            raise BotError("protocol", what, evidence=heard.reply.raw)
        if exchange.session == "reply" and heard.session is not None:
            self._named(heard.session)
        return heard.reply

    def _key(self) -> str | None:
        """Return the key of the request that goes out now, where a run says whose it is."""
        return self.run.key(self.number) if self.run else None

    def _named(self, session: str) -> None:
        """Take the name that the bot gave to the conversation; it stays."""
        if self.session and session != self.session:
            raise BotError("session_lost", "the bot lost the conversation: it continued under another session")
        self.session = session

    def _values(self, text: str) -> Mapping[str, Any]:
        history = history_of(self.turns, self.bot.system) if self.bot.exchange.remembers else []
        return {
            "message": text,
            "session": self.session,
            "user": self.user,
            "history": history,
            "turn": str(self.number),
        }


def make(address: str, options: BotOptions) -> RestBot:
    """Return a REST bot: the address as typed, everything else from `bot.toml`.

    Raises: UsageError without a description; ConfigurationError.
    """
    if options.description is None:
        check_address(address)
        raise UsageError("it is unknown how to connect to this bot", hint=NO_DESCRIPTION)
    where = str(options.description)
    return described(Description.read(options.description), options, url=address, where=where)


def described(
    description: Description, options: BotOptions, *, url: str | None = None, where: str, name: str | None = None
) -> RestBot:
    """Return the bot of a description.

    Raises: ConfigurationError.
    """
    exchange = Exchange.of(description, url, where=where)
    if exchange.scheme not in ("http", "https"):
        raise ConfigurationError(
            f"{exchange.shown_url} is not an http:// or https:// URL", None if url else f"{where}:url"
        )
    client = client_for(exchange, options)
    return RestBot(name or exchange.shown_url, exchange, client, options.system, description.name)


def make_described(path: str, options: BotOptions) -> Bot:
    """Return the bot that a file describes.

    Raises: UsageError when another file is given, too; ConfigurationError.
    """
    from botassay.bots.websocket import spoken_to

    file = Path(path)
    if options.description not in (None, file):
        raise UsageError(f"both {path} and {options.description} describe the bot", hint="give only one")
    description = Description.read(file)
    if (Exchange.of(description, where=path)).scheme in ("ws", "wss"):
        return spoken_to(description, options, where=path)
    return described(description, options, where=path)
