"""Values on the axis of their measure, with their intervals and the cuts where the levels begin."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from botassay.view.charts.chart import Chart, Label, column
from botassay.view.tone import Tone, tone_of

_ENDS: Final = (0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1.0)
"""Where an axis may end."""
_BEYOND: Final = 1.5
"""How far an axis goes beyond the last cut at least."""
_SEEN: Final = 1.5
"""How wide an interval is drawn at least, in percent."""
_LETTER: Final = 2.9
"""How wide a letter of a label is on the narrowest axis, in percent."""
_APART: Final = 4.0
"""How far apart two labels are at least, in percent."""
_WORD: Final = 14.0
"""How wide a level is drawn whose name is written into it, in percent."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A level on the bar."""

    level: str
    tone: Tone
    left: float
    width: float
    taken: bool
    """Whether it is the level of the reading."""

    @property
    def named(self) -> bool:
        """Whether it is wide enough for its name."""
        return self.width >= _WORD

    @property
    def middle(self) -> float:
        """Where its name stands."""
        return round(self.left + self.width / 2, 2)


@dataclass(frozen=True, slots=True)
class AxisNumber:
    """A number below an axis, and the line that it stands on, from 0 on."""

    label: Label
    line: int


@dataclass(frozen=True, slots=True)
class LevelReading:
    """One value on the scale.

    Args:
        name: what was measured.
        level: the level that it got; None where there is none.
        levels: the names of the levels, least risk first.
        cuts: where each level but the first begins.
        value: the value in [0, 1]; None where nothing was measured.
        interval: its 95 % interval.
        code: a short name.
        note: what else there is to say in a few words (`assumed`, `not measured`).
        anchor: the section with the details, if there is one.
        count: what was counted, the count first.
        weight: how much it counts.
        quotes: how many findings are quoted.
        end: where the axis ends; 0: where the value, its interval and all cuts can be seen.
    """

    name: str
    level: str | None
    levels: tuple[str, ...]
    cuts: tuple[float, ...]
    value: float | None
    interval: tuple[float, float] | None = None
    code: str = ""
    note: str = ""
    anchor: str = ""
    count: str = ""
    weight: str = ""
    quotes: int = 0
    end: float = 0.0

    @property
    def tone(self) -> Tone:
        """How its level looks."""
        return tone_of(self.level, self.levels)

    @property
    def axis(self) -> float:
        """Where the axis ends; it begins at 0."""
        last = self.cuts[-1] * _BEYOND if self.cuts else 1.0
        most = max(last, self.value or 0.0, self.interval[1] if self.interval else 0.0)
        return self.end or next((end for end in _ENDS if end >= most), 1.0)

    @property
    def zones(self) -> tuple[Zone, ...]:
        """The levels side by side, from cut to cut."""
        places = [0.0, *map(self._at, self.cuts), 100.0]
        return tuple(
            Zone(name, tone_of(name, self.levels), left, round(right - left, 2), name == self.level)
            for name, left, right in zip(self.levels, places, places[1:], strict=False)
        )

    @property
    def marks(self) -> tuple[AxisNumber, ...]:
        """The cuts between the levels and the end of the axis; those that would touch stand below each other.

        >>> [(tick.label.text, tick.line) for tick in
        ...  LevelReading("", None, ("low", "medium", "high"), (0.05, 0.2), None, end=2.0).marks]
        [('0.05', 0), ('0.2', 1), ('2', 0)]
        """
        numbers: list[AxisNumber] = []
        ends: list[float] = []
        for number in (*self.cuts, self.axis):
            label = Label(self._at(number), f"{number:.3g}")
            begin, end = label.across(_LETTER)
            line = next((line for line, taken in enumerate(ends) if begin >= taken + _APART), len(ends))
            ends[line : line + 1] = [end]
            numbers.append(AxisNumber(label, line))
        return tuple(numbers)

    @property
    def lines(self) -> int:
        """How many lines the numbers below the axis take."""
        return 1 + max(tick.line for tick in self.marks)

    @property
    def edges(self) -> tuple[float, ...]:
        """Where the cuts are, in percent."""
        return tuple(map(self._at, self.cuts))

    @property
    def dot(self) -> Label | None:
        """The value, and where it stands."""
        return None if self.value is None else Label(self._at(self.value), f"{self.value:.3f}")

    @property
    def span(self) -> tuple[float, float] | None:
        """Where the interval begins, and how wide it is, in percent; never too narrow to be seen."""
        if self.value is None or self.interval is None:
            return None
        low, high = map(self._at, self.interval)
        width = max(_SEEN, high - low)
        return round(min(low, 100 - width), 2), round(width, 2)

    def _at(self, value: float) -> float:
        return round(100 * min(1.0, value / self.axis), 2)

    @property
    def said(self) -> str:
        """The interval or the note, in words."""
        ends = f"{self.interval[0]:.3f} to {self.interval[1]:.3f}" if self.interval and self.value is not None else ""
        return ", ".join(filter(None, (ends, self.note)))

    @property
    def scale(self) -> str:
        """Where the levels begin, in words.

        >>> LevelReading("", None, ("low", "medium", "high"), (0.333, 0.667), None).scale
        'low below 0.333, medium from 0.333, high from 0.667'
        """
        begin = (f"{level} from {cut:.3g}" for level, cut in zip(self.levels[1:], self.cuts, strict=False))
        return ", ".join([f"{self.levels[0]} below {self.cuts[0]:.3g}", *begin]) if self.cuts else self.levels[0]

    def strip(self, width: int) -> str:
        """Draw it: `●` the value, `━` its interval, `┊` the cuts (`╋` inside the interval).

        >>> LevelReading("", "medium", ("low", "medium", "high"), (1 / 3, 2 / 3), 0.5, (0.4, 0.6)).strip(21)
        '·······┊━━●━━·┊······'
        """
        cells = ["·"] * width
        for cut in self.cuts:
            cells[column(cut / self.axis, width)] = "┊"
        if self.span:
            begin, end = (column(place / 100, width) for place in (self.span[0], sum(self.span)))
            cells[begin : end + 1] = ["╋" if cell == "┊" else "━" for cell in cells[begin : end + 1]]
        if self.dot:
            cells[column(self.dot.at / 100, width)] = "●"
        return "".join(cells)


