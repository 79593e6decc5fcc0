"""What a seed draws: hundreds of broken answers, and each turn has an answer or a kind, ends in time, stays small."""

import asyncio
import json
import threading
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from botassay.bots.conversations import RestBot
from botassay.bots.websocket import WebSocketBot
from botassay.core.errors import BotError
from botassay.http import Client, Description, Exchange, Limits, Pace, ReplyPaths
from botassay.testing.hostile.behaviours import KEY
from tests.clock import VirtualClock
from tests.conftest import Ended
from tests.hostile.nasty import misbehaving
from tests.live.conftest import Cli, cli

__all__ = ["cli"]
DEADLINE = 0.25
AT_ONCE = 8
MEMORY = AT_ONCE * 12 * 2**20
DESCRIBED = {"body": '{"message": {{message}}}', "headers": {"Authorization": "Bearer ${BOT_TOKEN}"}}
REPLY = ReplyPaths(text="$.reply", error="$.error", options="$.options[*]", piece="$.piece")


def bot_at(url: str) -> RestBot | WebSocketBot:
    described: Any = {**DESCRIBED, "url": url, "reply": REPLY}
    exchange = Exchange.of(Description(**described), environment={"BOT_TOKEN": KEY})
    limits, pace = Limits(turn=DEADLINE, connect=DEADLINE), Pace(clock=VirtualClock())
    client = Client(limits, pace, exchange.secrets, exchange.headers, follow=True, stream=exchange.stream)
    if url.startswith("ws"):
        return WebSocketBot("bot", exchange, client, quiet=0.03)
    return RestBot("bot", exchange, client)


def sound(error: BotError) -> str:
    assert error.kind in BotError.KINDS
    assert len(error.evidence) <= 64 * 1024
    assert len(str(error)) < 1_000
    assert KEY not in f"{error}{error.evidence}"
    return error.kind


async def met(seed: int, *, web_socket: bool) -> str:
    """Hold a conversation of two turns with what a seed draws; give the kind of its failure."""
    kind = "held"
    async with misbehaving(seed, web_socket=web_socket) as server:
        try:
            async with bot_at(server.url).open(user="u") as conversation:
                for _ in range(2):
                    reply = await conversation.say("hi")
                    (reply.text + reply.raw + "".join(reply.options)).encode()
                    assert KEY not in reply.text + reply.raw
        except BotError as error:
            kind = sound(error)
    return kind


async def all_met(seeds: range, *, web_socket: bool) -> tuple[Counter[str], list[str]]:
    noise: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: noise.append(str(context)))
    room = asyncio.Semaphore(AT_ONCE)

    async def one(seed: int) -> str:
        async with room:
            return await met(seed, web_socket=web_socket)

    return Counter(await asyncio.gather(*map(one, seeds))), noise


@pytest.mark.parametrize(("web_socket", "seeds"), [(False, range(100)), (True, range(50))], ids=["HTTP", "WebSocket"])
@pytest.mark.case("H24", "H35", "H37", "H38", "H40", "H48", "H50")
def test_whatever_a_seed_draws_is_an_answer_or_a_failure(seeds: range, *, web_socket: bool) -> None:
    asyncio.run(met(0, web_socket=web_socket))  # what is imported late does not count
    tracemalloc.start()
    try:
        kinds, noise = asyncio.run(all_met(seeds, web_socket=web_socket))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert kinds.total() == len(seeds)
    assert len(kinds) >= 4, "they are all the same"  # on a slow machine more of them time out
    assert peak < MEMORY
    assert noise == []


@contextmanager
def served(seed: int) -> Iterator[str]:
    """Misbehave from a thread of its own; half of the connections are sound."""
    begun = threading.Event()
    held: dict[str, Any] = {}

    async def serve() -> None:
        async with misbehaving(seed, sound=True) as server:
            held["url"], held["loop"], held["stop"] = server.url, asyncio.get_running_loop(), asyncio.Event()
            begun.set()
            await held["stop"].wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    begun.wait(10)
    try:
        yield held["url"]
    finally:
        held["loop"].call_soon_threadsafe(held["stop"].set)
        thread.join(10)


def typed(cli: Cli, described: Path, *more: object) -> Ended:
    shared = ("--issues", "AL,CC", "--limit", 25, "--timeout", 0.3, "--min-coverage", 0, "--seed", 1, "--json")
    return cli("rate", described, *shared, *more)


@pytest.mark.parametrize("seed", [1, 9_000])
def test_the_command_line_stands_it_and_its_counts_add_up(cli: Cli, tmp_path: Path, seed: int) -> None:
    codes = []
    with served(seed) as url:
        described = tmp_path / "bot.toml"
        described.write_text(f"url = '{url}'\nbody = '{{\"m\": {{{{message}}}}}}'\n[reply]\ntext = '$.reply'\n")
        for number in range(3):  # the first question is asked once alone: it may well go wrong
            ended = typed(cli, described, "--out", f"run{number}")
            codes.append(ended.code)
            assert "Traceback" not in ended.err
            if ended.code == 0:
                counts = json.loads(ended.out)["ratings"][0]["counts"]
                assert counts["planned"] == 25
                assert sum(count for name, count in counts.items() if name not in ("unit", "planned")) == 25
    assert set(codes) <= {0, 69, 75, 78}
