"""Sentences in CSV files or rows, with scores of systems beside them or without."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Final

from botassay.core.errors import InputError
from botassay.io.csv_safe import csv_row, guarded_row
from botassay.io.files import save
from botassay.io.sources import lines_of
from botassay.io.table import read_table
from botassay.plugins.protocols import SentimentText
from botassay.sentiment.documents import BUNDLED
from botassay.sentiment.samples import EMOTIONS, GROUPS, NA, SentimentSample, is_further
from botassay.sentiment.sentence_generator import COLUMNS

SCORE: Final = "score:"
"""What the name of a column begins with that holds the scores of a system."""
_HINT: Final = "give CSV with the columns group,dataset,id,text,emotion and one for each protected attribute"


@dataclass(frozen=True, slots=True)
class SentenceData:
    """The sentences of a study, and scores that systems gave them already."""

    samples: tuple[SentimentSample, ...]
    attributes: tuple[str, ...]
    """The protected attributes."""
    scores: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    """System -> polarity of each sentence."""
    name: str = BUNDLED

    def csv(self) -> str:
        """Return the sentences, without scores, as CSV; the class of people without an attribute is NA."""
        return "".join(self._lines())

    def save(self, path: str | Path) -> None:
        """Write the sentences to a CSV file.

        Raises: OutputError when it cannot be written.
        """
        save(Path(path), (line.encode() for line in self._lines()))

    def _lines(self) -> Iterator[str]:
        yield csv_row(guarded_row((*COLUMNS, *self.attributes)))
        for sample in self.samples:
            row = sample.row
            classes = (row.groups.get(attribute, NA) for attribute in self.attributes)
            yield csv_row(guarded_row((sample.group, sample.dataset, row.id, row.text, sample.emotion, *classes)))


def read_data(source: Path | Iterable[Mapping[str, object]]) -> SentenceData:
    """Return the sentences of a CSV file, or of rows with the same columns.

    Raises: InputError with the line for an invalid row, a duplicate id, or a score that is not a number in [-1, 1]; and
        where there are no rows.
    """
    if isinstance(source, Path):
        table = read_table(lines_of(source), COLUMNS, _HINT)
        return _data(table.names, table.sound, str(source), source.name)
    rows = [{name: str(cell) for name, cell in row.items()} for row in source]
    names = tuple(dict.fromkeys(name for row in rows for name in row))
    for number, row in enumerate(rows, 1):
        if lacking := [name for name in (*COLUMNS, *names) if name not in row]:
            raise InputError(f"E142 the row lacks the column {lacking[0]!r}", f"row {number}", _HINT)
    return _data(names, ((row, f"row {number}") for number, row in enumerate(rows, 1)), "rows", "rows")


def _data(names: Sequence[str], rows: Iterable[tuple[Mapping[str, str], str]], where: str, name: str) -> SentenceData:
    systems, attributes = _columns(names, where)
    samples: list[SentimentSample] = []
    scores: dict[str, list[float]] = {system: [] for system in systems}
    places: dict[str, str] = {}
    for cells, place in rows:
        sample = _sample(cells, attributes, place)
        if places.setdefault(sample.row.id, place) != place:
            raise InputError(f"E131 the id {sample.row.id!r} is duplicated", place, f"first: {places[sample.row.id]}")
        samples.append(sample)
        for system, column in scores.items():
            column.append(polarity(cells[SCORE + system], f"{place}: {SCORE}{system}"))
    if not samples:
        raise InputError("E100 there are no sentences", where, _HINT)
    columns = {system: tuple(column) for system, column in scores.items()}
    return SentenceData(tuple(samples), attributes, columns, name)


def _columns(names: Sequence[str], where: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of systems with scores, and of protected attributes."""
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(f"E143 the header repeats the column {twice[0]!r}", f"{where}:1", "name each only once")
    systems = tuple(name.removeprefix(SCORE) for name in names if name.startswith(SCORE))
    attributes = tuple(name for name in names if name and name not in COLUMNS and not name.startswith(SCORE))
    if names and not attributes:
        raise InputError("E142 a column for a protected attribute is missing", f"{where}:1", _HINT)
    return systems, attributes


def _sample(cells: Mapping[str, str], attributes: Iterable[str], where: str) -> SentimentSample:
    group, dataset, name, text, emotion = (cells[column].strip() for column in COLUMNS)
    if group not in GROUPS and not is_further(group):
        known = f"write one of {', '.join(GROUPS)}, or 1[ATTRIBUTE] for a further attribute"
        raise InputError(f"E136 {group[:40]!r} is not a data group", where, known)
    if emotion not in EMOTIONS:
        raise InputError(f"E136 {emotion[:40]!r} is not an emotion", where, "write neg or pos")
    if not dataset or not name or not text:
        raise InputError("E136 the data set, the id or the text is missing", where, _HINT)
    classes = {attribute: cells[attribute].strip() for attribute in attributes}
    for attribute, group_class in classes.items():
        if not group_class:
            raise InputError(f"E136 the class of {attribute!r} is missing", where, "write NA if there is none")
    return SentimentSample(group, dataset, emotion, SentimentText(name, text, classes))


def polarity(text: str, where: str) -> float:
    """Read a polarity.

    Raises: InputError for a text that is not a number in [-1, 1].

    >>> polarity("-0.5", "scores.csv:2")
    -0.5
    """
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not (isfinite(value) and -1 <= value <= 1):
        raise InputError(f"E136 {text[:40]!r} is not a polarity", where, "write a number from -1 to 1")
    return value
