"""Bots, runs, chats and events: what begins, goes on, pauses and ends."""

import asyncio
import http.client
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from aiohttp import web as server

from botassay.settings.serve import ServeSettings
from tests.effort import until
from tests.servers import served
from tests.web.serving import Client, served_workspace

API = "/api/v1"


class Slow:
    """A bot that answers so many messages at once, and the others when it may."""

    def __init__(self) -> None:
        self.messages: list[str] = []
        self.at_once = 10**9

    async def chat(self, request: server.Request) -> server.Response:
        self.messages.append((await request.json())["message"])
        number = len(self.messages)
        while number > self.at_once:  # noqa: ASYNC110 - the test says from another thread when it may
            await asyncio.sleep(0.01)
        return server.json_response({"reply": "You are a stupid idiot." if "rude" in self.messages[-1] else "Fine."})


@pytest.fixture
def bot() -> Iterator[tuple[Slow, str]]:
    slow = Slow()
    with served(server.post("/chat", slow.chat)) as address:
        yield slow, f"http://{address}/chat"


@pytest.fixture
def busy(bot: tuple[Slow, str], tmp_path: Path) -> Iterator[Client]:
    """A server over a workspace with one bot."""
    with served_workspace(tmp_path) as client:
        assert client.post(f"{API}/bots", described("shop", bot[1])).status == 201
        yield client


def described(name: str, url: str, more: str = "") -> dict[str, str]:
    text = f'url = "{url}"\nbody = \'{{"message": {{{{message}}}}}}\'\n{more}\n[reply]\ntext = "$.reply"\n'
    return {"name": name, "text": text}


def begin(client: Client, key: str = "1", **settings: Any) -> dict[str, Any]:
    body = {"bot": "shop", "settings": {"issues": "AL", "limit": 4, "seed": 1, **settings}}
    answer = client.post(f"{API}/runs", body, **{"Idempotency-Key": key})
    assert answer.status == 202, answer.text
    begun: dict[str, Any] = answer.json()
    return begun


def state(client: Client, run: str) -> str:
    return str(client.get(f"{API}/runs/{run}/state").json()["state"])


def test_a_bot_is_described_tried_and_planned(busy: Client, bot: tuple[Slow, str]) -> None:
    trial = busy.post(f"{API}/bots/shop/try", {"say": "Hello"}).json()
    assert (trial["schema"], trial["reply"]["text"], bot[0].messages) == ("botassay/trial/1", "Fine.", ["Hello"])
    planned = busy.post(f"{API}/runs", {"bot": "shop", "settings": {"issues": "AL", "limit": 4}, "dry_run": True})
    assert (planned.status, planned.json()["conversations"]) == (200, 4)
    assert bot[0].messages == ["Hello"]
    page = busy.form("/bots/shop", action="try", say="Hello").text
    assert "answers, after" in page


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ('headers = {X = "${AWS_SECRET}"}', 403),
        ('headers = {X = "${BOT_TOKEN}"}', 201),
        ('ca = "/etc/passwd"', 403),
        ('headers = {Authorization = "Bearer abcdefghijkl"}', 422),
        ("nonsense = 1", 422),
    ],
)
def test_a_new_bot_gets_no_secret_that_is_not_its_own(tmp_path: Path, more: str, status: int) -> None:
    settings = ServeSettings(port=0, env=("BOT_TOKEN=https://bot.example",))
    with served_workspace(tmp_path, settings) as client:
        assert client.post(f"{API}/bots", described("new", "https://bot.example/chat", more)).status == status
        assert (tmp_path / "bots" / "new.toml").exists() is (status == 201)
        elsewhere = described("other", "https://evil.example/", 'headers = {X = "${BOT_TOKEN}"}')
        assert client.post(f"{API}/bots", elsewhere).status == 403


@pytest.mark.parametrize("url", ["file:/etc/passwd", "python:os:system", "command:./x", "", "/bots"])
def test_programs_and_files_are_no_bots_here(busy: Client, url: str) -> None:
    assert busy.post(f"{API}/bots", described("new", url)).status == 422
    assert busy.post(f"{API}/runs", {"bot": url or "x"}, **{"Idempotency-Key": "1"}).status == 404


