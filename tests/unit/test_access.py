"""Tokens, proxies, budgets and bots that post their messages."""

import asyncio
import io
import json
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import aiohttp
import pytest
from aiohttp import web

from botassay.bots import find_bot
from botassay.core.errors import BotError, ConfigurationError
from botassay.plugins.protocols import BotOptions, Reply
from botassay.runs.journal import Record
from tests.conftest import Run
from tests.fakes.direct_line import SECRET, DirectLine
from tests.servers import served

pytestmark = pytest.mark.live


def talk(subject: Path | str, *lines: str, options: BotOptions | None = None) -> list[Reply]:
    async def hold() -> list[Reply]:
        async with find_bot(str(subject), options).open(user="ann") as conversation:
            return [await conversation.say(line) for line in lines]

    return asyncio.run(hold())


# ── tokens ──────────────────────────────────────────────────────────────────────────────────────────────────────────

DESCRIBED = """
url = "http://%s/chat"
body = '{"message": {{message}}, "session": {{session}}}'
token = %s
[headers]
Authorization = "Bearer {{token}}"
[reply]
text = "$.reply"
"""
OAUTH = (
    '{ oauth2 = "http://HOST/token", client_id = "me", client_secret = "${CLIENT_SECRET}", scope = "chat",'
    ' auth = "AUTH" }'
)


@dataclass(slots=True)
class Office:
    """Gives tokens that hold for some messages, and takes no others (RFC 6749, 2.3.1 and 4.4)."""

    messages: int = 2
    lifetime: int | None = 3
    given: list[str] = field(default_factory=list)
    uses: int = 0
    forms: list[dict[str, Any]] = field(default_factory=list)
    answered: int = 0

    async def token(self, request: web.Request) -> web.Response:
        form = {key: str(value) for key, value in (await request.post()).items()}
        self.forms.append({**form, "Authorization": request.headers.get("Authorization")})
        if form["grant_type"] != "client_credentials":
            raise web.HTTPBadRequest
        self.given.append(uuid4().hex)
        self.uses = 0
        life = {} if self.lifetime is None else {"expires_in": self.lifetime}
        return web.json_response({"access_token": self.given[-1], "token_type": "Bearer", **life})

    async def chat(self, request: web.Request) -> web.Response:
        fresh = self.given and request.headers.get("Authorization") == f"Bearer {self.given[-1]}"
        if not fresh or self.uses >= self.messages:
            raise web.HTTPUnauthorized
        self.uses += 1
        self.answered += 1
        return web.json_response({"reply": f"you said {(await request.json())['message']}"})


@pytest.fixture
def office() -> Iterator[tuple[Office, str]]:
    office = Office()
    with served(web.post("/token", office.token), web.post("/chat", office.chat)) as host:
        yield office, host


