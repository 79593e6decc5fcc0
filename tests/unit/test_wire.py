"""The parts of the wire by themselves: templates, paths, secrets, pace, descriptions."""

import asyncio
import base64
import json
import re
from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.errors import BotError, ConfigurationError, UsageError
from botassay.http import Description, Exchange, JsonPath, Pace, ReplyPaths, Secrets, SessionRule, Template, Way
from botassay.http.decoding import decoded, parsed, writable
from botassay.http.pace import retry_after
from botassay.http.retry import RetryPolicy
from tests.clock import VirtualClock
from tests.strategies import texts

# ── templates ───────────────────────────────────────────────────────────────────────────────────────────────────────

BODY = '{"m": {{message}}, "q": "{{ message }}", "in": "he said {{message}}!", "h": "{{history}}", "s": "${KEY}"}'


@given(texts, texts)
def test_whatever_is_said_the_body_is_json_that_holds_it(said: str, key: str) -> None:
    turns = [{"role": "user", "content": said}]
    filled = json.loads(Template(BODY, secrets={"KEY": key}).filled({"message": said, "history": turns}))
    assert filled == {"m": said, "q": said, "in": f"he said {said}!", "h": turns, "s": key}


@given(texts)
def test_whatever_is_said_an_address_holds_it(said: str) -> None:
    filled = Template("/ask?q={{message}}&x=1", Way.URL).filled({"message": said})
    assert filled == f"/ask?q={quote(said, safe='')}&x=1"


def test_what_is_said_is_no_template_itself() -> None:
    said = "{{session}} ${KEY}"
    assert json.loads(Template("{{message}}", secrets={"KEY": "k"}).filled({"message": said, "session": "s"})) == said


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('{"m": {{mesage}}}', "{{mesage}} is not a known placeholder"),
        ('{"m": {{message}}', "the body with its placeholders filled is not valid JSON"),
        ("m={{message}}", "is not valid JSON"),
    ],
)
def test_a_template_that_cannot_work_is_refused(body: str, said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        Template(body).check("bot.toml:body")


# ── paths ───────────────────────────────────────────────────────────────────────────────────────────────────────────

names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_-]{0,8}", fullmatch=True)
documents = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
)


def places(document: Any, path: str = "$") -> list[tuple[str, Any]]:
    """Every place in a document, with the path to it."""
    here = [(path, document)]
    if isinstance(document, dict):
        return here + [place for name, part in document.items() for place in places(part, f"{path}.{name}")]
    if isinstance(document, list):
        return here + [place for number, part in enumerate(document) for place in places(part, f"{path}[{number}]")]
    return here


@given(documents)
def test_a_path_leads_to_every_place(document: Any) -> None:
    for path, part in places(document):
        found = JsonPath.parse(path).find(document)
        assert len(found) == 1
        assert found[0] is part


@given(documents, st.lists(st.sampled_from([".a", "[0]", "[*]", "._b-c"]), max_size=4))
def test_a_path_that_leads_nowhere_finds_nothing(document: Any, steps: list[str]) -> None:
    path = JsonPath.parse("$" + "".join(steps))
    if not path.leads(document):
        assert path.find(document) == []


@pytest.mark.parametrize(
    "text", ["", "reply", "$reply", "$.", "$..a", "$.a[?@..b]", "$.a[?match(@.b, 'c')]", "$.a[", "$.a."]
)
def test_what_is_no_path_is_refused(text: str) -> None:
    with pytest.raises(ConfigurationError, match="is not a path"):
        JsonPath.parse(text)


# ── secrets ─────────────────────────────────────────────────────────────────────────────────────────────────────────

keys = st.text(
    st.characters(min_codepoint=33, max_codepoint=0x2FFF, exclude_categories=["Cs"]), min_size=8, max_size=40
)

FORMS: list[Callable[[str], str]] = [
    lambda key: key,
    json.dumps,
    lambda key: json.dumps(json.dumps(key)),
    lambda key: json.dumps(key, ensure_ascii=False).replace("/", r"\/"),
    quote,
    lambda key: quote(key, safe=""),
    lambda key: re.sub(r"%..", lambda code: code[0].lower(), quote(key, safe="")),
    lambda key: base64.b64encode(key.encode()).decode(),
    lambda key: base64.urlsafe_b64encode(key.encode()).decode(),
    lambda key: "".join(f"\\u{ord(letter):04X}" for letter in key),
]


@given(keys, st.sampled_from(FORMS), texts, texts)
def test_a_key_is_found_however_it_is_written(key: str, form: Callable[[str], str], before: str, after: str) -> None:
    text, found = Secrets({"KEY": key}).redact(f"{before}{form(key)}{after}")
    assert "⟦secret:KEY⟧" in text
    assert found == ("KEY",)
    assert key not in text.replace("⟦secret:KEY⟧", "\n")


