"""Bots behind a chat window on a page, in a real browser."""

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import botassay
from botassay.api.bots import draft_page, try_bot
from botassay.api.live import DERIVED
from botassay.api.run_control import RunStopped
from botassay.api.verification import verify
from botassay.bots import find_bot
from botassay.bots.browser.engine import chromium, in_browser
from botassay.bots.resolve import sessions_of
from botassay.bots.uses import unused
from botassay.cli.bots import command
from botassay.core.errors import BotError, ConfigurationError, UsageError
from botassay.plugins.protocols import BotOptions, Reply
from botassay.runs.journal import Record, screens
from tests.browser.opening import CHROMIUM, needs_chromium
from tests.fakes.chat_window import SHAPES, ChatWindow, chat_window

pytestmark = needs_chromium


class Parrot:
    """Says what it was told, in two lines, and offers two options."""

    def reply(self, text: str) -> Reply:
        if text == "menu":
            return Reply("What is it about?", ("Pay", "Block a card"))
        return Reply(f"You said {text}.\nIs that  all?")


@pytest.fixture(scope="module")
def window() -> Iterator[ChatWindow]:
    with chat_window(lambda _: Parrot()) as served:
        yield served
        asyncio.run(in_browser(chromium(CHROMIUM).close()))


def described(folder: Path, url: str, **keys: Any) -> str:
    """Write a bot.toml for a chat window; a key that is None is left out."""
    shapes = url.partition("shape=")[2].partition("&")[0].split("+")
    usual: dict[str, Any] = {
        "input": "textarea",
        "message": ".msg.bot",
        "text": ".body",
        "options": ".quick-reply",
        "busy": ".typing",
        "quiet": 0.3,
        "disclosure": [".header"],
        "executable": CHROMIUM,
        "consent": "#accept" if "consent" in shapes else None,
        "open": ["#launcher"] if "launcher" in shapes else None,
        "frames": ["iframe#chat"] if "iframe" in shapes else None,
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in {**usual, **keys}.items() if value is not None]
    file = folder / "bot.toml"
    file.write_text("\n".join([f'url = "{url}"', "[browser]", *lines]))
    return str(file)


def tried(file: str, say: str = "hello", **options: Any) -> Any:
    return try_bot(file, botassay.settings.live.ConnectionSettings(**options), say=say)


def said(file: str, *lines: str, turn: float = 20.0) -> list[Reply]:
    async def talk() -> list[Reply]:
        async with find_bot(file, BotOptions(turn=turn)).open(user="ann") as conversation:
            return [await conversation.say(line) for line in lines]

    return asyncio.run(talk())


@pytest.mark.parametrize("shape", SHAPES)
def test_the_reply_is_what_stands_in_the_window(window: ChatWindow, tmp_path: Path, shape: str) -> None:
    file = described(tmp_path, window.url(shape, greeting="Welcome!", pause=500))
    first, menu, last = said(file, "hello", "menu", "hello")
    assert (first.text, menu.text, last.text) == (
        "You said hello.\nIs that all?",
        "What is it about?",
        "You said hello.\nIs that all?",
    )
    assert (first.options, menu.options, last.options) == ((), ("Pay", "Block a card"), ())
    assert first.late == menu.late == last.late == ()


def test_a_round_trip_shows_what_the_page_says_beside_the_conversation(window: ChatWindow, tmp_path: Path) -> None:
    trial = tried(described(tmp_path, window.url("everything", greeting="Welcome!")))
    assert trial.sound
    assert trial.capabilities.transport == "browser"
    assert trial.sent.endswith("type into textarea: hello\npress Enter")
    assert trial.came.splitlines()[:3] == [
        "greeting: Welcome!",
        "disclosure: Acme virtual assistant",
        "name: Message",
    ]
    assert "name: Chat with Acme" in trial.came


def test_a_button_sends_where_a_key_does_not(window: ChatWindow, tmp_path: Path) -> None:
    (reply,) = said(described(tmp_path, window.url(button=1), send=".send"), "hello")
    assert reply.text.startswith("You said hello.")


def test_a_conversation_knows_nothing_of_the_one_before(window: ChatWindow, tmp_path: Path) -> None:
    page = window.url("consent")
    for _ in range(2):
        assert said(described(tmp_path, page), "hello")[0].text.startswith("You said hello.")


