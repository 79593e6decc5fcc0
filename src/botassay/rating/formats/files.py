"""Reports as files: the format of an ending, rendering, stored ratings."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from botassay.core.errors import InputError, UsageError, blame
from botassay.core.results import Report
from botassay.io.files import save
from botassay.io.missing import beside, instead_of, unread
from botassay.plugins.protocols import Gate, ListedFindings, ReportFormat
from botassay.plugins.registry import REPORTS
from botassay.rating.formats.document import read

__all__ = ["STORED", "draw", "format_for", "is_stored", "load", "render", "save"]
STORED = "rating.json"
"""The file of a run that every report can be drawn from."""
_BEGINNING: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"schema"\s*:\s*"botassay/ratings?/')
_LOOKED_AT: Final = 1024
"""Bytes of a file that tell whether it is a rating: its schema comes first."""
_RATED: Final = f"botassay rate SUBJECT --out FOLDER writes a {STORED}"


def format_for(path: Path) -> ReportFormat:
    """Return the report format for the ending of a path, the longest that there is: `.otlp.json` before `.json`.

    Raises: UsageError for an unknown ending.
    """
    name = path.name.lower()
    endings = [name, *(name[place + 1 :] for place, letter in enumerate(name) if letter == ".")]
    ending = next((ending for ending in endings if "." in name and ending in REPORTS), None)
    if ending is None:
        known = ", ".join(f".{name}" for name in REPORTS.names())
        hint = f"use one of the endings {known}"
        if name.endswith(".jsonl"):
            hint += "; conversations of a run are written by: botassay report RUN -o dialogs.jsonl"
        raise UsageError(f"no report format for {path.name!r}", hint=hint)
    return REPORTS.get(ending)


def render(
    report_format: ReportFormat, report: Report, *, gate: Gate | None = None, findings: ListedFindings | None = None
) -> Iterator[bytes]:
    """Return a report piece by piece; an exception in the format becomes an InternalError that names it."""
    with blame(f"the report {type(report_format).__name__}"):
        yield from report_format.render(report, gate=gate, findings=findings)


def draw(report_format: ReportFormat, report: Report) -> bytes:
    """Return a whole report, with the findings that its ratings hold."""
    return b"".join(render(report_format, report))


def load(path: Path) -> Report:
    """Return a stored rating: a `rating.json`, or the folder that holds one.

    Raises: InputError for a missing or an invalid file.
    """
    file = path / STORED if path.is_dir() else path
    if not file.exists():
        raise _without_rating(path)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise InputError(unread(error), str(file), _RATED) from error
    return read(data, str(file))


def _without_rating(path: Path) -> InputError:
    """Return the error for a path that is given as a stored rating and leads to none."""
    if not path.is_dir():
        return InputError("E174 there is no such file or folder", str(path), instead_of(path, _RATED))
    hint = f"{beside(path, (STORED,))}; {_RATED}"
    return InputError(f"E174 the folder holds no {STORED}", str(path), hint)


def is_stored(path: Path) -> bool:
    """Return whether a path is a stored rating: a file that begins as one, or a folder with a `rating.json`."""
    if path.is_dir():
        return (path / STORED).is_file()
    return path.is_file() and (path.name == STORED or (path.suffix == ".json" and _begins_as_rating(path)))


def _begins_as_rating(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            return _BEGINNING.match(opened.read(_LOOKED_AT)) is not None
    except OSError:
        return False
