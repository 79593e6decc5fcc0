"""What a new user types wrong: the error names the place and the remedy."""

from pathlib import Path

import pytest

from botassay.plugins.registry import READERS
from tests.live.conftest import Cli, cli

__all__ = ["cli"]

PHRASES = "text,intent\n" + "".join(f"my {noun} {n},{noun}\n" for noun in ("bill", "card") for n in range(5))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "phrases.csv").write_text(PHRASES)
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "empty.toml").write_text("")
    (tmp_path / "words.csv").write_text("text,count\nAre you a bot?,ten\n")
    (tmp_path / "prose.log").write_text("hello there\nthis is no log\n")
    (tmp_path / "train.toml").write_text('url = "http://127.0.0.1:9/"\nbody = \'{"t": {{message}}}\'\n[train]\n')
    return tmp_path


@pytest.mark.parametrize(
    ("line", "code", "error"),
    [
        ("intents check --classifier folder", 2, "--classifier folder is a folder, not a classifier (an engine is"),
        ("intents check --classifier phrases.csv", 2, "phrases.csv is a file, not a classifier"),
        ("intents check --bot empty.toml", 2, "require a live engine"),
        ("intents check --rate 3", 2, "require a live engine"),
        ("intents check --classifier no.py:Engine", 78, "there is no file no.py (check the path of the class)"),
        ("intents check --classifier python:json:No", 78, "json has no class No (check the name after the last colon"),
        ("intents check --classifier no.toml", 65, "no.toml: E174 there is no such file (botassay"),
        ("intents check --classifier train.toml", 78, "train.toml:train.step: [train] has no request (write"),
        ("intents notebook phrases.csv -o new --classifier nosuch", 2, "there is no classifier 'nosuch'"),
        ("intents notebook phrases.csv -o new.ipynb", 2, "-o new.ipynb must be a folder"),
        ("identity ask eliza --dry-run --asked words.csv", 65, "words.csv:2: E136 the count 'ten' is invalid"),
        ("identity ask eliza --dry-run --asked empty.csv", 65, "empty.csv: E100 no questions (give CSV"),
        ("sentiment rate --translator google --via en", 2, "'en' is not a pivot language"),
        ("serve folder --host 127.0.0.1 --allow-net 10.0.0.0/8", 2, "--host with an address that other machines reach"),
        (
            "rate nosuchbot",
            65,
            "nosuchbot does not exist (give a file or a folder of dialogs, the address of a bot, or a",
        ),
        ("rate www.shop.example/chat", 65, "(write https://www.shop.example/chat if it is the address of a bot)"),
        ("rate nothing.csv", 65, "E174 nothing.csv does not exist (give a file or a folder of dialogs)"),
        (
            "rate http://127.0.0.1:9/chat",
            2,
            "botassay bots init --curl 'curl …' writes bot.toml, then botassay rate bot.toml",
        ),
        (
            "rate words.csv --fail-on AL",
            2,
            "--fail-on 'al' is an issue, not a level (write ISSUE=LEVEL, like AL=medium)",
        ),
        ("rate prose.log --format irc-log", 65, "such a log has lines like [03:10] <name> text"),
        ("rate phrases.csv --format irc-log", 65, "such a log has lines like [03:10] <name> text"),
    ],
)
def test_an_error_says_what_is_wrong_and_what_to_do(cli: Cli, line: str, code: int, error: str) -> None:
    ended = cli(*line.split())
    assert ended.code == code
    assert error in " ".join(ended.err.split())
    assert "Traceback" not in ended.err


def test_a_notebook_of_an_unknown_classifier_leaves_nothing(cli: Cli, folder: Path) -> None:
    cli("intents", "notebook", "phrases.csv", "-o", "new", "--classifier", "nosuch")
    assert not (folder / "new").exists()


def test_the_guard_says_that_the_name_of_a_file_is_a_text(cli: Cli) -> None:
    ended = cli("identity", "guard", "words.csv")
    assert ended.out.strip() == "(left to the bot)"
    assert "for its lines: botassay identity guard < words.csv" in ended.err


def test_the_help_names_every_format_that_files_are_read_in(cli: Cli) -> None:
    listed = " ".join(cli("check", "--help").out.split())
    assert [name for name in READERS.names() if name not in listed.replace("- ", "-")] == []
