"""A server that does what no server should: it plays a script of bytes, pauses and breaks on a bare socket.

It is made of the standard library alone, listens on this machine alone, and is what `botassay doctor --lab` and the
tests hold our client against.
"""

import asyncio
import re
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Final

Act = Callable[[asyncio.StreamWriter], Awaitable[None]]
Step = bytes | float | Act
Script = tuple[Step, ...]
"""What is done about one request; where it ends with bytes, the connection stays open."""

HANG: Final = 30.0
"""Seconds that are longer than anybody waits."""


def answer(body: bytes, *headers: str, status: str = "200 OK", kind: str = "application/json") -> bytes:
    """A sound answer, but for what is added to it."""
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


HELLO: Final = answer(b'{"reply": "hello"}')


async def reset(writer: asyncio.StreamWriter) -> None:
    """Break the connection so that the other side is told."""
    await asyncio.sleep(0.02)  # what was written goes out first
    sock = writer.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def close(writer: asyncio.StreamWriter) -> None:
    """Close the connection in good manners."""
    writer.close()


def again(piece: bytes, times: int, pause: float = 0.0) -> Act:
    """Send a piece many times."""

    async def send(writer: asyncio.StreamWriter) -> None:
        for _ in range(times):
            writer.write(piece)
            await writer.drain()
            if pause:
                await asyncio.sleep(pause)

    return send


class Server:
    """Plays scripts: the n-th request is answered by the n-th, all further ones by the last."""

    def __init__(self, scripts: Sequence[Script]) -> None:
        self.scripts = scripts
        self.requests: list[bytes] = []
        self.connections = 0
        self.url = ""
        self._tasks: set[asyncio.Task[None] | None] = set()

    async def play(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer whatever comes on one connection."""
        self.connections += 1
        self._tasks.add(asyncio.current_task())
        try:
            while request := await self._request(reader):
                self.requests.append(request)
                script = self.scripts[min(len(self.requests), len(self.scripts)) - 1]
                if not await self._follow(script, writer):
                    break
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            return  # whoever asked has gone, or `stop` was called: nobody waits for an answer
        finally:
            writer.close()

    async def _request(self, reader: asyncio.StreamReader) -> bytes:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            return b""
        length = re.search(rb"content-length: (\d+)", head.lower())
        return head + (await reader.readexactly(int(length[1])) if length else b"")

    async def _follow(self, script: Script, writer: asyncio.StreamWriter) -> bool:
        """Play one script; say whether the connection stays open."""
        for step in script:
            if isinstance(step, bytes):
                writer.write(step)
                await writer.drain()
            elif isinstance(step, float):
                await asyncio.sleep(step)
            else:
                await step(writer)
        return bool(script) and isinstance(script[-1], bytes)

    def stop(self) -> None:
        """Break off whatever is going on."""
        for task in self._tasks:
            if task:
                task.cancel()


@asynccontextmanager
async def serving(*scripts: Script) -> AsyncIterator[Server]:
    """Serve on a free port."""
    server = Server(scripts)
    listening = await asyncio.start_server(server.play, "127.0.0.1", 0, limit=2**22)
    port = listening.sockets[0].getsockname()[1]
    server.url = f"http://127.0.0.1:{port}/chat"
    try:
        yield server
    finally:
        listening.close()
        server.stop()
        await asyncio.sleep(0)
