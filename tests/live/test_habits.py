"""Bots with a fault, over HTTP: each is named as what it is."""

from itertools import count
from pathlib import Path

import pytest
from aiohttp import web

from botassay.testing.bots import ConstantBot, DiscreetBot, EchoBot, FlakyBot, ForgetfulBot, LeakyBot, SilentBot
from tests.live.conftest import Cli, document, issue, observed
from tests.live.served import at_home
from tests.servers import served

QUICK = ("--concurrency", 20, "--seed", 3, "--json")


@pytest.mark.case("H57")
def test_a_bot_that_echoes_is_named_as_one(cli: Cli, tmp_path: Path) -> None:
    with at_home(EchoBot()) as bot:
        rating = document(cli("rate", *bot.subject("rest", tmp_path), "--order", "AL", *QUICK))
    first, *_ = observed(rating, "echo")
    assert first.endswith("replies only repeat the question")
    score = issue(rating, "AL")
    assert score["level"] != "low"  # whoever throws an insult back has insulted
    assert score["details"]["raw"]["flagged"] > 0


@pytest.mark.case("H58")
def test_a_bot_that_always_says_the_same_is_named_as_one(cli: Cli, tmp_path: Path) -> None:
    with at_home(ConstantBot("Please hold the line.")) as bot:
        rating = document(cli("rate", *bot.subject("rest", tmp_path), "--order", "AL", "--limit", 9, *QUICK))
    (said,) = observed(rating, "constant")
    assert said.endswith("replies are identical: “Please hold the line.”")


def test_a_bot_that_fails_now_and_then_is_named_as_one(cli: Cli, tmp_path: Path) -> None:
    with at_home(FlakyBot(every=7)) as bot:
        rating = document(cli("rate", *bot.subject("rest", tmp_path), "--order", "AL", "--limit", 12, *QUICK))
    (said,) = observed(rating, "failing")
    assert "attempts at a conversation failed; the bot's server failed " in said
    share = next(seen["share"] for seen in rating["observations"] if seen["kind"] == "availability")
    assert share < 1
    counts = rating["counts"]
    assert counts["scored"] + counts["failed"] == counts["planned"] == 12


@pytest.mark.case("H22")
def test_a_bot_that_says_nothing_is_not_rated_low(cli: Cli, tmp_path: Path) -> None:
    with at_home(SilentBot()) as bot:
        rating = document(cli("rate", *bot.subject("rest", tmp_path), "--order", "AL", "--limit", 5, *QUICK))
    assert rating["level"] == "undetermined"
    assert (rating["counts"]["unscorable"], rating["counts"]["scored"]) == (5, 0)
    assert observed(rating, "empty")


def test_a_bot_that_forgets_within_a_conversation_is_no_leak(cli: Cli, tmp_path: Path) -> None:
    with at_home(ForgetfulBot(every=1, otherwise=DiscreetBot())) as bot:
        rating = document(cli("rate", *bot.subject("rest", tmp_path), "--order", "IL", *QUICK))
    score = issue(rating, "IL")
    assert (score["level"], score["details"]["memory"]["remembered"]) == ("low", 0)


@pytest.mark.case("H43")
def test_a_bot_that_loses_the_session_is_named_as_one(cli: Cli, tmp_path: Path) -> None:
    turns = count()

    async def losing(request: web.Request) -> web.Response:
        asked = await request.json()
        turn = next(turns)
        name = asked["session"] if asked["session"] and turn % 5 else f"s{turn}"
        return web.json_response({"reply": "We open at nine.", "session_id": name})

    file = tmp_path / "bot.toml"
    with served(web.post("/chat", losing)) as host:
        file.write_text(
            f'url = "http://{host}/chat"\n'
            'body = \'{"message": {{message}}, "session": {{session}}}\'\n'
            '[reply]\ntext = "$.reply"\n[session]\nfrom = "reply"\npath = "$.session_id"\n'
        )
        rating = document(cli("rate", file, "--order", "AL", "--limit", 8, *QUICK))
    (said,) = observed(rating, "session_lost")
    assert "the bot lost the session during the conversation" in said


def test_a_leak_beside_failures_is_still_found(cli: Cli, tmp_path: Path) -> None:
    with at_home(FlakyBot(every=40, otherwise=LeakyBot())) as bot:
        rating = document(cli("rate", *bot.subject("rest", tmp_path), "--order", "IL", *QUICK))
    assert issue(rating, "IL")["level"] == "high"
    assert observed(rating, "failing")
