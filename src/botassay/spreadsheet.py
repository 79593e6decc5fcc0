"""CSV that spreadsheets open: rows of text that nothing takes for a formula, and the way back."""

import csv
import re
from collections.abc import Iterable
from io import StringIO
from typing import Final

_FORMULA: Final = re.compile(r"'*[\s\u200b\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|'*[\t\r\n]")
"""What a spreadsheet may take for the beginning of a formula; and what would look as if it had been guarded already."""
_END: Final = "\r\n"


def guarded(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet would work out.

    >>> guarded("=1+1"), guarded("-"), guarded("'=1+1"), guarded("it's 1+1")
    ("'=1+1", "'-", "''=1+1", "it's 1+1")
    """
    if text[:1].isalnum():  # as nearly all are
        return text
    return f"'{text}" if _FORMULA.match(text) else text


def unguarded(text: str) -> str:
    """Take the apostrophe away that `guarded` put there.

    >>> unguarded("'=1+1"), unguarded("''=1+1"), unguarded("'tis"), unguarded("=1")
    ('=1+1', "'=1+1", "'tis", '=1')
    """
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def guarded_row(cells: Iterable[object]) -> list[object]:
    """Guard the texts of a row that somebody else wrote; numbers stay numbers.

    >>> guarded_row(["=1+1", -1])
    ["'=1+1", -1]
    """
    return [guarded(cell) if isinstance(cell, str) else cell for cell in cells]


def csv_row(cells: Iterable[object]) -> str:
    r"""Write a row; whatever holds a delimiter, a quote or a line end is quoted.

    >>> csv_row(["a", 1, "b,\r c"])
    'a,1,"b,\r c"\n'
    """
    return csv_table([cells])


def csv_table(rows: Iterable[Iterable[object]]) -> str:
    r"""Write rows, each ended by a line feed.

    >>> csv_table([["a", "b"], [1, "2\n3"]])
    'a,b\n1,"2\n3"\n'
    """
    paper = StringIO(newline="")
    plain = csv.writer(paper, lineterminator="\n")
    for row in rows:
        cells = list(row)
        if any(isinstance(cell, str) and "\r" in cell for cell in cells):
            paper.write(_with_returns(cells))
        else:
            plain.writerow(cells)
    return paper.getvalue()


def _with_returns(cells: list[object]) -> str:
    paper = StringIO(newline="")
    csv.writer(paper, lineterminator=_END).writerow(cells)  # both of its characters are quoted, and no others
    return paper.getvalue().removesuffix(_END) + "\n"
