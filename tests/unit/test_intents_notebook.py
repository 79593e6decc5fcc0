"""A notebook on the user's own phrases: the file is read only, and the changes come from a table."""

import os
from datetime import date
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from botassay import intents
from botassay.core.errors import InputError, OutputError
from botassay.intents import PhraseRound
from botassay.intents.phrase_changes import PhraseChange, applied
from botassay.intents.phrases import Phrase
from botassay.settings.intents import NotebookSettings, PhraseSettings
from tests.conftest import Run
from tests.intents_pages import QUESTIONS

openpyxl: Any = pytest.importorskip("openpyxl")

DATA = "text,intent\n" + "".join(
    f"{verb} my {noun} {n},{topic}\n"
    for noun, topic in (("bill", "pay"), ("invoice", "payment"), ("card", "block"))
    for verb in ("see", "change")
    for n in range(5)
)
CHANGES = (
    ("merge", None, "payment", "pay"),
    ("move", "see my bill 0", None, "block"),
    ("add", "where is my parcel", None, "parcel"),
    ("add", "my parcel is late", None, "parcel"),
    ("delete", "see my card 4", None, None),
    ("rename", None, "block", "lost card"),
)
DAY = date(2026, 3, 2)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    file = tmp_path / "mine.csv"
    file.write_text(DATA)
    return file


def fill(folder: Path, rows: tuple[tuple[str | None, ...], ...] = CHANGES) -> None:
    book = openpyxl.load_workbook(folder / "changes.xlsx")
    for row in rows:
        book.active.append(row)
    book.save(folder / "changes.xlsx")


def run(folder: Path) -> str:
    """Run the notebook where it lies, and return what it printed."""
    document = nbformat.read(folder / "round.ipynb", as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(document)
    client = NotebookClient(document, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(folder)}})
    client.execute(env={**os.environ, "IPYTHONDIR": str(folder.parent / "ipython")})
    outputs = [output for cell in document.cells for output in cell.get("outputs", [])]
    assert any("text/html" in output.get("data", {}) for output in outputs)
    return "".join(output.get("text", "") for output in outputs)


def test_the_file_of_phrases_is_never_written(botassay: Run, data: Path, tmp_path: Path) -> None:
    before = data.read_bytes()
    ended = botassay("intents", "notebook", data, "-o", "round")
    assert ended.code == 0, ended.err
    folder = tmp_path / "round"
    fill(folder)
    printed = run(folder)
    assert "merge “payment” into “pay”: 10 phrases" in printed
    assert "nothing applied" in printed
    assert not (folder / "days").exists()
    file = folder / "round.ipynb"
    file.write_text(file.read_text().replace("APPLY = False", "APPLY = True"))
    printed = run(folder)
    assert f"days/{date.today().isoformat()}.csv" in printed  # noqa: DTZ011
    assert "before (mine.csv): accuracy" in printed
    assert data.read_bytes() == before
    everything = b"".join(each.read_bytes() for each in folder.rglob("*") if each.is_file())
    examples = QUESTIONS.read_text().splitlines()[1:]
    assert [line for line in examples if line.rpartition(",")[0].strip('"').encode() in everything] == []


def test_changes_are_applied_once_a_day_and_build_on_the_last_day(data: Path, tmp_path: Path) -> None:
    folder = intents.notebook(data, tmp_path / "round").parent
    fill(folder)
    first = PhraseRound(data, folder, today=DAY)
    copy = first.apply()
    assert copy == folder / "days" / "2026-03-02.csv"
    text = copy.read_text()
    assert first.apply().read_text() == text  # not twice
    assert "payment" not in text
    assert "see my bill 0,lost card" in text
    assert "see my card 4" not in text
    assert "my parcel is late,parcel" in text
    next_day = PhraseRound(data, folder, today=date(2026, 3, 3))
    assert next_day.base == copy
    with pytest.raises(InputError, match="if the change was made on an earlier day, remove the row"):
        next_day.apply()
    assert [day.day for day in first.history().days] == [DAY]


def test_columns_and_classifier_are_kept_in_the_notebook(tmp_path: Path) -> None:
    file = tmp_path / "other.csv"
    file.write_text(DATA.replace("text,intent", "question,topic"))
    settings = NotebookSettings(
        classifier="char-lr", phrases=PhraseSettings(text_column="question", intent_column="topic")
    )
    folder = intents.notebook(file, tmp_path / "round", settings).parent
    fill(folder)
    assert "add “where is my parcel” to “parcel”" in run(folder)
    with pytest.raises(OutputError, match="already exists"):
        intents.notebook(file, tmp_path / "round", settings)


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (("join", None, "pay", "block"), "E136 unknown action 'join'"),
        (("merge", None, "pay", None), "E136 merge needs to"),
        (("merge", None, "pay", "nothing"), "E136 there is no topic 'nothing'"),
        (("merge", None, "pay", "Pay"), "E136 from and to are the same topic"),
        (("rename", None, "pay", "block"), "E136 there is a topic 'block' already"),
        (("move", "no such phrase", None, "pay"), "E136 there is no phrase 'no such phrase'"),
        (("move", "see my bill 0", "block", "pay"), "E136 there is no phrase 'see my bill 0'"),
        (("add", "see my bill 0", None, "block"), "E164 the phrase is there already, in 'pay'"),
        (("delete", "see my bill 0", None, "pay"), "E136 to has no effect on delete"),
    ],
)
def test_a_change_that_does_not_fit_is_told_with_its_row(
    data: Path, tmp_path: Path, row: tuple[str | None, ...], text: str
) -> None:
    folder = intents.notebook(data, tmp_path / "round").parent
    fill(folder, (CHANGES[2], row))
    with pytest.raises(InputError) as caught:
        PhraseRound(data, folder).changes()
    assert text in str(caught.value)
    assert "row 3" in str(caught.value)


def test_rows_are_applied_in_their_order() -> None:
    phrases = [Phrase("a", "one", ""), Phrase("b", "two", "")]
    rows = [PhraseChange("rename", "", "one", "three", ""), PhraseChange("merge", "", "two", "three", "")]
    changed, lines = applied(phrases, rows)
    assert [each.intent for each in changed] == ["three", "three"]
    assert lines == ["rename “one” to “three”: 1 phrase", "merge “two” into “three”: 1 phrase"]
