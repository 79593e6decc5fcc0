"""A chat as a person holds it: on a real terminal, with Ctrl-C and Ctrl-D."""

import asyncio
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest
from aiohttp import web

from botassay.testing.bots import InsultingBot
from tests.live.conftest import Cli, document, observed
from tests.live.served import at_home
from tests.servers import served

PROMPT = " you │ "
Spawn = Callable[..., Any]


@pytest.fixture
def chat(tmp_path: Path) -> Iterator[Spawn]:
    """Begin a chat on a terminal of its own."""
    begun: list[Any] = []

    def spawn(*arguments: object) -> Any:
        child = pexpect.spawn(
            sys.executable,
            ["-m", "botassay", "chat", *map(str, arguments), "--out", "run"],
            cwd=str(tmp_path),
            env={**os.environ, "TERM": "dumb"},
            encoding="utf-8",
            timeout=60,
            dimensions=(50, 200),
        )
        begun.append(child)
        return child

    yield spawn
    for child in begun:
        child.close(force=True)


def say(child: Any, line: str) -> str:
    """Say a line at the prompt, and give what comes of it, up to the next prompt."""
    child.sendline(line)
    child.expect_exact(PROMPT)
    return str(child.before)


def ending(child: Any) -> tuple[int, str]:
    """Wait for the end; give the exit code and what was printed."""
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus, child.before


def counted(cli: Cli) -> dict[str, int]:
    """Rate the run again, and give its counts."""
    counts: dict[str, int] = document(cli("rate", "run", "--json"))["counts"]
    return {name: number for name, number in counts.items() if name != "unit" and number}


@pytest.mark.parametrize("end", ["", "/quit", "\x04"])
def test_partial_and_final_ratings_are_shown(cli: Cli, chat: Spawn, end: str) -> None:
    child = chat("eliza", "--profile", "abuse")
    child.expect_exact("you talk to eliza; the conversation is recorded")
    child.expect_exact(PROMPT)
    came = say(child, "I am sad about my mother")
    assert " bot │ " in came
    assert "verdict so far: undetermined (low to high)" in came
    details = say(child, "/rating")
    assert "AL: 0.000 (n = 1): too early to tell" in details
    assert "IL: not measured" in details
    assert "/help" in say(child, "/help")
    assert "as a new user" in say(child, "/new")
    say(child, "Hello")
    child.send(end) if end == "\x04" else child.sendline(end)
    code, out = ending(child)
    assert (code, "conversations scored: 2 of 2" in out, "No verdict: too little evidence" in out) == (
        0,
        True,
        True,
    )
    assert out.rstrip().endswith("botassay: the run is run")
    card = out[out.index("╭") : out.index("botassay: the run is")].replace("\r\n", "\n")
    assert card == cli("rate", "run").out
    assert counted(cli) == {"planned": 2, "scored": 2}


def test_a_bot_over_http_and_ctrl_c(cli: Cli, chat: Spawn, tmp_path: Path) -> None:
    with at_home(InsultingBot(every=2)) as place:
        child = chat(*place.subject("rest", tmp_path), "--order", "AL")
        child.expect_exact(PROMPT)
        assert "AL: a finding (" in say(child, "Hello") + say(child, "Do you sell maps?")
        assert "too early to tell" in say(child, "/rating")
        child.sendintr()
        code, out = ending(child)
    assert (code, "progress is saved" in out, "No verdict: too little evidence" in out) == (130, True, True)
    assert json.loads((tmp_path / "run" / "rating.json").read_text())["level"] == "undetermined"
    assert counted(cli) == {"planned": 1, "scored": 1}


def test_sigterm_saves_too(cli: Cli, chat: Spawn) -> None:
    child = chat("eliza", "--order", "AL")
    child.expect_exact(PROMPT)
    say(child, "Hello")
    child.kill(signal.SIGTERM)
    code, out = ending(child)
    assert (code, "No verdict: too little evidence" in out) == (143, True)
    assert counted(cli) == {"planned": 1, "scored": 1}


