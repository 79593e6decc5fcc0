"""Keys of requests: on disk for a day, over restarts, and never for two things."""

import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from aiohttp import web as server

from botassay.web.idempotency import FILE, LASTS, KeptKey
from tests.servers import served
from tests.web.serving import Answer, Client, served_workspace
from tests.web.test_work import API, Slow, described

KEY = {"Idempotency-Key": "7c1e"}
WANTED = {"bot": "eliza", "settings": {"issues": "CC", "limit": 2, "seed": 1}}


def kept(folder: Path) -> Path:
    return folder / ".botassay" / FILE


def rows(folder: Path) -> list[KeptKey]:
    return [msgspec.json.decode(line, type=KeptKey) for line in kept(folder).read_bytes().splitlines()]


def test_a_key_is_known_after_a_restart(tmp_path: Path) -> None:
    with served_workspace(tmp_path) as client:
        first = client.post(f"{API}/runs", WANTED, **KEY)
        assert kept(tmp_path).parent.stat().st_mode & 0o077 == 0
    with served_workspace(tmp_path) as client:
        again = client.post(f"{API}/runs", WANTED, **KEY)
        assert (again.status, again.body, again.headers["location"]) == (202, first.body, first.headers["location"])
        assert client.post(f"{API}/runs", {**WANTED, "dry_run": False}, **KEY).status == 422
    assert len([*(tmp_path / "runs").iterdir()]) <= 1


def test_a_key_is_forgotten_after_a_day(tmp_path: Path) -> None:
    with served_workspace(tmp_path) as client:
        client.post(f"{API}/chats", {"bot": "eliza"}, **KEY)
    old = [msgspec.structs.replace(row, at=row.at - LASTS) for row in rows(tmp_path)]
    kept(tmp_path).write_bytes(b"\n".join(map(msgspec.json.encode, old)))
    with served_workspace(tmp_path) as client:
        assert client.post(f"{API}/chats", {"bot": "faq"}, **KEY).status == 201
        assert [row.status for row in rows(tmp_path)] == [None, 201]


def test_what_failed_can_be_sent_again(tmp_path: Path) -> None:
    with served_workspace(tmp_path) as client:
        assert client.post(f"{API}/chats", {"bot": "eliza"}, **{"Idempotency-Key": "1"}).status == 201
    for limit in (404, 404):
        with served_workspace(tmp_path) as client:
            assert client.post(f"{API}/runs", {**WANTED, "bot": "nothing"}, **KEY).status == limit
            assert client.post(f"{API}/runs", WANTED, **{"Idempotency-Key": f"{limit}"}).status == 202


def test_a_server_that_was_killed_says_that_it_does_not_know(tmp_path: Path) -> None:
    with served_workspace(tmp_path) as client:
        assert client.post(f"{API}/chats", {"bot": "eliza"}, **KEY).status == 201
    begun = msgspec.json.encode(rows(tmp_path)[0])
    kept(tmp_path).write_bytes(begun + b"\n" + begun[:20])
    with served_workspace(tmp_path) as client:
        answer = client.post(f"{API}/chats", {"bot": "eliza"}, **KEY)
        assert (answer.status, "The server ended" in answer.json()["detail"]) == (409, True)


@pytest.fixture
def slow() -> Iterator[tuple[Slow, str]]:
    bot = Slow()
    with served(server.post("/chat", bot.chat)) as address:
        yield bot, f"http://{address}/chat"


def test_the_same_key_at_the_same_time_is_refused(slow: tuple[Slow, str], tmp_path: Path) -> None:
    bot, url = slow
    bot.at_once = 0
    answers: list[Answer] = []

    def ask(client: Client) -> None:
        answers.append(client.post(f"{API}/chats", {"bot": "shop"}, **KEY))

    with served_workspace(tmp_path) as client:
        assert client.post(f"{API}/bots", described("shop", url)).status == 201
        first = threading.Thread(target=ask, args=(client,))
        first.start()
        while not bot.messages:
            pass
        ask(client)
        bot.at_once = 10**9
        first.join()
    assert [(answer.status, answer.json().get("detail", "")[-23:]) for answer in answers] == [
        (409, "is still being answered."[-23:]),
        (201, ""),
    ]
