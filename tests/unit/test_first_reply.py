"""Where the reply stands in an answer: what `bots init --try` proposes."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from aiohttp import web

from botassay.bots.first_reply import read
from botassay.bots.reply_places import proposals
from botassay.bots.setup_file import Sketch, written
from botassay.http import Answer, Description
from tests.conftest import Run
from tests.fakes.shapes import CHAT, OTHER
from tests.servers import served

HI = "Hello! How can I help you today?"


@pytest.mark.parametrize(
    ("document", "path"),
    [
        ({"reply": HI, "status": "ok", "id": CHAT}, "$.reply"),
        ({"data": {"messages": [{"type": "text", "text": HI}], "url": "https://a.example"}}, "$.data.messages[*].text"),
        ([{"recipient_id": "u", "text": HI}, {"recipient_id": "u", "text": "Ask me."}], "$[*].text"),
        ({"messages": [{"role": "user", "content": "Hello"}, {"role": "bot", "content": HI}]}, "$.messages[1].content"),
        ({"error": "Nothing went wrong here.", "output": {"speech": HI}}, "$.output.speech"),
        ({"answer-text": HI}, "$.answer-text"),
    ],
)
def test_the_likeliest_sentence_is_first(document: object, path: str) -> None:
    found = proposals(document, "Hello")
    assert found[0].path == path
    assert len(found) <= 3


def test_ids_addresses_dates_and_the_echo_are_no_replies() -> None:
    nothing = {"a": CHAT, "b": "https://a.example/x", "c": "2026-01-01T10:00:00Z", "text": "Hello", "n": 7, "ok": True}
    assert proposals(nothing, "Hello") == []


SKETCH = Sketch(url="http://b.example/chat", body='{"m": {{message}}, "session_id": {{session}}}')


@pytest.mark.parametrize(
    ("body", "kind", "wanted"),
    [
        (json.dumps({"reply": HI, "session_id": OTHER}), "application/json", {"session": "reply"}),
        (json.dumps({"reply": HI, "session_id": CHAT}), "application/json", {"session": "client"}),
        (HI, "text/plain", {"text": None}),
        (
            'data: {"choices": [{"delta": {"content": "Hi"}}]}\n\ndata: [DONE]\n\n',
            "text/event-stream",
            {"preset": "openai-chat"},
        ),
        ('data: {"type": "text-delta", "id": "1", "delta": "Hi"}\n\n', "text/event-stream", {"preset": "vercel-ui"}),
        (
            '{"message": {"content": "Hi"}, "done": false}\n{"done": true}\n',
            "application/x-ndjson",
            {"preset": "ollama"},
        ),
    ],
)
def test_a_file_is_written_that_fits_the_answer(body: str, kind: str, wanted: Mapping[str, object]) -> None:
    sketch, _ = read(SKETCH, Answer(200, {"Content-Type": kind}, body.encode()), CHAT)
    for key, value in wanted.items():
        assert getattr(sketch, key) == value
    description = Description.parse(written(sketch).encode(), "bot.toml").with_preset("bot.toml")
    assert description.session.source == sketch.session


def test_init_sends_one_message_if_it_may(botassay: Run, tmp_path: Path) -> None:
    heard: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        heard.append((await request.json())["message"])
        return web.json_response({"result": {"speech": HI}})

    with served(web.post("/chat", answer)) as host:
        command = f'curl http://{host}/chat --json \'{{"message": "hi", "session_id": "{CHAT}"}}\''
        refused = botassay("bots", "init", "--curl", command, "--try", stdin="n\n")
        assert (refused.code, heard) == (0, [])
        written = botassay("bots", "init", "--curl", command, "--try", "--yes", "--force")
        assert (written.code, heard) == (0, ["Hello"])
        assert 'text = "$.result.speech"' in (tmp_path / "bot.toml").read_text()
        assert "$.result.speech" in written.err
        assert botassay("bots", "check", "bot.toml").code == 0
    gone = botassay("bots", "init", "--curl", command, "--try", "--yes", "--force")
    assert gone.code == 0
    assert "the bot gave no reply" in gone.err
    assert botassay("bots", "init", "--try", "--force").code == 2
