"""Bots whose conversations are created, polled, refreshed and ended by requests."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import pytest
from aiohttp import web

from botassay.bots import find_bot, try_out
from botassay.core.errors import BotError, ConfigurationError
from botassay.plugins.protocols import BotOptions, Reply
from tests.fakes.direct_line import SECRET, DirectLine
from tests.servers import served

pytestmark = pytest.mark.live

POLLED = """
url = "http://%s/v3/directline/conversations/{{session}}/activities"
body = '{"type": "message", "from": {"id": {{user}}}, "text": {{message}}}'
[headers]
Authorization = "Bearer {{made.token}}"
[reply]
text = "$.text"
[session]
greeting = 0.4
[[session.create]]
request = "POST /v3/directline/conversations"
headers = { Authorization = "Bearer ${DIRECTLINE_SECRET}" }
take = { session = "$.conversationId", token = "$.token", expires = "$.expires_in" }
[session.refresh]
request = "POST /v3/directline/tokens/refresh"
headers = { Authorization = "Bearer {{made.token}}" }
take = { token = "$.token", expires = "$.expires_in" }
[poll]
request = "GET /v3/directline/conversations/{{session}}/activities?watermark={{cursor}}"
every = 0.2
quiet = 0.4
cursor = "$.watermark"
messages = '$.activities[?@.type == "message"]'
own = "$.from.id"
id = "$.id"
question = "$.id"
answers = "$.replyToId"
"""


@pytest.fixture
def line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DirectLine]:
    monkeypatch.setenv("DIRECTLINE_SECRET", SECRET)
    monkeypatch.chdir(tmp_path)
    service = DirectLine()
    with served(*service.routes()) as host:
        Path("bot.toml").write_text(POLLED % host)
        Path("host").write_text(host)
        yield service


def talk(subject: str, *lines: str, options: BotOptions | None = None) -> tuple[list[Reply], Reply | None]:
    async def hold() -> tuple[list[Reply], Reply | None]:
        async with find_bot(subject, options).open(user="ann") as conversation:
            replies = []
            for said in lines:
                replies.append(await conversation.say(said))
                await asyncio.sleep(0.9 if "late" in said else 0)
            return replies, getattr(conversation, "greeting", None)

    return asyncio.run(hold())


def test_bubbles_are_one_reply_and_late_ones_are_kept_apart(line: DirectLine) -> None:
    replies, greeting = talk("bot.toml", "one", "late", "three")
    assert [reply.text for reply in replies] == [
        f"You said:\n{said}\nAnything else?" for said in ("one", "late", "three")
    ]
    assert [reply.late for reply in replies] == [(), (), ("One more thing.",)]
    assert greeting is not None
    assert greeting.text == "Welcome to the bank!"
    assert line.refreshed == 0


def test_a_gateway_error_is_sent_again_and_a_conversation_that_is_gone_is_lost(line: DirectLine) -> None:
    replies, _ = talk("bot.toml", "502 please")
    assert replies[0].text == "You said:\n502 please\nAnything else?"
    assert line.refused == 1
    with pytest.raises(BotError) as caught:
        talk("bot.toml", "expire", "again", options=BotOptions(turn=2.0))
    assert caught.value.kind == "session_lost"
    assert SECRET not in str(caught.value)


def test_what_expires_is_refreshed_or_lost(line: DirectLine, tmp_path: Path) -> None:
    line.expires = 1
    replies, _ = talk("bot.toml", "one", "two")
    assert len(replies) == 2
    assert line.refreshed >= 1
    text = (tmp_path / "bot.toml").read_text()
    begin, end = text.index("[session.refresh]"), text.index("[poll]")
    (tmp_path / "bot.toml").write_text(text[:begin] + text[end:])
    with pytest.raises(BotError, match="expired after 1 s") as caught:
        talk("bot.toml", "late", "late", "two")
    assert caught.value.kind == "session_lost"


@pytest.mark.parametrize("endpoint", ["", "/powervirtualagents/bot/directline/token?api-version=2022-03-01-preview"])
def test_direct_line_needs_no_file(line: DirectLine, endpoint: str) -> None:
    host = Path("host").read_text()
    subject = f"directline:http://{host}{endpoint}"
    replies, greeting = talk(subject, "one")
    assert replies[0].text == "You said:\none\nAnything else?"
    assert greeting is not None
    assert [talk.ended for talk in line.talks.values()] == [True]
    trial = asyncio.run(try_out(find_bot(subject)))
    seen = trial.capabilities
    assert (seen.transport, seen.session, seen.pairing, seen.greeting) == ("polling", "created", "answers", True)
    assert SECRET not in trial.sent + trial.came


# ── an id in the address ────────────────────────────────────────────────────────────────────────────────────────────

CREATED = """
url = "http://%s/v2/sessions/{{session}}/message"
body = '{"input": {{message}}, "key": {{made.csrf}}, "id": {{fresh}}}'
[reply]
text = "$.output"
[[session.create]]
request = "POST /v2/sessions"
body = '{"user": {{user}}}'
take = { session = "$.session_id", csrf = "header:X-CSRF", jar = "cookie:seat" }
[session.end]
request = "DELETE /v2/sessions/{{session}}"
"""


@dataclass(slots=True)
class Desk:
    """A bot that hands out the ids of conversations."""

    open: dict[str, str] = field(default_factory=dict)
    created: int = 0
    ended: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    failing: bool = False

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/v2/sessions", self.create),
            web.post("/v2/sessions/{id}/message", self.say),
            web.delete("/v2/sessions/{id}", self.end),
        ]

    async def create(self, _: web.Request) -> web.Response:
        self.created += 1
        name, csrf = f"s{self.created}-{uuid4().hex}", uuid4().hex
        if self.failing:
            return web.json_response({"id": name})
        self.open[name] = csrf
        response = web.json_response({"session_id": name}, headers={"X-CSRF": csrf})
        response.set_cookie("seat", "7")
        return response

    async def say(self, request: web.Request) -> web.Response:
        asked, name = await request.json(), request.match_info["id"]
        if self.open.get(name) != asked["key"]:
            raise web.HTTPNotFound
        self.ids.append(asked["id"])
        return web.json_response({"output": f"{name}: {asked['input']}"})

    async def end(self, request: web.Request) -> web.Response:
        self.ended.append(request.match_info["id"])
        raise web.HTTPInternalServerError


def test_an_id_in_the_address_is_created_once_and_ended_once(tmp_path: Path) -> None:
    desk = Desk()
    with served(*desk.routes()) as host:
        (tmp_path / "bot.toml").write_text(CREATED % host)
        bot = str(tmp_path / "bot.toml")
        replies = [talk(bot, "one", "two")[0] for _ in range(2)]
        assert desk.created == 2
        assert [*desk.open] == desk.ended
        assert [[reply.text.partition(": ")[2] for reply in each] for each in replies] == [["one", "two"]] * 2
        assert len(set(desk.ids)) == 4
        desk.failing = True
        with pytest.raises(BotError, match="has no session") as caught:
            talk(bot, "one")
        assert caught.value.kind == "bad_shape"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"POST /v2/sessions"', '"/v2/sessions"', "is not a request"),
        ('"POST /v2/sessions"', '"POST https://other.example/s"', "is not the origin of url"),
        ("{{made.csrf}}", "{{made.crsf}}", "nothing gives {{made.crsf}}"),
        ("{{made.csrf}}", "{{token}}", "nothing gives {{token}}"),
        ("{{made.csrf}}", "{{callback}}", "nothing gives {{callback}}"),
        ('jar = "cookie:seat"', "jar = 7", "E196"),
        ("[session.end]", "[session]\ngreeting = 1.0\n[session.end]", "there is nothing to listen to"),
    ],
)
def test_what_cannot_work_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    file = tmp_path / "bot.toml"
    file.write_text((CREATED % "127.0.0.1:1").replace(old, new, 1))
    with pytest.raises(ConfigurationError) as caught:
        find_bot(str(file))
    assert said in str(caught.value)


@pytest.mark.usefixtures("line")
def test_eight_conversations_at_once_are_kept_apart() -> None:
    async def hold() -> list[str]:
        bot = find_bot("bot.toml")

        async def one(number: int) -> str:
            async with bot.open(user=f"user-{number}") as conversation:
                return " ".join([(await conversation.say(f"{number}-{turn}")).text for turn in range(2)])

        return await asyncio.gather(*(one(number) for number in range(8)))

    for number, text in enumerate(asyncio.run(hold())):
        assert text.split() == [
            word for turn in range(2) for word in ("You", "said:", f"{number}-{turn}", "Anything", "else?")
        ]
