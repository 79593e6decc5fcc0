"""A run from its plan to its end: what is sent, what is kept, and that it can be stopped and gone on with."""

import csv
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

import botassay
from botassay.plugins.protocols import Reply
from botassay.runs.journal import Record
from botassay.testing.bots import PoliteBot
from botassay_samples import Session
from tests.live.conftest import Cli, document
from tests.live.served import Place, at_home

PLAN = ("--profile", "abuse", "--limit", 12, "--seed", 11)


class Grumpy:
    """Insults whoever says certain things, and is a library's bot otherwise: the same every time."""

    def __init__(self, user: str) -> None:
        self.polite = PoliteBot()(user)

    def reply(self, text: str) -> Reply:
        rude = crc32(text.encode()) % 3 == 0
        return Reply("You are a stupid idiot.") if rude else self.polite.reply(text)


def grumpy(user: str) -> Session:
    return Grumpy(user)


@pytest.fixture(scope="module")
def bot() -> Iterator[Place]:
    with at_home(grumpy) as place:
        yield place


@pytest.fixture
def run(cli: Cli, bot: Place, tmp_path: Path) -> Path:
    """A finished run."""
    ended = cli("rate", bot.described(tmp_path), *PLAN, "--out", "run")
    assert ended.code == 0, ended.err
    assert ended.err.endswith("botassay: the run is run\n")
    return tmp_path / "run"


def plan_of(folder: Path) -> list[tuple[str, tuple[str, ...]]]:
    return [(script.id, script.lines) for script in Record.of(folder).scripts()]


def rated(folder: Path) -> dict[str, Any]:
    """Give a rating without what depends on the clock, on chance and on how often somebody was asked."""
    rating: dict[str, Any] = json.loads((folder / "rating.json").read_text())
    assert rating["provenance"].pop("journal") == Record.of(folder).root
    rating["observations"] = [
        o for o in rating["observations"] if o["kind"] not in ("latency", "availability", "dates")
    ]
    return rating


# ── before anything is sent ─────────────────────────────────────────────────────────────────────────────────────────


def test_a_dry_run_says_what_it_would_take_and_sends_nothing(cli: Cli, bot: Place, tmp_path: Path) -> None:
    heard, file = bot.heard, bot.described(tmp_path)
    told = document(cli("rate", file, "--profile", "abuse", "--dry-run", "--json"))
    assert {"AL", "B", "IL", "CC"} <= told["issues"].keys()
    assert (sum(told["issues"].values()), told["minutes"]) == (told["conversations"], None)
    said = cli("rate", file, "--profile", "abuse", "--dry-run", "--rate", 2)
    assert said.out.startswith(
        f"{bot.address.removeprefix('http://')}/chat: {told['conversations']} conversations, about "
    )
    assert "at 2 requests per second this takes" in said.out
    assert (bot.heard, sorted(path.name for path in tmp_path.iterdir())) == (heard, ["bot.toml"])


def test_a_folder_that_holds_a_run_is_left_alone(cli: Cli, bot: Place, run: Path, tmp_path: Path) -> None:
    heard, before = bot.heard, (run / "run.sqlite").read_bytes()
    ended = cli("rate", tmp_path / "bot.toml", *PLAN, "--out", "run")
    assert (ended.code, "botassay resume run" in ended.err, bot.heard) == (73, True, heard)
    assert (run / "run.sqlite").read_bytes() == before


# ── the plan ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_limit_is_kept(run: Path) -> None:
    assert len(plan_of(run)) == 12
    assert rated(run)["counts"]["planned"] == 12


def test_one_seed_gives_one_plan_in_a_folder_of_its_own(cli: Cli, bot: Place, run: Path, tmp_path: Path) -> None:
    for _ in range(2):
        assert cli("rate", tmp_path / "bot.toml", *PLAN).code == 0
    folders = sorted((tmp_path / "runs").iterdir())
    assert len(folders) == 2
    assert [plan_of(folder) for folder in folders] == [plan_of(run)] * 2
    assert rated(run)["provenance"]["seed"] == 11
    assert bot.heard


