"""Redirects and names that lead elsewhere: nobody follows where a key or a question could go astray."""

import asyncio
import socket
from typing import Any

import pytest
from aiohttp.abc import AbstractResolver, ResolveResult

from botassay.bots.conversations import RestBot
from botassay.core.errors import BotError, ConfigurationError
from botassay.http import Client, Description, Exchange, Limits, Pace, ReplyPaths
from botassay.http.addresses import METADATA, AddressPolicy, Resolver, address_of, is_metadata
from botassay.plugins.protocols import Reply
from botassay.testing.hostile.behaviours import KEY
from botassay.testing.hostile.server import HELLO, Script, Server, answer, serving
from tests.clock import VirtualClock

HEADERS = {"Authorization": "Bearer ${BOT_TOKEN}"}


def bot_at(url: str, *, follow: bool = True, resolver: AbstractResolver | None = None) -> RestBot:
    description = Description(
        url=url, body='{"message": {{message}}}', headers=HEADERS, reply=ReplyPaths(text="$.reply")
    )
    exchange = Exchange.of(description, environment={"BOT_TOKEN": KEY})
    limits, pace = Limits(turn=1.0, connect=1.0), Pace(clock=VirtualClock())
    client = Client(limits, pace, exchange.secrets, exchange.headers, follow=follow, resolver=resolver)
    return RestBot("bot", exchange, client)


async def said(bot: RestBot, times: int = 1) -> Reply | BotError:
    try:
        async with bot.open(user="u") as conversation:
            return [await conversation.say("hi") for _ in range(times)][-1]
    except BotError as error:
        return error


def sent_on(
    target: str, *scripts: Script, status: str = "307 X", follow: bool = True
) -> tuple[Reply | BotError, Server]:
    """Talk to a server that sends us to a target; {port} stands for its own, {other} for another one's."""

    async def talk() -> tuple[Reply | BotError, Server]:
        async with serving((HELLO,)) as other, serving((HELLO,)) as server:
            ports = {"port": server.url.split(":")[2].split("/")[0], "other": other.url.split(":")[2].split("/")[0]}
            moved = answer(b"", f"Location: {target.format(**ports)}", status=status)
            server.scripts = ((moved,), *(scripts or ((HELLO,),)))
            got = await said(bot_at(server.url, follow=follow))
            assert other.requests == [], "somebody followed"
            return got, server

    return asyncio.run(talk())


@pytest.mark.parametrize("status", ["301 X", "302 X", "307 X", "308 X"])
@pytest.mark.parametrize(
    "target", ["/chat/", "chat/v2?x=1#part", "http://127.0.0.1:{port}/chat/", "//127.0.0.1:{port}/c"]
)
@pytest.mark.case("H25")
def test_within_the_origin_the_question_goes_on_if_somebody_wants_it(target: str, status: str) -> None:
    got, server = sent_on(target, status=status)
    assert isinstance(got, Reply), got
    assert got.text == "hello"
    first, second = server.requests
    assert second.startswith(b"POST /c")
    assert b"#" not in second.split(b"\r\n")[0]
    assert second.endswith(b'{"message": "hi"}')
    assert first.count(KEY.encode()) == second.count(KEY.encode()) == 1  # it is the same place that has the key already


@pytest.mark.case("H25")
def test_see_other_fetches_the_answer() -> None:
    got, server = sent_on("/answers/1", status="303 See Other")
    assert isinstance(got, Reply), got
    assert server.requests[1].startswith(b"GET /answers/1 HTTP/1.1\r\n")
    assert server.requests[1].endswith(b"\r\n\r\n")


