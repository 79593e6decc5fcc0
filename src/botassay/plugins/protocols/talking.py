"""Live bots, and the probers that ask them questions."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Protocol, runtime_checkable

from botassay.core.dialog import Script

Depth = Literal["quick", "standard", "thorough"]
"""How much a live bot is asked."""


ASIDE: Final = 16 * 1024
"""Characters of an aside that are kept."""


@dataclass(frozen=True, slots=True)
class Aside:
    """What a bot wrote beside its reply, which its user does not see; never scored."""

    kind: Literal["reasoning", "tool"]
    text: str


@dataclass(frozen=True, slots=True)
class Usage:
    """The tokens that a bot says it read and wrote; None where it does not say."""

    input: int | None = None
    output: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply of a bot."""

    text: str
    options: tuple[str, ...] = ()
    intent: str | None = None
    confidence: float | None = None
    secrets: tuple[str, ...] = ()
    """Names of the user's own secrets that the bot repeated; their values are removed from the text."""
    raw: str = ""
    """The raw response without secrets, for `bots check`."""
    late: tuple[str, ...] = ()
    """Messages that came late, unasked or twice: stored, never scored."""
    asides: tuple[Aside, ...] = ()
    """Reasoning and tool calls: stored, never scored."""
    finish: str | None = None
    """Why the bot stopped, in its words."""
    usage: Usage | None = None


@runtime_checkable
class Conversation(Protocol):
    """One conversation with a bot."""

    async def say(self, text: str) -> Reply:
        """Return the reply to a message.

        Raises: BotError when there is none.
        """
        ...


@runtime_checkable
class Bot(Protocol):
    """A chatbot that can be talked to."""

    @property
    def name(self) -> str:
        """The name shown in reports."""
        ...

    def open(self, *, user: str) -> AbstractAsyncContextManager[Conversation]:
        """Begin a conversation on a separate connection; each user has one cookie jar.

        A bot may take a keyword `run` as well, see `botassay.plugins.optional`.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class BotOptions:
    """How to connect to a bot."""

    description: Path | None = None
    """A bot.toml."""
    system: str | None = None
    """System prompt."""
    turn: float = 60.0
    """Total time limit for a reply, in seconds."""
    rate: float | None = None
    """Requests per second to one host; None: 2, unlimited to a loopback address."""
    ca: Path | None = None
    """Additional CA certificates to trust (PEM)."""
    insecure: bool = False
    """Do not verify certificates."""
    follow: bool = False
    """Follow redirects within the same origin."""
    params: tuple[str, ...] = ()
    """Further keys of the body of a request to a model, `key=value` each."""
    proxy: str | None = None
    """The URL of a proxy; `env`: as the environment says."""
    allow_command: bool = False
    """Whether a description may start a program that prints a token."""
    listen: str | None = None
    """HOST:PORT at which a bot posts its messages; None: a free port of the loopback address."""
    covert: bool = False
    """Send what a browser sends, so that requests do not say that the bot is tested."""
    authorised_by: str | None = None
    """Who allowed the test, and when."""
    retries: int = 2
    """Maximum retries per turn, 0 to 2; only turns on which the bot surely did not act are retried."""


class Session(Protocol):
    """One conversation with a bot in this process; what is said in it stays in it."""

    def reply(self, text: str) -> Reply:
        """Return the reply to a message of the user."""
        ...


@runtime_checkable
class Prober(Protocol):
    """Plans questions for a live bot."""

    def scripts(self, seed: int) -> Iterator[Script]:
        """Return scripts; the same seed gives the same scripts.

        Scripts of one conversation are sent in the order in which they are returned.
        """
        ...

    def next(self, script: Script, replies: Sequence[Reply]) -> str | None:
        """Return the next line after the replies so far (one per line), or None to stop. Pure and finite."""
        ...
