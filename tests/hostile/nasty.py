"""A server that draws its misbehaviour from a seed: broken bytes, odd frames, bad timing, over HTTP and WebSocket."""

import asyncio
import re
import socket
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Final

from tests.hostile.drawn import HTTP, SOUND, framed, frames, handshake

Way = Callable[[asyncio.StreamWriter, bytes], Awaitable[None]]


async def _at_once(writer: asyncio.StreamWriter, sent: bytes) -> None:
    writer.write(sent)
    await writer.drain()


async def _bytewise(writer: asyncio.StreamWriter, sent: bytes) -> None:
    for at in range(min(len(sent), 400)):
        writer.write(sent[at : at + 1])
        await writer.drain()
        await asyncio.sleep(0)
    await _at_once(writer, sent[400:])


async def _cut_off(writer: asyncio.StreamWriter, sent: bytes) -> None:
    await _at_once(writer, sent[: len(sent) // 2])
    writer.close()


async def _half_closed(writer: asyncio.StreamWriter, sent: bytes) -> None:
    await _at_once(writer, sent)
    if not writer.transport.is_closing():
        writer.write_eof()
        await asyncio.sleep(30)


async def _broken(writer: asyncio.StreamWriter, sent: bytes) -> None:
    await _at_once(writer, sent[: len(sent) // 2])
    sock = writer.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def _ended(writer: asyncio.StreamWriter, sent: bytes) -> None:
    await _at_once(writer, sent)
    writer.close()


WAYS: Final[tuple[Way, ...]] = (_at_once, _at_once, _ended, _ended, _bytewise, _cut_off, _half_closed, _broken)


class Nasty:
    """Plays what a seed draws, the next for each connection; each tenth connection is sound, where it may be.

    Args:
        seed: the first one.
        web_socket: speak WebSocket.
        sound: whether some connections are sound.
    """

    def __init__(self, seed: int, *, web_socket: bool = False, sound: bool = False) -> None:
        self.seed, self.web_socket, self.sound = seed, web_socket, sound
        self.requests = 0
        self.url = ""
        self._tasks: set[asyncio.Task[None]] = set()

    async def play(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Misbehave on one connection."""
        seed, self.seed = self.seed, self.seed + 1
        if task := asyncio.current_task():
            self._tasks.add(task)
        try:
            await self._played(Random(seed), reader, writer)  # noqa: S311 - the same each time
        except (
            ConnectionError,
            asyncio.IncompleteReadError,
            asyncio.LimitOverrunError,
            asyncio.CancelledError,
            OSError,
        ):
            return
        finally:
            writer.close()

    async def _played(self, draw: Random, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        way = draw.choice(WAYS)
        if draw.random() < 0.05 and not self.web_socket:  # the answer comes before the question
            await way(writer, framed(draw))
        while asked := await self._asked(reader):
            self.requests += 1
            if self.sound and draw.random() < 0.5:
                await _at_once(writer, b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(SOUND) + SOUND)
            elif self.web_socket:
                await _at_once(writer, handshake(draw, asked))
                await asyncio.sleep(draw.choice((0.0, 0.05)))
                await way(writer, frames(draw))
                await asyncio.sleep(30)
            else:
                await way(writer, draw.choice(HTTP)(draw))

    async def _asked(self, reader: asyncio.StreamReader) -> bytes:
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head.lower())
        return head + (await reader.readexactly(int(length[1])) if length else b"")

    def stop(self) -> None:
        """Break off whatever is going on."""
        for task in self._tasks:
            task.cancel()


@asynccontextmanager
async def misbehaving(seed: int, *, web_socket: bool = False, sound: bool = False) -> AsyncIterator[Nasty]:
    """Serve on a free port of this machine."""
    server = Nasty(seed, web_socket=web_socket, sound=sound)
    listening = await asyncio.start_server(server.play, "127.0.0.1", 0, limit=2**22)
    server.url = f"{'ws' if web_socket else 'http'}://127.0.0.1:{listening.sockets[0].getsockname()[1]}/chat"
    try:
        yield server
    finally:
        listening.close()
        server.stop()
        await asyncio.sleep(0)
