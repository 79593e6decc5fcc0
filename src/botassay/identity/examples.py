"""Labelled utterances in CSV files: those of paper 004 as they are, and anybody's with the columns text and label."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from botassay.core.errors import InputError
from botassay.identity.measures import Label
from botassay.identity.recognisers.recogniser import Example
from botassay.io.sources import lines_of
from botassay.io.table import read_table

LABELS: Final = {
    **{label.value: label for label in Label},
    "p": Label.POSITIVE, "pos": Label.POSITIVE, "a": Label.AMBIGUOUS, "aic": Label.AMBIGUOUS, "amb": Label.AMBIGUOUS,
    "n": Label.NEGATIVE, "neg": Label.NEGATIVE,
}  # fmt: skip
"""How labels are written, in lower case."""
TEXTS: Final = ("text", "utterance")
HINT: Final = "give CSV with the columns text and label: positive, ambiguous or negative; or p, a, n"


def read_examples(*files: Path) -> list[Example]:
    """Read labelled utterances out of several files, in their order.

    Raises: InputError with file and line for a row without text or with an unknown label, and where there are none.
    """
    found = [example for file in files for example in _read(file)]
    if not found:
        raise InputError("E100 no labelled utterances", ", ".join(map(str, files)), HINT)
    return found


def _read(file: Path) -> Iterator[Example]:
    for by_column, where in read_table(lines_of(file), (TEXTS, "label"), HINT, folded=True).sound:
        yield _example(by_column, where)


def _example(by_column: Mapping[str, str], where: str) -> Example:
    column = next(name for name in TEXTS if name in by_column)
    said, label = by_column[column], by_column["label"].strip().lower()
    if not said.strip():
        raise InputError("E136 the text is missing", where, f"fill the column {column!r}")
    if label not in LABELS:
        raise InputError(f"E150 {label[:40]!r} is no label", where, HINT)
    return Example(said, LABELS[label])


def read_guide(file: Path) -> list[Example]:
    """Read the examples of the paper's labelling guide: a label holds for the rows below it until the next number.

    Raises: InputError with file and line.
    """
    found: list[Example] = []
    label = ""
    for by_column, where in read_table(lines_of(file), ("examples", "label"), HINT, folded=True).sound:
        label = by_column["label"].strip() or label
        found.append(_example({"text": by_column["examples"].strip(), "label": label}, where))
    return found
