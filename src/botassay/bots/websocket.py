"""A bot at the other end of a WebSocket: text frames, or JSON frames as `bot.toml` says."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Final

from botassay.bots.bubbles import Listening, Mailbox, joined_replies
from botassay.bots.client_factory import client_for
from botassay.bots.sanitise import sayable
from botassay.bots.stepped import check_text, needs_requests
from botassay.bots.turns import Turns
from botassay.core.errors import BotError, ConfigurationError
from botassay.http import Client, Description, Exchange, ParsedAnswer, Request, RunContext
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
    greeting: float = 0.0
    """Seconds to listen before the first message."""
    listening: Listening | None = None
    """How messages are read where frames hold more than replies; None: each frame is a part of one."""

    @asynccontextmanager
    async def open(self, *, user: str, run: RunContext | None = None) -> AsyncIterator[Conversation]:
        """Begin a conversation on a new socket."""
        conversation = WebSocketConversation(self, user)
        address = self.exchange.url.filled({**conversation.values(""), "history": []})
        async with SocketLine(self.client, user, address, self.quiet, run) as line:
            conversation.line = line
            if conversation.listened:
                await conversation.listen()
            yield conversation


@dataclass(slots=True)
class WebSocketConversation(Turns):
    """One conversation over a socket."""

    bot: WebSocketBot
    line: SocketLine = field(init=False)
    sent: str = ""
    """The last frame, secrets taken out."""
    late: list[str] = field(default_factory=list)
    """What came since then that answers another one."""
    greeting: Reply | None = None
    """What the bot said before the first message."""
    box: Mailbox | None = None

    def __post_init__(self) -> None:
        """Begin without any message."""
        super(WebSocketConversation, self).__post_init__()
        if self.bot.listening is not None:
            self.box = Mailbox(self.bot.exchange, self.bot.listening, self.user)

    @property
    def listened(self) -> bool:
        """Whether a greeting was waited for."""
        return self.bot.greeting > 0

    @property
    def unheard(self) -> bool:
        """Whether the bot spoke first, and nobody listened."""
        return not self.listened and bool(self.line.welcome)

    async def listen(self) -> None:
        """Wait for what the bot says before the first message.

        Raises: BotError.
        """
        frames = await self.line.listen(self.bot.greeting)
        if self.box is not None:
            messages = sum(self._collect(frame) or 0 for frame in frames)
            self.greeting = self.box.reply() if messages else None
            return
        heard = [part.reply for part in map(self._hear, frames) if part is not None]
        if heard:
            joined = _joined(heard, self.bot.exchange.ear.text_limit)
            self.greeting = self.bot.exchange.without_reasoning(joined)

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
        self.remember(text, reply.text)
        return reply

    async def _turn(self, text: str) -> Reply:
        exchange = self.bot.exchange
        self.number += 1
        frame = exchange.frame(self.values(text))
        self.sent = exchange.secrets.redact(frame).text
        reply = await self._messages(frame, self.box) if self.box is not None else await self._frames(frame)
        self.line.unasked.clear()
        return reply

    async def _frames(self, frame: str) -> Reply:
        """Send a frame; return the reply of which each frame is a part."""
        exchange = self.bot.exchange
        heard = await self.line.talk(frame, self._hear)
        for part in heard:
            self.session = part.session or self.session
        joined = _joined([part.reply for part in heard], exchange.ear.text_limit)
        reply = replace(exchange.without_reasoning(joined), late=self._late())
        self.late.clear()
        return reply

    async def _messages(self, frame: str, box: Mailbox) -> Reply:
        """Send a frame; return the reply of which frames hold messages, as `[poll]` says."""
        box.bubbles.clear()
        over = self._is_over if self.bot.listening and self.bot.listening.until else None
        await self.line.talk(frame, self._collect, over)
        for unasked in self.line.unasked if self.number > 1 else ():
            with suppress(BotError):
                box.take(self.bot.exchange.ear.open(unasked.encode())[1], late=True)
        return box.reply()

    def _collect(self, frame: str) -> int | None:
        """Take the messages of a frame; return how many are replies, None for none.

        Raises: BotError for a frame that reports a failure.
        """
        _, document = self.bot.exchange.ear.open(frame.encode())
        rule = self.bot.listening
        if rule is not None and rule.failed is not None and rule.failed.holds(document):
            raise BotError("bot_error", "the bot reports that it failed", evidence=frame[:1000])
        return self.box.take(document) or None if self.box is not None else None

    def _is_over(self, frame: str) -> bool:
        """Whether a frame says that the reply is complete."""
        until = self.bot.listening.until if self.bot.listening else None
        return until is not None and until.holds(self.bot.exchange.ear.open(frame.encode())[1])

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
    _check_alone(description, where)
    if exchange.keyed:
        hint = "remove it and put {{turn}} into body"
        raise ConfigurationError("a WebSocket has no headers per turn", f"{where}:idempotency_key", hint)
    client = client_for(exchange, options)
    listening = Listening.of(description.poll, where) if description.poll else None
    return WebSocketBot(
        exchange.shown_url,
        exchange,
        client,
        options.system,
        quiet=listening.quiet if listening else QUIET,
        called=description.name,
        language=description.language,
        greeting=description.session.greeting,
        listening=listening,
    )


def _check_alone(description: Description, where: str) -> None:
    """Refuse what takes a request beside the socket.

    Raises: ConfigurationError.
    """
    if needs_requests(description):
        hint = "[[session.create]], refresh and end under [session], via and token are for http:// and https://"
        raise ConfigurationError("a WebSocket has one connection, and no requests beside it", where, hint)
    poll = description.poll
    if poll is None:
        return
    useless = [name for name in ("request", "cursor", "question", "answers") if getattr(poll, name) is not None]
    if useless:
        hint = "remove it: of [poll], messages, own, id, until, failed and quiet are for a WebSocket"
        raise ConfigurationError("a WebSocket is not polled", f"{where}:poll.{useless[0]}", hint)
    check_text(description, where)
