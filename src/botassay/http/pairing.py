"""One answer for one question: connections that serve one request, and what comes behind the end of an answer.

HTTP/1.1 pairs answers with questions by their order on a connection, so that an answer nobody asked for counts for the
next question. What has not come yet cannot be drained; so each request has a connection of its own.
"""

import asyncio
from functools import partial
from typing import Any, Final

import aiohttp
from aiohttp.client_proto import ResponseHandler
from aiohttp.connector import Connection

_LATE: Final = 64 * 1024
"""Bytes behind the end of an answer that are kept."""
_HEAD: Final = 1024 * 1024
_DIGITS: Final = 15
_INTERIM: Final = range(100, 200)
_EMPTY: Final = (204, 304)


class PairedHandler(ResponseHandler):
    """The protocol of a connection, which keeps what comes behind an answer of a stated length from being parsed."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(loop=loop)
        self.behind = bytearray()
        self._head = bytearray()
        self._left: int | None = None
        """Bytes of the body that are to come; None: before its beginning, or where its length is not stated."""
        self._followed = True

    def begin(self) -> None:
        """Expect the answer to the next request."""
        self._head.clear()
        self._left, self._followed = None, True

    def data_received(self, data: bytes) -> None:
        """Take what came: what belongs to the answer is parsed."""
        if data and self._followed and not self._upgraded and self._payload_parser is None:
            data = self._within(data)
            if not data:
                return
        super().data_received(data)

    @property
    def should_close(self) -> bool:
        """Whether the connection must not be used again."""
        return bool(self.behind) or super().should_close

    def late(self) -> tuple[bytes, ...]:
        """Return what came behind the end of the answer."""
        answers = [bytes(self.behind)] if self.behind else []
        for (_, payload), _ in self._buffer:  # whole answers, which the parser took for answers
            answers.append(b"".join(getattr(payload, "_buffer", ())))
        return tuple(answer[:_LATE] for answer in answers)

    def _within(self, data: bytes) -> bytes:
        """Return the part of what came that belongs to the answer; the rest is kept apart."""
        if self._left is None:
            before = len(self._head)
            self._head += data
            framed = self._framed()
            if framed is None:
                return data
            end = sum(framed)
            keep = max(0, min(len(data), end - before))
            self._left = max(0, end - len(self._head))
            self._head.clear()
        else:
            keep = min(len(data), self._left)
            self._left -= keep
        self.behind += data[keep:][: _LATE - len(self.behind)]
        return data[:keep]

    def _framed(self) -> tuple[int, int] | None:
        """Return where the body begins, and its length; None before that, and where no length is stated."""
        at = 0
        while (end := self._head.find(b"\r\n\r\n", at)) >= 0:
            lines = bytes(self._head[at:end]).lower().split(b"\r\n")
            status = lines[0].partition(b" ")[2][:3]
            at = end + 4
            if status.isdigit() and int(status) in _INTERIM:
                continue
            named = [line.partition(b":")[2].strip() for line in lines[1:] if line.startswith(b"content-length:")]
            framed = len(named) == 1 and named[0].isdigit() and len(named[0]) <= _DIGITS
            others = any(line.startswith(b"transfer-encoding:") for line in lines)
            if not framed or others or self._skip_payload or not status.isdigit() or int(status) in _EMPTY:
                self._followed = False
                return None
            return at, int(named[0])
        self._followed = len(self._head) < _HEAD
        return None


class PairedConnector(aiohttp.TCPConnector):
    """Opens a connection for each request; or keeps one, and uses it again only if nothing came on it unasked."""

    reused = False
    handshake = 10.0
    """Seconds that a connection may take to become safe."""

    def __init__(self, *, keep_alive: bool, **options: Any) -> None:
        keeping: dict[str, Any] = {"keepalive_timeout": 300} if keep_alive else {"force_close": True}
        super().__init__(**options, **keeping)
        self._factory = partial(PairedHandler, loop=asyncio.get_running_loop())  # type: ignore[assignment]
        self.unasked: list[bytes] = []
        """What came on a kept connection while nothing was asked."""
        self.handler: PairedHandler | None = None
        """Of the last connection."""

    async def _get(self, key: Any, traces: list[Any]) -> Connection | None:
        await asyncio.sleep(0)  # what has arrived is read first
        connection = await super()._get(key, traces)
        protocol = connection.protocol if connection else None
        if connection and isinstance(protocol, PairedHandler):
            if protocol.should_close:
                self.unasked += protocol.late()
                connection.close()
                connection = None
            else:
                protocol.begin()
        self.reused = connection is not None
        return connection

    async def _wrap_create_connection(self, *args: Any, **kwargs: Any) -> tuple[asyncio.Transport, ResponseHandler]:
        if kwargs.get("ssl"):
            kwargs["ssl_handshake_timeout"] = self.handshake
        transport, protocol = await super()._wrap_create_connection(*args, **kwargs)
        self.handler = protocol if isinstance(protocol, PairedHandler) else None
        return transport, protocol

    def late(self) -> tuple[bytes, ...]:
        """Return, once, what came behind the last answer, or unasked before it."""
        behind = self.handler.late() if self.handler and not self.handler.is_connected() else ()
        late = (*self.unasked, *behind)
        self.unasked.clear()
        return late
