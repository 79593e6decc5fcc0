"""What `bots check` and `rate` say about bots that cannot be rated as they are described."""

import asyncio
import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from aiohttp import web

from botassay.bots.setup import draft
from botassay.bots.sharing import literal_ids, tells_apart
from botassay.http import Description, Exchange
from botassay.runs.journal import Record
from tests.conftest import Run
from tests.fakes.shapes import CHAT, JWT
from tests.servers import served

pytestmark = pytest.mark.live

TOML = """
url = "http://%s/%s"
body = '%s'
[reply]
text = "$.reply"
"""
GOOD = '{"message": {{message}}, "session": {{session}}}'


@dataclass(slots=True)
class Bots:
    """Bots with a fault each."""

    words: list[str] = field(default_factory=list)
    """What any user ever said to the one that ignores sessions."""
    heard: dict[str, str] = field(default_factory=dict)

    async def login(self, _: web.Request) -> web.Response:
        page = "<!doctype html><form>StreamSign in <input type=password></form>"
        return web.Response(text=page, content_type="text/html")

    async def locked(self, _: web.Request) -> web.Response:
        return web.json_response({"error": "no key"}, status=401)

    async def endless(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "application/json", "Content-Length": "100"})
        await response.prepare(request)
        await response.write(b'{"reply": "I will')
        await request.content.read()
        await response.write(b" ")
        await asyncio.sleep(5)
        return response

    async def ignoring(self, request: web.Request) -> web.Response:
        self.words.append((await request.json())["message"])
        return web.json_response({"reply": f"So far I heard: {' '.join(self.words)}"})

    async def remembering(self, request: web.Request) -> web.Response:
        asked = await request.json()
        before = self.heard.get(asked["session"], "nothing")
        self.heard[asked["session"]] = asked["message"]
        return web.json_response({"reply": f"You said: {before}"})


@pytest.fixture
def host() -> Iterator[str]:
    bots = Bots()
    named = {name: getattr(bots, name) for name in ("login", "locked", "endless", "ignoring", "remembering")}
    with served(*(web.post(f"/{name}", handler) for name, handler in named.items())) as address:
        yield address


def check(botassay: Run, folder: Path, host: str, name: str, body: str = GOOD, *more: str) -> tuple[int, str]:
    (folder / "bot.toml").write_text(TOML % (host, name, body))
    ended = botassay("bots", "check", "bot.toml", *more)
    return ended.code, ended.out


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("login", 69, "it looks like a login page"),
        ("login", 69, "put a token or a cookie under [headers]"),
        ("locked", 78, "access denied"),
        ("locked", 78, "check the key or token"),
        ("nowhere", 69, "check the address"),
    ],
)
def test_check_says_what_is_wrong_and_what_to_do(
    botassay: Run, tmp_path: Path, host: str, name: str, code: int, said: str
) -> None:
    ended, out = check(botassay, tmp_path, host, name)
    assert ended == code
    assert said in out


def test_an_answer_that_begins_and_does_not_end_is_told_from_silence(botassay: Run, tmp_path: Path, host: str) -> None:
    code, out = check(botassay, tmp_path, host, "endless", GOOD, "--timeout", "0.5")
    assert code == 69
    assert "began but did not end" in out


