"""Who requests say that they come from, and what a run remembers of it."""

import asyncio
import re
from pathlib import Path
from uuid import UUID

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

import botassay
from botassay.api.bots import try_bot, try_bot_async
from botassay.core.errors import ConfigurationError
from botassay.http.user_agent import BROWSER, USER_AGENT
from botassay.settings.live import BotSettings, RunSettings
from botassay.settings.rating import RateSettings
from tests.servers import served

BODY = 'body = \'{"m": {{message}}, "u": {{user}}, "s": {{session}}}\'\n[reply]\ntext = "$.r"\n'


def asked(tmp_path: Path, description: str, covert: bool, rate: bool = False) -> tuple[list[dict[str, str]], object]:  # noqa: FBT001, FBT002
    """Talk to a server; return the headers and bodies of what reached it, and the outcome."""
    seen: list[dict[str, str]] = []

    async def answer(request: web.Request) -> web.Response:
        seen.append({**request.headers, **await request.json()})
        return web.json_response({"r": "I can help you with that."})

    async def held() -> object:
        app = web.Application()
        app.router.add_post("/", answer)
        async with TestServer(app) as server:
            file = tmp_path / "bot.toml"
            file.write_text(f'url = "{server.make_url("/")}"\nauthorised_by = "Ann, today"\n{description}{BODY}')
            settings = BotSettings(bot=file, covert=covert)
            if not rate:
                return await try_bot_async(str(file), settings)
            chosen = RateSettings(bot=BotSettings(covert=covert), run=RunSettings(limit=3, seed=1))
            return await botassay.rate_async(str(file), chosen, issues="AL", out=tmp_path / "run")

    return seen, asyncio.run(held())


@pytest.mark.parametrize(
    ("line", "covert", "agent"),
    [
        ("", False, USER_AGENT),
        ('user_agent = "Acme-QA/1"\n', False, "Acme-QA/1"),
        ("", True, BROWSER["User-Agent"]),
        ('user_agent = "Acme-QA/1"\n', True, "Acme-QA/1"),
    ],
)
def test_requests_say_who_asks_and_check_shows_it(tmp_path: Path, line: str, covert: bool, agent: str) -> None:  # noqa: FBT001
    seen, trial = asked(tmp_path, line, covert)
    assert seen[0]["User-Agent"] == agent
    assert ("Accept-Language" in seen[0]) is covert
    assert f"User-Agent: {agent}" in trial.sent  # type: ignore[attr-defined]
    assert all(f"{name}: {seen[0][name]}" in trial.sent for name in BROWSER if name in seen[0] and covert)  # type: ignore[attr-defined]
    assert "botassay" not in str(seen[0]) or agent == USER_AGENT


@pytest.mark.parametrize("covert", [False, True])
def test_a_report_says_whether_the_bot_could_have_known(tmp_path: Path, covert: bool) -> None:  # noqa: FBT001
    seen, report = asked(tmp_path, "", covert, rate=True)
    rating = report.ratings[0]  # type: ignore[attr-defined]
    assert rating.provenance.covert is covert
    assert rating.provenance.identified == ("covert" if covert else "declared")
    assert ("announced" in {each.kind for each in rating.observations}) is not covert
    assert len({request["s"] for request in seen}) == 4
    assert all(UUID(request[name]).version == 4 for request in seen for name in ("u", "s"))
    assert covert is (not any("botassay" in str(request) for request in seen))


@pytest.mark.parametrize("line", ["", 'authorised_by = " "\n'])
def test_a_covert_test_needs_a_permission(tmp_path: Path, line: str) -> None:
    file = tmp_path / "bot.toml"
    file.write_text(f'url = "http://127.0.0.1:9/"\n{line}{BODY}')
    with pytest.raises(ConfigurationError, match="who allowed the test"):
        try_bot(str(file), BotSettings(covert=True))


SCHEMES = ("openai:m@%s", "responses:m@%s", "anthropic:m@%s", "ollama:m@%s", "a2a:%s", "directline:%s")


@pytest.mark.parametrize("subject", SCHEMES)
def test_what_needs_no_description_can_be_tested_covertly_too(subject: str) -> None:
    seen: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        seen.append(f"{request.method} {request.path_qs} {dict(request.headers)} {await request.text()}")
        return web.json_response({"error": "no"}, status=500)

    with served(web.route("*", "/{any:.*}", answer)) as place:
        typed = subject % f"http://{place}"
        with pytest.raises(ConfigurationError, match="who allowed the test") as caught:
            try_bot(typed, BotSettings(covert=True, authorised_by=" "))
        assert "--authorised-by" in str(caught.value)
        assert not seen
        trial = try_bot(typed, BotSettings(covert=True, authorised_by="Ann, today"))
    assert (trial.kind, len(seen)) == ("server", 1)
    assert BROWSER["User-Agent"] in seen[0]
    assert "Accept-Language" in seen[0]
    assert "botassay" not in seen[0]
    assert "Ann" not in seen[0]


@pytest.mark.parametrize(
    ("shape", "pattern"),
    [
        ("uuid", "[0-9a-f-]{36}"),
        ("hex", "[0-9a-f]{32}"),
        ("digits", "[1-9][0-9]{11}"),
        ("ulid", "01[0-9A-HJKMNP-TV-Z]{24}"),
    ],
)
def test_ids_have_the_shape_that_the_bot_takes_and_say_nothing(tmp_path: Path, shape: str, pattern: str) -> None:
    more = BODY.replace("[reply]", f'[session]\nshape = "{shape}"\n[reply]')
    description = f'user_agent = "Acme-QA/1"\n{more}'
    seen: list[dict[str, str]] = []

    async def answer(request: web.Request) -> web.Response:
        seen.append({**request.headers, **await request.json()})
        return web.json_response({"r": "I can help you with that."})

    with served(web.post("/", answer)) as place:
        file = tmp_path / "bot.toml"
        file.write_text(f'url = "http://{place}/"\n{description}')
        chosen = RateSettings(run=RunSettings(limit=3, seed=1))
        report = botassay.rate(str(file), chosen, issues="AL", out=tmp_path / "run")
    assert report.ratings[0].provenance.identified == "custom"
    for request in seen:
        assert re.fullmatch(pattern, request["s"])
        assert re.fullmatch(pattern, request["u"])
        assert "botassay" not in str(request)
        assert "AL-" not in str(request)


def test_a_header_cannot_name_the_client(tmp_path: Path) -> None:
    file = tmp_path / "bot.toml"
    file.write_text(f'url = "http://127.0.0.1:9/"\n{BODY}[headers]\nUser-agent = "x"\n')
    with pytest.raises(ConfigurationError, match=r"E196 .headers. cannot set User-Agent"):
        try_bot(str(file))
