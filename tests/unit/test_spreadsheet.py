"""Spreadsheets are read and written through the reader of tables."""

from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from botassay.core.errors import InputError
from botassay.intents import evaluate, traffic
from botassay.intents.phrases import Phrase
from botassay.intents.reading import read_phrases
from botassay.intents.writing import written
from botassay.io import spreadsheet
from botassay.io.sources import lines_of
from botassay.io.spreadsheet import workbook, workbook_of
from botassay.io.table import read_table

openpyxl: Any = pytest.importorskip("openpyxl")
ROWS = [(f"{verb} my {noun} {n}", noun) for verb in ("pay", "lose") for noun in ("bill", "card") for n in range(5)]


def saved(path: Path, rows: list[tuple[object, ...]], **more: list[tuple[object, ...]]) -> Path:
    """A workbook as a person saves it, with formulas as formulas."""
    book = openpyxl.Workbook()
    book.active.title = "Phrases"
    for row in rows:
        book.active.append(row)
    for title, others in more.items():
        sheet = book.create_sheet(title)
        for row in others:
            sheet.append(row)
    book.save(path)
    return path


def cells(path: Path, *columns: str) -> list[dict[str, str]]:
    return [dict(row.by_column) for row in read_table(lines_of(path), columns).sound]


def test_a_sheet_is_read_like_a_table(tmp_path: Path) -> None:
    file = saved(
        tmp_path / "q.xlsx", [("text", "intent", "id"), ("pay, or\nnot", "bill", 1.0), (None, None), ("hi", "x")]
    )
    assert cells(file, "text", "intent") == [
        {"text": "pay, or\nnot", "intent": "bill", "id": "1"}, {"text": "hi", "intent": "x", "id": ""},
    ]  # fmt: skip


def test_an_error_names_the_sheet_and_the_row(tmp_path: Path) -> None:
    rows = [("text", "intent"), ("pay\nnow", "bill"), ("card", "card"), ("", "card")]
    with pytest.raises(InputError, match=r"q\.xlsx, sheet 'Phrases', row 4: E136 the text is empty"):
        read_phrases(saved(tmp_path / "q.xlsx", [*rows]))


def test_a_sheet_is_chosen_by_name(tmp_path: Path) -> None:
    file = saved(tmp_path / "q.xlsx", [("notes",)], Topics=[("text", "intent"), *ROWS])
    assert len(read_phrases(file, sheet="Topics")) == len(ROWS)
    with pytest.raises(InputError, match=r"there is no sheet 'Topic' \(the sheets are 'Phrases', 'Topics'\)"):
        read_phrases(file, sheet="Topic")


def test_a_formula_without_a_value_is_refused_with_its_cell(tmp_path: Path) -> None:
    file = saved(tmp_path / "q.xlsx", [("text", "intent"), ("pay", "bill"), ("=A2", "card")])
    with pytest.raises(InputError, match="sheet 'Phrases', cell A3: E136 the formula has no stored value"):
        lines_of(file)


def test_no_text_becomes_a_formula(tmp_path: Path) -> None:
    file = tmp_path / "out.xlsx"
    file.write_bytes(workbook([("text", "n"), ("=1+1", 3), ("'=x", 4.5), ("\x00@", None)]))
    sheet = openpyxl.load_workbook(file).active
    assert [cell.data_type for cell in sheet["A"]] == ["s"] * 4
    assert cells(file, "text") == [
        {"text": "=1+1", "n": "3"}, {"text": "'=x", "n": "4.5"}, {"text": "\ufffd@", "n": ""},
    ]  # fmt: skip
    file.write_bytes(workbook_of('text,share\n"\'=1+1",0.5\n7,\n'))
    sheet = openpyxl.load_workbook(file).active
    assert [(cell.value, cell.data_type) for cell in sheet["A"]] == [("text", "s"), ("=1+1", "s"), ("7", "s")]
    assert sheet["B2"].value == 0.5


def test_what_is_no_workbook_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "q.xlsx"
    file.write_text("text,intent\n")
    with pytest.raises(InputError, match="E172 the file is not an Excel workbook"):
        lines_of(file)
    with ZipFile(file, "w") as archive:
        archive.writestr("a.txt", "x")
    with pytest.raises(InputError, match="E172"):
        lines_of(file)
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("xl/sheet.xml", bytes(3 * 2**20))
    monkeypatch.setattr(spreadsheet, "LARGEST", 2**20)
    with pytest.raises(InputError, match="E126 the workbook unpacks to 3 MiB"):
        lines_of(file)


def test_a_whole_round_in_spreadsheets(tmp_path: Path) -> None:
    file = saved(tmp_path / "q.xlsx", [("text", "intent"), *ROWS])
    evaluation = evaluate(file, repeats=1, splits=["0,0"])
    assert evaluation.phrases == len(ROWS)
    evaluation.save(tmp_path / "work.xlsx")
    header = [cell.value for cell in openpyxl.load_workbook(tmp_path / "work.xlsx").active[1]]
    assert header[:3] == ["rank", "a", "b"]
    log = saved(tmp_path / "log.xlsx", [("text", "intent", "confidence"), ("pay", "bill", 0.9), ("hm", None, 0.1)])
    document = traffic(log)
    assert (document.questions, document.recognised.count) == (2, 1)
    document.save(tmp_path / "traffic.xlsx")
    phrases = [Phrase("=1+1", "sums", ""), Phrase("2", "sums", ""), Phrase("hi", "greet", "")]
    (tmp_path / "new.xlsx").write_bytes(written(phrases, ".xlsx"))
    again = read_phrases(tmp_path / "new.xlsx")
    assert [(phrase.text, phrase.intent) for phrase in again] == [("=1+1", "sums"), ("2", "sums"), ("hi", "greet")]
