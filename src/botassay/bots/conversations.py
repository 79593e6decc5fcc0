"""Conversations with a bot by one HTTP request per turn."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from botassay.bots.sanitise import sayable, shown
from botassay.bots.turns import Turns
from botassay.core.errors import BotError
from botassay.http import Client, ConversationClient, Exchange, Request, RunContext
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
class RestConversation(Turns):
    """One conversation by requests."""

    bot: RestBot
    line: ConversationClient
    run: RunContext | None = None
    asked: Request | None = None
    """The last request."""

    @property
    def sent(self) -> str:
        """The last requests, secrets taken out; one without an answer as it was to go out."""
        return shown(self.line, self.bot.exchange, self.asked)

    async def say(self, text: str) -> Reply:
        """Send a message; return the reply.

        Raises: BotError when none came; UsageError when the conversation is over.
        """
        text = sayable(text)
        if not self.begun:
            await self._reset()
        reply = await self._turn(text)
        self.remember(text, reply.text)
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
        self.asked = exchange.request(self.values(text), self._key())
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