ELSEWHERE = {
    "H25 another port": "http://127.0.0.1:{other}/chat",
    "H25 another host": "http://localhost:{port}/chat",
    "H25 another scheme": "https://127.0.0.1:{port}/chat",
    "H25 somebody else's name in it": "http://me:you@127.0.0.1:{port}/chat",
    "H25 a host that looks like it": "http://127.0.0.1:{port}.evil.example/",
    "H25 a backslash": "http:\\\\127.0.0.1:{other}\\chat",
    "H26 a file": "file://localhost/etc/passwd",
    "H26 a gopher": "gopher://127.0.0.1:{port}/_x",
    "H26 data": "data:application/json,{{}}",
    "H26 a script": "javascript:alert(1)",
    "H27 metadata": "http://169.254.169.254/latest",
    "H27 metadata, mapped": "http://[::ffff:169.254.169.254]/",
    "H27 metadata through NAT64": "http://[64:ff9b::a9fe:a9fe]/",
    "H27 this machine as a number": "http://2130706433:{other}/",
    "H27 metadata, octal": "http://0251.0376.0251.0376/",
    "H28 a long target": "/" + "a" * 9_000,
    "H28 nowhere": "",
    "H28 nonsense": "http://[::1",
    "H28 a port that is none": "http://127.0.0.1:99999/",
}


@pytest.mark.parametrize("case", ELSEWHERE)
@pytest.mark.parametrize("follow", [True, False])
def test_nobody_follows_elsewhere(case: str, *, follow: bool) -> None:
    got, server = sent_on(ELSEWHERE[case], follow=follow)
    assert isinstance(got, BotError), got
    assert got.kind == "redirect"
    assert not got.again
    assert len(server.requests) == 1


@pytest.mark.case("H28")
def test_whoever_is_sent_in_circles_stops() -> None:
    got, server = sent_on("/chat", (answer(b"", "Location: /chat", status="302 X"),))
    assert isinstance(got, BotError)
    assert got.kind == "redirect"
    assert len(server.requests) == 4


@pytest.mark.case("H25")
def test_without_a_wish_nobody_follows_at_all() -> None:
    got, server = sent_on("/chat/", follow=False)
    assert isinstance(got, BotError)
    assert (got.kind, len(server.requests)) == ("redirect", 1)


# ── names, and where they lead ──────────────────────────────────────────────────────────────────────────────────────


class Names(AbstractResolver):
    """Says what a test wants, one answer after another; the last one from then on."""

    def __init__(self, *answers: tuple[str, ...]) -> None:
        self.answers, self.asked = answers, 0

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        found = self.answers[min(self.asked, len(self.answers) - 1)]
        self.asked += 1
        return [
            ResolveResult(
                hostname=host, host=one, port=port, family=socket.AF_INET6 if ":" in one else family, proto=0, flags=0
            )
            for one in found
        ]

    async def close(self) -> None:
        """Nothing is open."""


SPELLINGS = ("169.254.169.254", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "2002:a9fe:a9fe::1", "::a9fe:a9fe",
             "fd00:ec2::254", "100.100.100.200", "169.254.170.2")  # fmt: skip


def resolved(gate: AddressPolicy, *found: str) -> BotError | list[ResolveResult]:
    try:
        return asyncio.run(Resolver(gate, Names(found)).resolve("bot.example", 80))
    except BotError as error:
        return error


@pytest.mark.parametrize("address", SPELLINGS)
@pytest.mark.case("H27")
def test_a_name_that_leads_to_the_keys_of_a_cloud_is_refused(address: str) -> None:
    assert is_metadata(address_of(address) or next(iter(set())))
    for found in ((address,), ("203.0.113.7", address)):
        refused = resolved(AddressPolicy(), *found)
        assert isinstance(refused, BotError)
        assert (refused.kind, refused.again) == ("dns", False)
        assert "resolves to a cloud metadata address" in str(refused)


