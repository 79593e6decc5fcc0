"""The tables `[stream]` and `[usage]` of a `bot.toml`."""

from typing import Literal

import msgspec

Paths = str | tuple[str, ...]
"""A path, or several: the first that leads to a text."""


class StreamSign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What tells that a stream is complete, or that it failed; all that it names must hold."""

    event: str | None = None
    """The name of a server-sent event."""
    data: str | None = None
    """The whole data of an event, as text."""
    where: str | None = None
    """A condition on the data of an event."""
    end: bool = False
    """Whether the body must have ended."""


class TextRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which events hold a text, and where it stands in them."""

    text: Paths
    event: str | None = None
    where: str | None = None


class StreamRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to read an answer that comes in pieces; keys that are absent are those of the preset."""

    format: Literal["sse", "ndjson", "text"] | None = None
    """None: as the Content-Type says."""
    events: tuple[str, ...] | None = None
    """Names of the server-sent events that hold pieces; None: any."""
    where: str | None = None
    """A condition on the events that hold pieces."""
    piece: Paths | None = None
    """Where a piece stands; None: the data itself."""
    block: str | None = None
    """A value that differs from bubble to bubble."""
    whole: bool = False
    """Whether each piece is the text so far."""
    replace: TextRule | None = None
    """Events whose text takes the place of all text so far."""
    done: tuple[StreamSign, ...] | None = None
    failed: tuple[StreamSign, ...] | None = None
    finish: Paths | None = None
    """Why the bot stopped."""
    pause: float | None = None
    """Longest silence in seconds; None: until the time limit of the turn."""
    reasoning: tuple[TextRule, ...] | None = None
    tools: tuple[TextRule, ...] | None = None


class UsagePaths(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where an answer states how many tokens were read and written."""

    input: Paths | None = None
    output: Paths | None = None
