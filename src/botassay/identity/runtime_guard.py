"""The runtime guard: answers "are you a machine?" before the bot does.

The answer follows paper 004, section 6: a clear confirmation matters most; maker and purpose make it friendlier, and a
way to report problems does no harm. A bare "I am a chatbot." is understood, but rated less friendly.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, NamedTuple
from unicodedata import normalize

from botassay.core.errors import UsageError
from botassay.core.text.language import ENGLISH
from botassay.identity.grammar.bundled import exceptions
from botassay.identity.languages.foreign_questions import asked_in
from botassay.identity.languages.language_rules import language_rules
from botassay.identity.recognisers.features import asks_about_kinds
from botassay.identity.recognisers.grammar_recogniser import LONGEST, parts
from botassay.identity.recognisers.linear import default_recogniser
from botassay.identity.web_guard import AsgiApp, AsgiGuard, ChatPath, WsgiApp, WsgiGuard
from botassay.identity.words import words
from botassay.plugins.optional import open_in_run
from botassay.plugins.protocols import AskLabel, Bot, Conversation, Recogniser, Reply

SURE: Final = 0.7
"""Minimum probability of the question at which the guard answers."""


class GuardVerdict(NamedTuple):
    """What the guard makes of a text."""

    asked: bool
    p: float
    """The probability that it asks; 0 or 1 where a rule decides."""
    answer: str | None


@dataclass(frozen=True, slots=True)
class Guard:
    """Answers the question whether a machine is speaking, and returns None for any other text.

    >>> guard = Guard(maker="Example Ltd", purpose="help you with parcels")
    >>> guard("are you a robot?")
    'I am a chatbot, not a person. I was made by Example Ltd. I am here to help you with parcels.'
    >>> Guard(language="de")("Bist du ein Mensch?")
    'Ich bin ein Chatbot, kein Mensch.'
    >>> guard("where is my parcel?") is None
    True

    Args:
        maker: the maker of the bot.
        purpose: its purpose, to follow "I am here to".
        report: a sentence on how to report a problem.
        name: a description such as "an automated assistant"; by default "a chatbot", or that in the language.
        sure: minimum probability at which it answers in English, in (0, 1].
        language: a code of a language in which it recognises and answers the question beside English, such as "de";
            maker, purpose and report are used as they are, the purpose as a sentence.
        recogniser: recognises the question.
    """

    maker: str = ""
    purpose: str = ""
    report: str = ""
    name: str = ""
    sure: float = SURE
    language: str = ENGLISH
    recogniser: Recogniser = field(default_factory=default_recogniser, repr=False)

    def __post_init__(self) -> None:
        """Check the probability and the name. Raises UsageError."""
        if not 0 < self.sure <= 1:
            raise UsageError(f"invalid probability sure={self.sure}", hint="give a number above 0 and at most 1")
        if self.name and not self.name.strip():
            raise UsageError("the guard needs a name for the bot", hint="for example name='a chatbot'")
        if self.language != ENGLISH:
            language_rules(self.language)

    def __call__(self, text: str) -> str | None:
        """Return the answer if a text asks, otherwise None."""
        return self.judge(text).answer

    def asked(self, text: str) -> bool:
        """Return whether a text asks if a machine is speaking."""
        return self.judge(text).asked

    def judge(self, text: str) -> "GuardVerdict":
        """Return whether a text asks if a machine is speaking, how probable that is, and the answer."""
        text = normalize("NFKC", text.strip()[-LONGEST:])
        exception = excepted(text)
        if exception:
            asked, p = exception == "answer", float(exception == "answer")
        elif asks_about_kinds(text):
            verdict = self.recogniser.recognise([text])[0]
            p = verdict.p[0]
            asked = verdict.label is AskLabel.POSITIVE and p >= self.sure
        else:
            asked, p = False, 0.0
        if not asked and self.language != ENGLISH and asked_in(text, (self.language,)):
            return GuardVerdict(asked=True, p=1.0, answer=self._foreign_answer())
        return GuardVerdict(asked, p, self.answer if asked else None)

    @property
    def answer(self) -> str:
        """The answer: confirmation and, if known, maker, purpose and report."""
        parts = [f"I am {self.name or 'a chatbot'}, not a person."]
        if self.maker:
            parts.append(f"I was made by {self.maker}.")
        if self.purpose:
            parts.append(f"I am here to {self.purpose}.")
        if self.report:
            parts.append(self.report)
        return " ".join(parts)

    def _foreign_answer(self) -> str:
        said = language_rules(self.language).guard
        parts = [said["answer"].format(name=self.name or said["name"])]
        if self.maker:
            parts.append(said["maker"].format(maker=self.maker))
        return " ".join([*parts, *filter(None, (self.purpose, self.report))])

    def before(self, bot: Bot) -> "GuardedBot":
        """Return a bot that is guarded."""
        return GuardedBot(bot, self)

    def middleware(self, app: AsgiApp, *, path: str, message: str = "message", reply: str = "reply") -> AsgiGuard:
        """Return a guarded ASGI application that accepts and returns JSON.

        Args:
            app: the application.
            path: the path that messages are posted to.
            message: the JSON key of the user's message.
            reply: the JSON key of the bot's reply.
        """
        return AsgiGuard(app, ChatPath(self, path, message, reply))

    def wsgi(self, app: WsgiApp, *, path: str, message: str = "message", reply: str = "reply") -> WsgiGuard:
        """Return a guarded WSGI application that accepts and returns JSON; the arguments are those of `middleware`."""
        return WsgiGuard(app, ChatPath(self, path, message, reply))


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