@dataclass(frozen=True, slots=True)
class LevelBar(Chart):
    """Values on their axes, below each other."""

    kind: ClassVar[str] = "level_bar"
    title: str
    readings: tuple[LevelReading, ...]
    caption: str = ""

    @property
    def drawn(self) -> tuple[LevelReading, ...]:
        """The readings, those with the same cuts on axes of the same length.

        >>> levels, cuts = ("low", "high"), (0.1,)
        >>> bar = LevelBar("", tuple(LevelReading("", None, levels, cuts, value) for value in (0.0, 0.7)))
        >>> [one.axis for one in bar.readings], [one.axis for one in bar.drawn]
        ([0.2, 0.75], [0.75, 0.75])
        """
        ends: dict[tuple[float, ...], float] = {}
        for one in self.readings:
            ends[one.cuts] = max(ends.get(one.cuts, 0.0), one.axis)
        return tuple(replace(one, end=ends[one.cuts]) for one in self.readings)

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Name, level, count if there is one, value, interval and cuts."""
        counted = any(reading.count for reading in self.readings)
        head = ("", "level", *(("counted",) if counted else ()), "value", "95 % interval", "thresholds")
        return (head, *(_row(reading, counted=counted) for reading in self.readings))

    def strips(self, width: int) -> tuple[str, ...]:
        """Each value on its scale."""
        return tuple(reading.strip(width) for reading in self.drawn)

    @property
    def tones(self) -> tuple[Tone, ...]:
        """The tone of each level."""
        return tuple(reading.tone for reading in self.readings)


def _row(reading: LevelReading, *, counted: bool) -> tuple[str, ...]:
    name = f"{reading.name} ({reading.code})" if reading.code else reading.name
    value = "" if reading.value is None else f"{reading.value:.3f}"
    cuts = ", ".join(f"{cut:.3g}" for cut in reading.cuts)
    return name, reading.level or "–", *((reading.count,) if counted else ()), value, reading.said, cuts
