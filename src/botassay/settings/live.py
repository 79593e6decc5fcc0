"""How live bots are reached, and how conversations with them are held."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from botassay.settings.option import LARGEST_SEED, Checked, Option

Depth = Literal["quick", "standard", "thorough"]
Language = Literal["en", "de", "fr", "es", "it", "pl", "nl"]
OnDoubt = Literal["restart", "skip"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionSettings(Checked):
    """Live bots."""

    bot: Annotated[Path | None, Option(help="Description of the bot's interface: a bot.toml.", metavar="FILE")] = None
    name: Annotated[
        str | None, Option(help="Name of the bot in reports.", metavar="TEXT", default="its host and path")
    ] = None
    system: Annotated[Path | None, Option(help="System prompt: a text file.", metavar="FILE")] = None
    params: Annotated[
        tuple[str, ...],
        Option(
            help="Key of the requests to a model: temperature=0.5, options.seed=1. Repeatable.",
            flags=("--param",),
            metavar="KEY=VALUE",
        ),
    ] = ()
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
    authorised_by: Annotated[
        str | None,
        Option(help="Who allowed the test, and when.", metavar="TEXT", default="authorised_by of bot.toml"),
    ] = None
    insecure: Annotated[bool, Option(help="Do not verify certificates; the report says so.")] = False
    proxy: Annotated[
        str | None,
        Option(help="HTTP proxy; `env` takes HTTPS_PROXY and HTTP_PROXY.", metavar="URL", default="none"),
    ] = None
    allow_command: Annotated[bool, Option(help="Let bot.toml start a program that prints an access token.")] = False
    listen: Annotated[
        str | None,
        Option(
            help="Where a bot posts its messages to {{callback}}.",
            metavar="HOST:PORT",
            default="127.0.0.1, a free port",
        ),
    ] = None
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
    language: Annotated[
        Language | None,
        Option(help="ID: language in which the bot is asked.", metavar="CODE", default="that of bot.toml, or en"),
    ] = None
    max_requests: Annotated[
        int | None, Option(help="Maximum requests of any kind; then the run pauses.", metavar="N", ge=1)
    ] = None
    max_minutes: Annotated[
        float | None, Option(help="Maximum duration in minutes; then the run pauses.", metavar="M", gt=0)
    ] = None
    price: Annotated[
        str | None,
        Option(
            help="Cost of a million tokens sent and received, such as 2.50/10.",
            metavar="IN/OUT",
            default="[prices] of bot.toml",
        ),
    ] = None
    concurrency: Annotated[
        int | None,
        Option(
            help="Number of concurrent conversations.",
            metavar="N",
            default="4; in a browser 1, and at most 4",
            ge=1,
            le=1000,
        ),
    ] = None
    on_doubt: Annotated[
        OnDoubt,
        Option(help="Restart or skip a conversation interrupted where the bot may have acted."),
    ] = "restart"
