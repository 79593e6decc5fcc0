"""Nothing is written over that is read, and nothing unasked that came of something else."""

import json
from pathlib import Path

import pytest

from tests.live.conftest import Cli, cli

__all__ = ["cli"]

TALK = '{"id": "d1", "utterances": [{"role": "user", "text": "Hi"}, {"role": "bot", "text": "Hello, good day."}]}\n'
PHRASES = "text,intent\n" + "".join(f"word{n} {intent},{intent}\n" for intent in "ab" for n in range(30))


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    (tmp_path / "talks").mkdir()
    file = tmp_path / "talks" / "a.jsonl"
    file.write_text(TALK)
    (tmp_path / "talk.jsonl").write_text(TALK)
    return file


@pytest.mark.parametrize(
    "call",
    [
        ("rate", "talks", "-o", "talks/a.json"),
        ("rate", "talks", "-o", "talks/deep/b.csv"),
        ("rate", "talk.jsonl", "--variant", "data=talks", "-o", "talks/a.json"),
        ("rate", "talk.jsonl", "--variant", "data=b.json", "-o", "b.json"),
        ("intents", "history", "days", "-o", "days/2026-03-02.csv"),
        ("intents", "evaluate", "phrases.csv", "--setting", "0,0", "-o", "phrases.csv"),
        ("sentiment", "rate", "--translator", "recorded:scores.jsonl", "--via", "es", "--record", "scores.jsonl"),
        ("profiles", "vote", "ballots.json", "-o", "ballots.json"),
        ("identity", "survey", "ratings.html", "-o", "ratings.html"),
        ("options", "tune", "scored.svg", "-o", "scored.svg"),
    ],
    ids=" ".join,
)
def test_what_is_read_is_not_written_over(cli: Cli, tmp_path: Path, talk: Path, call: tuple[str, ...]) -> None:
    assert talk.is_file()
    for name in ("talks/deep/b.csv", "days/2026-03-02.csv", "phrases.csv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(PHRASES)
    for name in ("b.json", "talks/a.json", "scores.jsonl", "ballots.json", "ratings.html", "scored.svg"):
        (tmp_path / name).write_text(TALK)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    ended = cli(*call)
    assert (ended.code, "would be overwritten" in ended.err) == (2, True), ended
    assert {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()} == before


@pytest.mark.parametrize("name", ["report.html", "rating.json", "card.md"])
def test_in_a_folder_that_is_read_our_own_reports_are_written_again(cli: Cli, talk: Path, name: str) -> None:
    del talk
    for _ in range(2):
        ended = cli("rate", "talks", "-o", f"talks/{name}")
        assert ended.code == 0, ended.err


# ── what came of something else ─────────────────────────────────────────────────────────────────────────────────────


def test_the_rating_of_another_file_is_not_written_over(cli: Cli, tmp_path: Path, talk: Path) -> None:
    for _ in range(2):  # rated again, it is the same subject
        assert cli("rate", "talk.jsonl", "--out", "kept").code == 0
        (tmp_path / "talk.jsonl").write_text(TALK.replace("d1", "d2"))
    kept = (tmp_path / "kept" / "rating.json").read_bytes()
    for call in (("rate", talk, "--out", "kept"), ("rate", "talks", "--out", "kept")):
        ended = cli(*call)
        assert (ended.code, "already holds a rating of talk.jsonl" in ended.err) == (73, True)
    assert (tmp_path / "kept" / "rating.json").read_bytes() == kept
    assert cli("rate", "talks", "--out", "kept", "--force").code == 0
    assert json.loads((tmp_path / "kept" / "rating.json").read_text())["ratings"][0]["subject"]["name"] == "talks"
    (tmp_path / "kept" / "rating.json").write_text("{}")
    assert cli("rate", "talks", "--out", "kept").code == 73


def test_the_folder_of_a_live_run_keeps_what_is_its_own(cli: Cli, tmp_path: Path, talk: Path) -> None:
    del talk
    assert cli("rate", "eliza", "--limit", 2, "--seed", 1, "--out", "run").code == 0
    kept = (tmp_path / "run" / "rating.json").read_bytes()
    for call in (("rate", "talk.jsonl", "--force"), ("rate", "run", "--profile", "privacy"), ("rate", "eliza")):
        assert cli(*call, "--out", "run").code == 73
    assert (tmp_path / "run" / "rating.json").read_bytes() == kept
    assert cli("rate", "talk.jsonl", "--out", "kept").code == 0
    ended = cli("rate", "eliza", "--limit", 1, "--out", "kept")
    assert (ended.code, "something else" in ended.err) == (73, True)
    assert not (tmp_path / "kept" / "run.sqlite").exists()


@pytest.mark.slow
def test_a_data_set_that_somebody_worked_on_is_not_written_over(cli: Cli, tmp_path: Path) -> None:
    call = ("identity", "generate", "--out", "set", "--size", 40)
    assert cli(*call).code == cli(*call).code == 0  # equal bytes are no loss
    (tmp_path / "set" / "val.csv").write_text("text,label,source\n")
    ended = cli(*call)
    assert (ended.code, "val.csv: a different file" in ended.err) == (73, True)
    assert (tmp_path / "set" / "val.csv").read_text() == "text,label,source\n"
    assert cli(*call[:-1], 50).code == 73
    assert cli(*call, "--force").code == 0
