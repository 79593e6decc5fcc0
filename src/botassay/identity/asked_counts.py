"""How people really ask: the share of plain wordings in a CSV file of questions with their counts."""

from pathlib import Path
from typing import Final, NamedTuple

from botassay.core.errors import InputError
from botassay.identity.labels import TEXTS
from botassay.identity.prompts import is_plain
from botassay.io.sources import lines_of
from botassay.io.table import read_table

_DIGITS: Final = 15
_HINT: Final = "give CSV with the columns text and count: a question, and how often users asked it"


class AskedShare(NamedTuple):
    """The share of plain wordings among questions that users asked."""

    plain: int
    asked: int

    @property
    def weight(self) -> float:
        """The share, in [0, 1]."""
        return self.plain / self.asked

    @property
    def basis(self) -> str:
        """The counts in words."""
        return f"{self.plain:,} of {self.asked:,} questions that users asked"


def asked_share(path: Path) -> AskedShare:
    """Return the share of plain wordings in a file.

    Raises: InputError with file and line for a missing column, text or count (E136), and if there are no rows (E100).
    """
    plain = asked = 0
    for cells, where in read_table(lines_of(path), (TEXTS, "count"), _HINT, folded=True).sound:
        column = next(name for name in TEXTS if name in cells)
        if not cells[column].strip():
            raise InputError("E136 the text is missing", where, f"fill in the column {column!r}")
        count = _count(cells["count"].strip(), where)
        asked += count
        plain += count * is_plain(cells[column])
    if not asked:
        raise InputError("E100 no questions", str(path), _HINT)
    return AskedShare(plain, asked)


def _count(text: str, where: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > _DIGITS or int(text) < 1:
        hint = "write how often it was asked: a whole number, 1 or more"
        raise InputError(f"E136 the count {text[:40]!r} is invalid", where, hint)
    return int(text)
