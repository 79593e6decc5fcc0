"""What the bots of today write, in the formats of nine interfaces: the reply, whole, and nothing else."""

import asyncio
import json
from functools import cache
from typing import Any

import pytest
from aiohttp import web
from hypothesis import given, settings
from hypothesis import strategies as st

from botassay.bots.rest import described
from botassay.core.errors import BotError
from botassay.http import Description, Exchange, ReplyPaths
from botassay.http.limits import Answer
from botassay.http.presets import PRESETS
from botassay.http.sse import cutter, format_of
from botassay.http.stream_rules import StreamRule, StreamSign
from botassay.plugins.protocols import Aside, BotOptions, Reply
from tests.fakes.dialects import DIALECTS, Dialect, Turn, sse
from tests.servers import served

TEXT = "Sure, the café opens at 9.\nAnything else? 😀"
TURN = Turn(TEXT)
BUSY = Turn(TEXT, reasoning="this user is a stupid idiot", tool='{"q": "stupid idiot"}')
every = pytest.mark.parametrize("name", DIALECTS)


@cache
def _plain(name: str) -> Exchange:
    return exchange(name, reply=ReplyPaths())


def exchange(name: str, **more: Any) -> Exchange:
    if not more:
        return _plain(name)
    return Exchange.of(Description(url="http://bot.example/", body='"{{message}}"', preset=name, **more))


def heard(name: str, *pieces: bytes, framed: bool = True, **more: Any) -> Reply:
    """Read a stream that comes in pieces."""
    reading = exchange(name, **more)
    assert reading.stream is not None
    decoder = reading.stream.decoder(DIALECTS[name].kind)
    assert decoder is not None
    for piece in pieces:
        if not decoder.over:
            decoder.feed(piece)
    if not decoder.over:
        decoder.end(framed=framed)
    return reading.hear(Answer(200, {"Content-Type": DIALECTS[name].kind}, b"".join(pieces), decoder)).reply


def failure(name: str, *pieces: bytes, framed: bool = True, **more: Any) -> BotError:
    with pytest.raises(BotError) as caught:
        heard(name, *pieces, framed=framed, **more)
    return caught.value


def test_every_preset_has_a_server() -> None:
    assert set(DIALECTS) == set(PRESETS)


@every
def test_a_stream_cut_at_every_byte_is_the_same_reply(name: str) -> None:
    stream = b"".join(DIALECTS[name].frames(BUSY))
    whole = heard(name, stream)
    assert whole.text == TEXT
    assert heard(name, *(bytes([byte]) for byte in stream)) == whole
    form = format_of(DIALECTS[name].kind)
    assert form is not None
    events = cutter(form).feed(stream)
    for at in range(len(stream)):
        cutting = cutter(form)
        assert [*cutting.feed(stream[:at]), *cutting.feed(stream[at:])] == events


@every
def test_line_ends_and_a_mark_of_byte_order_make_no_difference(name: str) -> None:
    stream = b"".join(DIALECTS[name].frames(TURN)).replace(b"\r\n", b"\n")
    for end in (b"\r\n", b"\r") if DIALECTS[name].kind.startswith("text") else (b"\r\n",):
        assert heard(name, b"\xef\xbb\xbf" + stream.replace(b"\n", end)).text == TEXT


@every
def test_reasoning_and_tools_stand_apart_from_the_reply(name: str) -> None:
    dialect = DIALECTS[name]
    reply = heard(name, *dialect.frames(BUSY))
    assert reply.text == TEXT
    if not dialect.asides:
        return
    shown = "".join(aside.text for aside in reply.asides)
    assert "stupid idiot" in shown
    assert {aside.kind for aside in reply.asides} == {"reasoning", "tool"}


@every
def test_an_unstreamed_answer_is_read_too(name: str) -> None:
    for turn in (TURN, BUSY):
        reading, body = exchange(name), json.dumps(DIALECTS[name].whole(turn)).encode()
        reply = reading.hear(Answer(200, {"Content-Type": "application/json"}, body)).reply
        assert reply.text == TEXT
        assert "idiot" not in reply.text
        asides = {aside.kind for aside in reply.asides if "stupid idiot" in aside.text}
        known = {"langserve": set(), "dify": {"reasoning"}}.get(name, {"reasoning", "tool"})
        assert asides == (known if turn is BUSY else set())


@every
def test_a_stream_without_the_sign_of_its_end_is_no_reply(name: str) -> None:
    dialect = DIALECTS[name]
    frames = dialect.frames(TURN)
    if name == "langgraph":  # only the end of the body tells
        return
    before = [*dialect.begin(TURN)]
    if name == "openai-chat":
        before = before[:-1]  # its `finish_reason` counts together with the end of the body
    for framed in (True, False):
        error = failure(name, *before, framed=framed)
        assert error.kind == "truncated", error
    half = b"".join(frames)[: len(b"".join(before)) - 4]
    assert failure(name, half).kind == "truncated"


@every
def test_a_failure_in_the_stream_is_no_reply(name: str) -> None:
    dialect = DIALECTS[name]
    error = failure(name, *dialect.begin(TURN)[:3], dialect.error, *dialect.signs())
    assert error.kind == "bot_error"
    assert any(word in str(error).lower() for word in ("overloaded", "error", "failed")), error


