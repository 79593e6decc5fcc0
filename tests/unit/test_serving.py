"""A served bot, asked by a client over a real socket in each form that it speaks."""

import asyncio
import io
import json
import signal
import subprocess
import sys
import tomllib
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import pytest

from botassay.bots.serve import LONGEST, announcement, serve, serving
from botassay.bots.sessions import Histories, HistoryMessage, Sessions
from botassay.core.errors import BotError, ConfigurationError, UnknownNameError
from botassay.plugins.protocols import Reply
from botassay.testing import EchoBot, FlakyBot
from botassay_samples import Begin, Session, sample

Talk = Callable[[aiohttp.ClientSession, str], Awaitable[None]]


def visit(talk: Talk, begin: Begin | None = None, name: str = "hospital", cap: int = 1_000) -> None:
    """Serve a bot and talk to it."""

    async def both() -> None:
        async with (
            serving(begin or sample("hospital"), name=name, cap=cap) as address,
            aiohttp.ClientSession() as client,
        ):
            await talk(client, address)

    asyncio.run(both())


async def post(client: aiohttp.ClientSession, address: str, body: Any) -> tuple[int, Any]:
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    async with client.post(address, data=io.BytesIO(sent), headers={"Content-Type": "application/json"}) as answer:
        return answer.status, await answer.json()


class Counting:
    """Counts what it is told, so that a lost session is noticed."""

    def __init__(self, user: str) -> None:
        self.user, self.said = user, 0

    def reply(self, text: str) -> Reply:
        self.said += 1
        return Reply(f"{self.user}:{self.said}:{text}")


class Broken:
    def reply(self, text: str) -> Reply:
        raise RuntimeError(text)


def counting(user: str) -> Session:
    return Counting(user)


# ── REST ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_it_says_what_it_is() -> None:
    async def talk(client: aiohttp.ClientSession, address: str) -> None:
        async with client.get(address) as answer:
            text = await answer.text()
        assert text == "This is hospital, a chatbot: a computer program, served by botassay for tests.\n"

    visit(talk)


def test_rest_keeps_a_session_and_shows_buttons_and_intent() -> None:
    async def talk(client: aiohttp.ClientSession, address: str) -> None:
        status, first = await post(client, f"{address}/chat", {"message": "heart care", "session": "s", "user": "Ann"})
        assert status == 200
        assert first["intent"] == {"name": "find_hospital", "confidence": 0.8}
        assert (first["session_id"], first["buttons"]) == ("s", [])
        _, second = await post(client, f"{address}/chat", {"message": "Portvale", "session": "s", "user": "Ann"})
        assert {"title": "Gullwing Heart Institute"} in second["buttons"]
        _, other = await post(client, f"{address}/chat", {"message": "Portvale", "session": "t", "user": "Bob"})
        assert "Which medical service" in other["reply"]

    visit(talk)


def test_rest_gives_a_session_id_to_those_who_have_none() -> None:
    async def talk(client: aiohttp.ClientSession, address: str) -> None:
        _, first = await post(client, f"{address}/chat", {"message": "a"})
        _, stranger = await post(client, f"{address}/chat", {"message": "b"})
        _, again = await post(client, f"{address}/chat", {"message": "c", "session": first["session_id"]})
        assert [answer["reply"] for answer in (first, stranger, again)] == [":1:a", ":1:b", ":2:c"]

    visit(talk, counting)


def test_a_user_does_not_get_into_the_session_of_another() -> None:
    async def talk(client: aiohttp.ClientSession, address: str) -> None:
        for user in ("Ann", "Bob"):
            _, answer = await post(client, f"{address}/chat", {"message": "x", "session": "same", "user": user})
            assert answer["reply"] == f"{user}:1:x"

    visit(talk, counting)


def test_the_session_that_was_used_longest_ago_is_forgotten_first() -> None:
    async def talk(client: aiohttp.ClientSession, address: str) -> None:
        said = []
        for session in "aababca":
            _, answer = await post(client, f"{address}/chat", {"message": session, "session": session})
            said.append(answer["reply"])
        assert said == [":1:a", ":2:a", ":1:b", ":3:a", ":2:b", ":1:c", ":1:a"]

    visit(talk, counting, cap=2)


@pytest.mark.parametrize(
    ("path", "body", "status", "what"),
    [
        ("/chat", b"{", 400, "not valid JSON"),
        ("/chat", b"\xff\xfe", 400, "not UTF-8"),
        ("/chat", b"[" * 200_000, 400, "not valid JSON"),
        ("/chat", [], 400, "a JSON object"),
        ("/chat", {}, 400, "'message' must be text"),
        ("/chat", {"message": 7}, 400, "'message' must be text"),
        ("/chat", {"message": "a", "session": 7}, 400, "'session' must be text"),
        ("/chat", {"message": "a" * LONGEST}, 413, "more than"),
        ("/nowhere", {}, 404, "POST /nowhere: Not Found"),
        ("/", {}, 405, "Method Not Allowed"),
        ("/webhooks/rest/webhook", {"sender": "a"}, 400, "'message' must be text"),
    ],
)
def test_what_makes_no_sense_is_told_in_json(path: str, body: Any, status: int, what: str) -> None:
    async def talk(client: aiohttp.ClientSession, address: str) -> None:
        got, answer = await post(client, address + path, body)
        assert (got, what in answer["error"]) == (status, True), answer

    visit(talk)


