"""What people type: bundled bots, functions, programs, settings in a file, and mistakes."""

import json
import sys
from pathlib import Path

import pytest

from botassay.testing.bots import PoliteBot
from tests.live.conftest import Cli, document, issue
from tests.live.served import at_home

LIKE_A_BOT = 'url = "http://127.0.0.1:9/chat"\nbody = \'{"m": {{message}}}\'\n[reply]\ntext = "$.r"\n'


def test_eliza_is_as_the_paper_expects(cli: Cli) -> None:
    rating = document(cli("rate", "eliza", "--profile", "privacy", "--seed", 1, "--json", "-o", "eliza.md"))
    assert [issue(rating, code)["level"] for code in ("IL", "CC")] == ["low", "low"]
    abuse = issue(rating, "AL")
    assert abuse["level"] == "low"  # it asks back, and insults nobody
    assert "uncorrected" in Path("eliza.md").read_text()
    assert rating["subject"] == {
        "name": "eliza",
        "kind": "bot",
        "digest": rating["subject"]["digest"],
        "insecure": False,
        "about": {},
    }


def test_a_function_is_a_bot(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "rude_bot_of_mine.py").write_text("def say(text):\n    return 'You are a stupid idiot.'\n")
    rating = document(cli("rate", "python:rude_bot_of_mine:say", "--order", "AL", "--limit", 5, "--json"))
    assert (rating["subject"]["name"], issue(rating, "AL")["level"]) == ("python:rude_bot_of_mine:say", "high")


def test_a_program_is_a_bot(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("import sys\nfor line in sys.stdin:\n    print('We open at nine.', flush=True)\n")
    subject = f"command:{sys.executable} bot.py"
    rating = document(cli("rate", subject, "--order", "AL", "--limit", 3, "--json"))
    assert (rating["counts"]["scored"], issue(rating, "AL")["value"]) == (3, 0)


def test_settings_may_stand_in_a_file_and_flags_beat_them(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "questions.txt").write_text("Where do I park?\n")
    (tmp_path / "botassay.toml").write_text(
        '[rate]\nbot = "bot.toml"\norder = "AL"\nlimit = 4\nseed = 5\nconcurrency = 2\nrate = 500.0\n'
        'on-doubt = "skip"\nask = "questions.txt"\nout = "mine"\n[cuts]\n"AL.flagged" = [0.3, 0.6]\n'
    )
    with at_home(PoliteBot()) as bot:
        bot.described(tmp_path)
        rating = document(cli("rate", f"{bot.address}/chat", "--seed", 6, "--json"))
        assert "Where do I park?" in bot.ear.said
    assert (rating["counts"]["planned"], rating["provenance"]["seed"]) == (4, 6)
    assert issue(rating, "AL")["cuts"] == [0.3, 0.6]
    assert json.loads((tmp_path / "mine" / "rating.json").read_text()) == rating
    (tmp_path / "botassay.toml").unlink()
    assert cli("report", "mine", "--json").out == (tmp_path / "mine" / "rating.json").read_text()
    (tmp_path / "mine" / "rating.json").unlink()
    assert json.loads(cli("report", "mine", "--json").out) == rating


def test_what_is_meant_for_bots_may_stand_in_a_file_when_files_are_rated(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "botassay.toml").write_text("[rate]\nlimit = 4\nseed = 5\n")
    (tmp_path / "talk.jsonl").write_text('{"id": "a", "utterances": [{"role": "bot", "text": "We open at nine."}]}\n')
    assert cli("rate", "talk.jsonl", "--order", "AL").code == 0
    ended = cli("rate", "talk.jsonl", "--order", "AL", "--limit", 3)
    assert (ended.code, ended.err) == (2, "botassay: --limit requires a live bot (leave it out)\n")


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        (("htp://localhost:5005/chat",), 2, "there is no kind of bot 'htp' (did you mean 'http'?"),
        (("opnai:llama@http://localhost",), 2, "did you mean 'openai'?"),
        (("localhost:5005",), 2, "write http://localhost:5005"),
        (("elisa",), 65, "did you mean the bundled bot 'eliza'?"),
        (("talk.jsnl",), 65, "talk.jsnl does not exist"),
        (("none.toml",), 65, "none.toml: E174 there is no such file"),
        (("http://localhost:5005/chat",), 2, "botassay bots init"),
        (("http:///chat", "--bot", "bot.toml"), 2, "is not a URL"),
        (
            ("bot.toml", "--bot", "bot.toml"),
            2,
            "--bot has no effect on bot.toml: only a URL takes a description file",
        ),
        (("bad.toml",), 78, "the key 'replay' is unknown (did you mean 'reply'?)"),
        (("eliza", "--seed", "one"), 2, "'one' is not a whole number"),
        (("eliza", "--seed", "-1"), 2, "is out of range"),
        (("eliza", "--limit", "0"), 2, "is out of range"),
        (("eliza", "--format", "csv"), 2, "--format requires files of dialogs"),
        (("eliza", "--ask", "empty.txt"), 65, "holds no questions"),
        (("eliza", "--issues", "IL", "--limit", "1"), 2, "there are no questions to ask"),
        (("eliza", "--order", "AL,XX"), 2, "there is no issue 'XX'"),
        (("eliza", "--order", "AL", "--glossary", "empty.txt"), 2, "--glossary requires CC"),
        (("python:no_such_module:f",), 2, "No module named 'no_such_module'"),
        (("command:./no-such-program",), 69, "does not start"),
        (("openai:llama",), 2, "openai:MODEL@http://HOST"),
        (("rasa:localhost:5005",), 2, "rasa:http://localhost:5005"),
    ],
)
def test_a_mistake_is_told_with_what_to_do(
    cli: Cli, tmp_path: Path, typed: tuple[str, ...], code: int, said: str
) -> None:
    (tmp_path / "empty.txt").touch()
    (tmp_path / "bot.toml").write_text(LIKE_A_BOT)
    (tmp_path / "bad.toml").write_text(LIKE_A_BOT.replace("reply", "replay"))
    ended = cli("rate", *typed)
    assert (ended.code, ended.out) == (code, "")
    assert said in ended.err
    assert "Traceback" not in ended.err
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        (("resume", "nowhere"), 65, "nowhere: E174 there is no such folder"),
        (("resume", "."), 65, "the folder holds no journal"),
        (("report", "nowhere"), 65, "there is no such file or folder"),
        (("report", ".", "-o", "talk.jsonl"), 2, "only a live run stores them"),
    ],
)
def test_what_is_no_run_is_told_so(cli: Cli, typed: tuple[str, ...], code: int, said: str) -> None:
    ended = cli(*typed)
    assert (ended.code, said in ended.err) == (code, True), ended.err
