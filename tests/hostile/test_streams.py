"""Answers that come as a stream: whole, in order, in time, small, and with an end."""

import asyncio
import json
import tracemalloc
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.bots import models
from botassay.bots.conversations import RestBot
from botassay.core.errors import BotError
from botassay.http import Client, Description, Exchange, Limits, Pace, ReplyPaths
from botassay.http.sse import Events, JsonLineEvents
from botassay.plugins.protocols import BotOptions, Reply
from botassay.testing.hostile.behaviours import KEY
from botassay.testing.hostile.server import HANG, Script, Server, Step, again, answer, close, reset, serving
from tests.clock import VirtualClock

DEADLINE = 1.0
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"
OPEN = HEAD + b"\r\n"
"""Ends with its connection."""
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
END = b"0\r\n\r\n"
DONE = b"data: [DONE]\n\n"


def piece(text: str | None) -> bytes:
    return b"data: " + json.dumps({"delta": text}).encode() + b"\n\n"


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


class Outcome(NamedTuple):
    got: Reply | BotError
    server: Server


def bot_at(url: str) -> RestBot:
    reply = ReplyPaths(text="$.reply", error="$.error", piece="$.delta", options="$.options[*]")
    exchange = Exchange.of(
        Description(url=url, body='{"m": {{message}}}', headers={"X-Key": "${BOT_TOKEN}"}, reply=reply),
        environment={"BOT_TOKEN": KEY},
    )
    limits = Limits(turn=DEADLINE, connect=DEADLINE)
    client = Client(limits, Pace(clock=VirtualClock()), exchange.secrets, exchange.headers, stream=exchange.stream)
    return RestBot("bot", exchange, client)


def streamed(*script: Step, times: int = 1) -> Outcome:
    async def talk() -> Outcome:
        async with serving(script) as server:
            try:
                async with bot_at(server.url).open(user="u") as conversation:
                    got: Reply | BotError = [await conversation.say("hi") for _ in range(times)][-1]
            except BotError as error:
                got = error
            return Outcome(got, server)

    return asyncio.run(talk())


SAID: dict[str, tuple[Script, str]] = {
    "H61 pieces, in order": (
        (CHUNKED, chunk(piece("He")), chunk(piece("llo,\n")), chunk(piece(" you") + DONE), END),
        "Hello,\n you",
    ),
    "H61 a stream without [DONE]": ((CHUNKED, chunk(piece("hello")), END), "hello"),
    "H61 [DONE] on a body without a length": ((OPEN + piece("hel") + piece("lo") + DONE, close), "hello"),
    "H61 [DONE] on a connection that stays": ((CHUNKED, chunk(piece("hello") + DONE), HANG), "hello"),
    "H61 more behind [DONE]": ((CHUNKED, chunk(piece("hello") + DONE + piece("shifted")), END), "hello"),
    "H61 byte by byte": ((CHUNKED, *(chunk(bytes([byte])) for byte in piece("hé") + DONE), END), "hé"),
    "H61 no blank line at the end": ((CHUNKED, chunk(b'data: {"delta": "hello"}'), END), "hello"),
    "H61 comments, names, roles, empty choices": (
        (
            CHUNKED,
            chunk(b': hi\nevent: x\nid: 1\nretry: 5\ndata: {"role": 1}\n\nunknown\n\n' + piece(None) + piece("hello")),
            END,
        ),
        "hello",
    ),
    "H61 nothing but [DONE]": ((CHUNKED, chunk(DONE), END), ""),
    "H61 an answer in one piece all the same": ((answer(b'{"reply": "hello"}'),), "hello"),
}


@pytest.mark.parametrize("case", SAID)
def test_a_stream_becomes_one_reply(case: str) -> None:
    script, text = SAID[case]
    outcome = streamed(*script)
    assert isinstance(outcome.got, Reply), outcome.got
    assert outcome.got.text == text
    assert len(outcome.server.requests) == 1


FAILS: dict[str, tuple[Script, str]] = {
    "H61 a stream that ends with its connection": ((OPEN + piece("hel") + piece("lo"), close), "truncated"),
    "H61 no [DONE] on a connection that stays": ((CHUNKED, chunk(piece("hello")), HANG), "truncated"),
    "H61 heartbeats behind the last piece": (
        (CHUNKED, chunk(piece("hello")), again(chunk(b": ping\n\n"), 1_000, 0.01)),
        "truncated",
    ),
    "H61 nothing but heartbeats": ((CHUNKED, again(chunk(b": ping\n\n"), 1_000, 0.01)), "timeout"),
    "H61 pieces without end": ((CHUNKED, again(chunk(piece("a")), 1_000, 0.01)), "truncated"),
    "H61 a line of 100 MB": ((OPEN + b"data: ", again(b"a" * 65_536, 1_600)), "too_large"),
    "H61 a million heartbeats": ((OPEN, again((b":" + b" " * 1_022 + b"\n") * 64, 400)), "too_large"),
    "H61 pieces beyond 64 KiB": ((CHUNKED, again(chunk(piece("a" * 1_000)), 70), chunk(DONE), END), "too_large"),
    "H61 an error in between": ((CHUNKED, chunk(piece("a") + b'data: {"error": "no"}\n\n'), END), "bot_error"),
    "H61 a rate limit in between": ((CHUNKED, chunk(b'data: {"error": "rate limit"}\n\n'), END), "rate_limited"),
    "H61 broken JSON in between": ((CHUNKED, chunk(piece("a") + b"data: {oops\n\n"), END), "bad_json"),
    "H61 cut off": ((CHUNKED, chunk(piece("hello")), close), "truncated"),
    "H61 reset": ((CHUNKED, chunk(piece("hello")), reset), "truncated"),
    "H61 ended before any text": ((CHUNKED, chunk(b": hi\n\n"), END), "truncated"),
    "H61 no piece where one should be": ((CHUNKED, chunk(b'data: {"text": "a"}\n\n'), END), "bad_shape"),
    "H61 a number for a piece": ((CHUNKED, chunk(b'data: {"delta": 5}\n\n'), END), "bad_shape"),
    "H61 deep nesting": ((CHUNKED, chunk(b"data: " + b"[" * 200_000 + b"\n\n"), END), "bad_json"),
}


