"""What a report says where replies may belong to other messages: by order alone, or too late to be rated."""

import json
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from tests.conftest import Run
from tests.servers import served

pytestmark = pytest.mark.live

TOML = """%s
url = "http://%s/chat"
body = '{"message": {{message}}, "turn": {{turn}}, "session": {{session}}}'
[reply]
text = "$.reply"
"""
POLLED = (
    TOML
    + """
[poll]
request = "GET /messages?session={{session}}&after={{cursor}}"
every = 0.2
quiet = 0.2
messages = "$.messages"
cursor = "$.next"
id = "$.id"
question = "$.id"
answers = "$.to"
"""
)
ASKED = ("--issues", "AL", "--limit", "6", "--seed", "1", "--out", "run", "--concurrency", "6", "--json")


def observed(botassay: Run) -> Mapping[str, str]:
    """Rate the bot of bot.toml; return what the report observes, by kind."""
    ended = botassay("rate", "bot.toml", *ASKED)
    assert ended.code == 0, ended.err
    rating = json.loads(ended.out)["ratings"][0]
    return {seen["kind"]: seen["text"] for seen in rating["observations"]}


@pytest.mark.parametrize(
    ("head", "foot", "by_order"),
    [("", "", False), ("keep_alive = true", "", True), ("keep_alive = true", 'turn = "$.turn"\n', False)],
)
def test_replies_that_are_paired_by_order_alone_are_named(
    botassay: Run, tmp_path: Path, head: str, foot: str, *, by_order: bool
) -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.json_response({"reply": "We open at nine.", "turn": (await request.json())["turn"]})

    with served(web.post("/chat", answer)) as host:
        (tmp_path / "bot.toml").write_text(TOML % (head, host) + foot)
        seen = observed(botassay)
    assert ("paired_by_order" in seen) is by_order
    if by_order:
        assert "set turn under [reply]" in seen["paired_by_order"]


@pytest.mark.parametrize("often", [True, False])
def test_many_late_messages_are_a_reason_to_raise_quiet(botassay: Run, tmp_path: Path, *, often: bool) -> None:
    talks: dict[str, list[dict[str, Any]]] = {}
    numbers = count(1)

    async def send(request: web.Request) -> web.Response:
        session = (await request.json())["session"]
        said, number = talks.setdefault(session, []), str(next(numbers))
        if said and (often or number == "20"):
            said.append({"id": f"late {number}", "reply": f"One more thing: {number}.", "to": said[-1]["to"]})
        said.append({"id": f"reply {number}", "reply": "We open at nine.", "to": number})
        return web.json_response({"id": number})

    async def receive(request: web.Request) -> web.Response:
        after, said = int(request.query["after"] or 0), talks.get(request.query["session"], [])
        return web.json_response({"messages": said[after:], "next": len(said)})

    with served(web.post("/chat", send), web.get("/messages", receive)) as host:
        (tmp_path / "bot.toml").write_text(POLLED % ("", host))
        seen = observed(botassay)
    assert "late" in seen
    assert ("raise quiet under [poll]" in seen["late"]) is often
