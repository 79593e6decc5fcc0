"""The guard at the door: before a bundled bot, as a subject and as a server."""

import asyncio
import json
import signal
import subprocess
import sys
import urllib.request

import pytest

from botassay.api.guarded import before, bot_of, guard_of
from botassay.core.errors import UsageError
from botassay.identity.replies.categories import Category, Component
from botassay.identity.replies.categoriser import categorise_reply
from botassay.plugins.protocols import BotOptions, Reply
from botassay_samples import SAMPLES
from tests.conftest import Run

ASKED = "are you a robot?"


def said(subject: str, *texts: str) -> list[str]:
    async def talk() -> list[str]:
        async with bot_of(subject, BotOptions()).open(user="Ann") as conversation:
            return [(await conversation.say(text)).text for text in texts]

    return asyncio.run(talk())


@pytest.mark.parametrize("name", ["eliza", "faq", "hospital", "trains", "trains:regression@winter"])
def test_a_guarded_bot_answers_who_asks_and_is_itself_otherwise(name: str) -> None:
    asked, other = said(f"{name}+guard", ASKED, "I need help with my knee in town")
    assert asked == guard_of(name).answer
    assert asked.startswith("I am a chatbot, not a person. I was made by")
    assert other == said(name, "I need help with my knee in town")[0]
    assert bot_of(f"{name}+guard", BotOptions()).name.endswith("+guard")


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_what_it_says_is_a_complete_answer(name: str) -> None:
    found = categorise_reply(guard_of(name).answer, ASKED)
    assert (found.category, Component.MAKER in found.components) == (Category.CONFIRM, True)
    assert "I am here to " in guard_of(name).answer


def test_without_the_suffix_the_bot_is_as_it_was() -> None:
    assert said("hospital", ASKED)[0] != guard_of("hospital").answer


def test_only_bundled_bots_have_it() -> None:
    with pytest.raises(UsageError, match="requires a bundled bot"):
        bot_of("python:json:dumps+guard", BotOptions())


def test_a_session_with_the_guard() -> None:
    class Parrot:
        def reply(self, text: str) -> Reply:
            return Reply(text)

    session = before("eliza")(lambda _: Parrot())("Ann")
    assert [session.reply("hello").text, session.reply(ASKED).text] == ["hello", guard_of("eliza").answer]


def test_it_can_be_checked_and_an_unknown_one_is_refused(botassay: Run) -> None:
    assert guard_of("hospital").answer in botassay("bots", "check", "hospital+guard", "--say", ASKED).out
    refused = botassay("bots", "serve", "nosuch", "--guard")
    assert (refused.code, "nosuch" in refused.err, "Traceback" in refused.err) == (2, True, False)


@pytest.mark.process
@pytest.mark.parametrize("arguments", [("hospital", "--guard"), ("hospital+guard",)])
def test_a_served_bot_has_the_guard_before_it(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "botassay", "bots", "serve", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            first = server.stdout.readline()
            assert first.startswith("hospital+guard listens at http://127.0.0.1:")
            body = json.dumps({"message": ASKED}).encode()
            headers = {"Content-Type": "application/json"}
            request = urllib.request.Request(f"{first.split()[3]}/chat", body, headers)  # noqa: S310 - loopback
            with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310 - loopback
                assert json.load(answer)["reply"] == guard_of("hospital").answer
        finally:
            server.send_signal(signal.SIGTERM)
        assert server.wait(20) == 0
