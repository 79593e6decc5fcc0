"""Values on the scale of levels: each level equally wide, with the value, its interval and the cuts."""

from dataclasses import dataclass
from typing import ClassVar

from botassay.core.scale import Scale
from botassay.view.charts.chart import Chart, Label, column
from botassay.view.tone import Tone, tone_of


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
    def middle(self) -> float:
        """Where its name stands."""
        return round(self.left + self.width / 2, 2)


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

    @property
    def tone(self) -> Tone:
        """How its level looks."""
        return tone_of(self.level, self.levels)

    @property
    def zones(self) -> tuple[Zone, ...]:
        """The levels side by side."""
        width = 100 / len(self.levels)
        return tuple(
            Zone(name, tone_of(name, self.levels), round(rank * width, 2), round(width, 2), name == self.level)
            for rank, name in enumerate(self.levels)
        )

    @property
    def marks(self) -> tuple[Label, ...]:
        """The ends of the scale and the cuts between the levels."""
        numbers = (0.0, *self.cuts, 1.0)
        return tuple(Label(round(100 * at / len(self.levels), 2), f"{mark:.3g}") for at, mark in enumerate(numbers))

    @property
    def dot(self) -> Label | None:
        """The value, and where it stands."""
        return None if self.value is None else Label(self._at(self.value), f"{self.value:.3f}")

    @property
    def span(self) -> tuple[float, float] | None:
        """Where the interval begins, and how wide it is, in percent."""
        if self.value is None or self.interval is None:
            return None
        low, high = map(self._at, self.interval)
        return low, round(high - low, 2)

    def _at(self, value: float) -> float:
        return round(100 * Scale(self.levels).spread(value, self.cuts), 2)

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
        for rank in range(1, len(self.levels)):
            cells[column(rank / len(self.levels), width)] = "┊"
        if self.span:
            begin, end = (column(place / 100, width) for place in (self.span[0], sum(self.span)))
            cells[begin : end + 1] = ["╋" if cell == "┊" else "━" for cell in cells[begin : end + 1]]
        if self.dot:
            cells[column(self.dot.at / 100, width)] = "●"
        return "".join(cells)


@dataclass(frozen=True, slots=True)
class LevelBar(Chart):
    """Values on the scale of levels, below each other."""

    kind: ClassVar[str] = "level_bar"
    title: str
    readings: tuple[LevelReading, ...]
    caption: str = ""

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Name, level, value, interval and cuts."""
        head = ("", "level", "value", "95 % interval", "cuts")
        return (head, *map(_row, self.readings))

    def strips(self, width: int) -> tuple[str, ...]:
        """Each value on its scale."""
        return tuple(reading.strip(width) for reading in self.readings)

    def strip_head(self, width: int) -> str:
        """The names of the levels."""
        levels = self.readings[0].levels if self.readings else ("",)
        return "│".join(name.center(width // len(levels) - 1) for name in levels)

    @property
    def tones(self) -> tuple[Tone, ...]:
        """The tone of each level."""
        return tuple(reading.tone for reading in self.readings)


def _row(reading: LevelReading) -> tuple[str, ...]:
    name = f"{reading.code} {reading.name}".strip()
    value = "" if reading.value is None else f"{reading.value:.3f}"
    return name, reading.level or "–", value, reading.said, ", ".join(f"{cut:.3g}" for cut in reading.cuts)
