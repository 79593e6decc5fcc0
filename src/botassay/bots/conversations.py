"""Conversations with a bot by one HTTP request per turn."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from botassay.bots.sanitise import sayable, shown_request, shown_requests
from botassay.core.errors import BotError
from botassay.http import Client, ConversationClient, Exchange, Request, RunContext
from botassay.http.ids import new_id, user_id
from botassay.plugins.protocols import Conversation, Reply


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
    language: str | None = None
    """The language that it is asked in."""

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
    session: str = ""
    turns: list[tuple[str, str]] = field(default_factory=list)
    begun: bool = False
    asked: Request | None = None
    """The last request."""
    number: int = 0
    """Of the last question."""

    def __post_init__(self) -> None:
        shape = self.bot.exchange.shape
        self.user = user_id(self.user, shape)
        if self.bot.exchange.session != "reply":  # else the bot says what it is called
            self.session = new_id(shape)

    @property
    def sent(self) -> str:
        """The last requests, secrets taken out; one without an answer as it was to go out."""
        if self.line.sent:
            return shown_requests(self.line)
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
        return {
            "message": text,
            "session": self.session,
            "user": self.user,
            "history": self.bot.exchange.history_of(self.turns, self.bot.system),
            "turn": str(self.number),
            "system": self.bot.system or "",
        }
