"""Hostile bots: whatever one does, a turn ends in time, stays small, and has a kind."""

import asyncio
import json
import socket
import tracemalloc
from typing import Any, NamedTuple

import msgspec
import pytest

from botassay.bots.conversations import RestBot
from botassay.core.errors import BotError
from botassay.http import Client, Description, Exchange, Limits, Pace, ReplyPaths
from botassay.plugins.protocols import Reply
from botassay.testing.hostile.behaviours import BEHAVIOURS, KEY
from botassay.testing.hostile.server import HELLO, Script, Server, Step, again, answer, close, serving
from tests.clock import VirtualClock

DEADLINE = 0.3
"""Seconds that a loaded machine may need beyond the deadline."""
MEMORY = 8 * 2**20
BODY = '{"message": {{message}}}'


def bot_at(url: str, clock: VirtualClock | None = None, *, keep_alive: bool = False, **reply: str) -> RestBot:
    description = Description(
        url=url,
        body=BODY,
        headers={"Authorization": "Bearer ${BOT_TOKEN}"},
        reply=msgspec.convert({"text": "$.reply", "error": "$.error", **reply}, ReplyPaths),
    )
    exchange = Exchange.of(description, environment={"BOT_TOKEN": KEY})
    pace = Pace(clock=clock or VirtualClock())
    limits = Limits(turn=DEADLINE, connect=DEADLINE)
    return RestBot("bot", exchange, Client(limits, pace, exchange.secrets, exchange.headers, keep_alive=keep_alive))


class Outcome(NamedTuple):
    got: list[Reply | BotError]
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


def talk(*scripts: Script, turns: int = 1, pause: float = 0.0, keep_alive: bool = False, **reply: str) -> Outcome:
    """Hold one conversation with a server that plays scripts."""

    async def hold() -> Outcome:
        clock, got = VirtualClock(), []
        async with serving(*scripts) as server:
            async with bot_at(server.url, clock, keep_alive=keep_alive, **reply).open(user="u") as conversation:
                for _ in range(turns):
                    got.append(await said(conversation))
                    await asyncio.sleep(pause)
            return Outcome(got, server, clock)

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


FAILURES = {behaviour.name: behaviour for behaviour in BEHAVIOURS if behaviour.said is None}


@pytest.mark.parametrize("case", FAILURES)
@pytest.mark.case("P10", "P12", "P13")
def test_what_is_no_answer_has_a_kind_ends_in_time_and_stays_small(case: str) -> None:
    behaviour = FAILURES[case]
    talk((HELLO,))  # what is imported late does not count
    tracemalloc.start()
    try:
        outcome = talk(*behaviour.scripts)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert outcome.failure.kind == behaviour.kind, outcome.failure
    assert peak < MEMORY
    assert len(outcome.failure.evidence) <= 64 * 1024
    assert len(outcome.server.requests) == behaviour.requests
    assert outcome.failure.again == (behaviour.requests > 1)


@pytest.mark.parametrize("case", ["H01 accepts, then hangs", "H03 body in drips", "H04 headers in drips"])
@pytest.mark.case("P13")
def test_a_deadline_is_kept_however_slowly_bytes_come(case: str) -> None:
    assert talk(*FAILURES[case].scripts).failure.kind == "timeout"  # left alone, it would end otherwise


@pytest.mark.case("H03")
def test_what_came_before_a_deadline_is_kept_as_evidence() -> None:
    assert talk(*FAILURES["H03 body in drips"].scripts).failure.evidence.startswith('{"reply": "aa')


@pytest.mark.case("H05")
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


@pytest.mark.case("H06")
def test_h06_connection_refused() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    clock = VirtualClock()
    failure = asyncio.run(once(bot_at(f"http://127.0.0.1:{port}/", clock)))
    assert isinstance(failure, BotError)
    assert (failure.kind, failure.again) == ("connect", True)
    assert len(clock.slept) == 2  # three attempts


@pytest.mark.case("H07")
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


@pytest.mark.case("H10")
@pytest.mark.parametrize("keep_alive", [False, True])
def test_h10_nothing_is_repeated_after_a_connection_that_was_closed(*, keep_alive: bool) -> None:
    outcome = talk((HELLO,), (close,), (HELLO,), turns=2, keep_alive=keep_alive)
    assert outcome.failure.kind == "reset"
    assert (len(outcome.server.requests), outcome.server.connections) == (2, 1 if keep_alive else 2)


