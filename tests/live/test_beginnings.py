"""How a run begins: a second chance for the first message, a question before a stranger is asked, and what failed."""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import click
import pytest
from aiohttp import web

import botassay
from botassay.api import rating
from botassay.api.run_control import RunStopped
from botassay.bots import naming
from botassay.cli.beginning import asking
from botassay.runs import RunPlan
from botassay.runs.journal import AttemptState, Record
from botassay.settings.option import layered
from botassay.settings.rating import RateSettings
from tests.live.conftest import Cli, observed
from tests.servers import served

TOML = """name = "Bank assistant"
url = "http://%s/chat"
body = '{"message": {{message}}}'
[reply]
text = "$.reply"
"""


@dataclass
class Server:
    """Answers, but for the requests that it fails."""

    failing: set[int] = field(default_factory=set)
    """Requests, from 1, that end with an error."""
    requests: int = 0

    async def answer(self, request: web.Request) -> web.Response:
        await request.read()
        self.requests += 1
        broken = self.requests in self.failing
        return web.json_response({"reply": "We open at nine."}, status=500 if broken else 200)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.chdir(tmp_path)
    server = Server()
    with served(web.post("/chat", server.answer)) as host:
        (tmp_path / "bot.toml").write_text(TOML % host)
        yield server


@pytest.fixture
def remote(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the server for one on another machine."""
    monkeypatch.setattr(naming, "is_loopback", lambda host: not host)


def rate(*, out: str | None = None, confirm: rating.Confirm | None = None, **run: object) -> botassay.Report:
    settings = layered(RateSettings, {"rating": {"issues": "AL"}, "bot": run, "run": {"limit": 3, "seed": 1}})
    return botassay.rate("bot.toml", settings, out=out, confirm=confirm)


# ── the first message ───────────────────────────────────────────────────────────────────────────────────────────────


def test_one_bad_first_round_trip_does_not_call_the_run_off(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "botassay")
    server.failing = {1}
    assert rate().ratings[0].counts.scored == 3
    assert "try 2 of 3" in caplog.text


@pytest.mark.parametrize(("retries", "requests"), [(2, 3), (0, 1)])
def test_three_bad_ones_do_and_without_retries_one_does(server: Server, retries: int, requests: int) -> None:
    server.failing = {1, 2, 3}
    with pytest.raises(RunStopped, match="gives no reply") as stopped:
        rate(retries=retries)
    assert (stopped.value.exit_code, server.requests) == (69, requests)
    assert not Path("runs").exists()


# ── before a bot on another machine is asked ────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("remote")
def test_the_first_run_with_a_remote_bot_is_confirmed_and_the_next_one_is_not(server: Server) -> None:
    plans: list[RunPlan] = []

    def confirm(plan: RunPlan) -> bool:
        plans.append(plan)
        assert server.requests == 0
        return True

    rate(confirm=confirm, rate=1000)
    ((bot, conversations),) = [(plan.bot, plan.conversations) for plan in plans]
    assert (bot, conversations) == ("Bank assistant", 3)
    rate(confirm=confirm, rate=1000)
    assert len(plans) == 1


@pytest.mark.usefixtures("remote")
def test_who_says_no_sends_nothing(server: Server) -> None:
    with pytest.raises(RunStopped, match="called off; nothing was sent") as stopped:
        rate(confirm=lambda plan: plan.requests < 0)
    assert (stopped.value.exit_code, server.requests, Path("runs").exists()) == (130, 0, False)


def test_a_bot_on_this_machine_is_not_asked_about(server: Server) -> None:
    rate(confirm=lambda plan: plan.requests < 0)
    assert server.requests


@pytest.mark.usefixtures("remote", "server")
def test_without_a_terminal_the_size_is_printed_and_the_run_goes_on(cli: Cli) -> None:
    asked = ("--issues", "AL", "--limit", "2", "--seed", "1", "--rate", "1000")
    ended = cli("rate", "bot.toml", *asked)
    assert ended.code == 0
    assert "first run with Bank assistant: 2 conversations, about " in ended.err
    assert " minute or more at 1000 requests per second" in ended.err
    assert "first run" not in cli("rate", "bot.toml", *asked).err


# ── what failed ─────────────────────────────────────────────────────────────────────────────────────────────────────


def states(run: str) -> Counter[AttemptState | None]:
    return Counter(talk.state for talk in Record.of(Path(run)).progress().values())


def test_failed_conversations_are_named_with_their_cause_and_held_again_by_resume(cli: Cli, server: Server) -> None:
    server.failing = {*range(2, 40)}
    asked = ("rate", "bot.toml", "--issues", "AL", "--limit", "2", "--seed", "1", "--concurrency", "1", "--out", "run")
    ended = cli(*asked, "--json")
    assert states("run")[AttemptState.FAILED] == 2
    assert "2 conversations are missing; the bot's server failed" in ended.err
    assert "see its log" in ended.err
    assert "hold what is missing again with: botassay resume run" in ended.err
    server.failing = set()
    assert cli("resume", "run").code == 0
    assert states("run") == {AttemptState.HELD: 2}
    seen = botassay.load("run").ratings[0]
    assert seen.counts.scored == 2
    heard = server.requests
    assert cli("resume", "run").code == 0
    assert server.requests == heard
    assert botassay.verify("run").sound


def test_the_report_says_what_to_do_about_a_failing_server(server: Server) -> None:
    server.failing = {*range(3, 9)}
    document = {"observations": [vars_of(seen) for seen in rate(out="run").ratings[0].observations]}
    (text,) = observed(document, "failing")
    assert "the bot's server failed" in text
    assert "--missing" not in text


def vars_of(seen: object) -> dict[str, object]:
    return {name: getattr(seen, name) for name in ("kind", "text")}


@pytest.mark.parametrize("cautious", [{"retries": 0}, {}])
def test_what_may_not_be_said_twice_is_not_resumed(cli: Cli, server: Server, cautious: dict[str, int]) -> None:
    how = ("--retries", "0") if cautious else ("--on-doubt", "skip")
    server.failing = {*range(2, 5)}
    ended = cli("rate", "bot.toml", "--issues", "AL", "--limit", "4", "--seed", "1", *how, "--out", "run")
    assert "botassay resume" not in ended.err
    heard = server.requests
    cli("resume", "run")
    assert server.requests == heard


@pytest.mark.parametrize(("typed", "begins"), [("y", True), ("\n", True), ("n", False)])
def test_at_a_terminal_it_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, *, begins: bool
) -> None:
    for stream in (sys.stdin, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr(click.termui, "visible_prompt_func", lambda _: typed.strip())
    small = botassay.plan("eliza", issues="AL", limit=2, seed=1)
    plan = replace(small, bot="a bot", conversations=128, requests=432, minutes=3.6)
    assert asking(None, yes=False)(plan) is begins
    shown = capsys.readouterr().err
    assert "first run with a bot: 128 conversations, about 432 requests, 4 minutes or more at 2 requests" in shown
    assert asking(None, yes=True)(plan)
