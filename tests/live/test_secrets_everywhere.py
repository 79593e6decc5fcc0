"""What lets us in is in nothing that any command writes, however a bot gives it back."""

import base64
import json
from itertools import count
from pathlib import Path
from urllib.parse import quote

import pytest
from aiohttp import web

from botassay.http import Exchange
from tests.conftest import Ended
from tests.live.conftest import Cli
from tests.live.test_secrets import FORMS, SECRET, files_with_a_secret
from tests.servers import served

BASIC = base64.b64encode(f"me:{SECRET}".encode()).decode()
ECHOED = (*FORMS, f"Basic {BASIC}", "x" * 190 + SECRET, "x" * 50 + SECRET, json.dumps({"key": SECRET}))
BODY = "body = '{\"message\": {{message}}}'\n"
PLACES = {
    "a header": f'url = "http://HOST/chat"\n{BODY}[headers]\nX-Key = "${{KEY}}"\n',
    "the query": f'url = "http://HOST/chat?key=${{KEY}}"\n{BODY}',
    "a password": f'url = "http://HOST/chat"\n{BODY}[headers]\nAuthorization = "Basic ${{KEY}}"\n',
    "a password in the address": f'url = "http://me:${{KEY}}@HOST/chat"\n{BODY}',
}
REPLY = '[reply]\ntext = "$.reply"\noptions = "$.b[*]"\nintent = "$.i"\nerror = "$.error"\npolarity = "$.p"\n'
COMMANDS = {
    "bots check": ("bots", "check", "bot.toml"),
    "bots check --json": ("bots", "check", "bot.toml", "--json"),
    "chat": ("chat", "bot.toml", "--generate", "AL", "--turns", 3, "--seed", 1, "--out", "run"),
    "chat --json": ("chat", "bot.toml", "--generate", "AL", "--turns", 3, "--seed", 1, "--out", "run", "--json"),
    "identity ask": ("identity", "ask", "bot.toml", "--limit", 6, "--seed", 1, "--out", "run", "-o", "a.html"),
    "identity ask --json": ("identity", "ask", "bot.toml", "--limit", 6, "--seed", 1, "--out", "run", "--json"),
    "rate": ("rate", "bot.toml", "--order", "AL", "--limit", 4, "--seed", 1, "--out", "run", "-o", "a.sarif"),
    "intents": ("intents", "evaluate", "asked.csv", "--classifier", "bot.toml", "-o", "a.html", "--json"),
    "sentiment": ("sentiment", "rate", "--data", "said.csv", "--system", "rest:bot.toml", "-o", "a.html", "--json"),
    "doctor": ("doctor", "--json"),
}


def files(place: str, host: str) -> None:
    Path("bot.toml").write_text(PLACES[place].replace("HOST", host) + REPLY)
    Path("asked.csv").write_text("text,intent\n" + "".join(f"words {n},i{n % 3}\n" for n in range(9)))
    rows = [f"1,E1,{n}-{who},They are fine {n}.,pos,{who}\n" for n in range(3) for who in ("male", "female")]
    Path("said.csv").write_text("group,dataset,id,text,emotion,gender\n" + "".join(rows))


def shown(ended: Ended) -> list[str]:
    """Name the forms of the secret, or a good deal of its beginning, that a command printed."""
    said = ended.out + ended.err
    begun = {form[:8] for form in FORMS} | {"".join(f"\\u{ord(letter):04x}" for letter in SECRET[:3])}
    forms = {*ECHOED, *begun, BASIC[:8]}
    return [form for form in sorted(forms) if form in said or json.dumps(form)[1:-1] in said]


@pytest.mark.parametrize("manner", ["answers", "errors", "refusals", "pages"])
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.case("P24")
def test_no_command_shows_or_keeps_a_secret(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, manner: str
) -> None:
    value = BASIC if place == "a password" else quote(SECRET, safe="") if "address" in place else SECRET
    asked: list[int] = []
    turns = count()

    async def telling(request: web.Request) -> web.Response:
        del request
        turn = next(turns)
        form = ECHOED[turn % len(ECHOED)]
        asked.append(turn)
        if manner == "refusals":
            return web.Response(text=f"go away with {form}", status=(404, 401, 500)[turn % 3])
        if manner == "pages":
            return web.Response(text=f"{form} is no JSON", content_type="application/json")
        if manner == "errors":
            return web.json_response({"error": f"cannot work with {form}"})
        return web.json_response({"reply": f"You idiot, it is {form}", "b": [form], "i": form, "p": form})

    monkeypatch.setenv("KEY", value)
    with served(web.post("/chat", telling)) as host:
        for name, command in COMMANDS.items():
            files(place, host)
            asked.clear()
            ended = cli(*command)
            assert ended.code in (0, 69, 78), (name, ended.err)
            assert asked or name == "doctor", (name, ended.err)
            assert shown(ended) == [], name
            assert files_with_a_secret(tmp_path) == [], name
            for made in tmp_path.rglob("*"):
                if made.is_file():
                    made.unlink()


@pytest.mark.case("P24")
def test_a_traceback_shows_no_secret(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(exchange: Exchange, *_: object) -> object:
        raise RuntimeError(f"a fault of ours with {exchange.headers}, {FORMS}")

    async def telling(request: web.Request) -> web.Response:
        del request
        return web.json_response({"reply": "hello"})

    monkeypatch.setenv("KEY", SECRET)
    monkeypatch.setattr(Exchange, "hear", fault)
    with served(web.post("/chat", telling)) as host:
        files("a header", host)
        ended = cli("bots", "check", "bot.toml")
    assert ended.code == 70
    assert "RuntimeError: a fault of ours with" in ended.err
    assert "⟦secret:" in ended.err
    assert shown(ended) == []
