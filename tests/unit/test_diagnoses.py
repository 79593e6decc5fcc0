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
    own = [web.post(f"/{name}", getattr(bots, name)) for name in ("endless", "ignoring", "remembering")]
    broken = [*map(answering, PAGES), *map(streaming, STREAMS), web.post("/redirecting", to_login)]
    refusing = [web.post("/locked/chat/completions", locked), web.post("/refusing/conversations", locked)]
    with served(*own, *broken, *refusing) as address:
        yield address


def check(botassay: Run, folder: Path, host: str, name: str, body: str = GOOD, *more: str) -> tuple[int, str]:
    (folder / "bot.toml").write_text(TOML % (host, name, body))
    ended = botassay("bots", "check", "bot.toml", *more)
    return ended.code, ended.out


PAGES = {
    "login": (200, "<!doctype html><form>Sign in <input type=password></form>"),
    "page": (200, "<html><h1>It works!</h1></html>"),
    "crashed": (500, "<html><head><style>h1 {color: red}</style></head><h1>Something went wrong</h1></html>"),
    "locked": (401, '{"error": "no key"}'),
    "form": (422, '{"detail": "field text required"}'),
    "empty": (200, '{"reply": ""}'),
    "silent": (200, ""),
    "moved": (200, '{"id": 7, "data": {"answer": "Hi there!"}}'),
    "failing": (200, '{"error": "the model is overloaded"}'),
    "half": (200, '{"reply": "I wi'),
    "echo": (200, '{"reply": "Hello"}'),
}
"""Status and body of the answers of broken bots."""
PIECE = b'data: {"choices": [{"delta": {"content": "Hel"}}]}\n\n'
STREAMS = {
    "cut": (PIECE, False),
    "unending": (PIECE, True),
    "foreign": (b'data: {"type": "token", "t": "Hi"}\n\n', False),
}
"""What comes, and whether the connection then stays open without a word."""


def answering(name: str) -> web.RouteDef:
    """Serve a broken bot."""
    status, text = PAGES[name]

    async def answer(_: web.Request) -> web.Response:
        return web.Response(
            status=status, text=text, content_type="text/html" if text.startswith("<") else "application/json"
        )

    return web.post(f"/{name}", answer)


def streaming(name: str) -> web.RouteDef:
    """Serve a stream that does not end as it should."""
    piece, stays = STREAMS[name]

    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        await response.write(piece)
        await asyncio.sleep(30 if stays else 0)
        return response

    return web.post(f"/{name}", answer)


async def to_login(_: web.Request) -> web.Response:
    raise web.HTTPFound("/login?next=/chat")


async def locked(_: web.Request) -> web.Response:
    return web.json_response({"error": "no key"}, status=401)


BROKEN = {
    "login": (69, "not_chat", "it looks like a login page", "put a token or a cookie under [headers]"),
    "redirecting": (69, "redirect", "/login?next=/chat", "put a token or a cookie under [headers]"),
    "locked": (78, "unauthorised", "access denied", "check the key or token"),
    "page": (69, "not_chat", "it looks like a web page", "check that this is the address of the bot itself"),
    "crashed": (69, "server", "(HTTP 500: Something went wrong)", "see the log of the bot"),
    "nowhere": (69, "rejected", "HTTP 404", "check the address"),
    "form": (69, "rejected", "field text required", "check body in bot.toml"),
    "closed": (69, "connect", "no connection", "start the bot there, or correct the address or the port"),
    "unknown": (69, "dns", "the host name cannot be resolved", "check the address"),
    "endless": (69, "timeout", "no complete reply within 0.5 s", "name the sign of its end, done under [stream]"),
    "unending": (
        69,
        "truncated",
        "the stream did not end within 0.5 s",
        "raise --timeout, or name the sign of its end",
    ),
    "cut": (
        69,
        "truncated",
        "ended without a sign that the reply is complete",
        "name that sign in done under [stream]",
    ),
    "foreign": (69, "truncated", "without a sign", "it has events of these types: token; check preset and [stream]"),
    "moved": (69, "bad_shape", "$.reply", "it may be at $.data.answer (“Hi there!”)"),
    "failing": (69, "bad_shape", "$.reply", 'error = "$.error" under [reply]'),
    "half": (69, "bad_json", "not valid JSON", "omit text under [reply]"),
    "empty": (0, None, None, "the reply is empty: check the path text under [reply]"),
    "silent": (0, None, None, "the reply is empty: check the path text under [reply]"),
    "echo": (0, None, None, "the reply repeats the message: check the path text under [reply]"),
    "ignoring": (0, None, None, "the bot ignores sessions"),
}
"""By fault: exit code, kind of failure, what is wrong, and what to do."""


@pytest.mark.parametrize("fault", BROKEN)
def test_check_says_what_is_wrong_and_what_to_do(botassay: Run, tmp_path: Path, host: str, fault: str) -> None:
    code, kind, what, remedy = BROKEN[fault]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        closed = f"127.0.0.1:{taken.getsockname()[1]}"
    place = {"closed": closed, "unknown": "bot.invalid"}.get(fault, host)
    text = TOML % (place, fault, GOOD)
    if fault in STREAMS:
        text = 'preset = "openai-chat"\n' + text.partition("[reply]")[0]
    (tmp_path / "bot.toml").write_text(text)
    more = ("--sessions",) if fault == "ignoring" else ()
    ended = botassay("bots", "check", "bot.toml", "--timeout", "0.5", "--retries", "0", "--json", *more)
    assert ended.code == code
    trial = json.loads(ended.out)
    assert trial["kind"] == kind
    assert (trial["failure"] is None) if what is None else (what in trial["failure"])
    assert remedy in trial["hint"]


def test_a_key_that_was_not_sent_is_named(botassay: Run, host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for subject, key in (("openai:m@%s/locked", "OPENAI_API_KEY"), ("directline:%s/refusing", "DIRECTLINE_SECRET")):
        monkeypatch.delenv(key, raising=False)
        typed = subject % f"http://{host}"
        assert f"no key was sent: export {key}=" in botassay("bots", "check", typed).out
        monkeypatch.setenv(key, "wrong")
        assert "no key was sent" not in botassay("bots", "check", typed).out


def test_a_reply_in_json_is_no_reply_for_a_person(botassay: Run, tmp_path: Path, host: str) -> None:
    (tmp_path / "bot.toml").write_text((TOML % (host, "moved", GOOD)).partition("[reply]")[0])
    ended = botassay("bots", "check", "bot.toml")
    assert ended.code == 0
    assert "the reply is JSON: name the path of its text" in ended.out


def test_a_bot_that_remembers_is_found_to_keep_sessions_apart(botassay: Run, tmp_path: Path, host: str) -> None:
    code, out = check(botassay, tmp_path, host, "remembering", GOOD, "--sessions")
    assert code == 0
    assert "kept apart" in out
    document = json.loads(check(botassay, tmp_path, host, "ignoring", GOOD, "--sessions", "--json")[1])
    assert (document["sessions"], document["capabilities"]["session"]) == ("shared", "client")


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
