"""Recognises times of day, exact and coarse, and days.

The current time is not used, so that the bot answers the same at any time.
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from botassay_samples.phrases import Phrases
from botassay_samples.trains.network import DAY

NEAR: Final = 60
"""Trains within this number of minutes of a named time may be meant."""
_HALF: Final = DAY // 2
_NOON: Final = 12
_LATE: Final = 7
"""“Seven at night” is in the evening, “six at night” in the morning."""


class When(NamedTuple):
    """A part of the day, including both ends.

    >>> hear_time("tomorrow at quarter past seven")
    When(begin=375, end=495, phrase='around 07:15', at=435, half=True)
    """

    begin: int
    """Minutes after midnight."""
    end: int
    """More than a day if it includes midnight."""
    phrase: str
    at: int | None = None
    """The named minute, if any."""
    half: bool = False
    """Whether the same time twelve hours later may be meant."""

    def fits(self, minute: int) -> bool:
        """Return whether a minute of the day is in this part."""
        return any(self.begin <= minute + DAY * days <= self.end for days in (-1, 0, 1))

    def later(self) -> "When":
        """Return the same part twelve hours later."""
        at = None if self.at is None else self.at + _HALF
        phrase = self.phrase if at is None else f"around {clock(at)}"
        return When(self.begin + _HALF, self.end + _HALF, phrase, at)

    def distance(self, minute: int) -> int:
        """Return the minutes between the named time and another, the shorter way round."""
        apart = abs(minute - (self.begin if self.at is None else self.at)) % DAY
        return min(apart, DAY - apart)


PARTS: Final[Mapping[str, tuple[int, int]]] = {
    "in the morning": (4, 12),
    "in the afternoon": (12, 18),
    "in the evening": (17, 23),
    "at night": (21, 29),
}
"""Parts of the day in hours; they overlap."""
_COARSE: Final = Phrases(
    {
        **dict.fromkeys(("morning", "mornings", "forenoon", "breakfast", "am"), "in the morning"),
        **dict.fromkeys(("afternoon", "afternoons", "after lunch", "pm"), "in the afternoon"),
        **dict.fromkeys(("evening", "evenings", "after work", "dinner"), "in the evening"),
        **dict.fromkeys(("night", "at night", "overnight", "late at night"), "at night"),
        **dict.fromkeys(("early morning", "early in the morning", "early", "dawn"), "early in the morning"),
        **dict.fromkeys(("lunchtime", "lunch", "around noon"), "around noon"),
        "tonight": "tonight",
        "good morning": "",
        "good afternoon": "",
        "good evening": "",
        "good night": "",
        "night train": "",
    }
)
_FINER: Final[Mapping[str, tuple[int, int]]] = {
    **PARTS,
    "early in the morning": (4, 8),
    "around noon": (11, 14),
    "tonight": (17, 26),
}
_DAYS: Final = Phrases(
    {
        **{day: f"on {day.title()}" for day in "monday tuesday wednesday thursday friday saturday sunday".split()},
        **dict.fromkeys(("weekend", "at the weekend", "on the weekend"), "at the weekend"),
        **dict.fromkeys(("tomorrow", "tmrw", "tomorow", "tommorow", "tommorrow"), "tomorrow"),
        "day after tomorrow": "the day after tomorrow",
        "today": "today",
        "tonight": "tonight",
    }
)
WEEKEND: Final = frozenset({"on Saturday", "on Sunday", "at the weekend"})

_SPELLED: Final = "one two three four five six seven eight nine ten eleven twelve".split()
_HOUR: Final = rf"(?P<hour>[01]?\d|2[0-3]|{'|'.join(_SPELLED)})"
_AM: Final = r"\s*(?P<half>[ap]\.?m\b\.?)"
_EXACT: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?<![\d:.]){_HOUR}[:.h](?P<minute>[0-5]\d)(?![\d:.]\d)(?:{_AM})?",
        r"(?<![\d:.])\b(?P<hour>[01]\d|2[0-3])(?P<minute>[0-5]\d)(?P<whole>\s*(?:h|hrs?|hours)\b)",
        r"\b(?:at|around|by) (?P<hour>[01]\d|2[0-3])(?P<minute>[0-5]\d)(?P<whole>)\b",
        rf"\b(?P<shift>half past|quarter past|quarter to) {_HOUR}\b(?:{_AM})?",
        rf"(?<![\d:.])\b{_HOUR}(?:{_AM})",
        rf"(?<![\d:.])\b{_HOUR}\s*(?:o'?clock|uhr)\b",
        rf"\b(?:at|around|about|by|after|before|till|until|past|between) {_HOUR}\b(?![:.]?\d)",
        rf"\b{_HOUR} (?=in the (?:morning|afternoon|evening)\b|at night\b|tonight\b)",
        r"\b(?P<word>noon|midday|midnight)\b",
    )
)
_SHIFTS: Final = {"half past": 30, "quarter past": 15, "quarter to": -15}
_OPEN: Final = re.compile(r"\b(after|from|since|before|until|till|by)\s+$")


def clock(minute: int) -> str:
    """Return a minute of the day as text.

    >>> clock(450), clock(24 * 60 + 14)
    ('07:30', '00:14')
    """
    return f"{minute // 60 % 24:02}:{minute % 60:02}"


def hear_time(text: str) -> When | None:
    """Return the time of day in a lower-cased text, preferably an exact one, or None.

    >>> hear_time("tomorrow morning").phrase, hear_time("the 8 pm train").phrase, hear_time("next year")
    ('in the morning', 'around 20:00', None)
    """
    words = re.findall(r"[^\W_]+", text)
    coarse = next((part for *_, part in _COARSE.all(words) if part), "")
    exact = next(filter(None, (pattern.search(text) for pattern in _EXACT)), None)
    if exact:
        return _named(exact, text, coarse)
    if not coarse:
        return None
    begin, end = _FINER[coarse]
    return When(begin * 60, end * 60, coarse)


def hear_day(words: list[str]) -> str:
    """Return the day in some words, or an empty text.

    >>> hear_day("the day after tomorrow".split()), hear_day("some day".split())
    ('the day after tomorrow', '')
    """
    return _DAYS.first(words) or ""


def _named(match: re.Match[str], text: str, coarse: str) -> When:
    """Return the part of the day around a named time; a coarse time decides between morning and afternoon."""
    parts = match.groupdict()
    minute = _minute(parts)
    hour = minute // 60
    doubtful = 1 <= hour < _NOON and not (parts.get("half") or "whole" in parts or str(parts.get("hour"))[0] == "0")
    late = coarse in ("in the afternoon", "in the evening", "tonight") or (coarse == "at night" and hour >= _LATE)
    if doubtful and late:
        minute += _HALF
    half = doubtful and not coarse
    return _opened(text, match, minute % DAY, half=half)


def _minute(parts: Mapping[str, str | None]) -> int:
    if word := parts.get("word"):
        return 0 if word == "midnight" else _HALF
    written = parts["hour"] or "0"
    hour = _SPELLED.index(written) + 1 if written in _SPELLED else int(written)
    half = parts.get("half")
    if half and hour <= _NOON:
        hour = hour % _NOON + (_NOON if half[0] == "p" else 0)
    return hour * 60 + int(parts.get("minute") or 0) + _SHIFTS.get(parts.get("shift") or "", 0)


def _opened(text: str, match: re.Match[str], minute: int, *, half: bool) -> When:
    """Return the time around a minute, or before or after it."""
    lead = re.match(r"(after|before|until|till|by|past)\b", match[0])
    ahead = _OPEN.search(text[: match.start()][-10:])
    word = lead[1] if lead else ahead[1] if ahead else ""
    if word in ("after", "from", "since"):
        return When(minute, DAY, f"after {clock(minute)}", None)
    if word in ("before", "until", "till", "by"):
        return When(0, minute, f"before {clock(minute)}", None)
    return When(minute - NEAR, minute + NEAR, f"around {clock(minute)}", minute, half)
