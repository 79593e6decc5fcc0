"""Hostile bots: whatever one does, a turn ends in time, stays small, and has a kind."""

import asyncio
import gzip
import json
import socket
import time
import tracemalloc
from typing import Any, NamedTuple

import pytest

from botassay.bots.rest import RestBot
from botassay.errors import BotError
from botassay.protocols import Reply
from botassay.wire import Client, Description, Exchange, Limits, Pace, ReplyPaths
from tests.clock import VirtualClock
from tests.hostile.server import HANG, HELLO, Script, Server, Step, again, answer, close, reset, serving

DEADLINE = 0.3
SLACK = 0.35
"""Seconds that a loaded machine may need beyond the deadline."""
MEMORY = 8 * 2**20
BODY = '{"message": {{message}}}'
KEY = "sk-CANARY-0123456789/+&"


def bot_at(url: str, clock: VirtualClock | None = None, **reply: str) -> RestBot:
    description = Description(
        url=url,
        body=BODY,
        headers={"Authorization": "Bearer ${BOT_TOKEN}"},
        reply=ReplyPaths(**{"text": "$.reply", "error": "$.error", **reply}),
    )
    exchange = Exchange.of(description, environment={"BOT_TOKEN": KEY})
    pace = Pace(clock=clock or VirtualClock())
    return RestBot(
        "bot", exchange, Client(Limits(turn=DEADLINE, connect=DEADLINE), pace, exchange.secrets, exchange.headers)
    )


class Outcome(NamedTuple):
    got: list[Reply | BotError]
    seconds: float
    server: Server
    clock: VirtualClock

    @property
    def failure(self) -> BotError:
        last = self.got[-1]
        assert isinstance(last, BotError), last
        return last

    @property
    def reply(self) -> Reply:
        last = self.got[-1]
        assert isinstance(last, Reply), repr(last) + getattr(last, "evidence", "")
        return last


def talk(*scripts: Script, turns: int = 1, pause: float = 0.0, **reply: str) -> Outcome:
    """Hold one conversation with a server that plays scripts."""

    async def hold() -> Outcome:
        clock, got = VirtualClock(), []
        async with serving(*scripts) as server:
            begun = time.perf_counter()
            async with bot_at(server.url, clock, **reply).open(user="u") as conversation:
                for _ in range(turns):
                    got.append(await said(conversation))
                    await asyncio.sleep(pause)
            return Outcome(got, time.perf_counter() - begun, server, clock)

    return asyncio.run(hold())


async def said(conversation: Any) -> Reply | BotError:
    try:
        reply: Reply = await conversation.say("hi")
    except BotError as error:
        return checked(error)
    return reply


def checked(error: BotError) -> BotError:
    assert error.kind in BotError.KINDS
    assert KEY not in f"{error}{error!r}{error.evidence}{error.hint}"
    return error


def fields(status: str, *headers: str, body: bytes = b"x") -> Script:
    return (answer(body, *headers, status=status),)


def page(body: bytes, kind: str) -> Script:
    return (answer(body, kind=kind),)


def chunked(body: bytes) -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" + body


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
LONG = HEAD + b"Content-Length: 1000\r\n\r\n" + b'{"reply": "'
LOGIN = b'<!DOCTYPE html><html><form>Log in<input type="password"></form></html>'
BOMB = gzip.compress(gzip.compress(b"a" * 10_000_000))