@pytest.mark.parametrize(
    ("more", "keys", "kind", "what"),
    [
        ({}, {"input": ".nothing"}, "bad_shape", "the key input of"),
        ({"second": 1}, {}, "bad_shape", "2 visible elements match 'textarea', the key input of"),
        ({}, {"send": ".nothing"}, "bad_shape", "the key send of"),
        (
            {"shape": "consent", "button": 1},
            {"consent": None, "send": ".send"},
            "bad_shape",
            "covers what is to be clicked",
        ),
        ({}, {"open": ["#nothing"]}, "bad_shape", "the key open[0] of"),
        ({}, {"frames": ["iframe#none"]}, "bad_shape", "the key frames of"),
        ({}, {"text": ".nothing"}, "bad_shape", "the key text of"),
        ({}, {"message": ".nothing"}, "timeout", "no complete reply within 2 s"),
        ({"silent": 1}, {}, "timeout", "no complete reply within 2 s"),
        ({"shape": "typing", "forever": 1}, {}, "truncated", "still shows that the bot writes"),
        ({"shape": "streamed", "endless": 1}, {}, "truncated", "the text still changes"),
    ],
)
def test_what_is_incomplete_or_missing_is_no_reply(
    window: ChatWindow, tmp_path: Path, more: dict[str, Any], keys: dict[str, Any], kind: str, what: str
) -> None:
    trial = tried(described(tmp_path, window.url(**more), **keys), timeout=2.0)
    assert (trial.kind, trial.exit_code) == (kind, 69)
    assert what in trial.failure


@pytest.mark.parametrize(("key", "value"), [("message", "..bot"), ("text", "..body"), ("input", "role=")])
def test_what_is_no_selector_is_named(window: ChatWindow, tmp_path: Path, key: str, value: str) -> None:
    file = described(tmp_path, window.url(), **{key: value})
    with pytest.raises(ConfigurationError, match=f"bot.toml:browser.{key}: E196 '{value}' is not a selector"):
        tried(file, timeout=3.0)


@pytest.mark.parametrize("shape", ["plain", "shadow", "iframe"])
def test_a_captcha_ends_it(window: ChatWindow, tmp_path: Path, shape: str) -> None:
    trial = tried(described(tmp_path, window.url(shape, captcha=1)), timeout=5.0)
    assert (trial.failure, trial.exit_code) == ("the page shows a CAPTCHA", 78)


def test_a_captcha_before_the_window_ends_it_too(window: ChatWindow, tmp_path: Path) -> None:
    file = described(tmp_path, f"http://{window.address}/challenge")
    assert tried(file).exit_code == 78
    with pytest.raises(RunStopped, match="the page shows a CAPTCHA") as stopped:
        botassay.rate(file, issues="AL", limit=1, out=tmp_path / "run")
    assert stopped.value.exit_code == 78


def test_a_page_that_hangs_is_given_up_and_the_next_one_works(window: ChatWindow, tmp_path: Path) -> None:
    trial = tried(described(tmp_path, window.url(hang=1)), timeout=1.0)
    assert trial.kind == "timeout"
    assert "not respond" in trial.failure
    assert tried(described(tmp_path, window.url())).sound


def test_a_page_that_leads_to_another_host_is_not_used(window: ChatWindow, tmp_path: Path) -> None:
    trial = tried(described(tmp_path, f"http://{window.address}/moved"))
    assert (trial.kind, trial.failure) == ("redirect", "the page leads to another host: localhost")


def test_four_conversations_at_once_are_kept_apart(window: ChatWindow, tmp_path: Path) -> None:
    async def talk(bot: Any, word: str) -> list[str]:
        async with bot.open(user=word) as conversation:
            return [(await conversation.say(f"{word} {number}")).text for number in range(3)]

    async def together() -> list[list[str]]:
        bot = find_bot(described(tmp_path, window.url("everything")))
        return list(await asyncio.gather(*(talk(bot, word) for word in "abcd")))

    heard = asyncio.run(together())
    assert heard == [[f"You said {word} {number}.\nIs that all?" for number in range(3)] for word in "abcd"]


