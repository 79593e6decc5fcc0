"""The guard in front of a web application, ASGI or WSGI, that accepts and returns JSON.

A posted message that asks is answered; every other request reaches the application as it came.
"""

import io
import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

LONGEST_BODY: Final = 2**20
"""Maximum size in bytes of a request that is read; longer ones are passed on unread."""

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
AsgiApp = Callable[[Message, Receive, Send], Awaitable[None]]
Environ = dict[str, Any]
StartResponse = Callable[..., Any]
WsgiApp = Callable[[Environ, StartResponse], Iterable[bytes]]


class _Answers(Protocol):
    def __call__(self, text: str) -> str | None: ...


@dataclass(frozen=True, slots=True)
class ChatPath:
    """Where messages are posted to, and the JSON keys of a message and its reply."""

    guard: _Answers
    path: str
    message: str
    reply: str

    def answer(self, body: bytes) -> bytes | None:
        """Return the JSON that answers a request, or None if the application has to."""
        try:
            posted = json.loads(body)
        except (ValueError, RecursionError):
            return None  # the application refuses invalid JSON
        text = posted.get(self.message) if isinstance(posted, dict) else None
        answer = self.guard(text) if isinstance(text, str) else None
        return None if answer is None else json.dumps({self.reply: answer}).encode()


@dataclass(frozen=True, slots=True)
class AsgiGuard:
    """A guarded ASGI application."""

    app: AsgiApp
    chat: ChatPath

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle a connection."""
        if scope.get("type") != "http" or scope.get("method") != "POST" or scope.get("path") != self.chat.path:
            await self.app(scope, receive, send)
            return
        taken, body = await _taken(receive)
        answer = None if body is None else self.chat.answer(body)
        if answer is None:
            await self.app(scope, _given_back(taken, receive), send)
            return
        headers = [(name.lower().encode(), value.encode()) for name, value in _headers(answer)]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": answer})


@dataclass(frozen=True, slots=True)
class WsgiGuard:
    """A guarded WSGI application."""

    app: WsgiApp
    chat: ChatPath

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Handle a request."""
        if environ.get("REQUEST_METHOD") != "POST" or environ.get("PATH_INFO") != self.chat.path:
            return self.app(environ, start_response)
        body = _read(environ)
        answer = None if body is None else self.chat.answer(body)
        if answer is None:
            return self.app(environ, start_response)
        start_response("200 OK", _headers(answer))
        return [answer]


def _headers(answer: bytes) -> list[tuple[str, str]]:
    return [("Content-Type", "application/json"), ("Content-Length", str(len(answer)))]


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


def _read(environ: Environ) -> bytes | None:
    """Return the body of a request, or None if it is too long or has no known end; the application reads it again."""
    length = str(environ.get("CONTENT_LENGTH") or "")
    stream = environ["wsgi.input"]
    if length.isascii() and length.isdigit():
        if int(length) > LONGEST_BODY:
            return None
        body: bytes = stream.read(int(length))
    elif environ.get("wsgi.input_terminated"):  # a chunked body, whose end the server tells
        body = stream.read(LONGEST_BODY + 1)
    else:
        return None
    environ["wsgi.input"] = io.BufferedReader(_Replayed(body, stream))
    return body if len(body) <= LONGEST_BODY else None


class _Replayed(io.RawIOBase):
    """The bytes that were read from a stream, and then the stream."""

    def __init__(self, begin: bytes, stream: Any) -> None:
        self._begin = io.BytesIO(begin)
        self._whole = len(begin) <= LONGEST_BODY  # then there is nothing more, and a read might wait for ever
        self._stream = stream

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer with what comes next, and return its size."""
        data = self._begin.read(len(buffer)) or (b"" if self._whole else self._stream.read(len(buffer)))
        buffer[: len(data)] = data
        return len(data)
