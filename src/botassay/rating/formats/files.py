"""Reports as files: which one makes an ending, reading a stored rating, writing safely."""

from pathlib import Path

from botassay.core.errors import InputError, UsageError, blame
from botassay.core.results import Report
from botassay.io.files import save
from botassay.plugins.protocols import PluralReport, ReportFormat
from botassay.plugins.registry import REPORTS
from botassay.rating.formats.document import read

__all__ = ["STORED", "draw", "is_stored", "load", "paper_for", "save"]
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
