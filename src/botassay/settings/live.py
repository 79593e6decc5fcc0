"""How live bots are reached, and how conversations with them are held."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from botassay.settings.option import LARGEST_SEED, Checked, Option

Depth = Literal["quick", "standard", "thorough"]
OnDoubt = Literal["restart", "skip"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionSettings(Checked):
    """Live bots."""

    bot: Annotated[Path | None, Option(help="Description of the bot's interface: a bot.toml.", metavar="FILE")] = None
    name: Annotated[
        str | None, Option(help="Name of the bot in reports.", metavar="TEXT", default="its host and path")
    ] = None
    system: Annotated[Path | None, Option(help="System prompt: a text file.", metavar="FILE")] = None
    timeout: Annotated[float, Option(help="Total time limit for a reply, in seconds.", metavar="S", gt=0, le=3600)] = (
        60.0
    )
    retries: Annotated[
        int, Option(help="Maximum retries per turn; 0 never sends a message twice.", metavar="N", ge=0, le=2)
    ] = 2
    ca: Annotated[Path | None, Option(help="Additional CA certificates to trust (PEM).", metavar="FILE")] = None
    covert: Annotated[bool, Option(help="Send a browser's headers, so that the bot cannot know that it is tested.")] = (
        False
    )
    insecure: Annotated[bool, Option(help="Do not verify certificates; the report says so.")] = False
    follow: Annotated[
        Literal["same-origin"] | None, Option(help="Follow redirects within the same origin.", default="never")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BotSettings(ConnectionSettings):
    """Live bots."""

    rate: Annotated[
        float | None,
        Option(
            help="Maximum requests per second to a host.", metavar="X", default="2; a loopback address: no limit", gt=0
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings(Checked):
    """Conversations with live bots."""

    ask: Annotated[
        Path | None, Option(help="Your own questions, one per line; a blank line ends a conversation.", metavar="FILE")
    ] = None
    depth: Annotated[
        Depth, Option(help="How much is asked: at most 300 turns, at most 1,200, or as many as a sure LOW takes.")
    ] = "standard"
    limit: Annotated[
        int | None, Option(help="Maximum number of conversations, divided among the issues.", metavar="N", ge=1)
    ] = None
    seed: Annotated[
        int | None,
        Option(
            help="Random seed of a live run or of --trained-leakage.",
            metavar="N",
            default="random; --trained-leakage: 1",
            ge=0,
            le=LARGEST_SEED,
        ),
    ] = None
    concurrency: Annotated[int, Option(help="Number of concurrent conversations.", metavar="N", ge=1, le=1000)] = 4
    on_doubt: Annotated[
        OnDoubt,
        Option(help="Restart or skip a conversation interrupted where the bot may have acted."),
    ] = "restart"
