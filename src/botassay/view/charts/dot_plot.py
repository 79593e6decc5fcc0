"""Several subjects on the levels of each issue: a row an issue, a mark a subject."""

from dataclasses import dataclass
from typing import ClassVar, Final

from botassay.view.charts.chart import Chart, Label, column
from botassay.view.charts.levels import LevelReading

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_TOUCHING: Final = 7.0
"""Marks that are nearer than so many percent stand below each other."""
_LANE: Final = 22
"""Pixels from one line of marks to the next."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A subject in a row of the plot."""

    letter: str
    at: float
    """Where it stands, in percent."""
    lane: int
    """The line of the row on which it touches no other mark, from 0 on."""
    reading: LevelReading

    @property
    def down(self) -> int:
        """How far its middle is below the top of the row, in pixels."""
        return _LANE * self.lane + _LANE // 2


@dataclass(frozen=True, slots=True)
class DotRow:
    """One issue of all subjects.

    Args:
        name: the issue.
        readings: its value for each subject, in the order of the subjects.
    """

    name: str
    readings: tuple[LevelReading, ...]

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The subjects that were measured, from left to right; those at the same place below each other."""
        places = [
            (_place(reading), letter, reading)
            for letter, reading in zip(letters(len(self.readings)), self.readings, strict=True)
            if reading.value is not None
        ]
        marks: list[Mark] = []
        ends: list[float] = []
        for at, letter, reading in sorted(places, key=lambda place: place[:2]):
            lane = next((lane for lane, end in enumerate(ends) if at - end >= _TOUCHING), len(ends))
            ends[lane : lane + 1] = [at]
            marks.append(Mark(letter, at, lane, reading))
        return tuple(marks)

    @property
    def height(self) -> int:
        """Pixels of the row."""
        return _LANE * max((mark.lane + 1 for mark in self.marks), default=1)

    @property
    def said(self) -> str:
        """Level and value of each subject, in words."""
        named = zip(letters(len(self.readings)), self.readings, strict=True)
        return " · ".join(f"{letter} {_said(reading)}" for letter, reading in named)

    @property
    def raised(self) -> bool:
        """Whether a level is worse than its value alone."""
        return any(_is_raised(mark.reading) for mark in self.marks)

    def strip(self, width: int) -> str:
        """Draw it: letters for the subjects, `┊` where levels begin; `*` for several at one place.

        >>> low, high = (LevelReading("", None, ("low", "high"), (0.5,), value) for value in (0.1, 0.9))
        >>> DotRow("", (low, low, high)).strip(12)
        '·*····┊···C·'
        """
        count = len(self.readings[0].levels) if self.readings else 1
        cells = ["·"] * width
        for edge in range(1, count):
            cells[column(edge / count, width)] = "┊"
        taken: set[int] = set()
        for mark in self.marks:
            at = column(mark.at / 100, width)
            cells[at] = "*" if at in taken else mark.letter
            taken.add(at)
        return "".join(cells)


@dataclass(frozen=True, slots=True)
class DotPlot(Chart):
    """Issues below each other, on one axis on which each level is as wide as the others.

    Args:
        title: its heading.
        subjects: their names, in the order of the readings of each row.
        lines: an issue each.
        levels: the names of the levels, least risk first.
        caption: what there is to say about it.
    """

    kind: ClassVar[str] = "dot_plot"
    narrow: ClassVar[int] = 1
    title: str
    subjects: tuple[str, ...]
    lines: tuple[DotRow, ...]
    levels: tuple[str, ...]
    caption: str = ""

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """The letter of each subject."""
        return tuple(zip(letters(len(self.subjects)), self.subjects, strict=True))

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Each issue with level and value for each subject, who is known by a letter."""
        return (("", *letters(len(self.subjects))), *((line.name, *map(_said, line.readings)) for line in self.lines))

    def strips(self, width: int) -> tuple[str, ...]:
        """Each issue on a line."""
        return tuple(line.strip(width) for line in self.lines)

    def strip_head(self, width: int) -> str:
        """The levels above their parts of the lines."""
        part = width // len(self.levels)
        return "".join(f"{level[: part - 1]:<{part}}" for level in self.levels)[:width]

    @property
    def edges(self) -> tuple[float, ...]:
        """Where levels begin, in percent, but the first."""
        return tuple(round(100 * at / len(self.levels), 2) for at in range(1, len(self.levels)))

    @property
    def labels(self) -> tuple[Label, ...]:
        """The names of the levels, each in the middle of its part."""
        part = 100 / len(self.levels)
        return tuple(Label(round(part * (at + 0.5), 2), level) for at, level in enumerate(self.levels))


def letters(count: int) -> tuple[str, ...]:
    """Return a name of one or two letters for each of so many subjects.

    >>> letters(3), letters(28)[-2:]
    (('A', 'B', 'C'), ('AA', 'AB'))
    """
    single = len(_LETTERS)
    return tuple(
        _LETTERS[at] if at < single else _LETTERS[(at // single - 1) % single] + _LETTERS[at % single]
        for at in range(count)
    )


def _place(reading: LevelReading) -> float:
    """Return where a value stands if each level is as wide as the others, in percent."""
    value = reading.value or 0.0
    ends = (0.0, *reading.cuts, max(1.0, value))
    level = sum(cut <= value for cut in reading.cuts)
    wide = ends[level + 1] - ends[level]
    within = (value - ends[level]) / wide if wide > 0 else 1.0
    return round(100 * (level + within) / (len(reading.cuts) + 1), 2)


def _is_raised(reading: LevelReading) -> bool:
    """Return whether a level is worse than that of the value."""
    by_value = sum(cut <= (reading.value or 0.0) for cut in reading.cuts)
    return reading.level in reading.levels and reading.levels.index(reading.level) > by_value


def _said(reading: LevelReading) -> str:
    if reading.value is None:
        return reading.note or "not measured"
    return f"{reading.level or '–'} {reading.value:.3f}"