@given(keys, texts, texts)
def test_a_key_inside_of_base64_is_found(key: str, before: str, after: str) -> None:
    packed = base64.b64encode(f"{before}:{key}:{after}".encode()).decode()
    assert Secrets({"KEY": key}).redact(packed).names == ("KEY",)


@given(texts)
def test_without_secrets_a_text_stays_as_it_is(text: str) -> None:
    assert Secrets().redact(text) == (text, ())
    assert Secrets({"SHORT": "abc"}).redact(text) == (text, ())


@pytest.mark.parametrize("cut", range(4, 30))
@pytest.mark.parametrize("behind", ["", "'", "…", ")"])
@pytest.mark.case("P24")
def test_the_beginning_of_a_secret_before_a_cut_is_taken_out(cut: int, behind: str) -> None:
    key = 'kUn4%+/&h_7"o!2xQ…é-zz9.Lw3~e'
    escaped = "".join(f"\\u{ord(letter):04x}" for letter in key)
    packed = base64.b64encode(f"me:{key}".encode()).decode()
    for begun in (key[:cut], quote(key)[:cut], escaped[: 6 * cut + cut % 6], packed[: 8 + cut]):
        error = Secrets({"KEY": key}).clean(BotError("server", f"not with {begun}{behind}", hint=f"not {begun}"))
        if not (begun == quote(key)[:cut] and begun.count("%") * 2 > cut - 4):  # less than four characters of it
            assert "⟦secret:KEY⟧" in error.what, begun
            assert begun not in f"{error.what} {error.hint}"


def test_what_is_not_cut_is_left_alone() -> None:
    assert Secrets({"KEY": "secret-two"}).clean(BotError("server", "the secrets of it")).what == "the secrets of it"


def test_secrets_show_themselves_nowhere() -> None:
    secrets = Secrets.named_in(["Bearer ${KEY}"], {"KEY": "sk-CANARY", "OTHER": "x"})
    error = secrets.clean(BotError("server", "sk-CANARY is wrong", hint="not sk-CANARY", evidence="sk-CANARY" * 20_000))
    assert "CANARY" not in f"{secrets!r} {secrets} {error} {error!r} {error.evidence} {error.args}"
    assert len(error.evidence) <= 64 * 1024
    assert secrets.put_into("Bearer ${KEY} ${MORE}") == "Bearer sk-CANARY ${MORE}"


def test_the_longer_of_two_keys_is_found_first() -> None:
    assert Secrets({"A": "secret", "B": "secret-two"}).redact("secret-two secret").text == "⟦secret:B⟧ ⟦secret:A⟧"


