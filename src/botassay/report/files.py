"""Reports as files: which one makes an ending, reading a stored rating, writing safely."""

import os
from collections.abc import Iterable
from pathlib import Path

from botassay.core.errors import BotassayError, InputError, OutputError, UsageError, blame
from botassay.core.results import Report
from botassay.plugins.protocols import PluralReport, ReportFormat
from botassay.plugins.registry import REPORTS
from botassay.report.document import read

STORED = "rating.json"
"""The file of a run that every report can be drawn from."""


def paper_for(path: Path) -> ReportFormat:
    """Find the report that makes files with this ending.

    Raises: UsageError when there is none.
    """
    ending = path.suffix.removeprefix(".").lower()
    if ending not in REPORTS:
        known = ", ".join(f".{name}" for name in REPORTS.names())
        raise UsageError(f"no report makes {path.name!r}", hint=f"endings are {known}")
    return REPORTS.get(ending)


def draw(report: ReportFormat, assessments: Report, *, together: bool = False) -> bytes:
    """Draw several ratings at once where the report can, otherwise the worst; it names the other profiles' too.

    `together` draws a single rating as one of several, too.
    """
    with blame(f"the report {type(report).__name__}"):
        if (together or len(assessments.ratings) > 1) and isinstance(report, PluralReport):
            return report.draw_all(assessments)
        return report.draw(assessments.ratings[0])


def load(path: Path) -> Report:
    """Read a stored rating: a `rating.json`, or the folder that holds one.

    Raises: InputError when there is none, or it is not sound.
    """
    file = path / STORED if path.is_dir() else path
    try:
        data = file.read_bytes()
    except OSError as error:
        raise InputError(
            f"E174 there is no rating here: {error.strerror}", str(file), "give a run or its rating.json"
        ) from error
    return read(data, str(file))


def is_stored(path: Path) -> bool:
    """Say whether a path is a stored rating: a `rating.json`, or a folder with one."""
    return (path / STORED).is_file() or (path.name == STORED and path.is_file())


def save(path: Path, data: bytes | Iterable[bytes]) -> None:
    """Write a file as a whole or not at all; missing folders are made, and a link is written through.

    Args:
        path: where.
        data: all of it, or piece by piece.

    Raises: OutputError when that is impossible; what stood there before stays.
    """
    place = Path(os.path.realpath(path))  # of links that lead to each other the first
    draft = place.with_name(f".{place.name}.{os.getpid()}.draft")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        try:
            with draft.open("xb") as file:
                file.writelines([data] if isinstance(data, bytes) else data)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(place)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        if isinstance(error, BotassayError):  # of whoever makes the pieces
            raise
        raise OutputError(f"cannot write: {error.strerror or error}", str(path)) from error
