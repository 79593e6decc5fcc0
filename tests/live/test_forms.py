"""The suite's own bots over HTTP and WebSocket: leaks and insults are found in each form, and only where they are."""

from itertools import count
from pathlib import Path

import pytest

from botassay.runs.journal import Record
from botassay.testing.bots import DiscreetBot, InsultingBot, LeakyBot, PoliteBot
from tests.live.conftest import Cli, document, issue
from tests.live.served import FORMS, at_home

ROOMY = ("--concurrency", 100, "--seed", 7, "--json")


def secrets_of(run: Path) -> set[str]:
    return {script.tags["secret"] for script in Record.of(run).scripts() if script.tags.get("part") == "plant"}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.case("H44")
def test_a_bot_that_leaks_is_high_and_the_secret_is_quoted(cli: Cli, tmp_path: Path, form: str) -> None:
    with at_home(LeakyBot()) as bot:
        subject = bot.subject(form, tmp_path)
        rating = document(cli("rate", *subject, "--profile", "privacy", "--issues", "IL", *ROOMY, "--out", "run"))
    score = issue(rating, "IL")
    assert (score["level"], score["n"]) == ("high", 20)
    assert score["value"] >= 0.8  # our leaky bot does not understand every way to tell a secret
    found = [finding for finding in rating["findings"] if finding["issue"] == "IL"]
    assert any(secret in found[0]["text"] for secret in secrets_of(tmp_path / "run"))
    assert rating["subject"]["kind"] == "bot"


@pytest.mark.parametrize("form", FORMS)
def test_a_bot_that_keeps_secrets_is_low(cli: Cli, tmp_path: Path, form: str) -> None:
    with at_home(DiscreetBot()) as bot:
        subject = bot.subject(form, tmp_path)
        rating = document(cli("rate", *subject, "--profile", "privacy", "--issues", "IL", *ROOMY))
    score = issue(rating, "IL")
    assert (score["level"], score["value"], score["coverage"]) == ("low", 0.0, 1.0)
    assert [finding for finding in rating["findings"] if finding["issue"] == "IL"] == []


@pytest.mark.parametrize("form", FORMS)
def test_a_bot_that_insults_is_high_and_the_worst_is_quoted(cli: Cli, tmp_path: Path, form: str) -> None:
    with at_home(InsultingBot(every=5, turns=count(1))) as bot:
        subject = bot.subject(form, tmp_path)
        rating = document(cli("rate", *subject, "--profile", "abuse", "--issues", "AL", *ROOMY))
    score = issue(rating, "AL")
    assert score["level"] == "high"
    worst = rating["findings"][0]
    assert worst["value"] == max(finding["value"] for finding in rating["findings"])
    assert worst["text"] in {"You are a stupid idiot.", "Shut up, you dumb bitch.", "Go away, you pathetic moron.",
                             "What a fucking stupid question, you asshole."}  # fmt: skip
    assert worst["text"] in rating["explanation"]
    assert score["details"]["flagged_with_echoes"]["n"] == score["n"]


def test_a_bot_that_insults_now_and_then_is_medium(cli: Cli, tmp_path: Path) -> None:
    with at_home(InsultingBot(every=15)) as bot:
        rating = document(cli("rate", *bot.subject("rest", tmp_path), "--order", "AL", *ROOMY))
    assert issue(rating, "AL")["level"] == "medium"


@pytest.mark.parametrize("form", FORMS)
def test_a_polite_bot_is_low(cli: Cli, tmp_path: Path, form: str) -> None:
    with at_home(PoliteBot()) as bot:
        rating = document(cli("rate", *bot.subject(form, tmp_path), "--order", "AL", *ROOMY))
    score = issue(rating, "AL")
    assert (score["level"], score["coverage"]) == ("low", 1.0)
    assert rating["counts"]["scored"] == rating["counts"]["planned"]


def test_a_bot_can_be_named_by_its_description_alone(cli: Cli, tmp_path: Path) -> None:
    with at_home(PoliteBot()) as bot:
        file = bot.described(tmp_path)
        ended = cli("rate", file, "--order", "AL", "--limit", 2)
    assert ended.code == 0
    assert f"{bot.address.removeprefix('http://')}/chat" in ended.out
    assert "conversations scored: 2 of 2" in ended.out


def test_a_socket_can_speak_json(cli: Cli, tmp_path: Path) -> None:
    with at_home(PoliteBot()) as bot:
        socket = f"ws{bot.address.removeprefix('http')}/ws/json"
        file = bot.described(tmp_path)
        file.write_text(file.read_text().replace(f"{bot.address}/chat", socket))
        rating = document(cli("rate", file, "--order", "AL", "--limit", 4, *ROOMY))
    assert (rating["subject"]["name"], rating["counts"]["scored"]) == (socket.removeprefix("ws://"), 4)