@pytest.mark.parametrize(
    "number", ["2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "169.16689662", "169.254.169.254."]
)
@pytest.mark.case("H27")
def test_however_a_number_is_written_it_is_read(number: str) -> None:
    assert address_of(number) in METADATA


@pytest.mark.parametrize("host", ["bot.example", "", "1234.bot.example", "::1::2", "999.1.1.1", "[", "%"])
def test_a_name_is_no_number(host: str) -> None:
    assert address_of(host) is None


REBOUND = [
    (("93.184.216.34",), ("127.0.0.1",), False),
    (("93.184.216.34",), ("10.0.0.7",), False),
    (("93.184.216.34",), ("::ffff:127.0.0.1",), False),
    (("93.184.216.34",), ("0.0.0.0",), False),  # noqa: S104 - nobody binds to it
    (("93.184.216.34",), ("fe80::1",), False),
    (("10.0.0.7",), ("127.0.0.1",), False),
    (("93.184.216.34",), ("93.184.216.35", "2606:2800:220:1::1"), True),  # behind a balancer
    (("10.0.0.7",), ("10.0.0.8",), True),
    (("127.0.0.1", "::1"), ("::1",), True),
    (("127.0.0.1",), ("93.184.216.34",), True),
]


@pytest.mark.parametrize(("first", "then", "taken"), REBOUND)
@pytest.mark.case("H29")
def test_a_name_may_not_turn_inwards_while_a_run_goes_on(
    first: tuple[str, ...], then: tuple[str, ...], *, taken: bool
) -> None:
    gate = AddressPolicy()
    assert not isinstance(resolved(gate, *first), BotError)
    second = resolved(gate, *then)
    assert isinstance(second, BotError) != taken
    if isinstance(second, BotError):
        assert (second.kind, second.again) == ("dns", False)
    assert not isinstance(resolved(gate, *first), BotError)


@pytest.mark.case("H29")
def test_the_connection_goes_to_the_address_that_was_looked_at_under_the_name() -> None:
    async def talk() -> tuple[Reply | BotError, Server, Names]:
        names = Names(("127.0.0.1",))
        async with serving((HELLO,)) as server:
            got = await said(bot_at(server.url.replace("127.0.0.1", "bot.example"), resolver=names), times=2)
            return got, server, names

    got, server, names = asyncio.run(talk())
    assert isinstance(got, Reply), got
    assert names.asked == 1
    assert all(b"Host: bot.example:" in request for request in server.requests)


@pytest.mark.case("H29")
def test_nothing_is_sent_to_a_name_that_turned_inwards() -> None:
    async def talk() -> tuple[Reply | BotError, Server]:
        async with serving((HELLO,)) as server:
            names = Names(("93.184.216.34",), ("127.0.0.1",))
            bot = bot_at(server.url.replace("127.0.0.1", "bot.example"), resolver=names)
            await Resolver(bot.client.gate, names).resolve("bot.example", 80)  # as an earlier conversation did
            return await said(bot), server

    got, server = asyncio.run(talk())
    assert isinstance(got, BotError)
    assert "pointed to the internet when the run began and now points to this machine" in str(got)
    assert server.connections == 0


@pytest.mark.parametrize(("url", "what"), [
    ("http://169.254.169.254/latest", "is a cloud metadata address"),
    ("http://[::ffff:a9fe:a9fe]/", "is a cloud metadata address"),
    ("http://2852039166/", "is a cloud metadata address"),
    ("http://2130706433/", "write it as 127.0.0.1"),
    ("ws://127.1/", "write it as 127.0.0.1"),
])  # fmt: skip
@pytest.mark.case("H27")
def test_an_address_is_refused_before_anything_is_sent(url: str, what: str) -> None:
    with pytest.raises(ConfigurationError, match=what):
        Exchange.of(Description(url=url, body="{{message}}"))


def test_ordinary_addresses_are_taken() -> None:
    for url in (
        "http://127.0.0.1:1/",
        "http://[::1]:1/",
        "http://10.0.0.1/",
        "https://bot.example/",
        "http://1.example",
    ):
        kept: Any = Exchange.of(Description(url=url, body="{{message}}"))
        assert kept.shown_url == url
