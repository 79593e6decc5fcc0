"""Requests, answers, and their limits."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from botassay.http.stream import StreamDecoder


@dataclass(frozen=True, slots=True)
class Limits:
    """How long and how much a turn may take."""

    turn: float = 60.0
    """Seconds for everything from asking to the last byte, however slowly bytes come; for each attempt."""
    connect: float = 10.0
    """Seconds, of those, until there is a connection."""
    body: int = 2**20
    """Bytes of an answer."""
    text: int = 64 * 1024
    """Bytes of what the bot says."""
    header: int = 16 * 1024
    """Bytes of one header line."""
    headers: int = 128
    """Header lines."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request; its `repr` shows neither address nor body, which may contain secrets."""

    method: str
    url: str = field(repr=False)
    body: bytes | None = field(default=None, repr=False)
    key: str | None = None
    """Identifies the request: sent as `Idempotency-Key`, the same one when it is sent again."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Those of this request alone."""
    discard: bool = False
    """Whether the body of a successful answer is read and dropped, however long it is."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    stream: "StreamDecoder | None" = field(default=None, compare=False)
    """What read it as it came; None for an answer that is no stream."""
    late: tuple[bytes, ...] = ()
    """What came on its connection behind its end."""
