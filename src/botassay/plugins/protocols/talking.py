"""Live bots, and who asks them."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from botassay.core.dialog import Script


@dataclass(frozen=True, slots=True)
class Reply:
    """What a bot answered."""

    text: str
    options: tuple[str, ...] = ()
    intent: str | None = None
    confidence: float | None = None
    secrets: tuple[str, ...] = ()
    """Names of our own secrets that the bot gave back; in the text their values are taken out."""
    raw: str = ""
    """The answer as it came, secrets taken out, for `bots check`."""
    late: tuple[str, ...] = ()
    """What came when nobody waited for it, after the answer to an earlier question, or twice: kept, never scored."""


@runtime_checkable
class Conversation(Protocol):
    """One conversation with a bot."""

    async def say(self, text: str) -> Reply:
        """Say something and wait for the answer.

        Raises: BotError when none came.
        """
        ...


@runtime_checkable
class Bot(Protocol):
    """A chatbot that can be talked to."""

    @property
    def name(self) -> str:
        """What reports call it."""
        ...

    def open(self, *, user: str) -> AbstractAsyncContextManager[Conversation]:
        """Begin a conversation on a connection of its own; each user has one cookie jar.

        A bot may take a keyword `run` as well, see `botassay.plugins.optional`.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class BotOptions:
    """How a bot is to be talked to."""

    description: Path | None = None
    """A bot.toml."""
    system: str | None = None
    """What a model is told before a conversation begins."""
    turn: float = 60.0
    """Seconds for a turn, all in all."""
    rate: float | None = None
    """Requests a second to one host; None: 2, and as many as can be to a loopback address."""
    ca: Path | None = None
    """Certificates in PEM that are believed, too."""
    insecure: bool = False
    """Believe every certificate."""
    follow: bool = False
    """Go where an answer sends us, within the same origin."""
    retries: int = 2
    """How often a turn is sent again on which the bot surely did not act; 2 at most."""


@runtime_checkable
class Prober(Protocol):
    """Asks a live bot on purpose."""

    def scripts(self, seed: int) -> Iterator[Script]:
        """Hand out what is to be said; the same seed gives the same scripts.

        All scripts with the same conversation are said in it, in the order in which they come.
        """
        ...

    def next(self, script: Script, replies: Sequence[Reply]) -> str | None:
        """Go on after the answers so far (one for each line that was said), or stop with None. Pure and finite."""
        ...
