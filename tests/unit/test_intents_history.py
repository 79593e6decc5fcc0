"""How data went over time: which files are days, what changed, and the use case."""

import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from botassay.api.intents import EvaluationStopped
from botassay.core.errors import InputError, UsageError
from botassay.core.progress import Progress
from botassay.intents import evaluate, history
from botassay.intents.changes import SHOWN, changes
from botassay.intents.classifiers.baselines import Majority
from botassay.intents.documents import ChangedPhrase, IntentsHistory, RenamedIntent
from botassay.intents.phrases import Phrase
from botassay.intents.snapshots import day_of, find_snapshots
from botassay.settings.intents import HistorySettings, IntentsSettings, PhraseSettings, SplitSettings, VectorSettings
from tests.intents_pages import QUESTIONS

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
    assert found.phrases_moved == (ChangedPhrase(text="b", before="x", after="y"),)
    assert found.phrases_removed == (ChangedPhrase(text="c", before="y", after=None),)
    assert found.phrases_added == (ChangedPhrase(text="e", before=None, after="y"),)
    assert not found.nothing
    assert changes(before, before[::-1]).nothing


def test_a_topic_with_another_name_is_renamed_and_its_phrases_have_not_moved() -> None:
    before = phrases(("a", "x"), ("b", "x"), ("c", "x"), ("d", "y"))
    after = phrases(("a", "z"), ("b", "z"), ("c", "z"), ("e", "z"), ("d", "y"))
    found = changes(before, after)
    assert found.intents_renamed == (RenamedIntent("x", "z"),)
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
    assert (found.intents_renamed, found.intents_added, found.moved) == ((RenamedIntent("x", "a"),), ("b",), 3)


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
        "2026-03-02-a.csv: replaced by 2026-03-02.csv.gz of the same day",
        "faq.csv: no date in its name",
        "notes.txt: unknown file extension",
    )


def test_a_day_that_no_calendar_knows(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="E167 2026-02-30 is not a date"):
        day_of(Path("2026-02-30.csv"))
    assert day_of(Path("order-12345678.csv")) is None
    with pytest.raises(InputError, match="E100 no files of phrases with a date"):
        find_snapshots(tmp_path)


# ── the use case ────────────────────────────────────────────────────────────────────────────────────────────────────

FEW = HistorySettings(tests=SplitSettings(repeats=1))


def rows_of(document: IntentsHistory) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(document.csv())))


def test_a_row_a_day(folder: Path) -> None:
    (folder / "2026-03-05.csv").write_text(MERGED)
    (folder / "readme.txt").write_text("x")
    seen: list[Progress] = []
    document = history(folder, settings=HistorySettings(tests=SplitSettings(repeats=3)), on_progress=seen.append)
    assert (document.data, document.finished) == ("days", True)
    assert document.left_out == ("readme.txt: unknown file extension",)
    assert [(str(day.day), day.phrases, day.intents) for day in document.days] == [
        ("2026-03-02", 151, 14), ("2026-03-03", 151, 13), ("2026-03-05", 151, 13),
    ]  # fmt: skip
    assert document.days[1].settings == document.days[2].settings
    assert {progress.phase for progress in seen} == {
        "testing tfidf-lr on 2026-03-02", "testing tfidf-lr on 2026-03-03",
    }  # fmt: skip
    table = rows_of(document)
    accuracy = document.days[1].settings[0].accuracy
    assert accuracy is not None
    assert float(table[1]["accuracy (0,0)"]) == accuracy.value
    assert (table[1]["phrases_moved"], table[1]["intents_removed"], table[0]["phrases_moved"]) == ("11", "pay", "")
    timed = document.days[1].settings[1].seconds
    assert timed is not None
    assert table[1]["fit_seconds (0,0.15)"] == str(timed.fit)
    page = document.markdown()
    assert "11 phrases moved; removed topics: 'pay'" in page
    assert "training up to " in page
    assert "11 moved" in document.html()
    assert "| 2026-03-03 |" in page


def test_a_day_has_the_figures_of_an_evaluation(folder: Path) -> None:
    tests = SplitSettings(repeats=2, seed=3)
    day = history(folder, settings=HistorySettings(tests=tests)).days[1]
    alone = evaluate(folder / "2026-03-03.csv", settings=IntentsSettings(tests=tests))
    assert [replace(one, seconds=None) for one in day.settings] == [
        replace(one, seconds=None) for one in alone.settings
    ]