@pytest.mark.parametrize(("environment", "said"), [({}, "variable KEY is not set"), ({"KEY": "a\n"}, "line break")])
def test_a_key_that_is_not_there_is_asked_for(environment: dict[str, str], said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        Secrets.named_in(["${KEY}"], environment)


@pytest.mark.parametrize(
    ("url", "headers", "echoed"),
    [
        ("http://me:hidden-word@h/", {}, "hidden-word"),
        ("http://h/?api_key=hidden-word", {}, "hidden-word"),
        ("http://h/", {"Authorization": "Bearer hidden-word"}, "hidden-word"),
        ("http://h/", {"Authorization": "Basic bWU6aGlkZGVuLXdvcmQ="}, "hidden-word"),
        ("http://h/", {"Cookie": "a=b; sid=hidden-word"}, "hidden-word"),
        ("http://h/", {"X-Api-Key": "hidden-word"}, "hidden-word"),
    ],
)
def test_what_should_have_been_a_secret_is_kept_like_one(url: str, headers: dict[str, str], echoed: str) -> None:
    exchange = Exchange.of(Description(url=url, body="{{message}}", headers=headers))
    assert echoed not in exchange.secrets.redact(f"you sent {echoed}").text
    assert echoed not in exchange.shown_url


# ── pace ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def asked(pace: Pace, host: str, requests: int, at_once: int) -> list[float]:
    """When each request went out."""
    times: list[float] = []

    async def ask() -> None:
        async with pace.turn(host):
            times.append(pace.clock.now())

    async def work() -> None:
        for _ in range(requests // at_once):
            await ask()

    async def all_of_them() -> None:
        await asyncio.gather(*(work() for _ in range(at_once)))

    asyncio.run(all_of_them())
    return times


@given(st.sampled_from([0.5, 2.0, 7.0]), st.integers(1, 5))
@pytest.mark.case("P14")
def test_no_second_has_more_requests_than_the_rate(rate: float, at_once: int) -> None:
    times = asked(Pace(rate, clock=VirtualClock()), "bot.example", 10 * at_once, at_once)
    assert times == sorted(times)
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert min(gaps) >= 1 / rate - 1e-9


def test_a_stranger_is_asked_twice_a_second_and_this_machine_as_often_as_can_be() -> None:
    assert asked(Pace(clock=VirtualClock()), "bot.example", 4, 2) == [0.0, 0.5, 1.0, 1.5]
    for host in ("127.0.0.1", "::1", "localhost", "127.8.9.1"):
        assert asked(Pace(clock=VirtualClock()), host, 4, 2) == [0.0] * 4
    assert asked(Pace(4.0, clock=VirtualClock()), "127.0.0.1", 3, 1) == [0.0, 0.25, 0.5]


@pytest.mark.case("P15")
def test_while_a_host_is_held_nobody_asks_it_and_then_no_faster_than_before() -> None:
    pace = Pace(clock=VirtualClock())

    async def hold() -> list[float]:
        times: list[float] = []

        async def ask(number: int) -> None:
            async with pace.turn("bot.example"):
                times.append(pace.clock.now())
                if number == 0:
                    pace.hold("bot.example", 10.0)

        await asyncio.gather(*(ask(number) for number in range(4)))
        async with pace.turn("other.example"):
            times.append(-1.0)
        return times

    assert asyncio.run(hold()) == [0.0, 10.0, 10.5, 11.0, -1.0]


def test_so_many_at_once_and_no_more() -> None:
    pace, most, open_now = Pace(at_once=3, clock=VirtualClock()), 0, 0

    async def ask() -> None:
        nonlocal most, open_now
        async with pace.turn("127.0.0.1"):
            open_now += 1
            most = max(most, open_now)
            await pace.clock.sleep(1.0)
            open_now -= 1

    async def all_of_them() -> None:
        await asyncio.gather(*(ask() for _ in range(10)))

    asyncio.run(all_of_them())
    asyncio.run(all_of_them())  # in another loop
    assert most == 3


def test_pauses_grow_are_drawn_and_end() -> None:
    drawn = [RetryPolicy().backoff(attempt, Random(seed)) for seed in range(200) for attempt in (1, 3, 9)]  # noqa: S311
    for place, limit in enumerate((1.0, 4.0, 30.0)):
        pauses = drawn[place::3]
        assert max(pauses) <= limit
        assert min(pauses) < limit / 10 < limit * 0.9 < max(pauses)


@pytest.mark.parametrize("rate", [0, -1.0, float("nan")])
def test_a_rate_is_above_0(rate: float) -> None:
    with pytest.raises(UsageError, match="above 0"):
        Pace(rate)


@given(st.text(max_size=30))
def test_any_wish_is_seconds_or_nothing(header: str) -> None:
    wish = retry_after(header, 0.0)
    assert wish is None or wish >= 0


# ── decoding ────────────────────────────────────────────────────────────────────────────────────────────────────────


@given(
    st.binary(max_size=200),
    st.sampled_from(["", "application/json; charset=utf-16", "x; charset=\x00", "a; charset=hex"]),
)
def test_any_bytes_become_text_that_can_be_written(body: bytes, kind: str) -> None:
    text = writable(decoded(body, kind))
    assert text.encode().decode() == text


@given(st.text(max_size=60) | documents.map(json.dumps))
def test_json_is_read_or_refused(text: str) -> None:
    try:
        document = parsed(text)
    except BotError as error:
        kind = error.kind
    else:
        kind = "fine" if document == json.loads(text) else "wrong"
    assert kind in ("fine", "bad_json", "not_chat")


@pytest.mark.parametrize(
    ("text", "twice"),
    [
        ('{"a": ":", "a": 1}', True),
        ('{"a" : {"b": 1, "c": [{"d": 2, "d" : 3}]}}', True),
        ('{"a:": "::", "b": {"a:": 1}}', False),
        ('[{"a": 1}, {"a": 1}]', False),
        ('{"a": 1, "\\u0061": 2}', True),
    ],
)
def test_a_key_that_comes_twice_is_refused_wherever_colons_stand(text: str, *, twice: bool) -> None:
    if not twice:
        assert parsed(text) == json.loads(text)
        return
    with pytest.raises(BotError, match="comes twice"):
        parsed(text)


# ── descriptions ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ulr = 'x'", "bot.toml:ulr: E196 the key 'ulr' is unknown (did you mean 'url'?)"),
        ("[reply]\ntxet = '$'", "bot.toml:reply.txet: E196 the key 'txet' is unknown (did you mean 'text'?)"),
        (
            "[session]\nzzz = '$'",
            "bot.toml:session.zzz: E196 the key 'zzz' is unknown (known are ",
        ),
        ("url = 5", "bot.toml:url: E196 expected `str | null`, got `int`"),
        ("[session]\nfrom = 'nowhere'", "bot.toml:session.from: E196 invalid enum value 'nowhere'"),
        ("[headers]\nA = 1", "bot.toml:headers[...]: E196 expected `str`, got `int`"),
        ("url = ", "bot.toml:1: E120 the file is not valid TOML"),
        ("url = '\xff", "bot.toml:1: E111 the line is not UTF-8"),
    ],
)
def test_a_description_is_checked_strictly(text: str, said: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        Description.parse(text.encode("latin-1"), "bot.toml")
    assert said in str(caught.value)


GOOD = Description(url="https://bot.example/chat", body='{"m": {{message}}}')


@pytest.mark.parametrize(
    ("description", "said"),
    [
        (Description(body=GOOD.body), "bot.toml:url: the url is missing"),
        (Description(url="bot.example", body=GOOD.body), "bot.toml:url: 'bot.example' is not a URL"),
        (Description(url="ftp://bot.example", body=GOOD.body), "is not a URL"),
        (Description(url="http://[1", body=GOOD.body), "is not a URL"),
        (Description(url=GOOD.url), "bot.toml:body: the request has no {{message}}"),
        (Description(url=GOOD.url, body='{"s": {{session}}}'), "bot.toml:body: the request has no {{message}}"),
        (Description(url=GOOD.url, body=GOOD.body, method="PO ST"), "'PO ST' is not a supported method"),
        (Description(url=GOOD.url, body=GOOD.body, headers={"A B": "c"}), "bot.toml:headers.A B"),
        (Description(url=GOOD.url, body=GOOD.body, headers={"A": "c\nd"}), "bot.toml:headers.A"),
        (
            Description(url=GOOD.url, body=GOOD.body, reply=ReplyPaths(text="reply")),
            "bot.toml:reply.text: E196 'reply' is no",
        ),
        (Description(url=GOOD.url, body=GOOD.body, session=SessionRule(source="reply")), "bot.toml:session.path"),
        (
            Description(url="https://bot.example/?k=${NO_SUCH_NAME}", body=GOOD.body),
            "variable NO_SUCH_NAME is not set",
        ),
    ],
)
def test_a_description_that_cannot_work_is_refused(description: Description, said: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        Exchange.of(description, environment={})
    assert said in str(caught.value)


VALUES = {"message": 'a "b"', "session": "s", "user": "u", "history": [{"role": "user", "content": "x"}]}


def test_without_a_place_for_the_message_the_history_ends_with_it() -> None:
    both = Exchange.of(Description(url=GOOD.url, body='{"m": {{message}}, "h": {{history}}}')).request(VALUES)
    one = Exchange.of(Description(url=GOOD.url, body='{"h": {{history}}}')).request(VALUES)
    assert len(json.loads(both.body or b"")["h"]) == 1
    assert json.loads(one.body or b"")["h"][-1] == {"role": "user", "content": 'a "b"'}


def test_secrets_are_put_into_addresses_headers_and_bodies() -> None:
    description = Description(
        url="https://${HOST}/chat?key=${KEY}",
        body='{"m": {{message}}, "k": "${KEY}"}',
        headers={"Authorization": "Bearer ${KEY}"},
    )
    exchange = Exchange.of(description, environment={"HOST": "bot.example", "KEY": 'a&"b'})
    request = exchange.request(VALUES)
    assert request.url == "https://bot.example/chat?key=a%26%22b"
    assert json.loads(request.body or b"")["k"] == 'a&"b'
    assert exchange.headers["Authorization"] == 'Bearer a&"b'
    assert exchange.shown_url == "https://${HOST}/chat"
    assert 'a&"b' not in repr(exchange.secrets)


def test_a_form_is_filled_as_a_form() -> None:
    headers = {"content-type": "application/x-www-form-urlencoded"}
    exchange = Exchange.of(Description(url=GOOD.url, body="m={{message}}&s={{session}}", headers=headers))
    assert exchange.request(VALUES).body == b"m=a%20%22b%22&s=s"
    assert dict(exchange.headers) == headers


@pytest.mark.parametrize(
    ("reset", "request_line"),
    [("/restart", None), ("start over", None), ("POST /reset?x=1", ("POST", "https://bot.example/reset?x=1"))],
)
def test_a_reset_is_said_unless_it_begins_with_a_method(reset: str, request_line: tuple[str, str] | None) -> None:
    made = Exchange.of(Description(url=GOOD.url, body=GOOD.body, session=SessionRule(reset=reset))).reset
    assert made == reset if request_line is None else (made.method, made.url) == request_line  # type: ignore[union-attr]


def test_of_a_content_type_is_shown_what_came() -> None:
    """In lower case no secret would be known in it, and it would stand in the journal."""
    with pytest.raises(BotError, match=r"it is application/KeyOfMine$"):
        parsed("hello", "application/KeyOfMine; charset=utf-8")