def test_what_comes_after_a_complete_reply_is_late(window: ChatWindow, tmp_path: Path) -> None:
    async def talk() -> list[Reply]:
        file = described(tmp_path, window.url(late=600))
        async with find_bot(file, BotOptions(turn=20.0)).open(user="ann") as conversation:
            first = await conversation.say("hello")
            await asyncio.sleep(1.0)
            return [first, await conversation.say("menu")]

    first, second = asyncio.run(talk())
    assert (first.text, first.late) == ("You said hello.\nIs that all?", ())
    assert (second.text, second.late) == ("What is it about?", ("One more thing.",))


@pytest.mark.parametrize(
    ("address", "kind"), [("127.0.0.1:49999", "connect"), ("WINDOW/nothing", "rejected"), ("127.0.0.1:9", "protocol")]
)
def test_a_page_that_does_not_come_says_why(window: ChatWindow, tmp_path: Path, address: str, kind: str) -> None:
    trial = tried(described(tmp_path, f"http://{address.replace('WINDOW', window.address)}"), timeout=5.0)
    assert trial.kind == kind, trial.failure


def test_the_page_can_tell_who_visits_it_unless_it_must_not(window: ChatWindow, tmp_path: Path) -> None:
    file = described(tmp_path, window.url())
    with pytest.raises(ConfigurationError, match="a covert test needs permission"):
        tried(file, covert=True)
    Path(file).write_text('authorised_by = "Ann, 2026-11-01"\n' + Path(file).read_text())
    for covert in (False, True):
        window.agents.clear()
        tried(file, covert=covert)
        (agent,) = window.agents
        assert ("botassay" in agent, "Headless" in agent, "Chrome/" in agent) == (not covert, False, True)


# ── settings ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_page_elsewhere_takes_permission(tmp_path: Path) -> None:
    file = described(tmp_path, "https://bot.example/")
    with pytest.raises(ConfigurationError, match=r"bot.toml:authorised_by: a page that is not on this machine"):
        find_bot(file)
    Path(file).write_text('authorised_by = "Ann, 2026-11-01"\n' + Path(file).read_text())
    bot: Any = find_bot(file)
    assert (bot.pace.rate, bot.usual_rate, bot.at_once) == (0.5, 0.5, (1, 4))


def test_a_page_comes_through_the_proxy_that_is_named(window: ChatWindow, tmp_path: Path) -> None:
    file = described(tmp_path, "http://bot.example/page")
    allowed = f'authorised_by = "Ann, 2026-11-01"\nproxy = "http://{window.address}"\n'
    Path(file).write_text(allowed + Path(file).read_text())
    assert tried(file).reply.text.startswith("You said hello.")


def test_keys_of_requests_have_no_effect_and_are_refused(tmp_path: Path) -> None:
    file = described(tmp_path, "http://127.0.0.1/")
    Path(file).write_text("body = '{{message}}'\n" + Path(file).read_text())
    with pytest.raises(ConfigurationError, match=r"bot.toml:body: E196 has no effect beside \[browser\]"):
        find_bot(file)


def test_a_key_that_is_spelled_wrong_is_named(tmp_path: Path) -> None:
    file = described(tmp_path, "http://127.0.0.1/", mesage=".bot")
    with pytest.raises(
        ConfigurationError, match=r"browser.mesage: E196 the key 'mesage' is unknown \(did you mean 'message'"
    ):
        find_bot(file)


def test_an_address_alone_does_not_say_where_the_window_is(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="bots init --browser URL"):
        find_bot("browser:http://127.0.0.1/chat")
    file = described(tmp_path, "http://127.0.0.1/")
    bot = find_bot("browser:http://127.0.0.1/chat", BotOptions(description=Path(file)))
    assert bot.name == "http://127.0.0.1/chat"
    useless = unused("browser:http://127.0.0.1/chat", BotOptions(description=Path(file)))
    assert useless >= {"ca", "follow", "insecure", "system"}
    assert useless.isdisjoint({"bot", "timeout", "rate", "covert", "proxy"})


def test_without_playwright_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright", None)
    with pytest.raises(ConfigurationError, match=r'playwright is not installed \(pip install "botassay\[browser\]"\)'):
        find_bot(described(tmp_path, "http://127.0.0.1/"))


def test_without_chromium_the_error_says_what_to_install(tmp_path: Path) -> None:
    file = described(tmp_path, "http://127.0.0.1:9/", executable="no-chromium")
    with pytest.raises(ConfigurationError, match=r"Chromium does not start.*playwright install chromium"):
        tried(file)


