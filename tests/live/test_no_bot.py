"""Where no bot answers: it is said at once, with what to do, before a second request goes out."""

import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from aiohttp import web

from botassay.testing.bots import PoliteBot
from tests.live.conftest import Cli
from tests.live.served import at_home
from tests.servers import served

BODY = "body = '{\"message\": {{message}}}'\n"
SECRET = "the-value-of-the-key"  # noqa: S105 - of nobody


@dataclass
class Door:
    """A server that says one and the same to everybody, and counts."""

    status: int = 200
    text: str = "<html><title>Sign in</title><form>Password</form></html>"
    requests: list[str] = field(default_factory=list)

    async def answer(self, request: web.Request) -> web.Response:
        self.requests.append(request.headers.get("Authorization", ""))
        kind = "text/html" if self.text.startswith("<") else "application/json"
        return web.Response(status=self.status, text=self.text, content_type=kind)


@pytest.fixture
def described(tmp_path: Path) -> Callable[[str], Path]:
    """Write a bot.toml with a key, for a host."""

    def write(host: str) -> Path:
        file = tmp_path / "bot.toml"
        head = f'url = "http://{host}/chat"\n{BODY}'
        file.write_text(f'{head}[headers]\nAuthorization = "Bearer ${{BOT_TOKEN}}"\n[reply]\ntext = "$.reply"\n')
        return file

    return write


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", SECRET)


@pytest.mark.case("H47")
def test_a_login_page_is_no_bot(cli: Cli, tmp_path: Path, described: Callable[[str], Path]) -> None:
    door = Door()
    with served(web.post("/chat", door.answer)) as host:
        ended = cli("rate", described(host), "--order", "AL")
    assert (ended.code, ended.out, len(door.requests)) == (69, "", 3)
    assert "gives no reply" in ended.err
    assert "login" in ended.err or "sign in" in ended.err.lower()
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("status", [401, 403])
@pytest.mark.case("H18")
def test_who_is_not_let_in_is_told_which_key_was_shown(
    cli: Cli, tmp_path: Path, described: Callable[[str], Path], status: int
) -> None:
    door = Door(status, f'{{"error": "no such key: {SECRET}"}}')
    with served(web.post("/chat", door.answer)) as host:
        ended = cli("rate", described(host), "--order", "AL")
    assert (ended.code, door.requests) == (78, [f"Bearer {SECRET}"])
    assert "BOT_TOKEN" in ended.err
    assert SECRET not in ended.err
    assert not (tmp_path / "runs").exists()


def test_a_key_that_nobody_exported_is_named(
    cli: Cli, described: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BOT_TOKEN")
    ended = cli("rate", described("127.0.0.1:9"), "--order", "AL")
    assert (ended.code, "export BOT_TOKEN=" in ended.err) == (78, True)


@pytest.mark.parametrize("form", ["rest", "socket"])
@pytest.mark.case("H06")
def test_nothing_listening_is_said(cli: Cli, described: Callable[[str], Path], form: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{taken.getsockname()[1]}"
    subject = described(host) if form == "rest" else f"ws://{host}/ws"
    ended = cli("rate", subject, "--order", "AL")
    assert (ended.code, "start the bot there, or correct the address or the port" in ended.err) == (69, True)


@pytest.mark.case("H49")
def test_a_reply_that_stands_elsewhere_is_shown_with_a_hint(cli: Cli, tmp_path: Path) -> None:
    with at_home(PoliteBot()) as bot:
        file = bot.described(tmp_path)
        file.write_text(file.read_text().replace("$.reply", "$.answer"))
        ended = cli("rate", file, "--order", "AL")
        assert bot.heard == 1
    assert ended.code == 69
    assert "[reply]" in ended.err or "$.reply" in ended.err
    assert "Hello, this is the library" in ended.err


@pytest.mark.case("H20")
def test_a_wrong_path_is_said(cli: Cli, tmp_path: Path) -> None:
    with at_home(PoliteBot()) as bot:
        file = bot.described(tmp_path)
        file.write_text(file.read_text().replace("/chat", "/talk"))
        ended = cli("rate", file, "--order", "AL")
    assert (ended.code, bot.heard) == (69, 0)
    assert "404" in ended.err


def test_a_model_of_another_name_is_said(cli: Cli) -> None:
    with at_home(PoliteBot()) as bot:
        ended = cli("rate", f"openai:bto@{bot.address}", "--order", "AL")
    assert (ended.code, bot.heard) == (69, 0)
    assert "there is no model 'bto'; there is 'bot'" in ended.err


def test_an_empty_first_answer_is_remarked_on(cli: Cli, tmp_path: Path) -> None:
    with at_home(PoliteBot()) as bot:
        file = bot.described(tmp_path)
        file.write_text(file.read_text().replace('text = "$.reply"', 'text = "$.buttons[*].title"'))
        ended = cli("rate", file, "--order", "AL", "--limit", 1)
    assert "check the path text under [reply] in bot.toml" in ended.err