FAILURES: dict[str, tuple[Script, str]] = {
    "H01 accepts, then hangs": ((HANG,), "timeout"),
    "H02 hangs after the headers": ((HEAD + b"Content-Length: 20\r\n\r\n", HANG), "timeout"),
    "H03 body in drips": ((LONG, again(b"a", 1000, 0.01)), "timeout"),
    "H04 headers in drips": ((b"HTTP/1.1 200 OK\r\nX: ", again(b"a", 1000, 0.01)), "timeout"),
    "H08 reset before the answer": ((reset,), "reset"),
    "H09 reset within the body": ((LONG, reset), "reset"),
    "H10 closed without an answer": ((close,), "reset"),
    "H11 always 500": (fields("500 Internal Server Error"), "server"),
    "H11 500 and an endless body": (
        (b"HTTP/1.1 500 X\r\nTransfer-Encoding: chunked\r\n\r\n", again(b"10000\r\n" + b"a" * 65536 + b"\r\n", 16384)),
        "server",
    ),
    "H18 401": (fields("401 Unauthorized"), "unauthorised"),
    "H18 403": (fields("403 Forbidden"), "unauthorised"),
    "H20 404": (fields("404 Not Found"), "rejected"),
    "H20 405": (fields("405 Method Not Allowed"), "rejected"),
    "H20 415": (fields("415 Unsupported Media Type"), "rejected"),
    "H20 422": (fields("422 Unprocessable Entity"), "rejected"),
    "H21 413": (fields("413 Content Too Large"), "too_long_for_bot"),
    "H21 414": (fields("414 URI Too Long"), "too_long_for_bot"),
    "H21 context length": (fields("400 Bad Request", body=b"maximum context length is 8"), "too_long_for_bot"),
    "H24 status 999": (fields("999 What"), "protocol"),
    "H24 status 0": (fields("000 What"), "protocol"),
    "H24 status 600": (fields("600 What"), "protocol"),
    "H24 no status": ((b"HTTP/1.1 OK\r\n\r\n",), "protocol"),
    "H25 redirect": (fields("302 Found", "Location: https://evil.example/"), "redirect"),
    "H26 redirect to a file": (fields("302 Found", "Location: file://localhost/etc/passwd"), "redirect"),
    "H27 redirect to metadata": (fields("302 Found", "Location: http://169.254.169.254/latest"), "redirect"),
    "H27 redirect to metadata, as a number": (fields("307 X", "Location: http://2852039166/"), "redirect"),
    "H28 redirect to itself": (fields("301 X", "Location: /chat"), "redirect"),
    "H28 redirect with a long target": (fields("302 Found", "Location: /" + "a" * 60_000), "protocol"),
    "H30 huge body, declared": (
        (HEAD + b"Content-Length: 1073741824\r\n\r\n", again(b"a" * 65536, 16384)),
        "too_large",
    ),
    "H31 endless chunks": ((chunked(b""), again(b"10000\r\n" + b"a" * 65536 + b"\r\n", 16384)), "too_large"),
    "H31 endless body": ((HEAD + b"\r\n", again(b"a" * 65536, 16384)), "too_large"),
    "H32 bomb": ((answer(BOMB, "Content-Encoding: gzip"),), "encoded"),
    "H32 brotli": ((answer(b"x", "Content-Encoding: br"),), "encoded"),
    "H32 zstd": ((answer(b"x", "Content-Encoding: zstd"),), "encoded"),
    "H33 gzip cut off": ((answer(BOMB[:50], "Content-Encoding: gzip"),), "encoded"),
    "H34 shorter than declared": ((LONG, close), "truncated"),
    "H34 chunks cut off": ((chunked(b"10\r\nabc"), close), "truncated"),
    "H35 longer than declared": ((answer(b'{"reply": "a"}') + b"and more\r\n\r\n",), "protocol"),
    "H37 chunk of no size": ((chunked(b"zz\r\nabc\r\n0\r\n\r\n"),), "protocol"),
    "H37 chunk of negative size": ((chunked(b"-5\r\nabc\r\n0\r\n\r\n"),), "protocol"),
    "H37 chunk of huge size": ((chunked(b"f" * 40 + b"\r\nabc\r\n0\r\n\r\n"),), "protocol"),
    "H38 two lengths": ((answer(b"{}", "Content-Length: 5"),), "protocol"),
    "H38 length and chunks": ((answer(b"2\r\n{}\r\n0\r\n\r\n", "Transfer-Encoding: chunked"),), "protocol"),
    "H38 negative length": ((HEAD + b"Content-Length: -1\r\n\r\n{}",), "protocol"),
    "H40 HTTP/0.9": ((b'{"reply": "a"}', close), "protocol"),
    "H40 garbage": ((bytes(range(256)) * 4, close), "protocol"),
    "H41 long header": ((HEAD + b"X: ", again(b"a" * 65536, 80)), "protocol"),
    "H41 many headers": ((HEAD, again(b"X: a\r\n" * 1000, 100)), "protocol"),
    "H47 login page": (page(LOGIN, "text/html"), "not_chat"),
    "H47 login page called JSON": (page(LOGIN, "application/json"), "not_chat"),
    "H47 XML": (page(b"<?xml version='1.0'?><a/>", "application/xml"), "not_chat"),
    "H47 bytes": (page(b"\x89PNG\r\n\x1a\n\x00", "application/octet-stream"), "not_chat"),
    "H48 cut off": (page(b'{"reply": "a', "application/json"), "bad_json"),
    "H48 trailing garbage": (page(b'{"reply": "a"} x', "application/json"), "bad_json"),
    "H48 JSONP": (page(b'call({"reply": "a"})', "application/json"), "bad_json"),
    "H48 JSON lines": (page(b'{"reply": "a"}\n{"reply": "b"}', "application/json"), "bad_json"),
    "H49 missing": (page(b'{"answer": "a"}', "application/json"), "bad_shape"),
    "H49 null": (page(b'{"reply": null}', "application/json"), "bad_shape"),
    "H49 list": (page(b'{"reply": ["a"]}', "application/json"), "bad_shape"),
    "H49 number": (page(b'{"reply": 5}', "application/json"), "bad_shape"),
    "H49 object": (page(b'{"reply": {"text": "a"}}', "application/json"), "bad_shape"),
    "H49 no object at all": (page(b"[]", "application/json"), "bad_shape"),
    "H50 NaN": (page(b'{"reply": "a", "x": NaN}', "application/json"), "bad_json"),
    "H50 Infinity": (page(b'{"reply": "a", "x": -Infinity}', "application/json"), "bad_json"),
    "H50 long number": (page(b'{"reply": "a", "x": ' + b"9" * 100_000 + b"}", "application/json"), "bad_json"),
    "H50 deep": (page(b"[" * 200_000, "application/json"), "bad_json"),
    "H50 deep, with half a character": (page(rb'["\ud800",' + b"[" * 200_000, "application/json"), "bad_json"),
    "H12 long reply": (page(b'{"reply": "' + b"a" * 70_000 + b'"}', "application/json"), "too_large"),
    "an error with status 200": (page(b'{"error": {"code": 5}}', "application/json"), "bot_error"),
}