@pytest.mark.parametrize("status", ["502 Bad Gateway", "503 Busy", "504 Late", "429 Slow"])
@pytest.mark.case("H13")
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
@pytest.mark.case("H14", "H15", "P15")
def test_h14_h15_a_host_is_left_alone_as_long_as_it_wants(header: str, waited: float) -> None:
    outcome = talk(fields("429 Slow", f"Retry-After: {header}"), (HELLO,))
    assert outcome.reply.text == "hello"
    assert sum(outcome.clock.slept) == pytest.approx(waited)


@pytest.mark.parametrize("header", ["abc", "", "1e9", "²", "Sun, 99 Nov 1994"])
@pytest.mark.case("H15", "H16")
def test_h15_h16_nonsense_is_no_wish(header: str) -> None:
    outcome = talk(fields("429 Slow", f"Retry-After: {header}"), (HELLO,))
    assert outcome.reply.text == "hello"
    assert 0 <= sum(outcome.clock.slept) <= 1


@pytest.mark.case("H15")
def test_h15_a_longer_wish_is_left_to_the_caller() -> None:
    outcome = talk(fields("429 Slow", "Retry-After: 1000000000"))
    assert (outcome.failure.kind, outcome.failure.wait, outcome.failure.again) == ("rate_limited", 1e9, True)
    assert len(outcome.server.requests) == 1


@pytest.mark.case("H65")
def test_h65_a_date_counts_by_the_clock_of_the_host() -> None:
    headers = (f"Date: {SUNDAY % '00:00'}", f"Retry-After: {SUNDAY % '00:07'}")
    assert sum(talk(fields("503 Busy", *headers), (HELLO,)).clock.slept) == pytest.approx(7.0)


@pytest.mark.case("H17", "P10")
def test_h17_an_error_that_speaks_of_rates_is_one_of_rates() -> None:
    outcome = talk(page(b'{"error": "rate limit"}', "application/json"))
    assert outcome.failure.kind == "rate_limited"
    assert len(outcome.server.requests) == 3


@pytest.mark.case("H18")
def test_h18_who_is_not_let_in_learns_the_name_of_the_key() -> None:
    failure = talk(fields("401 Unauthorized", body=KEY.encode())).failure
    assert "BOT_TOKEN" in str(failure)
    assert failure.evidence == "⟦secret:BOT_TOKEN⟧"


@pytest.mark.case("H20")
def test_h20_a_server_without_the_method_is_told_from_one_that_broke() -> None:
    failure = talk(fields("501 Unsupported method", body=b"")).failure
    assert failure is not None
    assert failure.kind == "rejected"
    assert "does not support this kind of request" in str(failure)
    assert failure.hint == "check the address, and method in bot.toml"


@pytest.mark.case("H20")
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
@pytest.mark.case("H22", "P10")
def test_h22_to_say_nothing_is_an_answer(script: Script) -> None:
    assert talk(script).reply.text == ""


@pytest.mark.case("H23")
def test_h23_a_flood_of_interim_answers() -> None:
    got = talk((again(b"HTTP/1.1 100 Continue\r\n\r\n" * 100, 200), HELLO)).got[0]
    assert (got.text == "hello") if isinstance(got, Reply) else got.kind in ("timeout", "protocol")


@pytest.mark.case("H25")
def test_h25_a_redirect_is_shown_and_nobody_follows() -> None:
    outcome = talk(fields("302 Found", "Location: https://evil.example/x?k=" + "a" * 300))
    assert "https://evil.example/x" in str(outcome.failure)
    assert len(outcome.server.requests) == 1


@pytest.mark.case("H36", "P22")
def test_h36_a_second_answer_is_paired_with_no_question() -> None:
    two = HELLO + answer(b'{"reply": "shifted"}')
    outcome = talk((two,), (HELLO,), turns=3)
    assert [got.text for got in outcome.got if isinstance(got, Reply)] == ["hello"] * len(outcome.got)