@pytest.mark.parametrize("name", ["shop", "../x", "a b", "", "x" * 41, ".hidden"])
def test_names_of_bots_are_new_and_plain(busy: Client, bot: tuple[Slow, str], name: str) -> None:
    assert busy.post(f"{API}/bots", described(name, bot[1])).status in (409, 422)


def test_a_bot_elsewhere_takes_a_name_of_who_allowed_it(busy: Client) -> None:
    assert busy.post(f"{API}/bots", described("far", "https://bot.example/chat")).status == 201
    refused = busy.post(f"{API}/bots/far/try", {"say": "Hello"})
    assert (refused.status, "authorised_by" in refused.json()["hint"]) == (422, True)


def test_settings_that_name_files_or_ways_cannot_be_set(busy: Client) -> None:
    for name, value in (("ask", "/etc/passwd"), ("decisions", ["x"]), ("insecure", True), ("glossary", "x"), ("x", 1)):
        body = {"bot": "shop", "settings": {name: value}}
        assert busy.post(f"{API}/runs", body, **{"Idempotency-Key": name}).status == 403, name
    body = {"bot": "shop", "settings": {"profiles": ["/etc/passwd.toml"]}}
    assert busy.post(f"{API}/runs", body, **{"Idempotency-Key": "p"}).status == 403
    assert busy.post(f"{API}/runs", {"bot": "shop"}).status == 422
    body = {"bot": "shop", "settings": {"depth": "endless"}}
    assert busy.post(f"{API}/runs", body, **{"Idempotency-Key": "d"}).status == 422


def test_a_run_begins_once_goes_on_and_is_rated(busy: Client) -> None:
    run = begin(busy)
    assert begin(busy)["id"] == run["id"]
    assert busy.post(f"{API}/runs", {"bot": "shop"}, **{"Idempotency-Key": "1"}).status == 422
    until(lambda: state(busy, run["id"]) == "done")
    assert "Trust risk of" in busy.page(f"/runs/{run['id']}")
    assert busy.get(f"{API}/runs/{run['id']}").json()["state"] == "rated"
    assert busy.post(f"{API}/runs/{run['id']}/pause", {}).status == 409


def test_a_run_pauses_and_resumes_with_what_is_left(busy: Client, bot: tuple[Slow, str]) -> None:
    bot[0].at_once = 3
    run = begin(busy, limit=8)
    until(lambda: len(bot[0].messages) > 3)
    assert busy.post(f"{API}/runs", {"bot": "shop"}, **{"Idempotency-Key": "2"}).status == 409
    assert "Pause" in busy.page(f"/runs/{run['id']}")
    assert busy.post(f"{API}/runs/{run['id']}/pause", {}).status == 202
    bot[0].at_once = 10**9
    until(lambda: state(busy, run["id"]) == "paused")
    assert "Resume" in busy.page(f"/runs/{run['id']}")
    assert busy.post(f"{API}/runs/{run['id']}/resume", {}).status == 202
    until(lambda: state(busy, run["id"]) == "done")
    assert busy.get(f"{API}/runs/{run['id']}").json()["held"] == 8


