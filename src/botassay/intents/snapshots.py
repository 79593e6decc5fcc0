"""The history of the data and its figures, day by day, as in Fig. 4 of the paper."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

from botassay.core.errors import InputError
from botassay.intents.changes import changes
from botassay.intents.documents import HistoryDay, SettingFigures
from botassay.intents.evaluation import SplitTrial, TrialPlan
from botassay.intents.phrases import Phrase
from botassay.intents.reading import ENDINGS
from botassay.intents.results import summaries
from botassay.intents.splits import sizes

DATED: Final = re.compile(r"(?<!\d)(\d{4})[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])")
"""A date in the name of a file."""


class Snapshot(NamedTuple):
    """The data of one day."""

    day: date
    file: Path


class Folder(NamedTuple):
    """The contents of a folder."""

    snapshots: tuple[Snapshot, ...]
    """In chronological order."""
    left_out: tuple[str, ...]
    """Skipped files, and why."""


def find_snapshots(folder: Path) -> Folder:
    """Return the files of phrases with a date in their names, for each day the last by name.

    Raises: InputError if there are none, or for an invalid date.
    """
    by_day: dict[date, Path] = {}
    left_out: list[str] = []
    for file in sorted(file for file in folder.iterdir() if file.is_file()):
        if Path(file.name.removesuffix(".gz")).suffix.lower().removeprefix(".") not in ENDINGS:
            left_out.append(f"{file.name}: unknown file extension")
        elif (day := day_of(file)) is None:
            left_out.append(f"{file.name}: no date in its name")
        else:
            if day in by_day:
                left_out.append(f"{by_day[day].name}: replaced by {file.name} of the same day")
            by_day[day] = file
    if not by_day:
        hint = "add one copy of the data per day, with the date in its name, like 2026-03-02.csv"
        raise InputError("E100 no files of phrases with a date in their names", str(folder), hint)
    return Folder(tuple(Snapshot(day, by_day[day]) for day in sorted(by_day)), tuple(left_out))


def dated_files(folder: Path) -> list[Snapshot]:
    """Return all files of phrases with a date in their names, by day and then by name, the latest last.

    Raises: InputError for an invalid date.
    """
    files = sorted(file for file in folder.iterdir() if file.is_file() and _readable(file))
    dated = [Snapshot(day, file) for file in files if (day := day_of(file)) is not None]
    return sorted(dated, key=lambda snapshot: (snapshot.day, snapshot.file.name))


def _readable(file: Path) -> bool:
    """Whether the extension is that of a file of phrases, and the name not that of a log, of decisions, or hidden."""
    ending = Path(file.name.removesuffix(".gz")).suffix.lower().removeprefix(".")
    return ending in ENDINGS and not file.name.startswith((".", "log")) and not file.name.endswith(".review.jsonl")


def day_of(file: Path) -> date | None:
    """Return the date in a file name, or None. Raises InputError for an invalid date.

    >>> day_of(Path("faq-2026-03-02.csv")), day_of(Path("20260302T0900.csv")), day_of(Path("faq.csv"))
    (datetime.date(2026, 3, 2), datetime.date(2026, 3, 2), None)
    """
    match = DATED.search(file.name)
    if match is None:
        return None
    try:
        return date(*map(int, match.groups()))
    except ValueError as error:
        raise InputError(f"E167 {match[0]} is not a date", str(file), "use year, month and day: 2026-03-02") from error


Attempt = Callable[[Snapshot, list[Phrase]], tuple[TrialPlan, Sequence[SplitTrial]]]
"""Plans and runs the trials for the data of a day."""


def days(
    snapshots: Iterable[Snapshot],
    read: Callable[[Path], list[Phrase]],
    attempt: Attempt,
    threshold: float,
) -> Iterator[HistoryDay]:
    """Yield the days with the changes since the previous one; unchanged data keeps the previous figures."""
    before: list[Phrase] | None = None
    figures: tuple[SettingFigures, ...] = ()
    for snapshot in snapshots:
        phrases = read(snapshot.file)
        if before is None or _bare(phrases) != _bare(before):
            figures = summaries(*attempt(snapshot, phrases), threshold)
        yield HistoryDay(
            day=snapshot.day,
            file=snapshot.file.name,
            phrases=len(phrases),
            intents=len(sizes([phrase.intent for phrase in phrases])),
            settings=figures,
            changes=None if before is None else changes(before, phrases),
        )
        before = phrases


def _bare(phrases: Sequence[Phrase]) -> list[tuple[str, str | None]]:
    return [(phrase.text, phrase.intent) for phrase in phrases]
