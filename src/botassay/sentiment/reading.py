"""Files of sentences (CSV), with ready-made scores beside them or without."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Final

from botassay.core.errors import InputError
from botassay.io.csv_safe import csv_row, guarded_row
from botassay.io.sources import lines_of
from botassay.io.table import read_table
from botassay.plugins.protocols import Row
from botassay.sentiment.generate import COLUMNS
from botassay.sentiment.samples import EMOTIONS, GROUPS, Sample

SCORE: Final = "score:"
"""What the name of a column begins with that holds the scores of a system."""
_HINT: Final = "give CSV with the columns group,dataset,id,text,emotion and one for each protected attribute"


@dataclass(frozen=True, slots=True)
class Data:
    """The sentences of a study, and what systems have made of them already."""

    samples: tuple[Sample, ...]
    scores: Mapping[str, tuple[float, ...]]
    """System -> polarity of each sentence."""


def read_data(file: Path) -> Data:
    """Read a file of sentences.

    Raises: InputError with the line for a row that is none, an id that stands there twice, or a score that is no number
        in [-1, 1]; and for a file without rows.
    """
    table = read_table(lines_of(file), COLUMNS, _HINT)
    systems, attributes = _columns(table.names, str(file))
    samples: list[Sample] = []
    scores: dict[str, list[float]] = {name: [] for name in systems}
    seen: dict[str, str] = {}
    for cells, where in table.sound:
        sample = _sample(cells, attributes, where)
        if seen.setdefault(sample.row.id, where) != where:
            hint = f"it stands in {seen[sample.row.id]} already"
            raise InputError(f"E131 the id {sample.row.id!r} stands there twice", where, hint)
        samples.append(sample)
        for name, column in scores.items():
            column.append(polarity(cells[SCORE + name], f"{where}: {SCORE}{name}"))
    if not samples:
        raise InputError("E100 there are no sentences", str(file), _HINT)
    return Data(tuple(samples), {name: tuple(column) for name, column in scores.items()})


def _columns(names: Sequence[str], where: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the names of systems with scores, and of protected attributes."""
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(f"E143 the column {twice[0]!r} stands twice in the header", f"{where}:1", "name each once")
    systems = tuple(name.removeprefix(SCORE) for name in names if name.startswith(SCORE))
    attributes = tuple(name for name in names if name and name not in COLUMNS and not name.startswith(SCORE))
    if names and not attributes:
        raise InputError("E142 no column is left for a protected attribute", f"{where}:1", _HINT)
    return systems, attributes


def _sample(cells: Mapping[str, str], attributes: Iterable[str], where: str) -> Sample:
    group, dataset, name, text, emotion = (cells[column].strip() for column in COLUMNS)
    if group not in GROUPS:
        raise InputError(f"E136 {group[:40]!r} is no data group", where, f"write one of {', '.join(GROUPS)}")
    if emotion not in EMOTIONS:
        raise InputError(f"E136 {emotion[:40]!r} is no emotion", where, "write neg or pos")
    if not dataset or not name or not text:
        raise InputError("E136 the data set, the id or the text is missing", where, _HINT)
    classes = {attribute: cells[attribute].strip() for attribute in attributes}
    for attribute, named in classes.items():
        if not named:
            raise InputError(f"E136 the class of {attribute!r} is missing", where, "write NA for whoever has none")
    return Sample(group, dataset, emotion, Row(name, text, classes))


def polarity(text: str, where: str) -> float:
    """Read a polarity.

    Raises: InputError for what is no number in [-1, 1].

    >>> polarity("-0.5", "scores.csv:2")
    -0.5
    """
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not (isfinite(value) and -1 <= value <= 1):
        raise InputError(f"E136 {text[:40]!r} is no polarity", where, "write a number from -1 to 1")
    return value


def written(samples: Iterable[Sample], attributes: Sequence[str]) -> Iterator[str]:
    """Write sentences as CSV, piece by piece; who has no class of an attribute is NA."""
    yield csv_row(guarded_row((*COLUMNS, *attributes)))
    for sample in samples:
        row = sample.row
        classes = (row.groups.get(attribute, "NA") for attribute in attributes)
        yield csv_row(guarded_row((sample.group, sample.dataset, row.id, row.text, sample.emotion, *classes)))