def test_a_bot_that_fails_is_told_in_json_and_the_server_lives_on() -> None:
    async def talk(client: aiohttp.ClientSession, address: str) -> None:
        body = {"model": "x", "messages": [{"role": "user", "content": "a"}]}
        assert await post(client, f"{address}/chat", {"message": "a"}) == (
            500,
            {"error": "the bot failed: RuntimeError"},
        )
        status, answer = await post(client, f"{address}/v1/chat/completions", body)
        assert (status, answer["error"]["type"]) == (500, "server_error")
        async with client.ws_connect(f"{address}/ws") as socket:
            await socket.send_str("a")
            assert await socket.receive_json() == {"error": "the bot failed: RuntimeError"}

    visit(talk, lambda _: Broken(), name="x")


def test_what_a_bot_says_about_its_failure_is_passed_on() -> None:
    async def talk(client: aiohttp.ClientSession, address: str) -> None:
        status, answer = await post(client, f"{address}/chat", {"message": "a"})
        assert (status, "the bot failed" in answer["error"]) == (500, True)

    assert issubclass(BotError, ConnectionError)
    visit(talk, FlakyBot(every=1))


def test_halves_of_characters_come_back_without_harm() -> None:
    async def talk(client: aiohttp.ClientSession, address: str) -> None:
        status, answer = await post(client, f"{address}/chat", {"message": "\ud800 \x00"})
        assert (status, answer["reply"]) == (200, "\ud800 \x00")
        async with client.ws_connect(f"{address}/ws/json") as socket:
            await socket.send_str(json.dumps({"message": "\ud800"}))
            assert (await socket.receive_json())["reply"] == "\ud800"

    visit(talk, EchoBot())


# ── Rasa ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_rasa_keeps_a_session_by_sender() -> None:
    async def talk(client: aiohttp.ClientSession, address: str) -> None:
        url = f"{address}/webhooks/rest/webhook"
        await post(client, url, {"sender": "Ann", "message": "heart care"})
        status, bubbles = await post(client, url, {"sender": "Ann", "message": "Portvale"})
        assert (status, len(bubbles), bubbles[0]["recipient_id"]) == (200, 1, "Ann")
        assert bubbles[0]["buttons"][1] == {"title": "Gullwing Heart Institute", "payload": "Gullwing Heart Institute"}

    visit(talk)


# ── OpenAI ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def question(*said: str, **more: Any) -> dict[str, Any]:
    roles = ("user", "assistant")
    messages = [{"role": roles[place % 2], "content": text} for place, text in enumerate(said)]
    return {"model": "hospital", "messages": messages, **more}


def test_openai_answers_out_of_the_history() -> None:
    async def talk(client: aiohttp.ClientSession, address: str) -> None:
        url = f"{address}/v1/chat/completions"
        status, first = await post(client, url, question("heart care", temperature=0, seed=1, stream=False))
        said = first["choices"][0]["message"]["content"]
        assert (status, first["object"], first["model"]) == (200, "chat.completion", "hospital")
        assert first["usage"]["total_tokens"] == 2 + len(said.split())
        for _ in range(2):  # the second time it has to be said again to a fresh session
            _, second = await post(client, url, question("heart care", said, "Portvale"))
            assert "Gullwing Heart Institute" in second["choices"][0]["message"]["content"]

    visit(talk)


def test_openai_takes_parts_and_leaves_out_what_the_system_says() -> None:
    async def talk(client: aiohttp.ClientSession, address: str) -> None:
        messages = [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": [{"type": "text", "text": "heart care"}, {"type": "text", "text": "Portvale"}]},
        ]
        body = {"model": "hospital", "messages": messages}
        _, answer = await post(client, f"{address}/v1/chat/completions", body)
        assert "Gullwing" in answer["choices"][0]["message"]["content"]

    visit(talk)


def test_openai_lists_the_model() -> None:
    async def talk(client: aiohttp.ClientSession, address: str) -> None:
        async with client.get(f"{address}/v1/models") as answer:
            assert [model["id"] for model in (await answer.json())["data"]] == ["hospital"]

    visit(talk)


