"""Models behind four interfaces: what is sent, with which key, and what is understood."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from aiohttp import web

from botassay.bots.models import ANTHROPIC, APIS, OPENAI, with_params
from botassay.bots.resolve import find_bot
from botassay.core.errors import UsageError
from botassay.http.presets import PRESETS
from botassay.plugins.protocols import BotOptions, Reply
from tests.fakes.dialects import DIALECTS, Turn
from tests.servers import served

PATHS = {
    "openai": "/v1/chat/completions",
    "responses": "/v1/responses",
    "anthropic": "/v1/messages",
    "ollama": "/api/chat",
}


@contextmanager
def provider(scheme: str, seen: list[Any]) -> Iterator[str]:
    """Serve an interface as strictly as today's models are: no temperature, no role `system` at Anthropic."""
    dialect = DIALECTS[APIS[scheme].preset]

    async def answer(request: web.Request) -> web.Response:
        body = await request.json()
        seen.append((body, dict(request.headers)))
        if "temperature" in body:
            return web.json_response({"error": {"message": "Unsupported parameter: 'temperature'"}}, status=400)
        if scheme == "anthropic" and any(message["role"] == "system" for message in body["messages"]):
            return web.json_response({"error": {"message": "Unexpected role system"}}, status=400)
        if body["stream"]:
            return web.Response(body=b"".join(dialect.frames(Turn("Hello."))), headers={"Content-Type": dialect.kind})
        return web.json_response(dialect.whole(Turn("Hello.", reasoning="hm")))

    with served(web.post(PATHS[scheme], answer)) as place:
        yield f"http://{place}"


def talked(scheme: str, base: str, **options: Any) -> Reply:
    async def talk() -> Reply:
        async with find_bot(f"{scheme}:m@{base}", BotOptions(turn=5.0, **options)).open(user="u") as conversation:
            await conversation.say("one")
            return await conversation.say("two")

    return asyncio.run(talk())


@pytest.mark.parametrize("scheme", APIS)
def test_a_model_gets_what_its_interface_takes(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-0123456789")
    seen: list[Any] = []
    with provider(scheme, seen) as base:
        reply = talked(scheme, base, system="Be kind.", params=("options.seed=1", "effort=low"))
    assert reply.text == "Hello."
    assert [aside.text for aside in reply.asides] == ["hm"]
    body, headers = seen[-1]
    api = APIS[scheme]
    history = [(entry["role"], entry["content"]) for entry in body[api.history]]
    talk = [("user", "one"), ("assistant", "Hello."), ("user", "two")]
    assert history == (talk if api.system else [("system", "Be kind."), *talk])
    assert api.system is None or body[api.system] == "Be kind."
    assert (body["options"], body["effort"], body["stream"]) == ({"seed": 1}, "low", False)
    assert headers.get("x-api-key") == ("sk-ant-0123456789" if scheme == "anthropic" else None)
    assert headers.get("anthropic-version") == ("2023-06-01" if scheme == "anthropic" else None)
    assert scheme != "responses" or body["store"] is False
    assert scheme != "anthropic" or body["max_tokens"] == 1024


@pytest.mark.parametrize("scheme", APIS)
def test_a_model_may_stream(scheme: str) -> None:
    seen: list[Any] = []
    with provider(scheme, seen) as base:
        assert talked(scheme, base, params=("stream=true",)).text == "Hello."
    assert "system" not in seen[-1][0]


def test_a_temperature_is_sent_only_if_it_is_asked_for() -> None:
    seen: list[Any] = []
    with provider("openai", seen) as base, pytest.raises(ConnectionError, match="Unsupported parameter"):
        talked("openai", base, params=("temperature=0",))
    assert seen[0][0]["temperature"] == 0


@pytest.mark.parametrize(
    ("base", "name"),
    [
        ("https://bedrock-runtime.eu-west-1.amazonaws.com/openai/v1", "AWS_BEARER_TOKEN_BEDROCK"),
        ("https://api.example/v1", "OPENAI_API_KEY"),
        ("https://amazonaws.com.evil.example/v1", "OPENAI_API_KEY"),
    ],
)
def test_each_host_gets_its_own_key(base: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for key in ("AWS_BEARER_TOKEN_BEDROCK", "OPENAI_API_KEY"):
        monkeypatch.setenv(key, f"value of {key}")
    bot = OPENAI.make(f"m@{base}", BotOptions())
    assert bot.exchange.shown_headers["Authorization"] == f"Bearer ${{{name}}}"


@pytest.mark.parametrize("param", ["messages=[]", "model=x", "input=1", "messages.x=1", "temperature", "=1", "a..b=1"])
def test_what_botassay_fills_cannot_be_set(param: str) -> None:
    with pytest.raises(UsageError, match="--param"):
        with_params({"model": "m"}, (param,))


def test_what_is_no_model_is_refused() -> None:
    with pytest.raises(UsageError, match="must name a model"):
        ANTHROPIC.make("https://api.anthropic.com", BotOptions())
    assert {api.preset for api in APIS.values()} < set(PRESETS)
