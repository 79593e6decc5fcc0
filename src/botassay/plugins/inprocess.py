"""A bot in this process: the bundled ones, and those of tests."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from botassay.core.errors import BotassayError, BotError, UsageError
from botassay.plugins.about import read_about
from botassay.plugins.protocols import BotOptions, Conversation, Reply, Session

__all__ = ["Begin", "Bundled", "InProcessBot", "Session"]

Begin = Callable[[str], Session]
"""Begins a session for a user; a method `in_run` begins one for a tool that tests the bot."""


@dataclass(frozen=True, slots=True)
class InProcessBot:
    """A bot whose conversations are objects of this process.

    Args:
        name: what reports call it.
        begin: makes the session of a user's conversation.
        about: what its owner says about it.

    >>> import asyncio
    >>> class Parrot:
    ...     def reply(self, text):
    ...         return Reply(f"you said {text}")
    >>> async def talk():
    ...     async with InProcessBot("parrot", lambda user: Parrot()).open(user="Ann") as conversation:
    ...         return await conversation.say("hello")
    >>> asyncio.run(talk()).text
    'you said hello'
    """

    name: str
    begin: Begin
    about: Mapping[str, str] = field(default_factory=dict)

    @property
    def called(self) -> str | None:
        """The name that its owner gives it."""
        return self.about.get("name")

    @property
    def language(self) -> str | None:
        """The language that it is asked in."""
        return self.about.get("language")

    @asynccontextmanager
    async def open(self, *, user: str, run: object = None) -> AsyncIterator[Conversation]:
        """Begin a conversation; one within a run by `in_run` of `begin`, if it has that and no person types in it."""
        tool = run is not None and not getattr(run, "person", False)
        begin: Begin = getattr(self.begin, "in_run", self.begin) if tool else self.begin
        conversation = _InProcessConversation(self.name, begin(user))
        try:
            yield conversation
        finally:
            conversation.session = None


@dataclass(slots=True)
class _InProcessConversation:
    name: str
    session: Session | None

    async def say(self, text: str) -> Reply:
        """Send a message, and return the reply.

        Raises: BotError when the bot fails.
        """
        if self.session is None:
            raise UsageError("the conversation is over", hint="open a new conversation")
        try:
            return self.session.reply(text)
        except BotassayError:
            raise
        except Exception as error:
            raise BotError("program", f"{self.name} failed: {type(error).__name__}: {error}") from error


@dataclass(frozen=True, slots=True)
class Bundled:
    """A maker of a bot in this process, to be registered under its name; it needs no address.

    Args:
        name: what the bot is called, on the command line and in reports.
        what: what it does, for `botassay bots list`.
        begin: makes the session of a user's conversation.
        variant: for a bot that comes in variants: gives the whole name of one, and what begins sessions with it.
        in_folder: whether a variant is named by the folder of its data, in which `about.toml` may describe it.
    """

    name: str
    what: str
    begin: Begin
    variant: Callable[[str], tuple[str, Begin]] | None = None
    in_folder: bool = False

    def __call__(self, address: str, options: BotOptions) -> InProcessBot:
        """Make the bot.

        Raises: UsageError when an address is given and it has no variants, or a description; ConfigurationError for
            an about.toml that is wrong.
        """
        if address and self.variant and not options.description:
            return InProcessBot(*self.variant(address), read_about(Path(address)) if self.in_folder else {})
        if address or options.description:
            raise UsageError(f"{self.name} is a bundled bot and takes no address", hint=f"write {self.name} alone")
        return InProcessBot(self.name, self.begin)