@every
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_any_bytes_in_any_chunks_end_in_a_reply_or_a_failure(name: str, data: st.DataObject) -> None:
    frames = DIALECTS[name].frames(BUSY)
    noise = st.one_of(
        st.binary(max_size=60), st.sampled_from(frames), st.sampled_from(frames).map(lambda f: f[: len(f) // 2])
    )
    pieces = data.draw(st.lists(noise, max_size=12))
    try:
        reply = heard(name, *pieces, framed=data.draw(st.booleans()))
    except BotError as error:
        kind: str | None = error.kind
    else:
        kind = None
        reply.text.encode()
        assert all(len(aside.text) <= 16 * 1024 for aside in reply.asides)
    assert kind is None or kind in BotError.KINDS


def test_what_an_event_replaces_is_gone() -> None:
    swap = sse({"event": "message_replace", "answer": "I cannot say that."})
    dify = DIALECTS["dify"]
    assert heard("dify", *dify.begin(TURN), swap, *dify.signs()).text == "I cannot say that."


def test_blocks_are_bubbles_and_a_whole_text_takes_the_place_of_its_beginning() -> None:
    rule = StreamRule(piece="$.text", block="$.id", done=(StreamSign(data="[DONE]"),))
    events = [
        sse({"id": name, "text": text}) for name, text in (("a", "Hel"), ("a", "lo"), ("b", "Who"), ("b", "Who?"))
    ]
    reading = {"preset": "vercel-ui", "stream": rule}
    rules = StreamRule(piece="$.text", block="$.id", where="@.text", done=(StreamSign(data="[DONE]"),))
    assert heard("vercel-ui", *events, sse("[DONE]"), stream=rules).text == "Hello\nWhoWho?"
    assert reading
    whole = StreamRule(piece="$.text", block="$.id", where="@.text", done=(StreamSign(data="[DONE]"),), whole=True)
    assert heard("vercel-ui", *events, sse("[DONE]"), stream=whole).text == "lo\nWho?"


@pytest.mark.parametrize(
    ("finish", "text", "kind"),
    [("length", "half a", None), ("content_filter", "", None), ("tool_calls", "", "bad_shape"), ("stop", "", None)],
)
def test_why_a_bot_stops_says_what_an_empty_reply_is(finish: str, text: str, kind: str | None) -> None:
    frames = [sse({"choices": [{"delta": {"content": text} if text else {}, "finish_reason": finish}]}), sse("[DONE]")]
    if kind is None:
        reply = heard("openai-chat", *frames)
        assert (reply.text, reply.finish) == (text, finish)
    else:
        error = failure("openai-chat", *frames)
        assert error.kind == kind
        assert "rate the application" in str(error)


def test_events_of_another_format_are_named() -> None:
    error = failure("openai-chat", *DIALECTS["vercel-ui"].frames(TURN))
    assert error.kind == "bad_shape"
    assert "text-delta" in str(error)


def test_usage_and_the_reason_of_the_end_are_kept() -> None:
    reply = heard("anthropic", *DIALECTS["anthropic"].frames(BUSY))
    assert reply.finish == "end_turn"
    assert reply.usage is not None
    assert (reply.usage.input, reply.usage.output) == (9, 12)


@pytest.mark.parametrize(
    ("said", "text", "asides"),
    [
        ("<think>idiot</think>Hello!", "Hello!", ("idiot",)),
        ("idiot</think>\n\nHello!", "Hello!", ("idiot",)),
        ("Write `<think>` so.", "Write `<think>` so.", ()),
        ("```\n<think>\n```", "```\n<think>\n```", ()),
    ],
)
def test_tags_of_reasoning_in_a_stream(said: str, text: str, asides: tuple[str, ...]) -> None:
    reply = heard("ollama", *DIALECTS["ollama"].frames(Turn(said)))
    assert (reply.text, reply.asides) == (text, tuple(Aside("reasoning", aside) for aside in asides))


def test_reasoning_that_does_not_end_is_no_reply() -> None:
    assert failure("ollama", *DIALECTS["ollama"].frames(Turn("<think>hm"))).kind == "truncated"


# ── over HTTP ───────────────────────────────────────────────────────────────────────────────────────────────────────


def talked(handler: Any, description: dict[str, Any], turn: float = 5.0) -> Reply | BotError:
    async def talk(url: str) -> Reply:
        bot = described(
            Description(url=url, body='{"m": {{message}}}', **description), BotOptions(turn=turn), where="t"
        )
        async with bot.open(user="u") as conversation:
            return await conversation.say("hi")

    with served(web.post("/", handler)) as place:
        try:
            return asyncio.run(talk(f"http://{place}/"))
        except BotError as error:
            return error


def paused(dialect: Dialect, seconds: float) -> Any:
    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": dialect.kind})
        await response.prepare(request)
        frames = dialect.frames(Turn("Of course. You are a stupid idiot."))
        for number, frame in enumerate(frames):
            if number == len(frames) - 4:
                await asyncio.sleep(seconds)
            await response.write(frame)
        return response

    return answer


def test_a_pause_completes_nothing() -> None:
    handler = paused(DIALECTS["vercel-ui"], 0.6)
    whole = talked(handler, {"preset": "vercel-ui"})
    assert isinstance(whole, Reply)
    assert whole.text.endswith("idiot.")
    for options, turn in (
        ({"preset": "vercel-ui"}, 0.4),
        ({"preset": "vercel-ui", "stream": StreamRule(pause=0.2)}, 5.0),
    ):
        error = talked(handler, options, turn)
        assert isinstance(error, BotError)
        assert error.kind == "truncated"
        assert "Of course" in error.evidence.replace('"', "") or "Of " in error.evidence


@pytest.mark.parametrize("name", ["openai-chat", "gemini", "langgraph", "anthropic"])
def test_a_connection_that_breaks_is_no_end(name: str) -> None:
    dialect = DIALECTS[name]

    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": dialect.kind})
        await response.prepare(request)
        for frame in dialect.begin(TURN):
            await response.write(frame)
        assert request.transport is not None
        request.transport.close()
        return response

    error = talked(answer, {"preset": name})
    assert isinstance(error, BotError)
    assert error.kind == "truncated"
