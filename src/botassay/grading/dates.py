"""The dates of the dialogs, from a journal or from files: an observation, in every report."""

import re
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Final

DATES: Final = "dates"
"""The kind of observation."""
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d(?!\d)")


def came_between(first: datetime, last: datetime) -> str:
    """Return when a bot was tested, to the second.

    >>> came_between(datetime(2026, 3, 1, 9, 0), datetime(2026, 3, 1, 9, 2, 30))
    'replies received from 2026-03-01 09:00:00 to 2026-03-01 09:02:30 UTC (clock of the testing machine)'
    """
    begun, ended = (moment.strftime("%Y-%m-%d %H:%M:%S") for moment in (first, last))
    return f"replies received from {begun} to {ended} UTC (clock of the testing machine)"


@dataclass(slots=True)
class Days:
    """The first and the last day of the dialogs in files; empty where the files use another form.

    >>> days = Days()
    >>> for at in ("2026-03-02T10:00:00Z", None, "2026-02-28"):
    ...     days.see(at)
    >>> days.told()
    'the dialogs are dated 2026-02-28 to 2026-03-02'
    """

    first: str = ""
    last: str = ""
    sure: bool = True

    def __add__(self, other: "Days") -> "Days":
        """Put the days of two sets of dialogs together."""
        first = min(filter(None, (self.first, other.first)), default="")
        return Days(first, max(self.last, other.last), self.sure and other.sure)

    def see(self, at: str | None) -> None:
        """Add the time of an utterance."""
        if at is None or not self.sure:
            return
        self.sure = _is_day(at[:11])
        day = at[:10]
        self.first, self.last = min(self.first or day, day), max(self.last, day)

    def told(self) -> str | None:
        """Return the first and the last day in words; None where unknown."""
        if not (self.sure and self.first):
            return None
        return f"the dialogs are dated {self.first} to {self.last}"


@lru_cache(maxsize=1024)  # most are of the same days
def _is_day(at: str) -> bool:
    if not _DAY.match(at):
        return False
    try:
        date.fromisoformat(at[:10])
    except ValueError:
        return False
    return True
