"""Tokens: estimated before a run, counted after it, and priced by the user's table."""

import json
from pathlib import Path

import pytest
from aiohttp import web

from tests.conftest import Run
from tests.servers import served

pytestmark = pytest.mark.live

TOML = """
url = "http://%s/chat"
body = '{"message": {{message}}, "session": {{session}}}'
[reply]
text = "$.reply"
[usage]
input = "$.tokens.read"
output = "$.tokens.written"
[prices]
input = 2.5
output = 10
currency = "EUR"
"""
ASKED = ("--issues", "AL", "--limit", "3", "--seed", "1")


async def counting(request: web.Request) -> web.Response:
    """Answer, and count 1,000 tokens read and 500 written."""
    await request.json()
    return web.json_response({"reply": "We open at nine.", "tokens": {"read": 1000, "written": 500}})


def planned(botassay: Run, *arguments: str) -> dict[str, object]:
    tokens: dict[str, object] = json.loads(botassay(*arguments, *ASKED, "--dry-run", "--json").out)["tokens"]
    return tokens


def test_a_dry_run_estimates_tokens_and_their_cost(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(TOML % "127.0.0.1:9")
    plan = json.loads(botassay("rate", "bot.toml", *ASKED, "--dry-run", "--json").out)
    sent, received = plan["tokens"]["sent"], plan["tokens"]["received"]
    assert received == 100 * plan["requests"]
    assert 3 * plan["requests"] < sent < 60 * plan["requests"]
    assert plan["tokens"]["cost"] == round((2.5 * sent + 10 * received) / 1e6, 6)
    assert plan["tokens"]["currency"] == "EUR"
    shown = botassay("rate", "bot.toml", *ASKED, "--dry-run").out
    assert f"about {sent:,} tokens sent and {received:,} received, which cost about " in shown
    assert "EUR" in shown


def test_a_history_and_a_system_prompt_are_sent_again_with_each_message(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "prompt.txt").write_text("x" * 4000)
    plain = planned(botassay, "rate", "openai:m@http://127.0.0.1:9")
    told = planned(botassay, "rate", "openai:m@http://127.0.0.1:9", "--system", "prompt.txt")
    (tmp_path / "bot.toml").write_text(TOML % "127.0.0.1:9")
    alone = planned(botassay, "rate", "bot.toml")
    assert plain["received"] == told["received"] == alone["received"]
    requests = int(str(plain["received"])) // 100
    assert int(str(told["sent"])) == int(str(plain["sent"])) + 1000 * requests
    assert int(str(plain["sent"])) > int(str(alone["sent"])) + 100 * (requests - 3) // 2
    assert plain["cost"] is None
    priced = planned(botassay, "rate", "openai:m@http://127.0.0.1:9", "--price", "1/2 USD")
    assert priced["cost"] == round((int(str(plain["sent"])) + 2 * int(str(plain["received"]))) / 1e6, 6)


def test_a_bot_in_this_process_has_no_tokens(botassay: Run) -> None:
    assert planned(botassay, "rate", "eliza") is None
    assert "tokens" not in botassay("rate", "eliza", *ASKED, "--dry-run").out


@pytest.mark.parametrize("more", [(), ("--price", "0/20 USD")])
def test_a_report_has_the_tokens_that_the_bot_counted(botassay: Run, tmp_path: Path, more: tuple[str, ...]) -> None:
    with served(web.post("/chat", counting)) as host:
        (tmp_path / "bot.toml").write_text(TOML % host)
        rating = json.loads(botassay("rate", "bot.toml", *ASKED, "--out", "run", *more, "--json").out)["ratings"][0]
    text = next(seen["text"] for seen in rating["observations"] if seen["kind"] == "tokens")
    sent = rating["observations"]
    turns = int(next(seen["text"] for seen in sent if seen["kind"] == "availability").split(" of ")[0])
    cost, currency = (turns * 0.01, "USD") if more else (turns * 0.0075, "EUR")
    assert f"{turns * 1000:,} tokens read and {turns * 500:,} written" in text
    assert f"by your prices they cost {cost:,.2f} {currency}" in text


@pytest.mark.parametrize(
    ("old", "new", "more", "code", "said"),
    [
        ("", "", ("--price", "cheap"), 2, "write what a million tokens cost"),
        ("output = 10", 'output = "10"', (), 78, "bot.toml:prices.output"),
        ("output = 10", "output = -1", (), 78, "bot.toml:prices.output"),
        ("output = 10", "ouput = 10", (), 78, "did you mean 'output'?"),
    ],
)
def test_prices_that_cannot_be_read_are_refused(
    botassay: Run, tmp_path: Path, old: str, new: str, more: tuple[str, ...], code: int, said: str
) -> None:
    (tmp_path / "bot.toml").write_text((TOML % "127.0.0.1:9").replace(old, new) if old else TOML % "127.0.0.1:9")
    ended = botassay("rate", "bot.toml", *ASKED, "--dry-run", *more)
    assert (ended.code, ended.out) == (code, "")
    assert said in ended.err
