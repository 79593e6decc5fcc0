"""Spreadsheets (.xlsx): a sheet is read as the lines of a table, and tables are written as one sheet."""

import csv
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from io import BufferedReader, BytesIO, StringIO
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile, ZipFile

from botassay.core.errors import InputError
from botassay.core.extras import library
from botassay.io.csv_safe import csv_row, guarded, unguarded
from botassay.io.lines import FileLines

ENDING: Final = ".xlsx"
EXTRA: Final = "excel"
LARGEST: Final = 256 * 2**20
"""Bytes of a workbook after it is unpacked."""
_HINT: Final = "save the table as an Excel workbook (.xlsx) or as CSV in UTF-8"
_LONGEST: Final = 32_767
"""Characters of a cell, by Excel's limit."""


class SheetLines(FileLines):
    """The rows of a sheet as lines of CSV; places are named by sheet and row."""

    def __init__(self, name: str, sheet: str, data: bytes, begins: Sequence[int]) -> None:
        super().__init__(name, lambda: BufferedReader(BytesIO(data)), size=len(data))
        self._sheet = sheet
        self._begins = begins
        """The line on which each row begins: a cell may hold line breaks."""

    def place(self, number: int | None = None) -> str:
        """Name the row of a line, by default of the one that was read last."""
        line = self.number if number is None else number
        return f"{self.name}, sheet {self._sheet!r}, row {bisect_right(self._begins, line)}"


def sheet_lines(file: Path, sheet: str | None = None) -> SheetLines:
    """Return a sheet as lines of CSV.

    Args:
        file: the workbook.
        sheet: the name of the sheet; None: the first one.

    Raises: InputError for a file that is no workbook or unpacks to more than 256 MiB, for a sheet that does not exist,
        and for a formula without a stored value; ConfigurationError if the extra is not installed.
    """
    library("openpyxl", EXTRA)
    _check_size(file)
    formulas, values = _opened(file, data_only=False), _opened(file, data_only=True)
    try:
        name = _sheet_name(formulas.sheetnames, sheet, file)
        rows = _rows(formulas[name], values[name], file)
    except InputError:
        raise
    except (KeyError, ValueError, TypeError, AttributeError, SyntaxError, OSError, BadZipFile) as error:
        raise InputError("E172 the workbook is damaged", str(file), _HINT) from error
    finally:
        formulas.close()
        values.close()
    width = max((len(row) for row in rows[:1]), default=0)
    begins, lines, line = [], [], 1
    for row in rows:
        begins.append(line)
        text = csv_row(guarded(cell) for cell in (*row, *[""] * (width - len(row))))
        lines.append(text)
        line += text.count("\n")
    return SheetLines(file.name, name, "".join(lines).encode("utf-8", "surrogatepass"), begins)


def _check_size(file: Path) -> None:
    try:
        with ZipFile(file) as archive:
            size = sum(part.file_size for part in archive.infolist())
    except (BadZipFile, OSError, ValueError) as error:
        raise InputError("E172 the file is not an Excel workbook", str(file), _HINT) from error
    if size > LARGEST:
        hint = "keep only the table in the workbook, or save it as CSV"
        raise InputError(f"E126 the workbook unpacks to {size / 2**20:,.0f} MiB, more than 256", str(file), hint)


def _opened(file: Path, *, data_only: bool) -> Any:
    try:
        return library("openpyxl", EXTRA).load_workbook(file, read_only=True, data_only=data_only, keep_links=False)
    except (KeyError, ValueError, TypeError, AttributeError, SyntaxError, OSError, BadZipFile) as error:
        raise InputError("E172 the file is not an Excel workbook", str(file), _HINT) from error


def _sheet_name(names: Sequence[str], wanted: str | None, file: Path) -> str:
    if wanted is None and names:
        return names[0]
    if wanted in names:
        return str(wanted)
    there = ", ".join(map(repr, names)) or "none"
    raise InputError(f"E136 there is no sheet {wanted!r}", str(file), f"the sheets are {there}")


def _rows(formulas: Any, values: Any, file: Path) -> list[list[str]]:
    """Return the texts of all rows, without empty cells at their ends."""
    for sheet in (formulas, values):
        sheet.reset_dimensions()  # those in the file may be wrong
    rows = []
    for of_formulas, of_values in zip(formulas.iter_rows(), values.iter_rows(), strict=True):
        texts = [_text(formula, value, file) for formula, value in zip(of_formulas, of_values, strict=True)]
        while texts and not texts[-1]:
            texts.pop()
        rows.append(texts)
    return rows


def _text(formula: Any, value: Any, file: Path) -> str:
    content = value.value
    if content is None:
        if formula.value is not None:
            where = f"{file.name}, sheet {formula.parent.title!r}, cell {formula.coordinate}"
            hint = "open the workbook in a spreadsheet program and save it, or paste the values"
            raise InputError("E136 the formula has no stored value", where, hint)
        return ""
    if isinstance(content, bool):
        return "true" if content else "false"
    if isinstance(content, float) and content.is_integer():
        return str(int(content))
    if isinstance(content, datetime):
        return content.isoformat(" ") if content.time() != time() else content.date().isoformat()
    return content.isoformat() if isinstance(content, date | time) else str(content)


def workbook(rows: Iterable[Iterable[object]], title: str = "Sheet1") -> bytes:
    """Return a workbook of one sheet; the first row is the header, and no text is a formula.

    Args:
        rows: texts and numbers; None is an empty cell.
        title: the name of the sheet.

    Raises: ConfigurationError if the extra is not installed.
    """
    openpyxl = library("openpyxl", EXTRA)
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet(title)
    sheet.freeze_panes = "A2"
    illegal = library("openpyxl.cell.cell", EXTRA).ILLEGAL_CHARACTERS_RE
    make = library("openpyxl.cell", EXTRA).WriteOnlyCell
    for row in rows:
        cells = []
        for content in row:
            text = illegal.sub("\ufffd", content)[:_LONGEST] if isinstance(content, str) else content
            cell = make(sheet, value=text)
            if isinstance(content, str):
                cell.data_type = "s"  # also what looks like a formula
            cells.append(cell)
        sheet.append(cells)
    data = BytesIO()
    book.save(data)
    return data.getvalue()


def workbook_of(table: str) -> bytes:
    """Return the workbook of a CSV table; columns that hold nothing but numbers become numbers."""
    rows = list(csv.reader(StringIO(table)))
    columns = [[row[at] for row in rows[1:]] for at in range(len(rows[0]))]
    numeric = {at for at, column in enumerate(columns) if any(column) and all(map(_number, column))}
    return workbook(
        [(float(cell) if cell else None) if line and at in numeric else unguarded(cell) for at, cell in enumerate(row)]
        for line, row in enumerate(rows)
    )


def _number(cell: str) -> bool:
    try:
        return not cell or (cell[0] in "-0123456789" and abs(float(cell)) < 1e15)  # noqa: PLR2004 - Excel's digits
    except ValueError:
        return False