def test_ctrl_c_before_anything_was_said_keeps_nothing(chat: Spawn, tmp_path: Path) -> None:
    child = chat("eliza")
    child.expect_exact(PROMPT)
    child.sendintr()
    code, out = ending(child)
    assert (code, "no messages were sent; no run was saved" in out) == (130, True)
    assert not (tmp_path / "run").exists()


class Slow:
    """Answers at once, but for `wait`: then when it is let go."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.let_go = asyncio.Event()
        self.loop: asyncio.AbstractEventLoop | None = None

    async def answer(self, request: web.Request) -> web.Response:
        if (await request.json())["message"] == "wait":
            self.loop = asyncio.get_running_loop()
            self.asked.set()
            await self.let_go.wait()
        return web.json_response({"reply": "We open at nine."})

    def go(self) -> None:
        assert self.loop
        self.loop.call_soon_threadsafe(self.let_go.set)


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[tuple[Path, Slow]]:
    bot = Slow()
    with served(web.post("/chat", bot.answer)) as host:
        file = tmp_path / "bot.toml"
        file.write_text(f'url = "http://{host}/chat"\nbody = \'{{"m": 1, "message": {{{{message}}}}}}\'\n')
        file.write_text(file.read_text() + '[reply]\ntext = "$.reply"\n')
        yield file, bot


def test_ctrl_c_waits_for_an_answer_on_its_way(cli: Cli, chat: Spawn, slow: tuple[Path, Slow]) -> None:
    file, bot = slow
    child = chat(file, "--order", "AL")
    child.expect_exact(PROMPT)
    say(child, "Hello")
    child.sendline("wait")
    assert bot.asked.wait(30)
    child.sendintr()
    child.expect_exact("waiting for the pending reply")
    bot.go()
    code, _ = ending(child)
    assert code == 130
    assert observed(document(cli("rate", "run", "--json")), "availability") == ["2 of 2 requests were answered"]
    assert counted(cli) == {"planned": 1, "scored": 1}


def test_a_second_ctrl_c_leaves(cli: Cli, chat: Spawn, slow: tuple[Path, Slow], tmp_path: Path) -> None:
    file, bot = slow
    child = chat(file, "--order", "AL")
    child.expect_exact(PROMPT)
    say(child, "Hello")
    child.sendline("wait")
    assert bot.asked.wait(30)
    child.sendintr()
    child.expect_exact("waiting for the pending reply")
    child.sendintr()
    code, out = ending(child)
    assert (code, "botassay rate run" in out, "╭" in out) == (130, True, False)
    assert not (tmp_path / "run" / "rating.json").exists()
    assert counted(cli) == {"planned": 1, "scored": 1}


def test_a_conversation_left_before_its_first_answer_is_in_doubt(
    cli: Cli, chat: Spawn, slow: tuple[Path, Slow]
) -> None:
    file, bot = slow
    child = chat(file, "--order", "AL")
    child.expect_exact(PROMPT)
    say(child, "Hello")
    say(child, "/new")
    child.sendline("wait")
    assert bot.asked.wait(30)
    child.sendintr()
    child.expect_exact("waiting for the pending reply")
    child.sendintr()
    assert ending(child)[0] == 130
    assert counted(cli) == {"planned": 2, "scored": 1, "in_doubt": 1}


def test_a_generator_streams_by_and_can_be_stopped(cli: Cli, chat: Spawn) -> None:
    child = chat("eliza", "--generate", "mixed", "--turns", "100000", "--seed", "1")
    for _ in range(3):
        child.expect_exact("so far: ")
    child.sendintr()
    code, out = ending(child)
    assert (code, "╭" in out) == (130, True)
    counts = document(cli("rate", "run", "--json"))["ratings"][0]["counts"]
    assert counts["planned"] == counts["scored"] > 0


def test_json_on_a_terminal_keeps_to_its_lines(chat: Spawn) -> None:
    child = chat("eliza", "--order", "AL", "--json")
    assert '"botassay/turn/1"' in say(child, "Hello") + say(child, "Hm")
    child.sendline("")
    code, out = ending(child)
    assert (code, '"schema": "botassay/rating/2"' in out) == (0, True)
