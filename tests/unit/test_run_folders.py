"""Runs as a list, their removal, and what a run is called."""

import json
import shutil
from pathlib import Path

import pytest

import botassay
from botassay.bots.naming import name_of, remote_host
from botassay.bots.resolve import find_bot
from botassay.core.dialog import Script
from botassay.core.errors import ConfigurationError, InputError, OutputError
from botassay.plugins.protocols import BotOptions
from botassay.runs.journal import FILE, Journal, RunFacts
from botassay.settings.runs import RunListSettings
from tests.live.conftest import Cli, cli

__all__ = ["cli"]


def polite(text: str) -> str:
    del text
    return "Good morning."


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("held")
    botassay.rate(polite, issues="AL", limit=2, seed=1, out=folder / "first")
    botassay.rate("eliza", issues="AL", limit=3, seed=1, out=folder / "deep" / "second")
    return folder


@pytest.fixture
def home(held: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(held, tmp_path / "runs")
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ── the list ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_runs_are_listed_with_bot_date_conversations_verdict_and_folder(home: Path) -> None:
    (home / "runs" / "first" / "rating.json").unlink()
    latest, first = botassay.list_runs().runs
    assert (latest.bot, latest.folder, latest.conversations, latest.held) == ("eliza", "runs/deep/second", 3, 3)
    assert latest.verdict
    assert latest.begun
    assert (first.bot, first.verdict, first.chat) == (f"{__name__}.polite", None, False)
    text = botassay.list_runs().text()
    assert text.splitlines()[0].split() == ["bot", "begun", "(UTC)", "conversations", "verdict", "folder"]
    assert text.splitlines()[1].endswith("  runs/deep/second")
    assert "not rated  " in text.splitlines()[2]


def test_variants_are_part_of_their_run(home: Path) -> None:
    shutil.copytree(home / "runs" / "first", home / "runs" / "first" / "variants" / "model-x")
    assert len(botassay.list_runs().runs) == 2


def test_a_damaged_run_and_one_that_goes_on_are_listed_as_such(home: Path) -> None:
    (home / "runs" / "first" / FILE).write_bytes(b"SQLite format 3\0" * 100)
    journal = Journal.create(home / "runs" / "now", RunFacts("bot", "", 1, "2030"), [Script("a", "u", "a", ("hi",))])
    try:
        problems = {run.folder: run.problem for run in botassay.list_runs().runs}
    finally:
        journal.close()
    assert problems == {"runs/first": "damaged", "runs/now": "going on", "runs/deep/second": None}


def test_where_there_are_no_runs_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert botassay.list_runs().text() == "no runs in runs\n"
    assert botassay.list_runs(RunListSettings(folder=tmp_path)).runs == ()


# ── removal ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_deleted_run_leaves_nothing_behind(home: Path) -> None:
    first = home / "runs" / "first"
    shutil.copytree(first, first / "variants" / "model-x")
    assert botassay.delete_runs([first, "runs/deep/second/run.sqlite"]) == ()
    assert sorted(path.name for path in (home / "runs").iterdir()) == ["deep"]
    assert list((home / "runs" / "deep").iterdir()) == []


def test_what_botassay_did_not_write_stays(home: Path) -> None:
    first = home / "runs" / "first"
    (first / "decisions.jsonl").write_text("a week of work")
    assert botassay.delete_runs([first]) == (first,)
    assert [path.name for path in first.iterdir()] == ["decisions.jsonl"]


def test_nothing_is_removed_unless_all_can_be(home: Path) -> None:
    journal = Journal.create(home / "runs" / "now", RunFacts("bot", "", 1, ""), [])
    try:
        with pytest.raises(OutputError, match="is being written by another run"):
            botassay.delete_runs(["runs/first", "runs/now"])
        with pytest.raises(InputError, match="E174 the folder holds no journal"):
            botassay.delete_runs(["runs/first", "runs"])
    finally:
        journal.close()
    assert (home / "runs" / "first" / FILE).is_file()


def test_the_commands_list_and_ask_before_they_delete(cli: Cli, home: Path) -> None:
    listed = cli("runs", "list", "--json")
    assert [run["bot"] for run in json.loads(listed.out)["runs"]] == ["eliza", f"{__name__}.polite"]
    unasked = cli("runs", "delete", "runs/first")
    assert (unasked.code, "add --yes" in unasked.err) == (2, True)
    assert (home / "runs" / "first").is_dir()
    assert cli("runs", "delete", "runs/first", "--yes").code == 0
    assert not (home / "runs" / "first").exists()
    assert cli("runs", "delete", "runs/first", "--yes").code == 65


# ── names ───────────────────────────────────────────────────────────────────────────────────────────────────────────

TOML = 'url = "https://user:pass@bot.example:8443/v1/chat/?key=1"\nbody = \'{"m": {{message}}}\'\n'


@pytest.mark.parametrize(
    ("subject", "name", "host"),
    [
        ("bot.toml", "bot.example:8443/v1/chat", "bot.example"),
        ("named.toml", "Bank assistant", "bot.example"),
        ("rasa:http://localhost:5005", "localhost:5005", None),
        ("rasa:http://10.0.0.7:5005/", "10.0.0.7:5005", "10.0.0.7"),
        ("openai:llama3@http://localhost:11434", "openai:llama3@localhost:11434", None),
        ("openai:gpt@https://api.example", "openai:gpt@api.example", "api.example"),
        ("ws://127.0.0.1:1/ws", "127.0.0.1:1/ws", None),
        ("eliza", "eliza", None),
        ("command:./bot http://x", "command:./bot http://x", None),
    ],
)
def test_a_bot_is_called_as_it_is_named_or_by_host_and_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, subject: str, name: str, host: str | None
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.toml").write_text(TOML)
    (tmp_path / "named.toml").write_text(f'name = "Bank  assistant "\n{TOML}')
    bot = find_bot(subject, BotOptions())
    assert name_of(bot) == name
    assert name_of(bot, "Other") == "Other"
    assert remote_host(bot) == host


@pytest.mark.parametrize("name", ["", "  \n", "x" * 101])
def test_a_name_without_letters_or_end_is_refused(name: str) -> None:
    with pytest.raises(ConfigurationError, match="the name of the bot"):
        name_of(find_bot("eliza"), name)


def test_the_name_heads_reports_columns_and_junit(cli: Cli, tmp_path: Path) -> None:
    asked = ("--issues", "AL", "--limit", "2", "--seed", "1")
    written = [part for name in ("a.xml", "a.html", "a.md") for part in ("-o", name)]
    rated = cli("rate", "eliza", *asked, "--name", "Dr. Eliza", "--out", "run", *written)
    assert rated.code == 0, rated.err
    for name in ("a.xml", "a.html", "a.md"):
        assert "Dr. Eliza" in (tmp_path / name).read_text(), name
    assert "Dr. Eliza" in rated.out
    together = cli("rate", "run", "eliza", *asked)
    assert "Dr. Eliza" in together.out
    refused = cli("rate", "eliza", "hospital", *asked, "--name", "both")
    assert (refused.code, "--name requires a single bot" in refused.err) == (2, True)
