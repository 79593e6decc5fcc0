"""Bots that are found by their address, changed, and bound to what may be run."""

import asyncio
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web as server

from botassay.core.errors import UsageError
from botassay.settings.serve import ServeSettings
from tests.servers import served
from tests.web.serving import Answer, Client, served_workspace

API = "/api/v1"
TOKEN_VALUE = "a-value-of-ours"  # noqa: S105 - of a bot that is part of the test
HELLO = "Hello! How can I help you?"
COMMENTED = 'url = "http://127.0.0.1:9/chat" # the old one\nbody = \'{"m": "{{message}}"}\'\n'


class Odd:
    """A bot that takes messages under one key, and puts its reply where nobody expects it."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.key = "query"
        self.strict = False
        self.token = ""

    async def chat(self, request: server.Request) -> server.Response:
        if self.token and request.headers.get("Authorization") != f"Bearer {self.token}":
            return server.json_response({"error": "no token"}, status=401)
        body = await request.json()
        self.asked.append(body)
        if self.key not in body or (self.strict and len(body) > 1):
            return server.json_response({"error": "the message is missing"}, status=400)
        return server.json_response({"result": {"items": [{"kind": "speech", "content": {"display": HELLO}}]}})

    async def page(self, request: server.Request) -> server.Response:
        del request
        return server.Response(text="<!doctype html><h1>Our shop</h1>", content_type="text/html")

    async def plain(self, request: server.Request) -> server.Response:
        del request
        return server.Response(text=HELLO)

    async def hints(self, request: server.Request) -> server.Response:
        if "utterance" not in await request.json():
            return server.json_response({"error": "field 'utterance' is required"}, status=422)
        return await self.chat(request)


@pytest.fixture
def odd() -> Iterator[tuple[Odd, str]]:
    bot = Odd()
    routes = [
        server.post("/chat", bot.chat), server.post("/page", bot.page), server.post("/plain", bot.plain),
        server.post("/hints", bot.hints),
    ]  # fmt: skip
    with served(*routes) as address:
        yield bot, f"http://{address}"


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Client]:
    with served_workspace(tmp_path) as client:
        yield client


def find(client: Client, where: str, **more: str) -> Answer:
    return client.form("/bots", action="find", where=where, **more)


def described(client: Client, bot: str) -> tuple[str, str]:
    answer = client.get(f"{API}/bots/{bot}")
    assert answer.status == 200, answer.text
    return answer.json()["text"], answer.headers["etag"]


def test_a_bot_is_found_by_its_address_alone(empty: Client, odd: tuple[Odd, str]) -> None:
    bot, address = odd
    answer = find(empty, f"{address}/chat", name="Anna of the shop")
    assert (answer.status, answer.headers["location"]) == (303, "/bots/Anna-of-the-shop"), answer.text
    assert len(bot.asked) <= 8
    text, _ = described(empty, "Anna-of-the-shop")
    assert 'text = "$.result.items[*].content.display"' in text
    assert '"query": "{{message}}"' in text
    assert 'name = "Anna of the shop"' in text
    page = empty.page("/bots/Anna-of-the-shop")
    assert HELLO in page
    assert "Anna of the shop answers" in page
    tried = empty.post(f"{API}/bots/Anna-of-the-shop/try", {"say": "Hello"}).json()
    assert tried["reply"]["text"] == HELLO


@pytest.mark.parametrize(("path", "key", "strict"), [("chat", "text", True), ("plain", "message", False)])
def test_strict_bots_and_plain_replies_are_found(
    empty: Client, odd: tuple[Odd, str], path: str, key: str, *, strict: bool
) -> None:
    odd[0].key, odd[0].strict = key, strict
    answer = find(empty, f"{odd[1].removeprefix('http://')}/{path}")
    assert answer.status == 303, answer.text
    name = answer.headers["location"].removeprefix("/bots/")
    assert name.startswith("127-0-0-1-")
    assert empty.post(f"{API}/bots/{name}/try", {"say": "Hi"}).json()["reply"]["text"] == HELLO


def test_what_a_refusal_names_is_tried_next(empty: Client, odd: tuple[Odd, str]) -> None:
    odd[0].key = "utterance"
    assert find(empty, f"{odd[1]}/hints").status == 303
    assert [next(iter(body)) for body in odd[0].asked] == ["utterance", "utterance"]


def test_a_pasted_command_is_tried_as_it_is(empty: Client, odd: tuple[Odd, str]) -> None:
    odd[0].key = "odd_name"
    command = f"curl '{odd[1]}/chat' -d " + "'" + json.dumps({"odd_name": "What is a thesis?", "lang": "en"}) + "'"
    answer = find(empty, command, name="Pasted")
    assert answer.headers.get("location") == "/bots/Pasted", answer.text
    assert [body["lang"] for body in odd[0].asked] == ["en"] * len(odd[0].asked)


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ("/page", "this is an address for people"),
        ("/nothing", "Describe it by hand"),
        (":1/", "Nothing answers there"),
    ],
)
def test_the_page_says_what_is_wrong_with_an_address(
    empty: Client, odd: tuple[Odd, str], where: str, text: str
) -> None:
    address = "http://127.0.0.1:1/" if where.startswith(":") else odd[1] + where
    answer = find(empty, address)
    assert answer.status == 200
    assert text in answer.text
    assert address in answer.text
    assert empty.get(f"{API}/bots").json()["total"] == 4


def test_what_is_no_address_is_refused(empty: Client) -> None:
    for where in ("ftp://a/b", "two words", "http://", "curl"):
        assert find(empty, where).status == 422, where


def test_nobody_is_greeted_on_another_machine_without_leave(empty: Client) -> None:
    answer = find(empty, "https://bot.example/chat")
    assert answer.status == 422
    assert "name who allowed" in answer.text


def test_a_token_is_a_variable_that_was_bound_at_the_start(
    tmp_path: Path, odd: tuple[Odd, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    odd[0].token = TOKEN_VALUE
    monkeypatch.setenv("SHOP_TOKEN", TOKEN_VALUE)
    with served_workspace(tmp_path) as client:
        answer = find(client, f"{odd[1]}/chat")
        assert f"--env BOT_TOKEN={odd[1]}" in answer.text
        refused = find(client, f"{odd[1]}/chat", variable="SHOP_TOKEN")
        assert (refused.status, odd[0].asked) == (403, [])
    with served_workspace(tmp_path, ServeSettings(port=0, env=(f"SHOP_TOKEN={odd[1]}",))) as client:
        assert "SHOP_TOKEN" in client.page("/bots")
        found = find(client, f"{odd[1]}/chat", name="shop", variable="SHOP_TOKEN")
        assert found.headers.get("location") == "/bots/shop", found.text
        assert TOKEN_VALUE not in client.page("/bots/shop") + described(client, "shop")[0]


def test_a_description_is_changed_by_whoever_saw_it(empty: Client, odd: tuple[Odd, str], tmp_path: Path) -> None:
    assert find(empty, f"{odd[1]}/chat", name="shop").status == 303
    text, seen = described(empty, "shop")
    other = text.replace('name = "shop"', 'name = "The shop"')

    def put(body: str, **headers: str) -> Answer:
        kind = {"Content-Type": "application/json"}
        return empty.ask("PUT", f"{API}/bots/shop", json.dumps({"text": body}), **kind, **headers)

    assert put(other).status == 428
    assert put(other, If_Match='"0"').status == 412
    assert put('url = "', If_Match=seen).status == 422
    assert put(f'{other}\n[headers]\nX = "${{HOME}}"', If_Match=seen).status == 422
    changed = put(other, If_Match=seen)
    assert (changed.status, changed.json()["what"]) == (200, "The shop")
    assert changed.headers["etag"] != seen
    assert put(text, If_Match=seen).status == 412
    for key in ('ca = "/etc/passwd"', 'token = "command: touch /tmp/x"'):
        assert put(f"{key}\n{other}", If_Match=changed.headers["etag"]).status == 403, key
    browser = f'{other}\n[browser]\ninput = "#say"\nreplies = ".bot"\nexecutable = "/bin/sh"\n'
    assert put(browser, If_Match=changed.headers["etag"]).status in (403, 422)
    assert "The shop" in (tmp_path / "bots" / "shop.toml").read_text()


def test_the_page_changes_a_description_field_by_field(empty: Client, odd: tuple[Odd, str]) -> None:
    assert find(empty, f"{odd[1]}/chat", name="shop").status == 303
    text, seen = described(empty, "shop")
    values = {"reply.text": "$.nowhere", "seen": seen}
    assert empty.form("/bots/shop", action="change", **values).status == 303
    page = empty.page("/bots/shop")
    assert "gives no reply" in page
    assert "Read the reply at $.result.items[*].content.display" in page
    place = {"reply.text": "$.result.items[*].content.display", "seen": described(empty, "shop")[1]}
    assert empty.form("/bots/shop", action="change", **place).status == 303
    assert "shop answers" in empty.page("/bots/shop")
    stale = empty.form("/bots/shop", action="change", **{**values, "seen": chr(34) * 2})
    assert (stale.status, described(empty, "shop")[0]) == (200, text)
    assert "$.nowhere" in stale.text


def test_a_file_with_comments_is_shown_and_not_rewritten(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "old.toml").write_text(COMMENTED)
    with served_workspace(tmp_path) as client:
        _, seen = described(client, "old")
        answer = client.form("/bots/old", action="change", seen=seen, **{"reply.text": "$.answer"})
        assert "The file holds comments" in answer.text
        assert "[reply]\ntext = &#34;$.answer&#34;" in answer.text
        assert (tmp_path / "bots" / "old.toml").read_text() == COMMENTED
        assert client.form("/bots/eliza", action="change", seen='"0"').status == 409


def test_only_code_that_was_named_at_the_start_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_bot.py").write_text("def reply(text):\n    return 'You said ' + text\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    sys.modules.pop("own_bot", None)
    subject = "python:own_bot:reply"
    wanted = {"bot": subject, "settings": {"issues": "CC", "limit": 2, "seed": 1}}
    with served_workspace(tmp_path) as client:
        assert client.post(f"{API}/runs", wanted, Idempotency_Key="1").status == 404
        assert client.post(f"{API}/chats", {"bot": subject}).status == 404
        refused = client.post(f"{API}/bots", {"name": "x", "text": f'url = "{subject}"\n'})
        assert refused.status in (403, 422)
    with served_workspace(tmp_path, ServeSettings(port=0, allow_code=(subject,))) as client:
        listed = {bot["id"]: bot["what"] for bot in client.get(f"{API}/bots").json()["items"]}
        assert listed["python-own-bot-reply"] == subject
        tried = client.post(f"{API}/bots/python-own-bot-reply/try", {"say": "Hello"}).json()
        assert tried["reply"]["text"] == "You said Hello"
        planned = client.post(f"{API}/runs", {**wanted, "bot": "python-own-bot-reply", "dry_run": True})
        assert planned.json()["conversations"] == 2
    for wrong in ("eliza", "python:", "http://127.0.0.1/"):
        with pytest.raises(UsageError, match="names no code"):
            ServeSettings(allow_code=(wrong,))


@pytest.mark.slow
def test_a_slow_bot_shows_how_long_a_run_takes(empty: Client) -> None:
    async def slow(request: server.Request) -> server.Response:
        await request.json()
        await asyncio.sleep(1.0)
        return server.json_response({"reply": HELLO})

    with served(server.post("/chat", slow)) as address:
        assert find(empty, f"http://{address}/chat", name="slow").status == 303
        fields = {"action": "plan", "depth": "standard", "seed": "1"}
        assert re.search(r"about \d+ min</b>, as a reply takes about 1\.\d s", empty.form("/bots/slow", **fields).text)
