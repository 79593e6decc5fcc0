"""A bot at the other end of a WebSocket: text frames, or JSON frames as `bot.toml` says."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final

from botassay.bots.bubbles import joined_replies
from botassay.bots.client_factory import client_for
from botassay.bots.sanitise import sayable
from botassay.bots.stepped import needs_steps
from botassay.core.errors import BotError, ConfigurationError
from botassay.http import Client, Description, Exchange, ParsedAnswer, Request, RunContext
from botassay.http.ids import new_id, user_id
from botassay.http.socket import SocketLine
from botassay.plugins.protocols import BotOptions, Conversation, Reply

LATE, LATE_TEXT = 20, 4_096
"""So many late answers are kept with a turn, and so many characters of each."""
QUIET: Final = 0.2
"""Seconds of silence after which an answer is taken for complete: it may come in several bubbles."""


@dataclass(frozen=True, slots=True)
class WebSocketBot:
    """A bot that is talked to over a WebSocket.

    Args:
        name: its address.
        exchange: how one turn goes.
        client: who sends.
        system: the system prompt.
        quiet: seconds of silence after which an answer is taken for complete.
        called: the name that its description gives it.
    """

    name: str
    exchange: Exchange
    client: Client
    system: str | None = None
    quiet: float = QUIET
    called: str | None = None
    language: str | None = None
    """The language that it is asked in."""

    @asynccontextmanager
    async def open(self, *, user: str, run: RunContext | None = None) -> AsyncIterator[Conversation]:
        """Begin a conversation on a new socket."""
        session = "" if self.exchange.session == "reply" else new_id(self.exchange.shape)
        shown = user_id(user, self.exchange.shape)
        named = {"message": "", "session": session, "user": shown, "history": []}
        async with SocketLine(self.client, user, self.exchange.url.filled(named), self.quiet, run) as line:
            yield WebSocketConversation(self, shown, line, session)


@dataclass(slots=True)
class WebSocketConversation:
    """One conversation over a socket."""

    bot: WebSocketBot
    user: str
    line: SocketLine
    session: str
    turns: list[tuple[str, str]] = field(default_factory=list)
    sent: str = ""
    """The last frame, secrets taken out."""
    begun: bool = False
    number: int = 0
    """Of the last question."""
    late: list[str] = field(default_factory=list)
    """What came since then that answers another one."""

    async def say(self, text: str) -> Reply:
        """Send a message; return the reply when it is complete.

        Raises: BotError when none came; UsageError when the conversation is over.
        """
        text = sayable(text)
        reset = self.bot.exchange.reset
        if not self.begun and isinstance(reset, str):
            await self._turn(reset)
        self.begun = True
        reply = await self._turn(text)
        if self.bot.exchange.remembers:
            self.turns.append((text, reply.text))
        return reply

    async def _turn(self, text: str) -> Reply:
        exchange = self.bot.exchange
        self.number += 1
        frame = exchange.frame(self._values(text))
        self.sent = exchange.secrets.redact(frame).text
        heard = await self.line.talk(frame, self._hear)
        for part in heard:
            self.session = part.session or self.session
        joined = _joined([part.reply for part in heard], exchange.ear.text_limit)
        reply = replace(exchange.without_reasoning(joined), late=self._late())
        self.line.unasked.clear()
        self.late.clear()
        return reply

    def _late(self) -> tuple[str, ...]:
        """Return the replies that came too late for an earlier message; before the first one it is a welcome."""
        for frame in self.line.unasked[:LATE] if self.number > 1 else ():
            try:
                messages = self._hear(frame)
            except BotError:
                self.late.append(self.bot.exchange.secrets.redact(frame).text)
            else:
                self.late += [messages.reply.text] if messages else []
        return tuple(text[:LATE_TEXT] for text in self.late[:LATE])

    def _hear(self, frame: str) -> ParsedAnswer | None:
        """Read a frame; a typing notice is not an answer."""
        exchange = self.bot.exchange
        raw, document = exchange.ear.open(frame.encode())
        if exchange.ear.paths and exchange.ear.says_nothing(document):
            return None
        heard = exchange.heard(raw, document)
        if exchange.belongs(heard, str(self.number)):
            return heard
        self.late.append(heard.reply.text)
        return None

    def _values(self, text: str) -> Mapping[str, Any]:
        return {
            "message": text,
            "session": self.session,
            "user": self.user,
            "history": self.bot.exchange.history_of(self.turns, self.bot.system),
            "turn": str(self.number),
            "system": self.bot.system or "",
        }


def _joined(replies: list[Reply], limit: int) -> Reply:
    """Return one reply for several messages, with the last end and the last count of tokens among them.

    Raises: BotError, `too_large`.
    """
    return replace(
        joined_replies(replies, limit),
        finish=next((reply.finish for reply in reversed(replies) if reply.finish), None),
        usage=next((reply.usage for reply in reversed(replies) if reply.usage), None),
    )


def make(address: str, options: BotOptions) -> WebSocketBot:
    """Return a bot behind a WebSocket; without a description messages and replies are plain text.

    Raises: ConfigurationError.
    """
    description = Description.read(options.description) if options.description else Description()
    return spoken_to(description, options, where=str(options.description or "ws"), url=address)


def spoken_to(description: Description, options: BotOptions, *, where: str, url: str | None = None) -> WebSocketBot:
    """Return the bot of a description.

    Raises: ConfigurationError.
    """
    exchange = Exchange.of(description, url, where=where)
    if exchange.scheme not in ("ws", "wss"):
        raise ConfigurationError(f"{exchange.shown_url} is not a ws:// or wss:// URL", None if url else f"{where}:url")
    if isinstance(exchange.reset, Request):
        hint = "give the message to send before a conversation"
        raise ConfigurationError("a WebSocket cannot be reset by a request", f"{where}:session.reset", hint)
    if needs_steps(description):
        hint = "[[session.create]], [session] end and greeting, [poll] and token are for http:// and https://"
        raise ConfigurationError("a WebSocket has one connection, and no requests beside it", where, hint)
    if exchange.keyed:
        hint = "remove it and put {{turn}} into body"
        raise ConfigurationError("a WebSocket has no headers per turn", f"{where}:idempotency_key", hint)
    client = client_for(exchange, options)
    return WebSocketBot(
        exchange.shown_url, exchange, client, options.system, called=description.name, language=description.language
    )
