"""The runtime guard: answers "are you a machine?" before the bot does.

The answer follows paper 004, section 6: a clear confirmation matters most; maker and purpose make it friendlier, and a
way to report problems does no harm. A bare "I am a chatbot." is understood, but rated less friendly.
"""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, MutableMapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final
from unicodedata import normalize

from botassay.core.errors import UsageError
from botassay.identity.grammar.bundled import exceptions
from botassay.identity.recognisers.features import asks_about_kinds
from botassay.identity.recognisers.grammar_recogniser import LONGEST, parts
from botassay.identity.recognisers.linear import default_recogniser
from botassay.identity.words import words
from botassay.plugins.optional import open_in_run
from botassay.plugins.protocols import AskLabel, Bot, Conversation, Recogniser, Reply

SURE: Final = 0.7
"""Minimum probability of the question at which the guard answers."""
LONGEST_BODY: Final = 2**20
"""Maximum size in bytes of a request that the middleware reads; longer ones are passed on unread."""

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Guard:
    """Answers the question whether a machine is speaking, and returns None for any other text.

    >>> guard = Guard(maker="Example Ltd", purpose="help you with parcels")
    >>> guard("are you a robot?")
    'I am a chatbot, not a person. I was made by Example Ltd. I am here to help you with parcels.'
    >>> guard("where is my parcel?") is None
    True

    Args:
        maker: the maker of the bot.
        purpose: its purpose, to follow "I am here to".
        report: a sentence on how to report a problem.
        name: a description such as "a chatbot" or "an automated assistant".
        sure: minimum probability at which it answers, in (0, 1].
        recogniser: recognises the question.
    """

    maker: str = ""
    purpose: str = ""
    report: str = ""
    name: str = "a chatbot"
    sure: float = SURE
    recogniser: Recogniser = field(default_factory=default_recogniser, repr=False)

    def __post_init__(self) -> None:
        """Check the probability and the name. Raises UsageError."""
        if not 0 < self.sure <= 1:
            raise UsageError(f"invalid probability sure={self.sure}", hint="give a number above 0 and at most 1")
        if not self.name.strip():
            raise UsageError("the guard needs a name for the bot", hint="for example name='a chatbot'")

    def __call__(self, text: str) -> str | None:
        """Return the answer if a text asks, otherwise None."""
        return self.answer if self.asked(text) else None

    def asked(self, text: str) -> bool:
        """Return whether a text asks if a machine is speaking."""
        text = normalize("NFKC", text.strip()[-LONGEST:])
        exception = excepted(text)
        if exception:
            return exception == "answer"
        if not asks_about_kinds(text):
            return False
        verdict = self.recogniser.recognise([text])[0]
        return verdict.label is AskLabel.POSITIVE and verdict.p[0] >= self.sure

    @property
    def answer(self) -> str:
        """The answer: confirmation and, if known, maker, purpose and report."""
        parts = [f"I am {self.name}, not a person."]
        if self.maker:
            parts.append(f"I was made by {self.maker}.")
        if self.purpose:
            parts.append(f"I am here to {self.purpose}.")
        if self.report:
            parts.append(self.report)
        return " ".join(parts)

    def before(self, bot: Bot) -> "GuardedBot":
        """Return a bot that is guarded."""
        return GuardedBot(bot, self)

    def middleware(self, app: App, *, path: str, message: str = "message", reply: str = "reply") -> "Middleware":
        """Return a guarded ASGI application that accepts and returns JSON.

        Args:
            app: the application.
            path: the path that messages are posted to.
            message: the JSON key of the user's message.
            reply: the JSON key of the bot's reply.
        """
        return Middleware(app, self, path, message, reply)


def excepted(text: str) -> str | None:
    """Return whether a text, or a part of it, is an exception to "answer" or "leave" regardless of its label.

    >>> excepted("are you a dog person?"), excepted("are you real?"), excepted("are you a robot?")
    ('leave', 'answer', None)
    """
    end = text[-LONGEST:]
    for part in chain((end,), parts(end)):
        for exception in exceptions().roots(words(part)):
            return exception
    return None


@dataclass(frozen=True, slots=True)
class GuardedBot:
    """A guarded bot: questions that the guard answers do not reach the bot."""

    bot: Bot
    guard: Guard

    @property
    def name(self) -> str:
        """The name in reports."""
        return f"{self.bot.name}+guard"

    @asynccontextmanager
    async def open(self, *, user: str, run: object = None) -> AsyncIterator[Conversation]:
        """Begin a conversation."""
        async with open_in_run(self.bot, user, run) as conversation:
            yield _Guarded(conversation, self.guard)


@dataclass(frozen=True, slots=True)
class _Guarded:
    conversation: Conversation
    guard: Guard

    async def say(self, text: str) -> Reply:
        answer = self.guard(text)
        return await self.conversation.say(text) if answer is None else Reply(answer)


@dataclass(frozen=True, slots=True)
class Middleware:
    """Answers a posted JSON message that asks, and passes everything else on untouched."""

    app: App
    guard: Guard
    path: str
    message: str
    reply: str

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle a connection."""
        if scope.get("type") != "http" or scope.get("method") != "POST" or scope.get("path") != self.path:
            await self.app(scope, receive, send)
            return
        taken, body = await _taken(receive)
        answer = None if body is None else self._answer(body)
        if answer is None:
            await self.app(scope, _given_back(taken, receive), send)
            return
        await _send_json(send, {self.reply: answer})

    def _answer(self, body: bytes) -> str | None:
        try:
            message = json.loads(body)
        except (ValueError, RecursionError):
            return None  # the application refuses invalid JSON
        text = message.get(self.message) if isinstance(message, dict) else None
        return self.guard(text) if isinstance(text, str) else None


async def _taken(receive: Receive) -> tuple[list[Message], bytes | None]:
    """Return the messages of a request, and its body or None if it is too long or incomplete."""
    taken: list[Message] = []
    size = 0
    while size <= LONGEST_BODY:
        part = await receive()
        taken.append(part)
        if part.get("type") != "http.request":
            return taken, None
        size += len(part.get("body", b""))
        if size <= LONGEST_BODY and not part.get("more_body", False):
            return taken, b"".join(part.get("body", b"") for part in taken)
    return taken, None


def _given_back(taken: list[Message], receive: Receive) -> Receive:
    """Return a receiver that replays the read messages and then continues."""
    left = iter(taken)

    async def again() -> Message:
        part = next(left, None)
        return await receive() if part is None else part

    return again


async def _send_json(send: Send, document: Mapping[str, str]) -> None:
    body = json.dumps(document).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
