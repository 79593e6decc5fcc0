"""Plots that any page can show: lines, heat maps, and ranges; what is drawn is worked out here, in words too.

Whoever makes one gives shares from 0 to 1. Places across a line plot are thousandths of its width, so that it fits any
screen; `told` and `rows` say the same to those who cannot see it, and on paper that holds no pictures.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, Final

from botassay.report.charts import Label
from botassay.report.inert import abridged

SHADES: Final = 5
"""Shades of a heat map, the lightest above 0."""
STRIP: Final = 40
"""Characters of a range on a terminal."""
NAME: Final = 24
"""Characters of the name of a range on a terminal."""
_DOTTED: Final = 15
"""Points of a line that are each marked at most: beyond them the dots would be the line."""
_THOUSAND: Final = 1000


def percent(value: float | None) -> str:
    """Say a share as a whole percentage.

    >>> percent(0.734), percent(None)
    ('73 %', 'n/a')
    """
    return "n/a" if value is None else f"{100 * value:.0f} %"


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a plot: points across and up, both shares; None up where there is nothing to say."""

    name: str
    points: tuple[tuple[float, float | None], ...]
    note: str = ""
    """What stands behind its name in the legend."""

    @property
    def strokes(self) -> tuple[str, ...]:
        """The unbroken parts of the line, as SVG takes them, in thousandths, from the top."""
        runs = (list(run) for whole, run in groupby(self.points, key=lambda point: point[1] is not None) if whole)
        return tuple(" ".join(f"{_thousandth(x)},{_thousandth(1 - (y or 0))}" for x, y in run) for run in runs)

    @property
    def dots(self) -> tuple[tuple[float, float], ...]:
        """The points that are marked, in percent across and as shares of the height from the top; none if many."""
        known = [(round(100 * x, 2), round(1 - y, 4)) for x, y in self.points if y is not None]
        return tuple(known) if len(known) <= _DOTTED else ()

    def at(self, across: float) -> float | None:
        """Give the height at a place, None where no point stands there."""
        return next((y for x, y in self.points if abs(x - across) < 1 / _THOUSAND / 2), None)


@dataclass(frozen=True, slots=True)
class Mark:
    """A line down a plot, with what it says."""

    at: float
    text: str

    @property
    def label(self) -> Label:
        """Where its text stands."""
        return Label(round(100 * self.at, 2), self.text)


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines over something that grows to the right: a threshold, or time."""

    kind: ClassVar[str] = "lines"
    title: str
    across: str
    """What grows to the right."""
    series: tuple[Series, ...]
    ticks: tuple[Mark, ...]
    """What stands below the plot, and at which places the lines are told in words."""
    marks: tuple[Mark, ...] = ()
    caption: str = ""

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """A table of it: what grows, and each line, at each tick."""
        head = (self.across, *(one.name for one in self.series))
        return (head, *((tick.text, *(percent(one.at(tick.at)) for one in self.series)) for tick in self.ticks))

    @property
    def told(self) -> str:
        """It in words."""
        lines = (
            f"{one.name}: " + ", ".join(f"{percent(one.at(tick.at))} at {tick.text}" for tick in self.ticks)
            for one in self.series
        )
        marks = "".join(f" Marked: {mark.text}." for mark in self.marks)
        return f"Over {self.across}. {'; '.join(lines)}.{marks}"


@dataclass(frozen=True, slots=True)
class Heat:
    """How often each thing of a row was taken for each of a column."""

    kind: ClassVar[str] = "heat"
    title: str
    names: tuple[str, ...]
    shares: tuple[tuple[float | None, ...], ...]
    """A row for each name, a column for each; None on the diagonal."""
    caption: str = ""

    @property
    def cells(self) -> tuple[tuple[str, tuple[tuple[str, int | None], ...]], ...]:
        """For each name its row: what each cell says, and its shade; the darkest is the greatest share of all."""
        most = max((share for row in self.shares for share in row if share), default=1.0)
        return tuple(
            (name, tuple((_said(share), _shade(share, most)) for share in row))
            for name, row in zip(self.names, self.shares, strict=True)
        )


def _said(share: float | None) -> str:
    if share is None:
        return ""
    whole = f"{100 * share:.0f}"
    return whole if whole != "0" else "<1" if share else "0"


def _shade(share: float | None, most: float) -> int | None:
    return None if share is None else min(SHADES, int(share / most * SHADES - 1e-9) + 1) if share else 0


@dataclass(frozen=True, slots=True)
class Range:
    """From where to where something lies, and the values in it."""

    name: str
    ends: tuple[float, float] | None
    """None where nothing was measured."""
    values: tuple[float, ...]
    note: str = ""

    @property
    def said(self) -> str:
        """It in words."""
        return self.note or (f"{percent(self.ends[0])} to {percent(self.ends[1])}" if self.ends else "not measured")

    @property
    def bar(self) -> tuple[float, float] | None:
        """Where the bar begins and how wide it is, in percent."""
        return (round(100 * self.ends[0], 2), round(100 * (self.ends[1] - self.ends[0]), 2)) if self.ends else None

    @property
    def dots(self) -> tuple[float, ...]:
        """Where the values stand, in percent."""
        return tuple(round(100 * value, 2) for value in self.values)

    def strip(self, width: int = STRIP) -> str:
        """Draw it on a line.

        >>> Range("a", (0.25, 0.75), (0.5,)).strip(12)
        '···───●───··'
        """
        marks = ["·"] * width
        if self.ends:
            low, high = (_column(end, width) for end in self.ends)
            marks[low : high + 1] = "─" * (high + 1 - low)
        for value in self.values:
            marks[_column(value, width)] = "●"
        return "".join(marks)


def _column(share: float, width: int) -> int:
    return max(0, min(width - 1, int(share * width)))


@dataclass(frozen=True, slots=True)
class Panel:
    """Ranges of one figure."""

    title: str
    ranges: tuple[Range, ...]
    ticks: tuple[str, ...] = ("0 %", "25 %", "50 %", "75 %", "100 %")
    """What stands below them, evenly spread from end to end."""

    @property
    def labels(self) -> tuple[Label, ...]:
        """Where the ticks stand."""
        return tuple(Label(round(100 * at / (len(self.ticks) - 1), 2), text) for at, text in enumerate(self.ticks))


@dataclass(frozen=True, slots=True)
class Ranges:
    """Ranges below each other, and figures beside each other."""

    kind: ClassVar[str] = "ranges"
    title: str
    panels: tuple[Panel, ...]
    caption: str = ""

    @property
    def told(self) -> str:
        """It in words."""
        return " ".join(
            f"{panel.title}: " + "; ".join(f"{one.name} {one.said}" for one in panel.ranges) + "."
            for panel in self.panels
        )

    def text(self, width: int = STRIP) -> Iterator[str]:
        """Draw it for a terminal, a line each, from 0 on the left to 1 on the right; only where shares are shown."""
        from rich.cells import set_cell_size

        for number, panel in enumerate(self.panels):
            if number:
                yield ""
            yield f"{panel.title:{NAME}} 0{'1':>{width - 1}}"
            for one in panel.ranges:
                yield f"{set_cell_size(abridged(one.name, NAME), NAME)} {one.strip(width)} {one.said}"


def _thousandth(share: float) -> str:
    return f"{_THOUSAND * share:.1f}".removesuffix(".0")
