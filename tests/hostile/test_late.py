"""Answers that come late, twice, out of order, or without a question: none is taken for another's."""

import asyncio
import json
import tracemalloc
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from botassay.bots.rest import described
from botassay.bots.websocket import WebSocketBot, spoken_to
from botassay.core.dialog import Script
from botassay.core.errors import BotError, ConfigurationError
from botassay.http import Description, ReplyPaths
from botassay.plugins.protocols import BotOptions, Reply
from botassay.runs import Plan, hold
from botassay.runs.journal import Journal, Record, RunFacts
from botassay.testing.hostile.server import answer, serving
from tests.live.conftest import Cli, cli, document, observed
from tests.servers import served

__all__ = ["cli"]
Talk = Callable[[web.WebSocketResponse, int, str], Awaitable[None]]
NUMBERED = '{"message": {{message}}, "turn": {{turn}}}'
PATHS = ReplyPaths(text="$.reply", error="$.error", turn="$.turn")


@contextmanager
def socket(talk: Talk) -> Iterator[str]:
    """Serve a socket; what is done about the n-th frame is up to the test."""

    async def speak(request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse()
        await ws.prepare(request)
        number = 0
        async for message in ws:
            number += 1
            await talk(ws, number, str(message.data))
        return ws

    with served(web.get("/chat", speak)) as place:
        yield f"ws://{place}/chat"


def said(
    url: str, times: int, *, numbered: bool = True, quiet: float = 0.03, pause: float = 0.0
) -> list[Reply | BotError]:
    paths = PATHS if numbered else ReplyPaths(text="$.reply")
    body = NUMBERED if numbered else '{"message": {{message}}}'
    made = spoken_to(Description(url=url, body=body, reply=paths), BotOptions(turn=0.5), where="bot.toml")
    bot = WebSocketBot(made.name, made.exchange, made.client, quiet=quiet)

    async def talk() -> list[Reply | BotError]:
        got: list[Reply | BotError] = []
        async with bot.open(user="u") as conversation:
            for number in range(1, times + 1):
                try:
                    got.append(await conversation.say(f"q{number}"))
                except BotError as error:
                    got.append(error)
                await asyncio.sleep(pause)
        return got

    return asyncio.run(talk())


def texts(got: list[Reply | BotError]) -> list[str]:
    return [reply.text if isinstance(reply, Reply) else reply.kind for reply in got]


async def answered(ws: web.WebSocketResponse, frame: str) -> None:
    asked = json.loads(frame)
    await ws.send_json({"reply": f"to {asked['message']}", "turn": asked["turn"]})


@pytest.mark.case("H60")
def test_a_late_answer_is_kept_and_no_other_questions() -> None:
    held: list[str] = []

    async def a_turn_late(ws: web.WebSocketResponse, number: int, frame: str) -> None:
        held.append(frame)
        if number == 2:
            await answered(ws, held[0])  # the second question first brings the first answer
        if number > 1:
            await answered(ws, frame)

    with socket(a_turn_late) as url:
        got = said(url, 3)
    assert texts(got) == ["timeout", "to q2", "to q3"]
    assert [reply.late for reply in got if isinstance(reply, Reply)] == [("to q1",), ()]


@pytest.mark.case("H60")
def test_out_of_order_each_answer_belongs_to_its_question() -> None:
    async def shuffled(ws: web.WebSocketResponse, number: int, frame: str) -> None:
        asked = json.loads(frame)
        for turn in (number + 1, number - 1, "x", None, number):  # those of others first
            await ws.send_json({"reply": f"to {turn}", "turn": turn})
        await ws.send_json({"reply": "and more", "turn": asked["turn"]})

    with socket(shuffled) as url:
        got = said(url, 50, quiet=0.01)
    assert texts(got) == [f"to {number}\nand more" for number in range(1, 51)]


@pytest.mark.case("H60")
def test_an_answer_that_comes_twice_is_counted(tmp_path: Path) -> None:
    async def twice(ws: web.WebSocketResponse, number: int, frame: str) -> None:
        await answered(ws, frame)
        if number == 1:
            await asyncio.sleep(0.15)  # after the silence that ends an answer
            await answered(ws, frame)

    with socket(twice) as url:
        made = spoken_to(Description(url=url, body=NUMBERED, reply=PATHS), BotOptions(turn=2.0), where="bot.toml")
        script = Script("t", "u", "t", ("q1", "q2"))
        journal = Journal.create(tmp_path, RunFacts("bot", "", 1, ""), (script,))
        bot = WebSocketBot(made.name, made.exchange, made.client, quiet=0.03)
        asyncio.run(hold(bot, Plan((script,), {}), journal))
        journal.close()
    record = Record.of(tmp_path)
    assert record.late() == (0, 1)
    assert [one.text for dialog in record.dialogs() for one in dialog.utterances] == ["q1", "to q1", "q2", "to q2"]


@pytest.mark.case("H60")
def test_without_numbers_what_came_between_is_late_all_the_same() -> None:
    async def chatty(ws: web.WebSocketResponse, number: int, frame: str) -> None:
        await ws.send_json({"reply": f"to {json.loads(frame)['message']}"})
        await asyncio.sleep(0.1)
        await ws.send_json({"typing": True})
        await ws.send_json({"reply": f"late {number}"})

    with socket(chatty) as url:
        got = said(url, 3, numbered=False, pause=0.2)
    assert texts(got) == ["to q1", "to q2", "to q3"]
    assert [reply.late for reply in got if isinstance(reply, Reply)] == [(), ("late 1",), ("late 2",)]


@pytest.mark.case("H60")
def test_a_bot_that_never_stops_talking_fills_no_memory() -> None:
    async def flood(ws: web.WebSocketResponse, _: int, frame: str) -> None:
        await ws.send_json({"reply": f"to {json.loads(frame)['message']}"})
        await asyncio.sleep(0.1)
        for _turn in range(60):
            await ws.send_str("a" * 900_000)

    with socket(flood) as url:
        tracemalloc.start()
        try:
            got = said(url, 2, numbered=False, pause=0.5)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert texts(got) == ["to q1", "too_large"]
    assert peak < 24 * 2**20  # the server's part is in it


@pytest.mark.case("H36", "H60")
@pytest.mark.parametrize(("turn", "kind"), [('"1"', None), ("1", None), ('"2"', "protocol"), ("null", "protocol")])
def test_an_answer_to_another_question_is_none(turn: str, kind: str | None) -> None:
    async def talk() -> str | None:
        async with serving((answer(b'{"reply": "hello", "turn": %s}' % turn.encode()),)) as server:
            asked = Description(url=server.url, body=NUMBERED, reply=PATHS)
            async with described(asked, BotOptions(turn=1.0), where="bot.toml").open(user="u") as conversation:
                try:
                    await conversation.say("hi")
                except BotError as error:
                    return error.kind
        return None

    assert asyncio.run(talk()) == kind


def test_a_number_that_is_never_sent_cannot_come_back() -> None:
    with pytest.raises(ConfigurationError, match="the requests do not identify their turn"):
        described(Description(url="http://x.example/", body="{{message}}", reply=PATHS), BotOptions(), where="bot.toml")


@pytest.mark.case("H60")
def test_the_report_counts_late_answers(cli: Cli, tmp_path: Path) -> None:
    async def chatty(ws: web.WebSocketResponse, number: int, frame: str) -> None:
        asked: Any = json.loads(frame)
        if number > 1:
            await ws.send_json({"reply": "late", "turn": str(number - 1)})
        await ws.send_json({"reply": "I am fine", "turn": asked["turn"]})

    with socket(chatty) as url:
        (tmp_path / "bot.toml").write_text(
            f"url = '{url}'\nbody = '{NUMBERED}'\n[reply]\ntext = '$.reply'\nturn = '$.turn'\n"
        )
        rating = document(cli("rate", "bot.toml", "--issues", "CC", "--limit", 1, "--seed", 1, "--json"))["ratings"][0]
    (text,) = observed(rating, "late")
    assert "came late" in text