def test_what_is_wrong_in_a_day_is_told_with_its_file(folder: Path) -> None:
    (folder / "2026-03-04.csv").write_text("text,intent\na,x\n,y\n")
    with pytest.raises(InputError, match=r"2026-03-04\.csv:3: E136"):
        history(folder, settings=FEW)
    (folder / "2026-03-04.csv").write_text("text,intent\na,x\nb,y\n")
    with pytest.raises(InputError, match=r"2026-03-04\.csv: E151 no setting can be run"):
        history(folder, settings=HistorySettings(tests=SplitSettings(repeats=1, splits=("0,0",))))
    with pytest.raises(UsageError, match="did you mean"):
        history(folder, "tfidf")
    with pytest.raises(InputError, match="E100 no files of phrases with a date"):
        history(folder.parent)
    with pytest.raises(InputError, match="E174"):
        history("gone")


def test_a_test_that_is_not_possible_on_a_day_is_told_with_its_reason(folder: Path) -> None:
    (folder / "2026-03-01.csv").write_text("text,intent\na b,x\nc d,x\nb c,x\ne f,y\ng f,y\n")
    document = history(folder, "majority", FEW)
    first, second, *_ = rows_of(document)
    assert (first["accuracy (0,0.15)"], second["accuracy (0,0.15)"] != "") == ("", True)
    page = document.markdown()
    assert "Impossible tests" in page
    assert "P = 0.15 holds out 'y' \\(2 of 5 phrases\\)" in page


def test_a_label_of_no_topic_need_not_be_in_every_file(folder: Path) -> None:
    (folder / "2026-03-03.csv").write_text(FIRST + "hm,oos\nwhat,oos\n")
    labelled = replace(FEW, phrases=PhraseSettings(none_label="oos"))
    assert [day.intents for day in history(folder, "majority", labelled).days] == [14, 14]
    (folder / "2026-03-03.csv").unlink()
    with pytest.raises(InputError, match="E150 no phrase is labelled 'oos'"):
        history(folder, "majority", labelled)


def test_word_vectors_are_read_once_for_all_days(folder: Path, tmp_path: Path) -> None:
    vectors = tmp_path / "words.vec"
    vectors.write_text("how 1 0\nmuch 0 1\ndo 1 1\npay 0 2\nwork 2 1\n")
    seen: list[Progress] = []
    made = replace(FEW, classifier="sif-lr", vectors=VectorSettings(vectors=vectors))
    document = history(folder, settings=made, on_progress=seen.append)
    assert [day.settings[0].accuracy is not None for day in document.days] == [True, True]
    assert sum(progress.phase == "reading words.vec" for progress in seen) == 5


def test_a_cutoff_that_one_day_has_topics_below_is_described_by_that_day(folder: Path) -> None:
    told = "no topic has fewer than 5 phrases; same as 0,0"
    large = "".join(f"{text} {n},{text}\n" for text in ("pay", "block") for n in range(6))
    for day in ("02", "03"):
        (folder / f"2026-03-{day}.csv").write_text(f"text,intent\n{large}")
    assert told in history(folder, "majority", FEW).markdown()
    (folder / "2026-03-03.csv").write_text(f"text,intent\n{large}parcel lost,parcel\nmy parcel,parcel\n")
    page = history(folder, "majority", FEW).markdown()
    assert "some topics with fewer than 5 phrases held out" in page
    assert told not in page


def test_ctrl_c_leaves_the_days_that_were_finished(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fit, calls = Majority.fit, list[int]()

    def fits(self: Majority, texts: Sequence[str], intents: Sequence[str]) -> Majority:
        calls.append(1)
        if len(calls) > limit:
            raise KeyboardInterrupt
        return fit(self, texts, intents)

    monkeypatch.setattr(Majority, "fit", fits)
    limit = 3
    with pytest.raises(EvaluationStopped, match="interrupted after 1 of 2 days") as stopped:
        history(folder, "majority", FEW)
    document: Any = stopped.value.document
    assert (stopped.value.exit_code, document.finished, len(document.days)) == (130, False, 1)
    limit = 0
    with pytest.raises(KeyboardInterrupt):
        history(folder, "majority", FEW)
