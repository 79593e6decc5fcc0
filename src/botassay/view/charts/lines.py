"""Lines over something that grows to the right: a threshold, or time."""

from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, Final

from botassay.view.charts.chart import Chart, Label, percent

_DOTTED: Final = 15
"""Points of a line that are each marked at most: beyond them the dots would be the line."""
_THOUSAND: Final = 1000


@dataclass(frozen=True, slots=True)
class LineSeries:
    """One line.

    Args:
        name: what it shows.
        points: places across and up, both shares; None up where there is no value.
        note: what stands behind its name in the legend.
        band: places across, each with the ends of the interval of the value there, shares; a place without a value is
            left out of `band` and interrupts it.
    """

    name: str
    points: tuple[tuple[float, float | None], ...]
    note: str = ""
    band: tuple[tuple[float, float, float], ...] = ()

    @property
    def strokes(self) -> tuple[str, ...]:
        """The unbroken parts of the line, as SVG takes them, in thousandths, from the top."""
        runs = (list(run) for whole, run in groupby(self.points, key=lambda point: point[1] is not None) if whole)
        return tuple(" ".join(f"{_thousandth(x)},{_thousandth(1 - (y or 0))}" for x, y in run) for run in runs)

    @property
    def areas(self) -> tuple[str, ...]:
        """The unbroken parts of the band, as SVG takes polygons, in thousandths, from the top.

        >>> LineSeries("", ((0, 0.5), (1, 0.5)), band=((0, 0.4, 0.6), (1, 0.25, 0.75))).areas
        ('0,400 1000,250 1000,750 0,600',)
        """
        ends = {x: (low, high) for x, low, high in self.band}
        runs = (list(run) for whole, run in groupby(self.points, key=lambda point: point[0] in ends) if whole)
        return tuple(_around([(x, *ends[x]) for x, _ in run]) for run in runs)

    @property
    def dots(self) -> tuple[tuple[float, float], ...]:
        """The points that are marked, in percent across and as shares of the height from the top; none if many."""
        known = [(round(100 * x, 2), round(1 - y, 4)) for x, y in self.points if y is not None]
        return tuple(known) if len(known) <= _DOTTED else ()

    def at(self, across: float) -> float | None:
        """Return the height at a place, None where no point stands there."""
        return next((y for x, y in self.points if abs(x - across) < 1 / _THOUSAND / 2), None)


@dataclass(frozen=True, slots=True)
class Tick:
    """A place across a plot, with its text: below the axis, or a line down the plot."""

    at: float
    text: str

    @property
    def label(self) -> Label:
        """Where its text stands, in percent."""
        return Label(round(100 * self.at, 2), self.text)


@dataclass(frozen=True, slots=True)
class Lines(Chart):
    """Lines in one plot; heights are shares from 0 to 1.

    Args:
        title: what is shown.
        across: what grows to the right.
        series: the lines.
        ticks: what stands below the plot; the table has a row for each.
        marks: lines down the plot.
        caption: what stands below.
    """

    kind: ClassVar[str] = "lines"
    title: str
    across: str
    series: tuple[LineSeries, ...]
    ticks: tuple[Tick, ...]
    marks: tuple[Tick, ...] = ()
    caption: str = ""

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """What grows, and each line, at each tick."""
        head = (self.across, *(line.name for line in self.series))
        body = ((tick.text, *(percent(line.at(tick.at)) for line in self.series)) for tick in self.ticks)
        return (head, *body, *((f"marked: {mark.text}", *("" for _ in self.series)) for mark in self.marks))

    @property
    def description(self) -> str:
        """It in words."""
        lines = (
            f"{line.name}: " + ", ".join(f"{percent(line.at(tick.at))} at {tick.text}" for tick in self.ticks)
            for line in self.series
        )
        marks = "".join(f" Marked: {mark.text}." for mark in self.marks)
        return f"Over {self.across}. {'; '.join(lines)}.{marks}"


def _around(band: list[tuple[float, float, float]]) -> str:
    above = [f"{_thousandth(x)},{_thousandth(1 - high)}" for x, _, high in band]
    below = [f"{_thousandth(x)},{_thousandth(1 - low)}" for x, low, _ in reversed(band)]
    return " ".join([*above, *below])


def _thousandth(share: float) -> str:
    return f"{_THOUSAND * share:.1f}".removesuffix(".0")