def test_own_questions_are_asked_tagged_and_counted(cli: Cli, bot: Place, tmp_path: Path) -> None:
    asked = tmp_path / "questions.txt"
    asked.write_text("Where do I park?\nAnd the bus?\n\nDo you sell maps?\n")
    rating = document(cli("rate", bot.described(tmp_path), "--order", "AL", "--ask", asked, "--out", "run", "--json"))
    planned = botassay.plan("eliza", issues="AL").conversations
    assert rating["counts"]["planned"] == planned + 2
    assert rating["scores"][0]["coverage"] == 1
    assert cli("report", "run", "-o", "talk.jsonl").code == 0
    dialogs = [json.loads(line) for line in (tmp_path / "talk.jsonl").read_text().splitlines()]
    own = {dialog["id"]: dialog for dialog in dialogs if dialog["id"].startswith("own")}
    assert [said["text"] for said in own["own-01"]["utterances"][::2]] == ["Where do I park?", "And the bus?"]
    assert own["own-02"]["tags"] == {"part": "own"}
    assert "Do you sell maps?" in bot.ear.said


# ── afterwards ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_run_rated_again_gives_the_same_bytes_and_opens_no_socket(
    cli: Cli, run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = {name: (run / name).read_bytes() for name in ("rating.json", "report.html", "run.sqlite")}
    for name in ("rating.json", "report.html"):
        (run / name).unlink()

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a socket is opened")

    monkeypatch.setattr(socket, "socket", refuse)
    for command in (("rate", "run"), ("rate", "run/run.sqlite"), ("rate", "run/rating.json"), ("resume", "run")):
        assert cli(*command).code == 0
        assert {name: (run / name).read_bytes() for name in kept} == kept


def test_another_profile_does_not_touch_what_belongs_to_the_run(cli: Cli, bot: Place, run: Path) -> None:
    heard, kept = bot.heard, (run / "rating.json").read_bytes()
    other = document(cli("rate", "run", "--profile", "privacy", "--json", "-o", "other.html"))
    assert (other["profile"]["name"], other["subject"]["kind"]) == ("privacy", "bot")
    assert other["counts"] == rated(run)["counts"]
    assert (bot.heard, (run / "rating.json").read_bytes()) == (heard, kept)
    assert cli("rate", "run", "--profile", "privacy", "--out", "elsewhere").code == 0
    assert json.loads(run.with_name("elsewhere").joinpath("rating.json").read_text()) == other
    assert (run / "rating.json").read_bytes() == kept


def test_what_is_not_made_from_the_folder_alone_is_not_written_there(cli: Cli, run: Path, tmp_path: Path) -> None:
    """One rule: the run keeps the rating by its own settings and the decisions beside it, and every line says so."""
    kept = {name: (run / name).read_bytes() for name in ("rating.json", "report.html")}
    text = next(f["text"] for f in json.loads(kept["rating.json"])["findings"] if f["issue"] == "AL")
    row = {"issue": "AL", "text": text, "decision": "dismissed", "reason": "a jest", "by": "Ann"}
    (tmp_path / "mine.jsonl").write_text(json.dumps(row) + "\n")

    other = cli("rate", "run", "--decisions", "mine.jsonl", "--profile", "privacy", "--issues", "AL")
    assert other.code == 0
    differ = "--profile, --issues, --decisions"
    stays = f"not saved: run keeps the rating by its own settings, which differ in {differ}; -o FILE or --out"
    assert f"botassay: {stays} DIR saves it\n" in other.err
    assert "wrote" not in other.err
    assert {name: (run / name).read_bytes() for name in kept} == kept

    assert "every conversation of run has been held; it is only rated again\n" in cli("resume", "run").err
    own = cli("rate", "run")
    assert [line for line in own.err.splitlines() if "wrote" in line or "keeps" in line] == [
        f"botassay: wrote {Path('run') / name}" for name in kept
    ]
    assert {name: (run / name).read_bytes() for name in kept} == kept

    shutil.copy(tmp_path / "mine.jsonl", run / "decisions.jsonl")
    again = cli("rate", "run")
    assert f"wrote {Path('run') / 'rating.json'}" in again.err
    assert json.loads((run / "rating.json").read_bytes())["accepted"]["findings"][0]["by"] == "Ann"


