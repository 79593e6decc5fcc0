"""WebSocket bots that speak first, echo, type, report failures, and say when a reply is complete."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSMsgType, web

from botassay.bots import find_bot
from botassay.bots.websocket import WebSocketConversation
from botassay.core.dialog import Role
from botassay.core.errors import BotError, ConfigurationError
from botassay.plugins.protocols import BotOptions, Reply
from botassay.runs.journal import Record
from tests.conftest import Run
from tests.servers import served

pytestmark = pytest.mark.live

PLAIN = """
url = "ws://%s/ws"
body = '{"type": "message", "from": {{user}}, "text": {{message}}}'
[reply]
text = "$.text"
"""
LISTENING = PLAIN + "[session]\ngreeting = 3.0\n"
POLLED = """[poll]
messages = '$[?@.type == "message"]'
own = "$.from"
id = "$.id"
quiet = 0.2
"""
UNTIL = POLLED + "until = '@[?@.type == \"done\"]'\nfailed = '@[?@.type == \"error\"]'\n"


async def desk(request: web.Request) -> web.WebSocketResponse:
    """Greet, echo what came, and answer in lists of events: typing, two bubbles, each twice, and the end."""
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    await asyncio.sleep(float(request.query.get("after", "0.05")))
    wrap = bool(request.query.get("events"))

    async def send(*events: dict[str, Any]) -> None:
        if wrap:
            await socket.send_str(json.dumps(events))
        else:
            for event in events:
                await socket.send_str(json.dumps(event))

    if not request.query.get("silent"):
        await send({"type": "message", "id": "0", "text": "Hello, I am Robbie, a chatbot."})
    number = 0
    async for message in socket:
        if message.type is not WSMsgType.TEXT:
            break
        number += 1
        asked = json.loads(message.data)
        if asked["text"] == "fail":
            await send({"type": "error"})
            continue
        first = {"type": "message", "id": f"{number}a", "from": "bot", "text": f"You said {asked['text']}."}
        if wrap:
            await send({"type": "message", "id": f"{number}u", "from": asked["from"], "text": asked["text"]})
            await send({"type": "typing"}, first)
            await send(first)
        else:
            await send(first)
        if "pause" in asked["text"]:
            await asyncio.sleep(0.4)
        await send({"type": "message", "id": f"{number}b", "from": "bot", "text": "Anything else?"})
        if asked["text"] != "hang":
            await send({"type": "done"})
    return socket


@pytest.fixture
def host() -> Iterator[str]:
    with served(web.get("/ws", desk)) as address:
        yield address


def talk(file: Path, text: str, *lines: str, turn: float = 3.0) -> tuple[list[Reply], Reply | None]:
    file.write_text(text)

    async def held() -> tuple[list[Reply], Reply | None]:
        async with find_bot(str(file), BotOptions(turn=turn)).open(user="ann") as conversation:
            replies = [await conversation.say(line) for line in lines]
            assert isinstance(conversation, WebSocketConversation)
            return replies, conversation.greeting

    return asyncio.run(held())


@pytest.mark.parametrize("events", [False, True])
def test_what_a_bot_says_first_is_a_greeting(host: str, tmp_path: Path, *, events: bool) -> None:
    more, rules = ("?after=0.4&events=1", POLLED) if events else ("?after=0.4", "")
    replies, greeting = talk(tmp_path / "bot.toml", (LISTENING % host).replace("/ws", f"/ws{more}") + rules, "one")
    assert greeting is not None
    assert greeting.text == "Hello, I am Robbie, a chatbot."
    assert [reply.text for reply in replies] == ["You said one.\nAnything else?"]
    assert replies[0].late == ()


def test_a_bot_that_does_not_speak_first_is_waited_for_and_then_asked(host: str, tmp_path: Path) -> None:
    text = (LISTENING % host).replace("3.0", "0.3").replace("/ws", "/ws?silent=1")
    replies, greeting = talk(tmp_path / "bot.toml", text, "one")
    assert greeting is None
    assert replies[0].text == "You said one.\nAnything else?"


def test_echoes_and_repeated_messages_are_no_replies_and_a_sign_ends_one(host: str, tmp_path: Path) -> None:
    text = (PLAIN % host).replace("/ws", "/ws?events=1")
    replies, _ = talk(tmp_path / "bot.toml", text + UNTIL, "one", "pause", "three")
    assert [reply.text for reply in replies] == [
        f"You said {line}.\nAnything else?" for line in ("one", "pause", "three")
    ]
    assert all(reply.late == () for reply in replies)


def test_without_that_sign_what_comes_after_a_silence_is_late(host: str, tmp_path: Path) -> None:
    text = (PLAIN % host).replace("/ws", "/ws?events=1")
    file = tmp_path / "bot.toml"
    file.write_text(text + POLLED)

    async def held() -> list[Reply]:
        async with find_bot(str(file), BotOptions(turn=3.0)).open(user="ann") as conversation:
            first = await conversation.say("pause")
            await asyncio.sleep(0.5)
            return [first, await conversation.say("two")]

    first, second = asyncio.run(held())
    assert first.text == "You said pause."
    assert (second.text, second.late) == ("You said two.\nAnything else?", ("Anything else?",))


@pytest.mark.parametrize(("line", "kind"), [("fail", "bot_error"), ("hang", "truncated")])
def test_a_failure_and_a_reply_without_its_end_are_no_replies(host: str, tmp_path: Path, line: str, kind: str) -> None:
    text = (PLAIN % host).replace("/ws", "/ws?events=1")
    with pytest.raises(BotError) as caught:
        talk(tmp_path / "bot.toml", text + UNTIL, line, turn=0.6)
    assert caught.value.kind == kind


def test_a_greeting_is_rated_with_the_dialog_and_one_that_is_missed_is_noted(
    host: str, tmp_path: Path, botassay: Run
) -> None:
    (tmp_path / "bot.toml").write_text(PLAIN % host)
    noted = json.loads(botassay("bots", "check", "bot.toml", "--json").out)
    assert "with greeting = 3.0 under [session]" in noted["hint"]
    assert noted["capabilities"]["greeting"] is True
    (tmp_path / "bot.toml").write_text(LISTENING % host)
    heard = json.loads(botassay("bots", "check", "bot.toml", "--json").out)
    assert (heard["hint"], heard["capabilities"]["greeting"]) == (None, True)
    asked = ("--issues", "ID", "--limit", "2", "--seed", "1", "--out", "run")
    assert botassay("rate", "bot.toml", *asked, "--concurrency", "2").code == 0
    dialogs = list(Record.of(tmp_path / "run").dialogs())
    firsts = [dialog.utterances[0] for dialog in dialogs]
    assert {(first.role, first.text) for first in firsts} == {(Role.BOT, "Hello, I am Robbie, a chatbot.")}
    assert len(firsts) == 2


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('[poll]\nrequest = "GET /messages"\n', "poll.request"),
        ('[poll]\nanswers = "$.replyTo"\n', "poll.answers"),
        ("[poll]\nquiet = 99\n", "poll.quiet"),
        ("[poll]\nuntil = '$.status == 1'\n", "poll.until"),
        ('[[session.create]]\nrequest = "POST /s"\n', "no requests beside it"),
    ],
)
def test_what_a_socket_cannot_do_is_refused(tmp_path: Path, more: str, said: str) -> None:
    (tmp_path / "bot.toml").write_text(PLAIN % "127.0.0.1:9" + more)
    with pytest.raises(ConfigurationError) as caught:
        find_bot(str(tmp_path / "bot.toml"))
    assert said in str(caught.value)
