"""How the data and its figures went over time: a row a day, as in Fig. 4 of the paper."""

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

_DAY: Final = re.compile(r"(?<!\d)(\d{4})[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])")


class Snapshot(NamedTuple):
    """The data as it was on a day."""

    day: date
    file: Path


class Folder(NamedTuple):
    """What a folder holds."""

    snapshots: tuple[Snapshot, ...]
    """In the order of their days."""
    left_out: tuple[str, ...]
    """Files that are no row, and why."""


def find_snapshots(folder: Path) -> Folder:
    """Find the states of the data in a folder: files of phrases with a day in their names; of a day the last by name.

    Raises: InputError where there is none, or a name has a day that no calendar knows.
    """
    by_day: dict[date, Path] = {}
    left_out: list[str] = []
    for file in sorted(file for file in folder.iterdir() if file.is_file()):
        if Path(file.name.removesuffix(".gz")).suffix.lower().removeprefix(".") not in ENDINGS:
            left_out.append(f"{file.name}: its ending tells no format")
        elif (day := day_of(file)) is None:
            left_out.append(f"{file.name}: it has no day in its name")
        else:
            if day in by_day:
                left_out.append(f"{by_day[day].name}: {file.name} is of the same day")
            by_day[day] = file
    if not by_day:
        hint = "keep a copy of the data for each day, with the day in its name, like 2026-03-02.csv"
        raise InputError("E100 there are no files of phrases with a day in their names", str(folder), hint)
    return Folder(tuple(Snapshot(day, by_day[day]) for day in sorted(by_day)), tuple(left_out))


def day_of(file: Path) -> date | None:
    """Read the day out of a name; None where there is none.

    Raises: InputError for one that no calendar knows.

    >>> day_of(Path("faq-2026-03-02.csv")), day_of(Path("20260302T0900.csv")), day_of(Path("faq.csv"))
    (datetime.date(2026, 3, 2), datetime.date(2026, 3, 2), None)
    """
    match = _DAY.search(file.name)
    if match is None:
        return None
    try:
        return date(*map(int, match.groups()))
    except ValueError as error:
        raise InputError(f"E167 {match[0]} is no day", str(file), "write it as year, month, day: 2026-03-02") from error


Attempt = Callable[[Snapshot, list[Phrase]], tuple[TrialPlan, Sequence[SplitTrial]]]
"""What lays out trials for the data of a day and runs them."""


def days(
    snapshots: Iterable[Snapshot],
    read: Callable[[Path], list[Phrase]],
    attempt: Attempt,
    threshold: float,
) -> Iterator[HistoryDay]:
    """Go through the days, each with what changed since the one before; where nothing did, figures are those before."""
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
