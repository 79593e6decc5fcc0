"""How data went over time: which files are days, what changed, and the command."""

import csv
import io
import json
from datetime import date
from pathlib import Path

import click
import pytest

from botassay.cli.intents.history import _Runner, history
from botassay.core.errors import InputError
from botassay.intents.changes import SHOWN, Altered, Renamed, changes
from botassay.intents.history import Snapshot, day_of, find_snapshots
from botassay.intents.phrases import Phrase
from tests.conftest import Run
from tests.leaflets import QUESTIONS

FIRST = QUESTIONS.read_text("utf-8")
MERGED = FIRST.replace(",pay\n", ",salary\n")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "days"
    made.mkdir()
    (made / "2026-03-02.csv").write_text(FIRST)
    (made / "2026-03-03.csv").write_text(MERGED)
    return made


def phrases(*rows: tuple[str, str | None]) -> list[Phrase]:
    return [Phrase(text, intent, "x") for text, intent in rows]


# ── what changed ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_phrases_that_came_went_and_moved() -> None:
    before = phrases(("a", "x"), ("b", "x"), ("c", "y"), ("d", "y"))
    after = phrases(("a", "x"), ("b", "y"), ("d", "y"), ("e", "y"))
    found = changes(before, after)
    assert (found.added, found.removed, found.moved) == (1, 1, 1)
    assert found.phrases_moved == (Altered(text="b", before="x", after="y"),)
    assert found.phrases_removed == (Altered(text="c", before="y", after=None),)
    assert found.phrases_added == (Altered(text="e", before=None, after="y"),)
    assert not found.nothing
    assert changes(before, before[::-1]).nothing


def test_a_topic_with_another_name_is_renamed_and_its_phrases_have_not_moved() -> None:
    before = phrases(("a", "x"), ("b", "x"), ("c", "x"), ("d", "y"))
    after = phrases(("a", "z"), ("b", "z"), ("c", "z"), ("e", "z"), ("d", "y"))
    found = changes(before, after)
    assert found.intents_renamed == (Renamed("x", "z"),)
    assert (found.moved, found.added, found.intents_added, found.intents_removed) == (0, 1, (), ())


def test_a_topic_that_goes_into_another_is_gone_and_its_phrases_have_moved() -> None:
    found = changes(phrases(("a", "x"), ("b", "y")), phrases(("a", "y"), ("b", "y")))
    assert (found.intents_removed, found.intents_renamed, found.moved) == (("x",), (), 1)


def test_a_topic_that_is_cut_in_two_is_gone_unless_half_of_it_stays_together() -> None:
    before = phrases(*((f"p{n}", "x") for n in range(9)))
    thirds = phrases(*((f"p{n}", "abc"[n % 3]) for n in range(9)))
    assert changes(before, thirds).intents_removed == ("x",)
    halves = phrases(*((f"p{n}", "a" if n < 6 else "b") for n in range(9)))
    found = changes(before, halves)
    assert (found.intents_renamed, found.intents_added, found.moved) == ((Renamed("x", "a"),), ("b",), 3)


def test_a_text_that_stands_there_twice_is_two_phrases() -> None:
    found = changes(phrases(("a", "x"), ("a", "x"), ("b", "y")), phrases(("a", "x"), ("b", "y")))
    assert (found.removed, found.moved) == (1, 0)
    assert changes(phrases(("a", None), ("b", "y")), phrases(("a", "y"), ("b", "y"))).moved == 1


def test_of_many_phrases_some_are_kept_and_all_counted() -> None:
    found = changes([], phrases(*((f"p{n:03}", "x") for n in range(50))))
    assert (found.added, len(found.phrases_added)) == (50, SHOWN)


# ── files that are days ─────────────────────────────────────────────────────────────────────────────────────────────


def test_days_are_read_out_of_names(tmp_path: Path) -> None:
    for name in ("b-20260303.jsonl", "2026-03-02.csv.gz", "2026_02_28.tsv", "notes.txt", "faq.csv", "2026-03-02-a.csv"):
        (tmp_path / name).touch()
    (tmp_path / "2026-01-01.csv").mkdir()
    found = find_snapshots(tmp_path)
    assert [(one.day, one.file.name) for one in found.snapshots] == [
        (date(2026, 2, 28), "2026_02_28.tsv"),
        (date(2026, 3, 2), "2026-03-02.csv.gz"),
        (date(2026, 3, 3), "b-20260303.jsonl"),
    ]
    assert found.left_out == (
        "2026-03-02-a.csv: 2026-03-02.csv.gz is of the same day",
        "faq.csv: it has no day in its name",
        "notes.txt: its ending tells no format",
    )


def test_a_day_that_no_calendar_knows(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="E167 2026-02-30 is no day"):
        day_of(Path("2026-02-30.csv"))
    assert day_of(Path("order-12345678.csv")) is None
    with pytest.raises(InputError, match="E100 there are no files of phrases with a day"):
        find_snapshots(tmp_path)