@pytest.mark.case("H36", "P22")
def test_h36_an_answer_that_comes_late_is_paired_with_no_question() -> None:
    late: tuple[Step, ...] = (HELLO, 0.03, answer(b'{"reply": "shifted"}'))
    outcome = talk(late, (HELLO,), turns=3, pause=0.08)
    assert [getattr(got, "text", got) for got in outcome.got] == ["hello"] * 3


@pytest.mark.case("H39")
def test_h39_an_answer_without_a_length_ends_with_its_connection() -> None:
    old = b'HTTP/1.0 200 OK\r\nConnection: close\r\n\r\n{"reply": "hello"}'
    assert talk((old, close), turns=2).reply.text == "hello"


@pytest.mark.case("H40")
def test_h40_line_feeds_alone() -> None:
    outcome = talk((HELLO.replace(b"\r\n", b"\n"), close))
    assert outcome.got[0].text == "hello" if isinstance(outcome.got[0], Reply) else outcome.failure.kind == "protocol"


@pytest.mark.case("H42")
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
        (rb'{"reply": "a\u0000b"}', "application/json", "a\ufffdb"),
        (rb'{"reply": "\ud83d\ude00 \uffff"}', "application/json", "😀 \uffff"),
        (b'{"reply": "a"}', "application/octet-stream", "a"),
    ],
)
@pytest.mark.case("H51", "H52")
def test_h51_h52_every_answer_becomes_text_that_can_be_written(body: bytes, kind: str, text: str) -> None:
    reply = talk(page(body, kind)).reply
    assert reply.text == text
    reply.text.encode()
    reply.raw.encode()


@pytest.mark.parametrize(
    ("body", "kind", "why"),
    [
        ('{"reply": "café"}'.encode("latin-1"), "application/json; charset=utf-8", "byte 15 is not UTF-8"),
        ('{"reply": "café"}'.encode("latin-1"), "application/json; charset=rot13", "byte 15 is not UTF-8"),
        ('{"reply": "café"}'.encode("latin-1"), "application/json; charset=nonsense", "byte 15 is not UTF-8"),
        (rb'{"reply": "a\ud800b"}', "application/json", "half a character"),
        (b'{"reply": "a", "reply": "b"}', "text/plain", "the key 'reply' comes twice"),
        (b'{"reply": "a", "x": [{"y": {"z": 1, "z": 1}}]}', "application/json", "the key 'z' comes twice"),
    ],
)
@pytest.mark.case("H50", "H51", "H52")
def test_json_that_readers_take_differently_is_none(body: bytes, kind: str, why: str) -> None:
    failure = talk(page(body, kind)).failure
    assert failure.kind == "bad_json"
    assert why in str(failure)


ECHOES = {
    "plain": json.dumps(KEY),
    "escaped": '"' + "".join(f"\\u{ord(letter):04x}" for letter in KEY) + '"',
    "in a URL": '"sk-CANARY-0123456789%2F%2B%26"',
    "in base64": '"c2stQ0FOQVJZLTAxMjM0NTY3ODkvKyY="',
    "as HTML": '"sk-CANARY-0123456789/+&amp;"',
}


@pytest.mark.parametrize("case", ECHOES)
@pytest.mark.case("H66")
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


@pytest.mark.case("H45")
def test_a_bot_on_a_port_without_tls() -> None:
    async def hold() -> Reply | BotError:
        async with serving((HELLO,)) as server:
            return await once(bot_at(server.url.replace("http:", "https:")))

    failure = asyncio.run(hold())
    assert isinstance(failure, BotError)
    assert failure.kind in ("tls", "timeout", "connect")


def test_a_connection_for_each_request_unless_the_bot_needs_one_for_all() -> None:
    outcome = talk((HELLO,), turns=20)
    assert outcome.server.connections == 20
    assert all(b"connection: close" in request.lower() for request in outcome.server.requests)
    assert talk((HELLO,), turns=20, keep_alive=True).server.connections == 1


def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    assert talk((HELLO,)).reply.text == "hello"


def test_who_we_are_and_what_we_can_read_is_said_in_every_request() -> None:
    request = talk((HELLO,)).server.requests[0].decode()
    assert "User-Agent: botassay/" in request
    assert "Accept-Encoding: identity" in request
