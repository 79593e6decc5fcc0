"""A server that does next to nothing, in a process of its own: what is measured is the client."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

BODY = b'{"reply": "Your table for two is booked.", "session_id": "s"}'
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(BODY) + BODY


class Answering(asyncio.Protocol):
    """Answers every request alike."""

    def __init__(self) -> None:
        self.waiting = b""
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.waiting += data
        head, end, rest = self.waiting.partition(b"\r\n\r\n")
        length = head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]
        if end and len(rest) >= int(length or 0) and self.transport:
            self.waiting = b""
            self.transport.write(ANSWER)


async def serve() -> None:
    server = await asyncio.get_running_loop().create_server(Answering, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


@contextmanager
def serving() -> Iterator[str]:
    """Serve in another process; give the address."""
    with subprocess.Popen([sys.executable, "-m", "bench.server"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}/chat"
        finally:
            process.terminate()


if __name__ == "__main__":
    asyncio.run(serve())
