"""Labelled utterances in CSV files: those of paper 004 as they are, and anybody's with the columns text and label."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from botassay.corpora.files import lines_of, undecodable
from botassay.corpora.rows import Row, Rows, cut
from botassay.errors import InputError
from botassay.identity.measures import Label
from botassay.identity.recognising import Example

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
        raise InputError("no labelled utterances", ", ".join(map(str, files)), HINT)
    return found


def _read(file: Path) -> Iterator[Example]:
    lines = iter(lines_of(file))
    columns = [name.strip().lower() for name in cut(next(lines, "").strip().removeprefix("\ufeff"), ",")]
    text = next((name for name in TEXTS if name in columns), None)
    if text is None or "label" not in columns:
        raise InputError("the header lacks a column", f"{file}:1", HINT)
    for row in Rows(_chained("\n", lines), columns, ","):
        yield _example(row, text, f"{file}:{row.line}")


def _chained(first: str, others: Iterator[str]) -> Iterator[str]:
    yield first  # stands for the header, so that rows keep their numbers
    yield from others


def _example(row: Row, text: str, where: str) -> Example:
    if row.flaw:
        raise InputError(row.flaw.text, where, row.flaw.hint)
    said, label = row.cells.get(text, ""), row.cells.get("label", "").strip().lower()
    if undecodable(said):
        raise InputError("the row is not UTF-8", where, "save the file as UTF-8")
    if not said.strip():
        raise InputError("the text is missing", where, f"fill the column {text!r}")
    if label not in LABELS:
        raise InputError(f"{label[:40]!r} is no label", where, HINT)
    return Example(said, LABELS[label])


def read_guide(file: Path) -> list[Example]:
    """Read the examples of the paper's labelling guide: a label holds for the rows below it until the next number.

    Raises: InputError with file and line.
    """
    lines = iter(lines_of(file))
    columns = cut(next(lines, "").strip().removeprefix("\ufeff"), ",")
    found: list[Example] = []
    label = ""
    for row in Rows(_chained("\n", lines), columns, ","):
        label = row.cells.get("Label", "").strip() or label
        labelled = replace(row, columns=["text", "label"], fields=[row.cells.get("Examples", "").strip(), label])
        found.append(_example(labelled, "text", f"{file}:{row.line}"))
    return found