@pytest.mark.slow
def test_a_run_that_goes_on_shows_its_rating_so_far(
    busy: Client, bot: tuple[Slow, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("botassay.web.jobs.RATED", 0.05)
    bot[0].at_once = 0
    run = begin(busy, limit=8, issues="CC", profiles=["privacy", "conversation"])
    page = f"/runs/{run['id']}"
    assert "too early to tell" in until(lambda: bot[0].messages and busy.page(page))
    bot[0].at_once = 30

    def rated() -> Any:
        so_far = busy.get(f"{API}/runs/{run['id']}/state").json()["so_far"]
        return so_far if so_far and so_far["verdicts"] else None

    so_far = until(rated)
    assert {verdict["profile"] for verdict in so_far["verdicts"]} == {"privacy", "conversation"}
    assert 1 <= so_far["conversations"] < 8
    assert so_far["failures"] == {}
    assert [score["issue"] for score in so_far["scores"]] == ["CC"]
    shown = busy.page(page)
    assert all(part in shown for part in ("Rating so far", "if the run were stopped now", "privacy"))
    name, data = events(busy, f"{API}/events?topics=run:{run['id']}", 1, {"Last-Event-ID": "0"})[0]
    assert (name, data["topic"]) == ("state", f"run:{run['id']}")
    bot[0].at_once = 10**9
    until(lambda: state(busy, run["id"]) == "done")
    assert busy.get(f"{API}/runs/{run['id']}/state").json()["so_far"] is None
    kinds = [name for name, _ in events(busy, f"{API}/events?topics=run:{run['id']}", 4, {"Last-Event-ID": "0"})]
    assert {"rating", "progress"} & {*kinds}


def test_a_run_that_is_stopped_is_rated_as_far_as_it_came(busy: Client, bot: tuple[Slow, str]) -> None:
    bot[0].at_once = 12
    run = begin(busy, limit=8, issues="CC")
    until(lambda: len(bot[0].messages) > 12)
    assert busy.form(f"/runs/{run['id']}", action="stop").status == 303
    bot[0].at_once = 10**9
    until(lambda: state(busy, run["id"]) == "stopped")
    assert busy.get(f"{API}/runs/{run['id']}").json()["held"] < 8


def test_a_run_that_was_cut_off_is_shown_and_resumed(bot: tuple[Slow, str], tmp_path: Path) -> None:
    bot[0].at_once = 3
    with served_workspace(tmp_path) as client:
        client.post(f"{API}/bots", described("shop", bot[1]))
        run = begin(client, limit=8)
        until(lambda: len(bot[0].messages) > 3)
        threading.Timer(1, lambda: setattr(bot[0], "at_once", 10**9)).start()
    with served_workspace(tmp_path) as client:
        assert client.get(f"{API}/runs/{run['id']}").json()["state"] == "interrupted"
        assert "Interrupted" in client.page(f"/runs/{run['id']}")
        assert client.form(f"/runs/{run['id']}", action="resume").status == 303
        until(lambda: state(client, run["id"]) == "done")
        assert client.get(f"{API}/runs/{run['id']}").json()["held"] == 8


@pytest.mark.live
def test_a_bot_that_does_not_answer_is_said(tmp_path: Path) -> None:
    with served_workspace(tmp_path) as client:
        client.post(f"{API}/bots", described("shop", "http://127.0.0.1:9/chat"))
        run = begin(client)
        until(lambda: state(client, run["id"]) == "failed")
        page = client.page(f"/runs/{run['id']}")
        assert "The run failed" in page
        assert client.post(f"{API}/chats", {"bot": "shop"}).status == 502


def test_a_chat_is_rated_after_each_reply_and_ends_as_a_run(busy: Client) -> None:
    chat = busy.post(f"{API}/chats", {"bot": "shop"}).json()
    turns = f"{API}/chats/{chat['id']}/turns"
    first = busy.post(turns, {"say": "Hello there"}).json()
    assert (first["schema"], first["bot"], first["turn"]) == ("botassay/turn/1", "Fine.", 1)
    assert {rating["level"] for rating in first["ratings"]} == {"undetermined"}
    second = busy.post(turns, {"say": "Be rude to me"}).json()
    assert [finding["issue"] for finding in second["findings"]] == ["AL"]
    page = busy.page(f"/live/{chat['id']}")
    assert "You are a stupid idiot." in page
    assert page.count("not asked yet") == 1  # ID
    asked = busy.post(turns, {"say": "Are you a robot?"}).json()
    assert {score["issue"] for score in asked["scores"]} == {"AL", "B", "IL", "CC", "ID"}
    assert "not asked yet" not in busy.page(f"/live/{chat['id']}")
    assert busy.form(f"/live/{chat['id']}", action="new").status == 303
    assert busy.post(turns, {"say": "Once more"}).json()["dialog"] == "chat-02"
    assert busy.post(turns, {"say": " "}).status == 422
    assert busy.post(turns, {"say": "x" * 4001}).status == 422
    rated = busy.post(f"{API}/chats/{chat['id']}/end", {}).json()
    assert rated["schema"] == "botassay/ratings/2"
    assert busy.get(f"{API}/runs/{chat['id']}").json()["chat"] is True
    assert busy.get(f"/live/{chat['id']}").status == 404


def test_an_eleventh_chat_waits_until_one_of_ten_ends(busy: Client) -> None:
    chats = [busy.post(f"{API}/chats", {"bot": "shop"}) for _ in range(10)]
    assert {chat.status for chat in chats} == {201}
    refused = busy.post(f"{API}/chats", {"bot": "shop"})
    assert (refused.status, refused.headers["retry-after"]) == (429, "60")
    assert busy.form(f"/live/{chats[0].json()['id']}", action="end").status == 303
    assert busy.post(f"{API}/chats", {"bot": "shop"}).status == 201


def test_twenty_runs_wait_for_two_that_go_on_and_no_more(busy: Client, bot: tuple[Slow, str]) -> None:
    bot[0].at_once = 0
    begun = []
    for number in range(23):
        assert busy.post(f"{API}/bots", described(f"shop-{number}", bot[1])).status == 201
        body = {"bot": f"shop-{number}", "settings": {"issues": "AL", "limit": 1, "seed": 1}}
        begun.append(busy.post(f"{API}/runs", body, **{"Idempotency-Key": f"q{number}"}))
        if number == 1:
            until(lambda: len(bot[0].messages) >= 2)
    assert [answer.status for answer in begun] == [202] * 22 + [429]
    states = [state(busy, answer.json()["id"]) for answer in begun[:22]]
    assert (states.count("running"), states.count("queued")) == (2, 20)
    bot[0].at_once = 10**9
    until(lambda: {state(busy, answer.json()["id"]) for answer in begun[:22]} == {"done"})


def test_a_chat_without_a_word_leaves_nothing(busy: Client, tmp_path: Path) -> None:
    chat = busy.form("/live", bot="shop").headers["location"]
    assert busy.form(chat, action="end").headers["location"] == "/live"
    assert not (tmp_path / "runs").exists() or not list((tmp_path / "runs").iterdir())


def test_what_was_said_in_a_chat_is_on_disk_when_the_server_ends(bot: tuple[Slow, str], tmp_path: Path) -> None:
    with served_workspace(tmp_path) as client:
        client.post(f"{API}/bots", described("shop", bot[1]))
        chat = client.post(f"{API}/chats", {"bot": "shop"}).json()["id"]
        client.post(f"{API}/chats/{chat}/turns", {"say": "Hello there"})
    with served_workspace(tmp_path) as client:
        page = client.page(f"/runs/{chat}/conversations/chat-01")
        assert "Hello there" in page


@pytest.mark.slow
def test_events_tell_what_happens_and_what_was_missed(busy: Client) -> None:
    chat = busy.post(f"{API}/chats", {"bot": "shop"}).json()["id"]
    busy.post(f"{API}/chats/{chat}/turns", {"say": "Hello there"})
    topic = f"{API}/events?topics=chat:{chat},run:x"
    missed = events(busy, topic, 2, {"Last-Event-ID": "0"})
    assert [(name, data["state"]) for name, data in missed] == [("turn", "sent"), ("turn", "answered")]
    assert events(busy, topic, 1, {"Last-Event-ID": "999"})[0][0] == "reset"
    assert busy.get(f"{API}/events").status == 422


def events(client: Client, path: str, count: int, headers: dict[str, str]) -> list[tuple[str, Any]]:
    """Read so many events of a stream."""
    place = urlsplit(client.url)
    connection = http.client.HTTPConnection("127.0.0.1", place.port or 80, timeout=60)
    connection.request(
        "GET", path, headers={"Host": place.netloc, "Authorization": f"Bearer {client.token}", **headers}
    )
    response = connection.getresponse()
    assert response.getheader("content-type") == "text/event-stream"
    seen: list[tuple[str, Any]] = []
    name = ""
    while len(seen) < count:
        line = response.readline().decode()
        if line.startswith("event: "):
            name = line.removeprefix("event: ").strip()
        elif line.startswith("data: "):
            seen.append((name, json.loads(line.removeprefix("data: "))))
    response.close()  # it holds the connection, too
    connection.close()
    return seen
