"""What the server does not put up with: too many connections, slow ones, large bodies, networks that are not theirs."""

import asyncio
import ipaddress
import socket
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from aiohttp import web as server

from botassay.core.errors import BotError, UsageError
from botassay.http.addresses import NETS, AddressPolicy, ReachableNets
from botassay.settings.serve import ServeSettings
from botassay.web import http
from botassay.web.tokens import WRONG, new_token
from tests.servers import served
from tests.web.serving import Client, served_workspace


def test_the_limits_are_those_of_the_manual() -> None:
    assert (http.MOST, http.PATIENCE, http.LONGEST, WRONG) == (200, 10, 2**20, 10)


def test_connections_beyond_two_hundred_are_refused_and_served_again_later(own: Client) -> None:
    port = int(own.origin.rpartition(":")[2])
    with ExitStack() as stack:
        for _ in range(http.MOST):
            stack.enter_context(socket.create_connection(("127.0.0.1", port)))
        with socket.create_connection(("127.0.0.1", port), timeout=60) as beyond:
            beyond.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert beyond.recv(100).startswith(b"HTTP/1.1 503 ")
    while own.get("/runs").status == 503:
        pass


def test_headers_that_do_not_come_end_the_connection() -> None:
    async def slow_answer(request: server.BaseRequest) -> server.Response:
        await asyncio.sleep(0.5)
        return server.Response(text=request.path)

    async def tried(sent: bytes, then: bytes = b"") -> list[bytes]:
        runner = server.ServerRunner(http.LimitedServer(slow_answer, patience=0.2))
        await runner.setup()
        await server.TCPSite(runner, "127.0.0.1", 0).start()
        reader, writer = await asyncio.open_connection(*runner.addresses[0][:2])
        writer.write(sent)
        try:
            first = await reader.readuntil(b"/a") if then else b""
            writer.write(then)
            return (first + await reader.read()).split(b"\r\n")
        finally:
            writer.close()
            await runner.cleanup()

    assert asyncio.run(tried(b"")) == [b""]
    assert asyncio.run(tried(b"GET /a HTTP/1.1\r\nHost:")) == [b""]
    whole = b"GET /a HTTP/1.1\r\nHost: x\r\n\r\n"
    answered = asyncio.run(tried(whole, b"GET /b HTTP"))
    assert (answered[0], answered[-1]) == (b"HTTP/1.1 200 OK", b"/a")
    assert asyncio.run(tried(whole.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")))[-1] == b"/a"


@pytest.mark.parametrize("net", ["10.0.0.0/33", "all", "10.1.2.3/8"])
def test_a_network_that_is_none_is_refused(tmp_path: Path, net: str) -> None:
    with pytest.raises(UsageError, match="--allow-net"):
        open_to_others(tmp_path, net)


def test_networks_are_allowed_only_where_others_reach_the_server(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="requires --public-url, or --host"):
        ServeSettings(allow_net=("10.0.0.0/8",))
    assert ServeSettings().nets is None
    assert open_to_others(tmp_path).nets == ()


def open_to_others(folder: Path, *nets: str) -> ServeSettings:
    return ServeSettings(
        port=0, host="0.0.0.0", public_url="https://assay.example", token_file=folder / "tokens", allow_net=nets  # noqa: S104 - for a moment
    )  # fmt: skip


def test_addresses_inside_are_judged_by_the_networks_that_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    inside = ("10.1.2.3", "192.168.1.1", "172.16.0.1", "127.0.0.1", "::1", "fd12::1", "169.254.1.1", "0.0.0.0")  # noqa: S104 - refused
    nets = ReachableNets((ipaddress.ip_network("10.1.0.0/16"),))
    assert [nets.refuses(ipaddress.ip_address(text)) for text in inside] == [False] + [True] * 7
    assert not nets.refuses(ipaddress.ip_address("1.1.1.1"))
    assert not any(ReachableNets().refuses(ipaddress.ip_address(text)) for text in inside)
    monkeypatch.setattr(NETS, "allowed", ())
    with pytest.raises(BotError, match="address inside"):
        AddressPolicy().check("bot.example", ["1.1.1.1", "10.1.2.3"])


def test_a_server_that_others_reach_talks_to_no_bot_inside_unless_allowed(tmp_path: Path) -> None:
    async def chat(request: server.Request) -> server.Response:
        del request
        return server.json_response({"reply": "Fine."})

    token = new_token("Ann:owner", tmp_path / "tokens")
    seen = []
    with served(server.post("/chat", chat)) as address:
        text = f'url = "http://{address}/chat"\nbody = \'{{"m": {{{{message}}}}}}\'\n[reply]\ntext = "$.reply"\n'
        for name, nets in (("refused", ()), ("allowed", ("127.0.0.0/8",))):
            settings = replace(open_to_others(tmp_path, *nets), port=free_port())
            with served_workspace(tmp_path, settings, token):
                client = Client(f"http://127.0.0.1:{settings.port}", token, {"Host": "assay.example"})
                assert client.post("/api/v1/bots", {"name": name, "text": text}).status == 201
                tried = client.post(f"/api/v1/bots/{name}/try", {"say": "Hello"})
                seen.append((tried.status, tried.json().get("detail", "")))
                assert client.post("/api/v1/bots/eliza/try", {"say": "Hello"}).status == 200
    assert [status for status, _ in seen] == [422, 200]
    assert "127.0.0.1 is an address inside" in seen[0][1]
    assert NETS.allowed is None


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