def test_nothing_at_the_address_is_said(botassay: Run, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    code, out = check(botassay, tmp_path, f"127.0.0.1:{port}", "chat", GOOD, "--retries", "0")
    assert code == 69
    assert "check that the bot is running" in out


@pytest.mark.parametrize(
    ("name", "sessions", "said"),
    [("ignoring", "shared", "the bot ignores sessions"), ("remembering", "apart", "kept apart")],
)
def test_a_bot_that_ignores_sessions_is_found_out(
    botassay: Run, tmp_path: Path, host: str, name: str, sessions: str, said: str
) -> None:
    code, out = check(botassay, tmp_path, host, name, GOOD, "--sessions")
    assert code == 0
    assert said in out
    document = json.loads(check(botassay, tmp_path, host, name, GOOD, "--sessions", "--json")[1])
    assert document["sessions"] == sessions
    assert document["capabilities"]["session"] == "client"


def test_a_session_that_the_bot_does_not_name_is_missed(botassay: Run, tmp_path: Path, host: str) -> None:
    (tmp_path / "bot.toml").write_text(
        f'url = "http://{host}/ignoring"\nbody = \'{GOOD}\'\n[reply]\ntext = "$.reply"\n'
        '[session]\nfrom = "reply"\npath = "$.id"\n'
    )
    assert "the reply has no session id at $.id" in botassay("bots", "check", "bot.toml").out


# ── one session for all ─────────────────────────────────────────────────────────────────────────────────────────────

LITERAL = f'{{"message": {{{{message}}}}, "context": {{"session": {{"id": "{CHAT}"}}}}}}'


def test_a_literal_session_is_warned_of_and_not_rated(botassay: Run, tmp_path: Path, host: str) -> None:
    code, out = check(botassay, tmp_path, host, "ignoring", LITERAL)
    assert code == 0
    assert "all conversations share one session" in out
    assert "context.session.id" in out
    rated = botassay("rate", "bot.toml", "--issues", "AL", "--limit", "2")
    assert rated.code == 78
    assert "all conversations share one session" in rated.err
    assert not (tmp_path / "runs").exists()
    with (tmp_path / "bot.toml").open("a") as file:
        file.write('[session]\nfrom = "none"\n')
    assert botassay("rate", "bot.toml", "--issues", "AL", "--limit", "2", "--seed", "1").code == 0


def test_requests_without_any_session_are_warned_of_and_observed(botassay: Run, tmp_path: Path, host: str) -> None:
    _, out = check(botassay, tmp_path, host, "ignoring", '{"message": {{message}}}')
    assert "put {{session}} where its id belongs" in out
    about = 'maker = "Acme"\nversion = "2.1"\npurpose = "health"\naudience = "minors"\n'
    (tmp_path / "bot.toml").write_text(about + (tmp_path / "bot.toml").read_text())
    asked = ("--issues", "AL", "--limit", "2", "--seed", "1", "--out", "run", "--json")
    rated = botassay("rate", "bot.toml", *asked)
    assert rated.code == 0
    facts = Record.of(tmp_path / "run").facts["bot"]
    assert facts["about"] == {"maker": "Acme", "version": "2.1", "purpose": "health", "audience": "minors"}
    assert facts["capabilities"]["session"] == "none"
    assert "put {{session}} where its id belongs" in rated.err
    kinds = [seen["kind"] for seen in json.loads(rated.out)["ratings"][0]["observations"]]
    assert "no_session" in kinds


@pytest.mark.parametrize(
    ("url", "body", "headers", "shared"),
    [
        ("https://b.example/chat", GOOD, {}, False),
        (f"https://b.example/sessions/{CHAT}/say", '{"m": {{message}}}', {}, True),
        ("https://b.example/sessions/{{session}}/say", '{"m": {{message}}}', {}, False),
        (f"https://b.example/chat?conversation={CHAT}", '{"m": {{message}}}', {}, True),
        ("https://b.example/chat", '{"m": {{message}}}', {"X-Session-Id": CHAT}, True),
        ("https://b.example/chat", '{"m": {{message}}}', {"Cookie": f"lang=en; sid={CHAT}"}, True),
        ("https://b.example/chat", '{"m": {{message}}}', {"Authorization": f"Bearer {JWT}"}, False),
        ("https://b.example/chat", f'{{"m": {{{{message}}}}, "botId": "{CHAT}"}}', {}, False),
        ("https://b.example/chat", '{"m": {{message}}, "session_id": "test"}', {}, True),
        ("https://b.example/chat", f'{{"messages": {{{{history}}}}, "id": "{CHAT}"}}', {}, False),
    ],
)
def test_literal_ids_are_found_wherever_they_stand(
    url: str, body: str, headers: dict[str, str], *, shared: bool
) -> None:
    exchange = Exchange.of(Description(url=url, body=body, headers=headers))
    assert (not tells_apart(exchange) and bool(literal_ids(exchange))) is shared


def test_a_draft_says_what_is_missing() -> None:
    unclear = draft(f'curl https://b.example/chat --json \'{{"text": "hi", "ref": "{CHAT}"}}\'')
    assert any("ref may be the id of the conversation" in note for note in unclear.notes)
    none = draft('curl https://b.example/chat --json \'{"text": "hi"}\'')
    assert any("no id of the conversation recognised" in note for note in none.notes)


def test_a_token_is_found_wherever_it_stands() -> None:
    command = f'curl \'https://b.example/chat?t={JWT}\' --json \'{{"text": "hi", "auth": {{"jwt": "{JWT}"}}}}\''
    drafted = draft(command)
    assert JWT not in drafted.text
    assert drafted.exports == ("BOT_TOKEN",)


def test_data_of_a_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, botassay: Run) -> None:
    monkeypatch.chdir(tmp_path)
    Path("b.json").write_text(f'{{"thread_id":\n "{CHAT}", "prompt": "hi"}}')
    drafted = draft("curl https://b.example/chat -d @b.json -H 'Content-Type: application/json'")
    assert json.loads(Description.parse(drafted.text.encode(), "").body or "") == {
        "thread_id": "{{session}}",
        "prompt": "{{message}}",
    }
    ended = botassay("bots", "init", "--curl", "curl https://b.example -d @missing.json")
    assert ended.code == 65
    assert "E174" in ended.err
