"""CSV for spreadsheets: texts are guarded so that none is run as a formula, and unguarded again."""

import csv
import re
from collections.abc import Iterable
from io import StringIO
from typing import Final

_FORMULA: Final = re.compile(r"'*[\s\u200b\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|'*[\t\r\n]")
"""What a spreadsheet may take for the beginning of a formula; and what would look as if it had been guarded already."""
_PLAIN: Final = re.compile(r"[^\W_][^,\"\r\n]*").fullmatch
"""A text that is neither guarded nor quoted, as most are."""
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
    """Return a row with its texts guarded; numbers stay numbers.

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
    table = [tuple(row) for row in rows]
    written = _written(table, "\n")
    if "\r" not in written:
        return written
    # of an end of two characters both are quoted, and no others
    return "".join(_written([row], _END).removesuffix(_END) + "\n" for row in table)


def csv_texts(texts: Iterable[str], *beside: object) -> str:
    r"""Return rows that differ only in their first cell, an untrusted text, which is guarded.

    >>> csv_texts(["hi", "a, b", "=1"], "train", 1)
    'hi,train,1\n"a, b",train,1\n\'=1,train,1\n'
    """
    rest = csv_row(("x", *beside))[1:]
    return "".join([f"{text if _PLAIN(text) else _cell(text)}{rest}" for text in texts])


def _cell(text: str) -> str:
    return csv_row([guarded(text), ""]).removesuffix(",\n")


def _written(table: Iterable[tuple[object, ...]], end: str) -> str:
    paper = StringIO(newline="")
    csv.writer(paper, lineterminator=end).writerows(table)
    return paper.getvalue()
