"""What is sent again to a real server, by which key it can be told, and how to have nothing sent twice."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from aiohttp import web

from botassay.runs.journal import AttemptState, Record
from tests.live.conftest import Cli
from tests.servers import served

PLAN = ("--issues", "AL,IL", "--order", "AL,IL", "--limit", 12, "--seed", 3, "--out", "run")


@dataclass
class Moody:
    """Fails now and then, in a way of its own, and keeps what came."""

    statuses: tuple[int, ...]
    asked: list[tuple[str | None, str, str]] = field(default_factory=list)
    """Key, session and message."""

    async def answer(self, request: web.Request) -> web.Response:
        body = await request.json()
        self.asked.append((request.headers.get("Idempotency-Key"), body["session"], body["message"]))
        status = self.statuses[(len(self.asked) - 1) % len(self.statuses)]
        return web.json_response({"reply": f"Thank you, {len(self.asked)}."}, status=status)


@contextmanager
def moody(folder: Path, *statuses: int, more: str = "") -> Iterator[tuple[Moody, Path]]:
    bot = Moody(statuses)
    with served(web.post("/chat", bot.answer)) as host:
        file = folder / "bot.toml"
        body = '{"message": {{message}}, "session": {{session}}}'
        file.write_text(f'url = "http://{host}/chat"\nbody = \'{body}\'\n{more}[reply]\ntext = "$.reply"\n')
        yield bot, file


@pytest.mark.parametrize("statuses", [(200,), (200, 200, 200, 503), (200, 500, 200, 200, 200), (200, 429, 200)])
@pytest.mark.case("P17")
def test_without_retries_there_are_as_many_requests_as_turns(
    cli: Cli, tmp_path: Path, statuses: tuple[int, ...]
) -> None:
    with moody(tmp_path, *statuses) as (bot, file):
        ended = cli("rate", file, *PLAN, "--retries", 0)
        assert ended.code == 0, ended.err
        record = Record.of(tmp_path / "run")
        assert len(bot.asked) == 1 + record.latency().sent  # the first round trip is none of the run
        assert max(Counter((session, message) for _, session, message in bot.asked).values()) == 1
        assert {seen.attempts for seen in record.progress().values() if seen.state} == {1}
        assert record.facts["choices"]["bot"]["retries"] == 0
        before = len(bot.asked)
        assert cli("resume", "run").code == 0
        assert len(bot.asked) == before


def test_with_retries_what_failed_is_said_again(cli: Cli, tmp_path: Path) -> None:
    with moody(tmp_path, *[200] * 9, 503) as (bot, file):
        assert cli("rate", file, *PLAN, "--concurrency", 1).code == 0
        record = Record.of(tmp_path / "run")
    assert len(bot.asked) > 1 + record.latency().sent
    assert {seen.state for seen in record.progress().values()} == {AttemptState.HELD}


@pytest.mark.parametrize("n", ["-1", "3", "x"])
def test_more_retries_than_two_are_refused(cli: Cli, tmp_path: Path, n: str) -> None:
    ended = cli("rate", "eliza", "--retries", n)
    assert (ended.code, "--retries" in ended.err) == (2, True)
    (tmp_path / "botassay.toml").write_text("[rate]\nretries = 7\n")
    assert cli("rate", "eliza", "--limit", 1).code == 78


@pytest.mark.parametrize("command", ["rate", "identity ask", "chat"])
@pytest.mark.case("P5")
def test_a_bot_that_wants_keys_gets_one_for_each_turn(cli: Cli, tmp_path: Path, command: str) -> None:
    plan = {"rate": PLAN, "identity ask": PLAN[4:], "chat": ("--generate", "mixed", "--turns", 20, "--out", "run")}
    with moody(tmp_path, 200, 200, 503, more="idempotency_key = true\n") as (bot, file):
        ended = cli(*command.split(), file, *plan[command], "--json")
    assert ended.code == 0, ended.err
    keys = [key or "" for key, _, _ in bot.asked]
    said = {key: (session, message) for key, session, message in bot.asked}
    assert all(said[key or ""] == (session, message) for key, session, message in bot.asked)
    again = [key for key, count in Counter(keys).items() if count > 1]
    assert again  # what was said again has the key that it had
    parts = [key.split("/") for key in keys]
    assert all(len(part) == 4 for part in parts)
    (_, of_run), *others = Counter(part[0] for part in parts).most_common()
    assert len(others) == 1  # the first round trip is none of the run
    assert len(keys) - of_run <= 2


def test_two_runs_have_different_keys_even_with_one_seed(cli: Cli, tmp_path: Path) -> None:
    with moody(tmp_path, 200, more="idempotency_key = true\n") as (bot, file):
        assert cli("rate", file, *PLAN).code == 0
        first = {key for key, _, _ in bot.asked}
        bot.asked.clear()
        assert cli("rate", file, *PLAN[:-1], "other").code == 0
    assert first.isdisjoint(key for key, _, _ in bot.asked)


def test_without_the_wish_no_key_is_sent(cli: Cli, tmp_path: Path) -> None:
    with moody(tmp_path, 200) as (bot, file):
        assert cli("rate", file, *PLAN).code == 0
    assert {key for key, _, _ in bot.asked} == {None}


def test_bots_check_shows_the_key(cli: Cli, tmp_path: Path) -> None:
    with moody(tmp_path, 200, more="idempotency_key = true\n") as (bot, file):
        ended = cli("bots", "check", file)
    assert f"Idempotency-Key: {bot.asked[0][0]}" in ended.out


@pytest.mark.parametrize(
    ("more", "what"),
    [
        ('idempotency_key = true\n[headers]\nidempotency-key = "1"\n', "the idempotency key is also set in [headers]"),
        ("idempotency_key = 1\n", "expected `bool`"),
        ("idempotency = true\n", "did you mean 'idempotency_key'?"),
    ],
)
def test_a_wish_that_makes_no_sense_is_refused(cli: Cli, tmp_path: Path, more: str, what: str) -> None:
    with moody(tmp_path, 200, more=more) as (bot, file):
        ended = cli("bots", "check", file)
    assert (ended.code, what in ended.err, bot.asked) == (78, True, []), ended.err


def test_a_websocket_has_no_place_for_a_key(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text('url = "ws://127.0.0.1:1/"\nidempotency_key = true\n')
    ended = cli("bots", "check", "bot.toml")
    assert (ended.code, "a WebSocket has no headers per turn" in ended.err) == (78, True)


def test_a_journal_of_an_earlier_version_has_keys_that_stay() -> None:
    """Journals that were begun without a secret make one of their beginning, the same each time."""
    import sqlite3

    from botassay.runs.journal.record import secret

    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE facts (name TEXT, value TEXT)")
        rows = [("subject", '"a"'), ("seed", "1"), ("begun", '"2030-01-01"')]
        connection.executemany("INSERT INTO facts VALUES (?, ?)", rows)
        first = secret(connection)
        assert first == secret(connection)
        connection.execute("UPDATE facts SET value = ? WHERE name = 'begun'", (json.dumps("2031-01-01"),))
        assert secret(connection) != first
    connection.close()
