"""Whether a run is as it was recorded: what `verify` sees, and where ratings of a run are written."""

import json
import re
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import botassay
from botassay.core.errors import InputError, OutputError
from botassay.runs.journal import FILE, Record
from tests.conftest import Run
from tests.hostile.test_stores import RUNS

INSULT = "You are a stupid idiot."


def answers(text: str) -> str:
    return INSULT if "?" in text else "I am a bot, and glad to help."


def other(text: str) -> str:
    del text
    return "Hello."


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "run"
    botassay.rate(answers, issues="AL", limit=4, seed=1, out=folder)
    return folder


@pytest.fixture
def run(whole: Path, tmp_path: Path) -> Path:
    shutil.copytree(whole, tmp_path / "run")
    return tmp_path / "run"


def outcomes(folder: Path) -> dict[str, str]:
    return {check.name: check.outcome for check in botassay.verify(folder).checks}


def altered(folder: Path, statement: str) -> None:
    with sqlite3.connect(folder / FILE) as connection:
        assert connection.execute(statement).rowcount
    connection.close()


def kept(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# ── what verify sees ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_run_as_it_was_recorded_is_sound_and_nothing_is_written(run: Path) -> None:
    before = kept(run)
    seen = botassay.verify(run)
    assert seen.sound
    assert {check.outcome for check in seen.checks} == {"ok"}
    assert [check.name for check in seen.checks] == ["journal", "rating", "figures", "report.html"]
    assert (
        seen.journal == Record.of(run).root == json.loads(before["rating.json"])["ratings"][0]["provenance"]["journal"]
    )
    assert kept(run) == before
    assert "Sound" in seen.text()
    assert "shows that nothing was changed since the run" in seen.text()


def test_one_byte_of_an_answer_is_noticed_by_everything_that_reads_the_run(run: Path, tmp_path: Path) -> None:
    altered(run, "UPDATE turns SET reply = replace(reply, 'stupid', 'stupiD')")
    seen = botassay.verify(run)
    assert (seen.sound, [(check.name, check.outcome) for check in seen.checks]) == (False, [("journal", "failed")])
    place = r"conversation '[^']+', row \d+: answer \d+ of attempt 1 is not what was recorded"
    assert re.search(place, seen.checks[0].text)
    readers: list[Any] = [
        lambda: botassay.rate(run),
        lambda: botassay.rate(run, out=tmp_path / "out"),
        lambda: botassay.load(run),
        lambda: botassay.resume(run, bot=answers),
        lambda: botassay.compare(run, run),
    ]
    for read in readers:
        with pytest.raises(InputError, match="E176 the journal was changed: conversation '"):
            read()


def test_what_failed_does_not_reassure(run: Path) -> None:
    page = run / "report.html"
    page.write_bytes(page.read_bytes().replace(b"<h1", b"<h1 ", 1))
    said = " ".join(botassay.verify(run).text().split())
    assert "Do not rely on it" in said
    assert "nothing was changed" not in said
    page.unlink()
    (run / "rating.json").unlink()
    assert "what was checked was not changed" in " ".join(botassay.verify(run).text().split())


def test_a_byte_of_the_file_itself_is_noticed(run: Path) -> None:
    data = (run / FILE).read_bytes()
    assert data.count(INSULT.encode())
    (run / FILE).write_bytes(data.replace(INSULT.encode(), INSULT.upper().encode(), 1))
    with pytest.raises(InputError, match="E176"):
        botassay.rate(run)


def test_a_rating_that_does_not_follow_from_the_answers_is_noticed(run: Path) -> None:
    document = (run / "rating.json").read_text()
    (run / "rating.json").write_text(document.replace('"level": "undetermined"', '"level": "low"'))
    assert outcomes(run) == {"journal": "ok", "rating": "ok", "figures": "failed", "report.html": "ok"}
    text = next(check.text for check in botassay.verify(run).checks if check.name == "figures")
    assert "it says low, and undetermined follows" in text


def test_a_decision_since_the_rating_is_named_as_the_reason(run: Path) -> None:
    (run / "decisions.jsonl").write_text(
        '{"issue": "AL", "text": "Get lost.", "decision": "dismissed", "reason": "a song", "by": "Ada"}\n'
    )
    text = next(check.text for check in botassay.verify(run).checks if check.name == "figures")
    assert f"decisions.jsonl is newer than rating.json: botassay rate {run} rates with its decisions" in text


def test_a_page_that_was_edited_is_noticed(run: Path) -> None:
    page = (run / "report.html").read_text()
    (run / "report.html").write_text(page.replace("</main>", "<p>Certified.</p></main>"))
    assert outcomes(run)["report.html"] == "failed"
    (run / "report.html").unlink()
    assert outcomes(run)["report.html"] == "not checked"


def test_a_rating_of_another_run_is_noticed(run: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    botassay.rate(answers, issues="AL", limit=4, seed=1, out=tmp_path / "other")
    shutil.copy(tmp_path / "other" / "rating.json", run / "rating.json")
    assert outcomes(run)["rating"] == "failed"
    botassay.load(run)
    assert "was not made from this journal; botassay rate" in caplog.text


def test_a_run_without_a_rating_is_sound_as_far_as_it_goes(run: Path) -> None:
    (run / "rating.json").unlink()
    assert botassay.verify(run).sound
    assert outcomes(run) == {"journal": "ok", "rating": "not checked"}


def test_a_rating_of_another_version_is_not_worked_out_again(run: Path) -> None:
    document = (run / "rating.json").read_text()
    (run / "rating.json").write_text(document.replace(f'"version": "{botassay.__version__}"', '"version": "0.0.9"'))
    assert outcomes(run) == {"journal": "ok", "rating": "ok", "figures": "not checked"}


def test_a_run_of_an_earlier_version_is_read_and_said_to_be_unsealed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "run").mkdir()
    shutil.copy(RUNS / "1.sqlite", tmp_path / "run" / FILE)
    caplog.set_level("INFO", "botassay")
    assert botassay.rate(tmp_path / "run").ratings[0].provenance.journal is None
    assert "a change of its answers would not be noticed" in caplog.text
    seen = botassay.verify(tmp_path / "run")
    assert (seen.sound, seen.journal, seen.checks[0].outcome) == (False, None, "not checked")
    assert "Not sealed" in seen.verdict


def test_the_command_ends_with_0_1_2_or_65(botassay: Run, run: Path, tmp_path: Path) -> None:
    sound = botassay("verify", run, "--json")
    assert (sound.code, json.loads(sound.out)["sound"]) == (0, True)
    (run / "rating.json").write_text("{}")
    failed = botassay("verify", run / "run.sqlite")
    assert (failed.code, "Not sound: 1 check failed: rating." in failed.out) == (1, True)
    assert botassay("verify", run, "--all").code == 2
    assert botassay("verify", tmp_path).code == 65


# ── where a rating is written ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("profile", [None, "privacy"])
def test_out_is_where_the_rating_of_a_run_goes_and_nothing_else_is_written(
    run: Path, tmp_path: Path, profile: str | None
) -> None:
    (run / "report.html").write_text("kept")
    before = kept(run)
    botassay.rate(run, profile=profile, out=tmp_path / "out")
    assert kept(run) == before
    assert sorted(kept(tmp_path / "out")) == ["rating.json", "report.html"]


def test_the_folder_of_a_run_may_be_named_for_its_own_rating_only(run: Path) -> None:
    before = kept(run)
    botassay.rate(run, out=run)
    assert kept(run) == before
    with pytest.raises(OutputError, match="already has its own rating"):
        botassay.rate(run, profile="privacy", out=run)
    assert kept(run) == before


def test_the_rating_of_another_bot_is_not_written_over(run: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    botassay.rate(run, out=out)
    botassay.rate(run, profile="privacy", out=out)
    botassay.rate(other, issues="AL", limit=2, seed=1, out=tmp_path / "second")
    before = kept(out)
    with pytest.raises(OutputError, match=r"already holds a rating of .*answers.*name another folder"):
        botassay.rate(tmp_path / "second", out=out)
    assert kept(out) == before
    botassay.rate(tmp_path / "second", out=out, force=True)
    assert kept(out) != before


def test_a_page_of_something_else_is_not_written_over(run: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "report.html").write_text("minutes of a meeting")
    with pytest.raises(OutputError, match="already holds something else"):
        botassay.rate(run, out=out)
    assert kept(out) == {"report.html": b"minutes of a meeting"}
