"""Options that would do nothing are refused, and not ignored in silence."""

from pathlib import Path

import pytest

from tests.live.conftest import Cli

DESCRIBED = 'url = "{url}"\nbody = \'{{"message": {{{{message}}}}}}\'\n[reply]\ntext = "$.reply"\n'
BUNDLED = ("eliza", "hospital+guard", "trains:regression@winter")
LOCAL = ("python:made:bot", "command:./made")
USELESS = [
    *((subject, option) for subject in BUNDLED for option in ("--bot", "--system", "--ca", "--insecure", "--follow")),
    *((subject, option) for subject in LOCAL for option in ("--bot", "--system", "--ca", "--insecure", "--follow")),
    ("eliza", "--timeout"),
    ("http.toml", "--insecure"),
    ("http.toml", "--system"),
    ("http.toml", "--bot"),
    ("ws://127.0.0.1:1/", "--insecure"),
    ("ws://127.0.0.1:1/", "--follow"),
    ("ws://127.0.0.1:1/", "--system"),
    ("rasa:http://127.0.0.1:1", "--system"),
    ("rasa:https://127.0.0.1:1", "--bot"),
    ("openai:x@http://127.0.0.1:1", "--insecure"),
]
USEFUL = [
    ("https.toml", "--insecure"),
    ("https.toml", "--follow"),
    ("openai:x@http://127.0.0.1:1", "--system"),
    ("http://127.0.0.1:1/chat", "--bot"),
    ("python:made:bot", "--timeout"),
    ("wss://127.0.0.1:1/", "--insecure"),
    ("pigeon:coo", "--insecure"),
]
VALUES = {"--follow": ("same-origin",), "--insecure": (), "--timeout": ("5",)}


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> None:
    for scheme in ("http", "https"):
        (tmp_path / f"{scheme}.toml").write_text(DESCRIBED.format(url=f"{scheme}://127.0.0.1:1/chat"))
    (tmp_path / "made.py").write_text("def bot(text):\n    return 'Hello.'\n")


def value(subject: str, option: str) -> tuple[str, ...]:
    return VALUES.get(option, ("https.toml" if subject.startswith("http.") else "http.toml",))


@pytest.mark.parametrize("command", ["rate", "chat", "bots check", "identity ask"])
@pytest.mark.parametrize(("subject", "option"), USELESS)
def test_what_makes_no_difference_is_refused(cli: Cli, tmp_path: Path, command: str, subject: str, option: str) -> None:
    ended = cli(*command.split(), subject, option, *value(subject, option))
    assert ended.code == 2, ended
    assert any(advice in ended.err for advice in ("leave it out", "omit --bot", "give one of them", " alone)"))
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(("subject", "option"), USEFUL)
def test_what_makes_one_is_taken(cli: Cli, subject: str, option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if subject.startswith("pigeon"):
        from botassay.bots import uses
        from botassay.plugins.protocols import BotOptions
        from botassay.testing import EchoBot

        monkeypatch.setattr(uses, "find_bot", lambda *_: EchoBot())
        assert uses.unused(subject, BotOptions()) == frozenset()
        return
    ended = cli("rate", subject, option, *value(subject, option), "--dry-run")
    assert ended.code == 0, ended.err


def test_of_several_subjects_one_is_enough(cli: Cli) -> None:
    ended = cli("rate", "eliza", "https.toml", "--insecure", "--dry-run")
    assert ended.code == 0, ended.err
    ended = cli("rate", "eliza", "hospital", "--insecure", "--dry-run")
    assert (ended.code, "any of the subjects" in ended.err) == (2, True)


def test_a_variant_may_have_use_for_it(cli: Cli) -> None:
    ended = cli("rate", "eliza", "--insecure", "--variant", "model=https.toml", "--dry-run")
    assert ended.code == 0, ended.err


def test_in_a_file_of_settings_it_may_stand(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "botassay.toml").write_text("[rate]\ninsecure = true\ntimeout = 9\n")
    assert cli("rate", "eliza", "--dry-run").code == 0


@pytest.mark.parametrize("command", ["rate", "bots check"])
def test_an_unrelated_folder_makes_no_bot(cli: Cli, tmp_path: Path, command: str) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "notes.txt").write_text("buy milk\n")
    ended = cli(*command.split(), "faq:photos")
    assert (ended.code, "the folder has no data for the bot" in ended.err) == (65, True)
    (tmp_path / "photos" / "city.txt").write_text("Portvale\n")
    assert cli("bots", "check", "faq:photos").code == 0


@pytest.mark.parametrize("command", ["rate", "chat", "bots check", "identity ask"])
@pytest.mark.parametrize("subject", ["http://[bad", "https://", "ws://[bad", "rasa:http://[bad", "http://a b/"])
def test_an_address_that_is_none_is_said_to_be_none(cli: Cli, command: str, subject: str) -> None:
    ended = cli(*command.split(), subject)
    assert ended.code == 2
    assert "is not a URL" in ended.err or "has no address" in ended.err, ended.err
