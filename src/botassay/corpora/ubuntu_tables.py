"""The Ubuntu Dialogue Corpus (Lowe et al. 2015) as it is passed on: a table a dialog, one table, or a ranking."""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from botassay.core.dialog import Dialog, Rejected, Utterance
from botassay.corpora.utterance_builder import make_utterance
from botassay.io.flaws import FlawError
from botassay.io.lines import BOM, undecodable

_TABLE: Final = ("folder", "dialogueid", "date", "from", "to", "text")
_RANKING: Final = ("context", "utterance", "label")
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d[^\t]*\t[^\t]+\t[^\t]*\t")
_MESSAGE_COLUMNS: Final = 4
_HINT: Final = "take the file as it was published"


class _Message(NamedTuple):
    dialog: str
    at: str
    who: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class UbuntuTables:
    """`dialogs/N/M.tsv` (time, from, to, text), `dialogueText.csv`, or `Context,Utterance,Label`.

    The first who speaks is the user, everyone else counts as the bot. Of a ranking the rows with label 1 are read:
    `__eot__` parts turns, `__eou__` the utterances in them, and speakers take turns.
    """

    def sniff(self, first_line: str) -> bool:
        """Recognise the header of a table or a ranking, or a line that begins with a time."""
        return _columns(first_line) in (_TABLE, _RANKING) or _TIME.match(first_line) is not None

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected]:
        """Return the dialogs of a file, by its first line; the rows of a dialog are consecutive."""
        flow = iter(lines)
        first = next((line for line in flow if not line.isspace()), "")
        header = _columns(first)
        if header == _RANKING:
            yield from _ranked(_rows(flow), name)
        elif header == _TABLE:
            yield from _spoken(_rows(flow), len(_TABLE), lambda row: (f"{row[0]}/{row[1]}", row[2], row[3], row[5]))
        else:
            cells = (line.rstrip("\r\n").split("\t", _MESSAGE_COLUMNS - 1) for line in (first, *flow))
            rows = ((number, row) for number, row in enumerate(cells, 1) if row != [""])
            yield from _spoken(rows, _MESSAGE_COLUMNS, lambda row: (name, row[0], row[1], row[3]))


def _columns(line: str) -> tuple[str, ...]:
    cells = line.removeprefix(BOM.decode()).strip().split(",")
    return tuple(cell.strip('" ').lower() for cell in cells)


def _rows(lines: Iterator[str]) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(lines)
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error:
            row = [""]  # too long a cell: not a row of the file
        if row:
            yield reader.line_num + 1, row


def _spoken(
    rows: Iterable[tuple[int, list[str]]], fields: int, cells: Callable[[Sequence[str]], tuple[str, str, str, str]]
) -> Iterator[Dialog | Rejected]:
    """Return a dialog for each run of rows of the same one; `cells` gives dialog, time, speaker and text of a row."""

    def read() -> Iterator[_Message | Rejected]:
        for number, row in rows:
            if len(row) != fields or any(map(undecodable, row)) or not cells(row)[2].strip():
                yield Rejected(number, "E149", f"the row is not {fields} cells with a speaker, in UTF-8", _HINT)
            else:
                yield _Message(*cells(row), number)

    for dialog, run in groupby(read(), key=lambda row: row.dialog if isinstance(row, _Message) else None):
        if dialog is None:
            yield from (row for row in run if isinstance(row, Rejected))
            continue
        messages = [row for row in run if isinstance(row, _Message)]
        said = [
            ("user" if row.who == messages[0].who else "bot", row.text, row.who, row.at or None) for row in messages
        ]
        yield _dialog(dialog, said, messages[0].line)


def _ranked(rows: Iterable[tuple[int, list[str]]], name: str) -> Iterator[Dialog | Rejected]:
    """Return a dialog for each row with label 1: the context and the true answer."""
    for number, row in rows:
        if len(row) != len(_RANKING) or any(map(undecodable, row)):
            yield Rejected(number, "E149", "the row is not a context, an utterance and a label, in UTF-8", _HINT)
        elif row[2].strip() in {"1", "1.0"}:
            turns = [turn for turn in (*row[0].split("__eot__"), row[1]) if turn.replace("__eou__", "").strip()]
            said = [
                (("user", "bot")[at % 2], text.strip(), None, None)
                for at, turn in enumerate(turns)
                for text in turn.replace("__eot__", " ").split("__eou__")
                if text.strip()
            ]
            yield _dialog(f"{name}:{number}", said, number)


def _dialog(name: str, said: Iterable[tuple[str, str, str | None, str | None]], line: int) -> Dialog | Rejected:
    try:
        turns = tuple(make_utterance(role, text, speaker=who, at=at) for role, text, who, at in said)
    except FlawError as flaw:
        return Rejected(line, flaw.code, flaw.text, flaw.hint, name)
    return Dialog(name, tuple(turn for turn in turns if isinstance(turn, Utterance)))
