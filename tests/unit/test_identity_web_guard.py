"""The guard before web applications: the examples behind real servers, uvicorn (ASGI), wsgiref and waitress (WSGI)."""

import http.client
import json
import runpy
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest
import uvicorn
import waitress.server

EXAMPLES = Path(__file__).parents[2] / "examples"
ANSWER = "I am a chatbot, not a person. I was made by Example Ltd. I am here to help you with parcels."
ASKS = b'{"message": "are you a robot?"}'


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name of the base class
        del format, args


@contextmanager
def _wsgiref(app: Any) -> Iterator[int]:
    with make_server("127.0.0.1", 0, app, handler_class=_Quiet) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join(10)


@contextmanager
def _waitress(app: Any) -> Iterator[int]:
    server = waitress.server.create_server(app, host="127.0.0.1", port=0, clear_untrusted_proxy_headers=True)

    def run() -> None:
        with suppress(OSError):  # closing it from outside ends its loop this way
            server.run()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    yield server.effective_port
    server.close()
    thread.join(10)


@contextmanager
def _uvicorn(app: Any) -> Iterator[int]:
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", lifespan="off"))
    started = threading.Event()
    server.startup = _telling(server, started)  # type: ignore[method-assign]
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert started.wait(20)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join(10)


def _telling(server: uvicorn.Server, started: threading.Event) -> Any:
    begin = server.startup

    async def startup(sockets: Any = None) -> None:
        await begin(sockets)
        started.set()

    return startup


SERVERS = {
    "uvicorn": (_uvicorn, "guard_asgi"),
    "wsgiref": (_wsgiref, "guard_wsgi"),
    "waitress": (_waitress, "guard_wsgi"),
}


@pytest.fixture(params=SERVERS, scope="module")
def server(request: pytest.FixtureRequest) -> Iterator[tuple[str, int]]:
    serve, example = SERVERS[request.param]
    with serve(runpy.run_path(str(EXAMPLES / f"{example}.py"))["app"]) as port:
        yield request.param, port


def sent(port: int, body: Any, path: str = "/chat", method: str = "POST", **how: Any) -> dict[str, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request(method, path, body, {"Content-Type": "application/json"}, **how)
        answer = connection.getresponse()
        assert answer.status == 200
        read: dict[str, str] = json.loads(answer.read())
        return read
    finally:
        connection.close()


def test_a_message_that_asks_is_answered(server: tuple[str, int]) -> None:
    assert sent(server[1], ASKS) == {"reply": ANSWER}


@pytest.mark.parametrize(
    "body", [b'{"message": "where is my parcel?"}', b"no json", b"\xff\xfe", b"[1]", b"", ASKS + b" " * 2**21]
)
def test_everything_else_reaches_the_application_whole(server: tuple[str, int], body: bytes) -> None:
    assert sent(server[1], body) == {"reply": f"I have read {len(body)} bytes.", "method": "POST"}


def test_other_paths_and_methods_reach_the_application(server: tuple[str, int]) -> None:
    assert sent(server[1], ASKS, path="/other") == {"reply": f"I have read {len(ASKS)} bytes.", "method": "POST"}
    assert sent(server[1], None, method="GET") == {"reply": "I have read 0 bytes.", "method": "GET"}


def test_a_chunked_message_is_read_where_the_server_can(server: tuple[str, int]) -> None:
    name, port = server
    if name == "wsgiref":
        pytest.skip("wsgiref takes no chunked requests")
    chunks = [ASKS[:9], ASKS[9:]]
    assert sent(port, iter(chunks), encode_chunked=True) == {"reply": ANSWER}
    long = [b'{"message": "my parcel"}', *[b" " * 2**16] * 40]
    size = sum(map(len, long))
    assert sent(port, iter(long), encode_chunked=True) == {"reply": f"I have read {size} bytes.", "method": "POST"}