@pytest.mark.parametrize("case", FAILS)
def test_a_stream_that_is_no_answer_has_a_kind_ends_in_time_and_stays_small(case: str) -> None:
    script, kind = FAILS[case]
    streamed(answer(b'{"reply": "a"}'))  # what is imported late does not count
    tracemalloc.start()
    try:
        outcome = streamed(*script)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert isinstance(outcome.got, BotError), outcome.got
    assert outcome.got.kind == kind, outcome.got
    assert peak < 12 * 2**20
    assert len(outcome.got.evidence) <= 64 * 1024


@pytest.mark.case("H61")
def test_each_request_has_a_connection_of_its_own() -> None:
    assert streamed(CHUNKED, chunk(piece("hello") + DONE) + END, times=3).server.connections == 3


@pytest.mark.case("H61", "H66")
def test_a_key_that_comes_back_in_pieces_is_found_out() -> None:
    got = streamed(CHUNKED, chunk(piece(KEY[:9]) + piece(KEY[9:]) + DONE), END).got
    assert isinstance(got, Reply)
    assert got.secrets == ("BOT_TOKEN",)
    assert got.text == "⟦secret:BOT_TOKEN⟧"
    assert "CANARY" not in got.raw


@pytest.mark.case("H61")
def test_a_stream_that_nobody_asked_for_is_no_chat() -> None:
    async def talk() -> BotError:
        async with serving((CHUNKED, chunk(piece("a")), HANG)) as server:
            exchange = Exchange.of(Description(url=server.url, body="{{message}}", reply=ReplyPaths(text="$.reply")))
            bot = RestBot("bot", exchange, Client(Limits(turn=DEADLINE), Pace()))
            with pytest.raises(BotError, match="streams its reply") as caught:
                async with bot.open(user="u") as conversation:
                    await conversation.say("hi")
            return caught.value

    assert asyncio.run(talk()).kind == "not_chat"


@pytest.mark.case("H61")
def test_a_model_that_streams_although_nobody_asked_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    def delta(**said: Any) -> bytes:
        return b"data: " + json.dumps({"choices": [{"index": 0, "delta": said}]}).encode() + b"\n\n"

    stream = delta(role="assistant", content="") + delta(content="Hel") + delta(content="lo") + delta()
    usage = b'data: {"choices": [], "usage": {}}\n\n'

    async def talk() -> str:
        async with serving((CHUNKED, chunk(stream + usage + DONE), END)) as server:
            bot = models.make_openai(f"m@{server.url}", BotOptions(turn=DEADLINE))
            async with bot.open(user="u") as conversation:
                return (await conversation.say("hi")).text

    assert asyncio.run(talk()) == "Hello"


@given(st.lists(st.text(st.characters(exclude_characters="\r\n\0", codec="utf-8"), min_size=1), max_size=8), st.data())
def test_events_are_the_same_however_bytes_come(texts: list[str], data: st.DataObject) -> None:
    end = data.draw(st.sampled_from(["\n", "\r\n", "\r"]))
    whole = "".join(f"data: {text}{end}{end}: x{end}" for text in texts).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=20)))
    events, seen = Events(), []
    for begin, stop in zip([0, *cuts], [*cuts, len(whole)], strict=True):
        seen += events.feed(whole[begin:stop])
    assert [event.data.decode() for event in [*seen, *events.close()]] == texts


@given(st.binary(max_size=300))
def test_any_bytes_make_events_or_none(noise: bytes) -> None:
    for kind in (Events, JsonLineEvents):
        whole, bytewise = kind(), kind()
        seen = [event for byte in noise for event in bytewise.feed(bytes([byte]))]
        assert [*whole.feed(noise), *whole.close()] == [*seen, *bytewise.close()]


def test_a_long_line_takes_no_longer_than_it_is() -> None:
    events = Events()
    for _ in range(200_000):  # if each piece were looked at with all before it, this would take hours
        events.feed(b"a" * 50)
    assert events.close() == []