# ── describing a page ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("shape", "more"),
    [("plain", {}), ("closed", {}), ("launcher", {"button": 1}), ("everything", {"greeting": "Hi", "pause": 400})],
)
def test_a_proposed_description_works_unchanged(
    window: ChatWindow, tmp_path: Path, shape: str, more: dict[str, Any]
) -> None:
    draft = draft_page(window.url(shape, **more), send=lambda _: True, executable=CHROMIUM)
    (tmp_path / "bot.toml").write_text(draft.text)
    (reply,) = said(str(tmp_path / "bot.toml"), "goodbye")
    assert reply.text == "You said goodbye.\nIs that all?", draft.text


def test_the_command_writes_the_file(window: ChatWindow, tmp_path: Path) -> None:
    file = tmp_path / "bot.toml"
    asked = ["init", "--browser", window.url(), "--executable", str(CHROMIUM), "-o", str(file), "--try", "--yes"]
    ended = CliRunner().invoke(command, asked)
    assert (ended.exit_code, f"then: botassay bots check {file}" in ended.output) == (0, True)
    assert tried(str(file)).sound


def test_nothing_is_sent_without_consent(window: ChatWindow) -> None:
    heard = len(window.heard)
    draft = draft_page(window.url("everything"), send=lambda _: False, executable=CHROMIUM)
    assert len(window.heard) == heard
    assert "# check: each message of the bot" in draft.text
    assert draft.notes == ("nothing was sent: fill in message, or let one message be sent with --try",)


def test_a_page_without_a_chat_window_is_not_described(window: ChatWindow) -> None:
    with pytest.raises(BotError, match="no chat window was found"):
        draft_page(f"http://{window.address}/blank", send=lambda _: True, executable=CHROMIUM)


# ── a run ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_rating_over_the_window_is_that_over_http(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"issues": "AL,ID,CC,OP", "limit": 8, "seed": 3}
    with chat_window(sessions_of("hospital")) as window:
        twin = tmp_path / "http.toml"
        twin.write_text(
            f"""url = "http://{window.address}/chat"
body = '{{"message": {{{{message}}}}, "session": {{{{session}}}}}}'
[reply]
text = "$.reply"
options = "$.options[*]"
"""
        )
        page = described(tmp_path, window.url("everything", header="Ask+us"))
        over_http = botassay.rate(str(twin), out=tmp_path / "http", **asked)
        in_window = botassay.rate(page, out=tmp_path / "page", **asked)
    assert in_window.level == over_http.level
    for ours, theirs in zip(in_window.ratings[0].scores, over_http.ratings[0].scores, strict=True):
        assert (ours.issue, ours.value, ours.level, ours.n) == (theirs.issue, theirs.value, theirs.level, theirs.n)
    replies = [[list(d.utterances) for d in Record.of(tmp_path / name).dialogs()] for name in ("http", "page")]
    assert replies[0] == replies[1]


def test_a_run_keeps_pictures_and_what_the_page_says(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with chat_window(sessions_of("eliza")) as window:
        file = described(tmp_path, window.url(header="Virtual+assistant"), screenshots="first")
        report = botassay.rate(file, issues="ID", limit=12, seed=1, out=folder)
    kept = list(Record.of(folder).screens())
    talks = list(Record.of(folder).progress().values())
    assert len(kept) == len(talks) == len(list((folder / screens.FOLDER).glob("*.jpg")))
    assert (folder / screens.FOLDER / kept[0].file).read_bytes()[:3] == b"\xff\xd8\xff"
    initial = next(check for check in report["ID"].details["identity"]["checks"] if check["id"] == "initial")
    assert "the chat window did before the first message" in initial["text"]
    assert initial["good"]["whole" if "whole" in initial["good"] else "count"] == initial["good"]["n"]
    page = (folder / DERIVED[1]).read_text()
    assert "The chat window says" in page
    assert "Virtual assistant" in page
    checked = {check.name: check.outcome for check in verify(folder).checks}
    assert checked["screens"] == "ok"
    (folder / screens.FOLDER / kept[0].file).write_bytes(b"another")
    assert not verify(folder).sound
    assert botassay.delete_runs([folder]) == ()
    assert not folder.exists()
