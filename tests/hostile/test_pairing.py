"""One answer for one question: no late, extra, split or merged answer is taken for that of another message."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random

import pytest

from botassay.bots.rest import described
from botassay.core.errors import BotError
from botassay.http import Description, ReplyPaths
from botassay.plugins.protocols import BotOptions
from botassay.testing.hostile.server import answer

REPLY = ReplyPaths(text="$.reply")
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
STRAY = answer(b'{"reply": "stray"}')
WAYS = ("plain", "merged", "junk", "late", "split", "chunked", "chunked and merged", "slow")


def body_of(number: str) -> bytes:
    return json.dumps({"reply": f"to {number}"}).encode()


def chunked(body: bytes) -> bytes:
    return HEAD + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)


class Careless:
    """Offers keep-alive, and answers in the way that a seed draws."""

    def __init__(self, seed: int, longest: float) -> None:
        self.random = Random(seed)  # noqa: S311 - no secret
        self.longest = longest
        self.tasks: set[asyncio.Task[None]] = set()
        self.strays = 0
        self.handlers: set[asyncio.Task[None] | None] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.handlers.add(asyncio.current_task())
        with suppress(asyncio.CancelledError):
            await self.talk(reader, writer)
        writer.close()

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(re.findall(rb"(?i)content-length: (\d+)", head)[0])
                number = json.loads(await reader.readexactly(length))["m"]
                await self.reply(self.random.choice(WAYS), body_of(number), writer)

    async def reply(self, way: str, body: bytes, writer: asyncio.StreamWriter) -> None:
        sound = answer(body)
        if way == "split":
            for at in range(0, len(sound), 30):
                writer.write(sound[at : at + 30])
                await writer.drain()
                await asyncio.sleep(0)
            return
        if way in ("slow", "late"):
            await asyncio.sleep(self.random.random() * 0.004)
        writer.write(
            chunked(body) if way.startswith("chunked") else sound + {"merged": STRAY, "junk": b"xyz"}.get(way, b"")
        )
        if way == "chunked and merged":
            writer.write(STRAY)
        self.strays += way in ("merged", "junk", "late", "chunked and merged")
        await writer.drain()
        if way == "late":
            self.tasks.add(asyncio.create_task(self.later(writer, self.random.random() * self.longest)))

    async def later(self, writer: asyncio.StreamWriter, seconds: float) -> None:
        await asyncio.sleep(seconds)
        with suppress(ConnectionError, RuntimeError):
            writer.write(STRAY)


@asynccontextmanager
async def careless(server: Careless) -> AsyncIterator[str]:
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/chat"
    finally:
        listening.close()
        for task in (*server.tasks, *server.handlers):
            if task:
                task.cancel()
        await asyncio.gather(*server.tasks, *filter(None, server.handlers), return_exceptions=True)


async def talked(turns: int, at_once: int, longest: float) -> tuple[int, int, int]:
    """Hold conversations; count wrong replies, failures, and what was kept as late."""
    wrong = failed = late = 0
    server = Careless(1, longest)
    async with careless(server) as url:
        description = Description(url=url, body='{"m": {{message}}}', reply=REPLY)
        bot = described(description, BotOptions(turn=20.0), where="bot.toml")

        async def hold(number: int) -> None:
            nonlocal wrong, failed, late
            async with bot.open(user=str(number)) as conversation:
                for turn in range(turns // at_once):
                    try:
                        reply = await conversation.say(f"{number}.{turn}")
                    except BotError:
                        failed += 1
                        continue
                    wrong += reply.text != f"to {number}.{turn}"
                    late += len(reply.late)
                    assert set(reply.late) <= {"stray", "xyz"}, reply.late

        await asyncio.gather(*map(hold, range(at_once)))
        assert server.strays > turns / 4
    return wrong, failed, late


@pytest.mark.case("H35", "H36", "H60")
@pytest.mark.parametrize("at_once", [1, 8])
def test_no_answer_is_that_of_another_question(at_once: int) -> None:
    wrong, failed, late = asyncio.run(talked(400, at_once, 0.05))
    assert (wrong, failed) == (0, 0)
    assert late > 30


@pytest.mark.slow
@pytest.mark.case("H60")
def test_ten_thousand_turns_and_none_for_the_wrong_question() -> None:
    wrong, failed, _ = asyncio.run(talked(10_000, 8, 0.5))
    assert (wrong, failed) == (0, 0)


class Late(Careless):
    """Sends another answer 20 ms after each."""

    async def reply(self, way: str, body: bytes, writer: asyncio.StreamWriter) -> None:
        del way
        writer.write(answer(body))
        self.tasks.add(asyncio.create_task(self.later(writer, 0.02)))


@pytest.mark.case("H36")
def test_on_a_kept_connection_what_has_come_is_drained_before_each_message() -> None:
    async def talk() -> list[str]:
        texts = []
        async with careless(Late(1, 0.0)) as url:
            description = Description(url=url, body='{"m": {{message}}}', reply=REPLY, keep_alive=True)
            async with described(description, BotOptions(turn=5.0), where="t").open(user="u") as conversation:
                for number in range(5):
                    reply = await conversation.say(str(number))
                    texts.append(reply.text)
                    assert reply.late == (("stray",) if number else ())
                    await asyncio.sleep(0.06)
        return texts

    assert asyncio.run(talk()) == [f"to {number}" for number in range(5)]