@pytest.mark.parametrize("case", FAILURES)
def test_what_is_no_answer_has_a_kind_ends_in_time_and_stays_small(case: str) -> None:
    script, kind = FAILURES[case]
    talk((HELLO,))  # what is imported late does not count
    tracemalloc.start()
    try:
        outcome = talk(script)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert outcome.failure.kind == kind, outcome.failure
    assert outcome.seconds < DEADLINE + SLACK + 2 * ("endless" in case or "huge" in case or case.startswith("H41")), (
        case
    )
    assert peak < MEMORY
    assert len(outcome.failure.evidence) <= 64 * 1024
    assert len(outcome.server.requests) == 1
    assert not outcome.failure.again


@pytest.mark.parametrize("case", ["H01 accepts, then hangs", "H03 body in drips", "H04 headers in drips"])
def test_a_deadline_is_kept_however_slowly_bytes_come(case: str) -> None:
    assert DEADLINE - 0.02 < talk(FAILURES[case][0]).seconds < DEADLINE + 0.1 + SLACK


def test_what_came_before_a_deadline_is_kept_as_evidence() -> None:
    assert talk(FAILURES["H03 body in drips"][0]).failure.evidence.startswith('{"reply": "aa')


def test_h05_nobody_takes_the_connection() -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)
        crowd = [socket.socket() for _ in range(4)]
        for one in crowd:
            one.setblocking(False)  # noqa: FBT003 - its only argument
            one.connect_ex(deaf.getsockname())
        bot = bot_at(f"http://127.0.0.1:{deaf.getsockname()[1]}/")
        failure = asyncio.run(once(bot))
        for one in crowd:
            one.close()
    assert isinstance(failure, BotError)
    assert failure.kind == "connect"
    assert failure.again


def test_h06_connection_refused() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    clock = VirtualClock()
    failure = asyncio.run(once(bot_at(f"http://127.0.0.1:{port}/", clock)))
    assert isinstance(failure, BotError)
    assert (failure.kind, failure.again) == ("connect", True)
    assert len(clock.slept) == 2  # three attempts