@pytest.mark.parametrize("auth", ["basic", "post"])
def test_a_refused_token_is_renewed_and_no_turn_fails(
    office: tuple[Office, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, auth: str
) -> None:
    monkeypatch.setenv("CLIENT_SECRET", "secret of the client")
    file, host = tmp_path / "bot.toml", office[1]
    file.write_text(DESCRIBED % (host, OAUTH.replace("HOST", host).replace("AUTH", auth)))
    replies = talk(file, *"abcde")
    assert [reply.text for reply in replies] == [f"you said {line}" for line in "abcde"]
    assert len(office[0].given) == 3
    form = office[0].forms[0]
    assert form["scope"] == "chat"
    assert ("client_secret" in form) is (auth == "post")
    assert (form["Authorization"] or "").startswith("Basic ") is (auth == "basic")


def test_a_token_that_expires_is_renewed_before(
    office: tuple[Office, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLIENT_SECRET", "secret of the client")
    office[0].messages, office[0].lifetime = 100, 0
    file = tmp_path / "bot.toml"
    file.write_text(DESCRIBED % (office[1], OAUTH.replace("HOST", office[1]).replace("AUTH", "basic")))
    talk(file, *"abc")
    assert len(office[0].given) >= 3
    assert office[0].answered == 3


def test_a_token_that_cannot_be_had_is_access_denied(
    office: tuple[Office, str], tmp_path: Path, botassay: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLIENT_SECRET", "secret of the client")
    (tmp_path / "bot.toml").write_text(
        DESCRIBED % (office[1], OAUTH.replace("HOST/token", f"{office[1]}/nowhere").replace("AUTH", "basic"))
    )
    ended = botassay("bots", "check", "bot.toml")
    assert ended.code == 78
    assert "no token" in ended.out
    assert "secret of the client" not in ended.out + ended.err


def test_a_file_starts_a_program_only_if_it_may(office: tuple[Office, str], tmp_path: Path, botassay: Run) -> None:
    office[0].given.append("printed-token")
    program = tmp_path / "token.sh"
    program.write_text("#!/bin/sh\ntouch started\necho printed-token\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    (tmp_path / "bot.toml").write_text(DESCRIBED % (office[1], json.dumps(f"command: {program} now")))
    refused = botassay("bots", "check", "bot.toml")
    assert refused.code == 78
    assert "--allow-command" in refused.err
    assert not (tmp_path / "started").exists()
    allowed = botassay("bots", "check", "bot.toml", "--allow-command")
    assert allowed.code == 0
    assert "printed-token" not in allowed.out
    (tmp_path / "bot.toml").write_text(DESCRIBED % (office[1], '"command: false"'))
    assert botassay("bots", "check", "bot.toml", "--allow-command").code == 78


def test_a_token_goes_to_no_other_origin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLIENT_SECRET", "secret of the client")
    file = tmp_path / "bot.toml"
    file.write_text(
        DESCRIBED % ("127.0.0.1:1", OAUTH.replace("http://HOST", "https://login.example").replace("AUTH", "post"))
    )
    with pytest.raises(ConfigurationError, match="is not the origin of url"):
        find_bot(str(file))
    file.write_text(f'origins = ["https://login.example"]\n{file.read_text()}')
    find_bot(str(file))


# ── proxies ─────────────────────────────────────────────────────────────────────────────────────────────────────────

PLAIN = """
url = "http://bot.example/chat"
body = '{"message": {{message}}, "session": {{session}}}'
[reply]
text = "$.reply"
"""


def test_requests_go_through_a_proxy_only_if_one_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded: list[str] = []

    async def forward(request: web.Request) -> web.Response:
        recorded.append(f"{request.method} {request.raw_path}")
        return web.json_response({"reply": urlsplit(str(request.url)).hostname})

    file = tmp_path / "bot.toml"
    file.write_text(PLAIN)
    with served(web.route("*", "/{any:.*}", forward)) as host:
        monkeypatch.setenv("http_proxy", f"http://{host}")
        with pytest.raises(BotError) as caught:
            talk(file, "hi", options=BotOptions(retries=0))
        assert caught.value.kind == "dns"
        assert recorded == []
        for proxy in ("env", f"http://me:pass@{host}"):
            assert talk(file, "hi", options=BotOptions(proxy=proxy))[0].text == "bot.example"
        assert recorded == ["POST http://bot.example/chat"] * 2
    for wrong in ("socks5://127.0.0.1:1", "nonsense"):
        with pytest.raises(ConfigurationError, match="HTTP proxy"):
            find_bot(str(file), BotOptions(proxy=wrong))


# ── budgets ─────────────────────────────────────────────────────────────────────────────────────────────────────────

SIMPLE = PLAIN.replace("bot.example", "%s")


@dataclass(slots=True)
class Counter:
    """Counts requests; some may fail for a moment."""

    requests: int = 0
    failing: bool = False

    async def chat(self, _: web.Request) -> web.Response:
        self.requests += 1
        if self.failing and self.requests % 3 == 0:
            return web.Response(status=503, headers={"Retry-After": "0"})
        return web.json_response({"reply": "We open at nine."})


def test_a_plan_fits_its_budget_of_requests(botassay: Run, tmp_path: Path) -> None:
    counter = Counter()
    with served(web.post("/chat", counter.chat)) as host:
        (tmp_path / "bot.toml").write_text(SIMPLE % host)
        asked = ("rate", "bot.toml", "--issues", "AL", "--seed", "1")
        ended = botassay(*asked, "--out", "run", "--max-requests", "50")
        assert ended.code == 0, ended.err
        assert 30 < counter.requests <= 50
        ended = botassay(*asked, "--out", "two", "--max-requests", "3")
    assert ended.code == 2
    assert "--max-requests" in ended.err


def test_a_budget_that_is_used_up_pauses_a_run_and_resume_goes_on(botassay: Run, tmp_path: Path) -> None:
    counter = Counter(failing=True)
    with served(web.post("/chat", counter.chat)) as host:
        (tmp_path / "bot.toml").write_text(SIMPLE % host)
        asked = ("--issues", "AL", "--seed", "1", "--out", "run", "--max-requests", "30", "--concurrency", "1")
        ended = botassay("rate", "bot.toml", *asked)
        assert ended.code == 75, ended.err
        assert "--max-requests" in ended.err
        assert counter.requests == 30
        counter.failing = False
        assert botassay("resume", "run").code == 0


def test_a_budget_of_time_pauses_a_run(botassay: Run, tmp_path: Path) -> None:
    counter = Counter()
    with served(web.post("/chat", counter.chat)) as host:
        (tmp_path / "bot.toml").write_text(SIMPLE % host)
        ended = botassay("rate", "bot.toml", "--seed", "1", "--out", "run", "--max-minutes", "0.001")
    assert ended.code == 75
    assert "--max-minutes" in ended.err
    assert "botassay resume run" in ended.err


# ── greetings in a run ──────────────────────────────────────────────────────────────────────────────────────────────


def test_a_greeting_is_the_first_utterance_of_a_dialog(
    botassay: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.unit.test_stepped import POLLED

    monkeypatch.setenv("DIRECTLINE_SECRET", SECRET)
    (tmp_path / "q.txt").write_text("When do you open?\n")
    with served(*DirectLine().routes()) as host:
        (tmp_path / "bot.toml").write_text(POLLED % host)
        asked = ("--issues", "AL", "--limit", "2", "--ask", "q.txt", "--seed", "1", "--out", "run")
        ended = botassay("rate", "bot.toml", *asked)
    assert ended.code == 0, ended.err
    record = Record.of(tmp_path / "run")
    dialogs = list(record.dialogs())
    assert {dialog.utterances[0].text for dialog in dialogs} == {"Welcome to the bank!"}
    assert {dialog.utterances[1].role for dialog in dialogs} == {"user"}
    assert record.latency().sent == sum(len(dialog.utterances) // 2 for dialog in dialogs)
    assert record.facts["bot"]["capabilities"]["greeting"] is True


# ── bots that post ──────────────────────────────────────────────────────────────────────────────────────────────────

POSTING = """
url = "http://%s/messages"
body = '{"text": {{message}}, "user": {{user}}, "reply_to": {{callback}}}'
[reply]
via = "webhook"
text = "$.text"
[poll]
messages = "$.messages"
id = "$.id"
quiet = 0.4
"""


@dataclass(slots=True)
class Poster:
    """Answers a message with 202, and posts three bubbles, the last one twice."""

    posted: list[tuple[str, int]] = field(default_factory=list)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def take(self, request: web.Request) -> web.Response:
        asked = await request.json()
        task = asyncio.get_running_loop().create_task(self._post(asked))
        self.tasks.add(task)
        return web.Response(status=202)

    async def _post(self, asked: dict[str, str]) -> None:
        async with aiohttp.ClientSession() as session:

            async def post(url: str, data: bytes) -> None:
                async with session.post(url, data=io.BytesIO(data)) as response:
                    self.posted.append((url, response.status))

            base = asked["reply_to"].rpartition("/")[0]
            await post(f"{base}/not-the-conversation", b'{"messages": [{"id": 9, "text": "stranger"}]}')
            await post(asked["reply_to"], b"x" * (2**20 + 1))
            for number in (1, 2, 3, 3):
                item = {"id": f"{asked['text']}-{number}", "text": f"{asked['text']} {number}"}
                await post(asked["reply_to"], json.dumps({"messages": [item]}).encode())


def test_what_a_bot_posts_is_heard_and_a_stranger_is_not(tmp_path: Path) -> None:
    poster = Poster()
    file = tmp_path / "bot.toml"
    with served(web.post("/messages", poster.take)) as host:
        file.write_text(POSTING % host)
        replies = talk(file, "one", "two", options=BotOptions(turn=10.0))
    assert [reply.text for reply in replies] == ["one 1\none 2\none 3", "two 1\ntwo 2\ntwo 3"]
    assert [status for _, status in poster.posted] == [404, 413, 200, 200, 200, 200] * 2
    assert len({url for url, status in poster.posted if status == 200}) == 1
    assert all(url.startswith("http://127.0.0.1:") for url, _ in poster.posted)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (', "reply_to": {{callback}}', "", "no request tells the bot where to post"),
        ("[poll]", '[poll]\nrequest = "GET /m"', "either polled or posted"),
        ('via = "webhook"\n', "", "{{callback}}"),
    ],
)
def test_a_bot_that_cannot_post_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    file = tmp_path / "bot.toml"
    file.write_text((POSTING % "127.0.0.1:1").replace(old, new))
    with pytest.raises(ConfigurationError) as caught:
        find_bot(str(file))
    assert said in str(caught.value)


def test_a_port_that_is_taken_is_named(tmp_path: Path, botassay: Run) -> None:
    with served(web.post("/messages", Poster().take)) as host:
        (tmp_path / "bot.toml").write_text(POSTING % host)
        ended = botassay("bots", "check", "bot.toml", "--listen", host)
    assert ended.code == 78
    assert "cannot listen at" in ended.err