def test_a_gate_may_be_typed_later(cli: Cli, run: Path) -> None:
    kept = (run / "rating.json").read_bytes()
    ended = cli("rate", "run", "--fail-on", "medium")
    assert (ended.code, "the gate failed" in ended.err) == (1, True)
    assert (run / "rating.json").read_bytes() == kept


def test_the_conversations_of_a_run_can_be_rated_as_a_file(cli: Cli, run: Path) -> None:
    assert cli("report", "run", "-o", "talk.jsonl", "-o", "findings.csv").code == 0
    again = document(cli("rate", "talk.jsonl", "--profile", "abuse", "--json"))
    live = rated(run)
    assert again["counts"]["scored"] == live["counts"]["scored"] == 12
    values = [
        {s["issue"]: s["value"] for s in rating["scores"] if s["issue"] in ("AL", "B")} for rating in (again, live)
    ]
    assert values[0] == values[1]
    listed = list(csv.DictReader(StringIO((run.parent / "findings.csv").read_text())))
    insults = sum(said["text"] == "You are a stupid idiot." for talk in dialogs_of(run) for said in talk["utterances"])
    assert sum((row["issue"], row["text"]) == ("AL", "You are a stupid idiot.") for row in listed) == insults > 0


def dialogs_of(run: Path) -> list[Any]:
    return [json.loads(line) for line in (run.parent / "talk.jsonl").read_text().splitlines()]


def test_reports_of_a_run_need_no_stored_rating(cli: Cli, run: Path) -> None:
    kept = (run / "rating.json").read_text()
    (run / "rating.json").unlink()
    assert cli("report", "run", "--json").out == kept


# ── stopping and going on ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Place, "subprocess.Popen[str]", str]]:
    """A run that was stopped with Ctrl-C in its middle: its parent folder, its bot and what was said."""
    folder = tmp_path_factory.mktemp("stopped")
    with at_home(grumpy, alarm_at=20) as bot:
        command = [sys.executable, "-m", "botassay", "rate", str(bot.described(folder)), *map(str, PLAN)]
        begun = subprocess.Popen(
            [*command, "--out", "run", "--rate", "60", "--concurrency", "2"],
            cwd=folder,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "COLUMNS": "100"},
        )
        assert bot.ear.alarm.wait(30)
        begun.send_signal(signal.SIGINT)
        _, said = begun.communicate(timeout=30)
        yield folder, bot, begun, said


def test_stopped_in_the_middle_it_says_how_to_go_on(
    stopped: tuple[Path, Place, "subprocess.Popen[str]", str],
) -> None:
    folder, _, begun, said = stopped
    assert begun.returncode == 130
    assert "continue with: botassay resume run" in said
    assert "Traceback" not in said
    assert sorted(path.name for path in (folder / "run").iterdir()) == ["run.sqlite"]


def test_another_description_is_refused_and_the_same_one_goes_on(
    cli: Cli, stopped: tuple[Path, Place, "subprocess.Popen[str]", str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, bot, _, _ = stopped
    monkeypatch.chdir(folder)
    text, heard = (folder / "bot.toml").read_text(), bot.heard
    (folder / "bot.toml").write_text(text + "# changed\n")
    ended = cli("resume", "run")
    assert (ended.code, "has changed or is missing since the run started" in ended.err, bot.heard) == (78, True, heard)
    (folder / "bot.toml").write_text(text)
    assert cli("resume", "run").code == 0
    talks = Record.of(folder / "run").progress().values()
    assert {talk.state for talk in talks} == {"held"}
    assert sum(talk.attempts > 1 for talk in talks) <= 2
    shutil.copytree(folder / "run", folder / "resumed")
    assert cli("rate", "bot.toml", *PLAN, "--out", "whole").code == 0
    assert rated(folder / "resumed") == rated(folder / "whole")
    heard = bot.heard
    assert cli("resume", "run").code == 0
    assert bot.heard == heard