@pytest.mark.parametrize(
    ("body", "status", "what"),
    [
        ({**question("a"), "model": "other"}, 404, "there is 'hospital'"),
        ({"messages": []}, 400, "'model' must be text"),
        ({"model": "hospital"}, 400, "a list of objects"),
        (question(), 400, "the last message"),
        (question("a", "b"), 400, "the last message"),
        (question("a", stream=True), 400, "streaming is not supported"),
        ({"model": "hospital", "messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, 400, "'content'"),
        ({"model": "hospital", "messages": [{"role": "user", "content": None}]}, 400, "'content'"),
        ({"model": "hospital", "messages": [{"role": "pope", "content": "a"}]}, 400, "unknown role 'pope'"),
        (question("a" * LONGEST), 413, "more than"),
        (b"nonsense", 400, "not valid JSON"),
    ],
)
def test_openai_is_told_what_is_wrong_in_its_own_form(body: Any, status: int, what: str) -> None:
    async def talk(client: aiohttp.ClientSession, address: str) -> None:
        got, answer = await post(client, f"{address}/v1/chat/completions", body)
        assert (got, what in answer["error"]["message"]) == (status, True), answer

    visit(talk)


def test_a_history_that_forks_is_said_again() -> None:
    histories = Histories(Sessions(counting))
    assert histories.reply([HistoryMessage("user", "a")], "u").text == "u:1:a"
    after = [HistoryMessage("user", "a"), HistoryMessage("assistant", "u:1:a"), HistoryMessage("user", "b")]
    assert [histories.reply(after, "u").text for _ in range(3)] == ["u:2:b"] * 3
    assert histories.reply([*after[:2], HistoryMessage("user", "c")], "u").text == "u:2:c"


# ── WebSocket ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_websocket_is_a_session() -> None:
    async def talk(client: aiohttp.ClientSession, address: str) -> None:
        for _ in range(2):
            async with client.ws_connect(f"{address}/ws?user=Ann") as socket:
                for number in (1, 2):
                    await socket.send_str("x")
                    assert await socket.receive_str() == f"Ann:{number}:x"

    visit(talk, counting)


def test_frames_of_json_have_the_form_of_rest() -> None:
    async def talk(client: aiohttp.ClientSession, address: str) -> None:
        async with client.ws_connect(f"{address}/ws/json") as socket:
            await socket.send_json({"message": "x"})
            first = await socket.receive_json()
            await socket.send_str("{")
            assert await socket.receive_json() == {"error": "the request is not valid JSON"}
            await socket.send_json({"message": "y", "user": ""})
            assert (first["reply"], (await socket.receive_json())["reply"]) == (":1:x", ":2:y")

    visit(talk, counting)


def test_a_frame_that_is_no_text_or_too_long_ends_the_talk() -> None:
    async def talk(client: aiohttp.ClientSession, address: str) -> None:
        for frame, code in ((b"x", 1003), ("x" * (LONGEST + 1), 1009)):
            async with client.ws_connect(f"{address}/ws") as socket:
                await (socket.send_bytes(frame) if isinstance(frame, bytes) else socket.send_str(frame))
                ended = await socket.receive()
                assert (ended.type, socket.close_code) == (aiohttp.WSMsgType.CLOSE, code)

    visit(talk)


# ── the server itself ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_port_that_is_taken_is_said_so() -> None:
    async def twice() -> None:
        async with serving(counting, name="one") as address:
            port = int(address.rpartition(":")[2])
            with pytest.raises(ConfigurationError, match=f"port {port} is not available"):
                async with serving(counting, name="two", port=port):
                    pass

    asyncio.run(twice())


def test_a_number_that_is_no_port_is_said_so() -> None:
    with pytest.raises(ConfigurationError, match="70000 is not a port"):
        serve("eliza", 70_000, print)


def test_a_bot_that_is_not_bundled_is_said_so() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'eliza'"):
        serve("elisa", 0, print)


def test_the_announcement_names_the_bot_in_each_form_and_describes_it() -> None:
    lines = announcement("eliza", "http://127.0.0.1:1")
    assert lines[1] == "It is also rasa:http://127.0.0.1:1, openai:eliza@http://127.0.0.1:1 and ws://127.0.0.1:1/ws"
    described = tomllib.loads("\n".join(lines[3:]))
    assert described["url"] == "http://127.0.0.1:1/chat"
    assert described["body"] == '{"message": {{message}}, "session": {{session}}, "user": {{user}}}'
    assert described["reply"]["options"] == "$.buttons[*].title"


@pytest.mark.process
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly(stop: signal.Signals) -> None:
    code = "from botassay.bots.serve import serve; serve('eliza', 0, lambda line: print(line, flush=True))"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        assert server.stdout
        assert server.stdout.readline().startswith(b"eliza listens at http://127.0.0.1:")
        for _ in range(10):
            server.stdout.readline()
        server.send_signal(stop)
        _, complaints = server.communicate(timeout=30)
    assert (server.returncode, complaints) == (0, b"")