# ── the command ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_row_a_day(botassay: Run, folder: Path, tmp_path: Path) -> None:
    (folder / "2026-03-05.csv").write_text(MERGED)
    (folder / "readme.txt").write_text("x")
    outputs = [word for ending in ("html", "md", "csv", "json") for word in ("-o", f"out.{ending}")]
    ended = botassay("intents", "history", folder, "--repeats", "3", *outputs)
    assert ended.code == 0
    assert "botassay: left out readme.txt: its ending tells no format" in ended.err
    rows = [line for line in ended.out.splitlines() if line.startswith("2026-")]
    assert [line.split()[:3] for line in rows] == [
        ["2026-03-02", "151", "14"], ["2026-03-03", "151", "13"], ["2026-03-05", "151", "13"],
    ]  # fmt: skip
    assert rows[1].endswith("11 phrases moved; gone: 'pay'")
    assert rows[2].endswith("nothing")
    assert rows[1].split()[3:7] == rows[2].split()[3:7]
    document = json.loads((tmp_path / "out.json").read_text())
    assert (document["schema"], document["finished"], len(document["days"])) == ("botassay/intents/history/1", True, 3)
    assert document["left_out"] == ["readme.txt: its ending tells no format"]
    table = list(csv.DictReader(io.StringIO((tmp_path / "out.csv").read_text())))
    assert [row["day"] for row in table] == ["2026-03-02", "2026-03-03", "2026-03-05"]
    value = document["days"][1]["settings"][0]["accuracy"]["value"]
    assert float(table[1]["accuracy (0,0)"]) == value
    assert (table[1]["phrases_moved"], table[1]["intents_removed"], table[0]["phrases_moved"]) == ("11", "pay", "")
    assert "11 moved" in (tmp_path / "out.html").read_text()
    assert "| 2026-03-03 |" in (tmp_path / "out.md").read_text()


def test_a_day_has_the_figures_of_an_evaluation(botassay: Run, folder: Path) -> None:
    options = ("--repeats", "2", "--seed", "3", "--json")
    days = json.loads(botassay("intents", "history", folder, *options).out)["days"]
    alone = json.loads(botassay("intents", "evaluate", folder / "2026-03-03.csv", *options).out)
    for one in (*days[1]["settings"], *alone["settings"]):
        one.pop("seconds")
    assert days[1]["settings"] == alone["settings"]


def test_what_is_wrong_in_a_day_is_told_with_its_file(botassay: Run, folder: Path) -> None:
    (folder / "2026-03-04.csv").write_text("text,intent\na,x\n,y\n")
    ended = botassay("intents", "history", folder, "--repeats", "1")
    assert (ended.code, ended.out) == (65, "")
    assert "2026-03-04.csv:3: E136" in ended.err
    (folder / "2026-03-04.csv").write_text("text,intent\na,x\nb,y\n")
    ended = botassay("intents", "history", folder, "--repeats", "1", "--setting", "0,0")
    assert ended.code == 65
    assert "2026-03-04.csv: E151 no setting can be run" in ended.err
    assert botassay("intents", "history", folder, "-o", "x.doc").code == 2
    assert botassay("intents", "history", folder, "--classifier", "tfidf").code == 2


def test_a_test_that_is_not_possible_on_a_day_is_told_with_its_reason(botassay: Run, folder: Path) -> None:
    (folder / "2026-03-01.csv").write_text("text,intent\na b,x\nc d,x\nb c,x\ne f,y\ng f,y\n")
    ended = botassay("intents", "history", folder, "--repeats", "1", "-o", "out.html", "-o", "out.csv")
    assert ended.code == 0
    assert "2026-03-01, 0,0.15 is not possible: P = 0.15 takes 'y' (2 of 5 phrases)" in ended.out
    first, second, *_ = csv.DictReader(io.StringIO((folder.parent / "out.csv").read_text()))
    assert (first["accuracy (0,0.15)"], second["accuracy (0,0.15)"] != "") == ("", True)
    assert "Tests that were not possible" in (folder.parent / "out.html").read_text()


def test_a_folder_without_days(botassay: Run, tmp_path: Path) -> None:
    ended = botassay("intents", "history", tmp_path)
    assert (ended.code, ended.out) == (65, "")
    assert "2026-03-02.csv" in ended.err


def test_ctrl_c_leaves_the_days_that_were_finished(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = _Runner.run
    calls: list[int] = []

    def run(self: _Runner, snapshot: Snapshot, phrases: list[Phrase]) -> object:
        calls.append(1)
        if len(calls) > 1:
            raise KeyboardInterrupt
        return runs(self, snapshot, phrases)

    monkeypatch.setattr(_Runner, "run", run)
    code = history.main([str(folder), "--repeats", "1", "--json"], standalone_mode=False)
    printed = capsys.readouterr()
    document = json.loads(printed.out)
    assert code == 130
    assert "interrupted after 1 of 2 days" in printed.err
    assert (document["finished"], len(document["days"])) == (False, 1)
    with pytest.raises((KeyboardInterrupt, click.Abort)):
        history.main([str(folder)], standalone_mode=False)