def test_h07_unknown_host(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", nothing)
    clock = VirtualClock()
    failure = asyncio.run(once(bot_at("http://bot.invalid/", clock)))
    assert isinstance(failure, BotError)
    assert (failure.kind, failure.again) == ("dns", True)
    assert len(clock.slept) >= 2  # no busy loop


async def once(bot: RestBot) -> Reply | BotError:
    async with bot.open(user="u") as conversation:
        return await said(conversation)


def test_h10_a_connection_that_was_closed_while_idle_is_replaced_once() -> None:
    outcome = talk((HELLO,), (close,), (HELLO,), turns=2)
    assert outcome.reply.text == "hello"
    assert (len(outcome.server.requests), outcome.server.connections) == (3, 2)
    assert outcome.clock.slept == []


@pytest.mark.parametrize("status", ["502 Bad Gateway", "503 Busy", "504 Late", "429 Slow"])
def test_h13_a_failure_before_the_bot_acts_is_tried_three_times(status: str) -> None:
    assert talk(fields(status), fields(status), (HELLO,)).reply.text == "hello"
    outcome = talk(fields(status))
    assert len(outcome.server.requests) == 3
    assert outcome.failure.again
    assert all(0 <= pause <= limit for pause, limit in zip(outcome.clock.slept, (1, 2), strict=True))


SUNDAY = "Sun, 06 Nov 1994 08:%s GMT"


@pytest.mark.parametrize(
    ("header", "waited"),
    [
        ("2", 2.0),
        ("0", 0.0),
        ("-5", 0.0),
        ("60", 60.0),
        (SUNDAY % "48:30", 10.0),
        (SUNDAY % "00:00", 0.0),
        ("2.5", 2.5),
    ],
)
def test_h14_h15_a_host_is_left_alone_as_long_as_it_wants(header: str, waited: float) -> None:
    outcome = talk(fields("429 Slow", f"Retry-After: {header}"), (HELLO,))
    assert outcome.reply.text == "hello"
    assert sum(outcome.clock.slept) == pytest.approx(waited)


@pytest.mark.parametrize("header", ["abc", "", "1e9", "²", "Sun, 99 Nov 1994"])
def test_h15_h16_nonsense_is_no_wish(header: str) -> None:
    outcome = talk(fields("429 Slow", f"Retry-After: {header}"), (HELLO,))
    assert outcome.reply.text == "hello"
    assert 0 <= sum(outcome.clock.slept) <= 1


def test_h15_a_longer_wish_is_left_to_the_caller() -> None:
    outcome = talk(fields("429 Slow", "Retry-After: 1000000000"))
    assert (outcome.failure.kind, outcome.failure.wait, outcome.failure.again) == ("rate_limited", 1e9, True)
    assert len(outcome.server.requests) == 1


def test_h65_a_date_counts_by_the_clock_of_the_host() -> None:
    headers = (f"Date: {SUNDAY % '00:00'}", f"Retry-After: {SUNDAY % '00:07'}")
    assert sum(talk(fields("503 Busy", *headers), (HELLO,)).clock.slept) == pytest.approx(7.0)


def test_h17_an_error_that_speaks_of_rates_is_one_of_rates() -> None:
    outcome = talk(page(b'{"error": "rate limit"}', "application/json"))
    assert outcome.failure.kind == "rate_limited"
    assert len(outcome.server.requests) == 3


def test_h18_who_is_not_let_in_learns_the_name_of_the_key() -> None:
    failure = talk(fields("401 Unauthorized", body=KEY.encode())).failure
    assert "BOT_TOKEN" in str(failure)
    assert failure.evidence == "⟦secret:BOT_TOKEN⟧"


def test_h20_a_refusal_shows_what_was_said() -> None:
    failure = talk(fields("422 X", body=b"field 'text' is required" + b"\n" * 9 + b"y" * 9000)).failure
    assert "field 'text' is required y" in str(failure)
    assert len(str(failure)) < 400


@pytest.mark.parametrize(
    "script",
    [
        (b"HTTP/1.1 204 No Content\r\n\r\n",),
        page(b"", "application/json"),
        page(b" \n", "application/json"),
        page(b'{"reply": ""}', "application/json"),
    ],
)
def test_h22_to_say_nothing_is_an_answer(script: Script) -> None:
    assert talk(script).reply.text == ""


def test_h23_a_flood_of_interim_answers() -> None:
    got = talk((again(b"HTTP/1.1 100 Continue\r\n\r\n" * 100, 200), HELLO)).got[0]
    assert (got.text == "hello") if isinstance(got, Reply) else got.kind in ("timeout", "protocol")


def test_h25_a_redirect_is_shown_and_nobody_follows() -> None:
    outcome = talk(fields("302 Found", "Location: https://evil.example/x?k=" + "a" * 300))
    assert "https://evil.example/x" in str(outcome.failure)
    assert len(outcome.server.requests) == 1


def test_h36_a_second_answer_is_paired_with_no_question() -> None:
    two = HELLO + answer(b'{"reply": "shifted"}')
    outcome = talk((two,), (HELLO,), turns=3)
    assert [got.text for got in outcome.got if isinstance(got, Reply)] == ["hello"] * len(outcome.got)


def test_h36_an_answer_that_comes_late_is_paired_with_no_question() -> None:
    late: tuple[Step, ...] = (HELLO, 0.03, answer(b'{"reply": "shifted"}'))
    outcome = talk(late, (HELLO,), turns=3, pause=0.08)
    assert [getattr(got, "text", got) for got in outcome.got] == ["hello"] * 3


def test_h39_an_answer_without_a_length_ends_with_its_connection() -> None:
    old = b'HTTP/1.0 200 OK\r\nConnection: close\r\n\r\n{"reply": "hello"}'
    assert talk((old, close), turns=2).reply.text == "hello"


def test_h40_line_feeds_alone() -> None:
    outcome = talk((HELLO.replace(b"\r\n", b"\n"), close))
    assert outcome.got[0].text == "hello" if isinstance(outcome.got[0], Reply) else outcome.failure.kind == "protocol"


def test_h42_cookies_are_few_and_small() -> None:
    many = [f"Set-Cookie: c{n}={'x' * 3000}" for n in range(20)]
    small = [f"Set-Cookie: s{n}=1" for n in range(90)]
    outcome = talk((answer(b'{"reply": "a"}', *many),), (answer(b'{"reply": "a"}', *small),), (HELLO,), turns=3)
    sent = [line for line in outcome.server.requests[-1].split(b"\r\n") if line.lower().startswith(b"cookie:")]
    assert len(sent[0]) < 9_000
    assert 3 <= sent[0].count(b"=") <= 50


@pytest.mark.parametrize(
    ("body", "kind", "text"),
    [
        ('{"reply": "café"}'.encode("utf-8-sig"), "application/json", "café"),
        ('{"reply": "café"}'.encode("utf-16"), "application/json", "café"),
        ('{"reply": "café"}'.encode("latin-1"), "application/json; charset=latin-1", "café"),
        ('{"reply": "“café”"}'.encode("cp1252"), "application/json; charset=windows-1252", "“café”"),
        ('{"reply": "café"}'.encode("latin-1"), "application/json; charset=utf-8", "caf\ufffd"),
        ('{"reply": "café"}'.encode("latin-1"), "application/json; charset=rot13", "caf\ufffd"),
        ('{"reply": "café"}'.encode("latin-1"), "application/json; charset=nonsense", "caf\ufffd"),
        (rb'{"reply": "a\ud800b"}', "application/json", "a\ufffdb"),
        (rb'{"reply": "a\u0000b"}', "application/json", "a\ufffdb"),
        (rb'{"reply": "\ud83d\ude00 \uffff"}', "application/json", "😀 \uffff"),
        (b'{"reply": "a", "reply": "b"}', "text/plain", "b"),
        (b'{"reply": "a"}', "application/octet-stream", "a"),
    ],
)
def test_h51_h52_every_answer_becomes_text_that_can_be_written(body: bytes, kind: str, text: str) -> None:
    reply = talk(page(body, kind)).reply
    assert reply.text == text
    reply.text.encode()
    reply.raw.encode()


ECHOES = {
    "plain": json.dumps(KEY),
    "escaped": '"' + "".join(f"\\u{ord(letter):04x}" for letter in KEY) + '"',
    "in a URL": '"sk-CANARY-0123456789%2F%2B%26"',
    "in base64": '"c2stQ0FOQVJZLTAxMjM0NTY3ODkvKyY="',
    "as HTML": '"sk-CANARY-0123456789/+&amp;"',
}


@pytest.mark.parametrize("case", ECHOES)
def test_h66_a_bot_that_gives_our_key_back_is_found_out(case: str) -> None:
    body = b'{"reply": %s}' % ECHOES[case].encode()
    outcome = talk(page(body, "application/json"), fields("500 X", body=body), turns=2)
    reply = outcome.got[0]
    assert isinstance(reply, Reply)
    assert reply.secrets == ("BOT_TOKEN",)
    assert "⟦secret:BOT_TOKEN⟧" in reply.text
    assert "⟦secret:BOT_TOKEN⟧" in reply.raw
    assert "CANARY" not in repr(reply) + str(outcome.failure) + outcome.failure.evidence
    assert KEY.encode() in outcome.server.requests[0]


def test_a_bot_on_a_port_without_tls() -> None:
    async def hold() -> Reply | BotError:
        async with serving((HELLO,)) as server:
            return await once(bot_at(server.url.replace("http:", "https:")))

    failure = asyncio.run(hold())
    assert isinstance(failure, BotError)
    assert failure.kind in ("tls", "timeout", "connect")


def test_one_connection_for_a_conversation_and_one_for_each() -> None:
    assert talk((HELLO,), turns=20).server.connections == 1


def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    assert talk((HELLO,)).reply.text == "hello"


def test_who_we_are_and_what_we_can_read_is_said_in_every_request() -> None:
    request = talk((HELLO,)).server.requests[0].decode()
    assert "User-Agent: botassay/" in request
    assert "Accept-Encoding: identity" in request
