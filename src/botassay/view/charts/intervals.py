"""Intervals below each other, with the values in them."""

from dataclasses import dataclass
from typing import ClassVar

from botassay.view.charts.chart import Chart, Label, column, percent


@dataclass(frozen=True, slots=True)
class Interval:
    """From where to where something lies.

    Args:
        name: what it is.
        ends: its ends, shares from 0 to 1; None where nothing was measured.
        values: the values in it.
        note: it in words; empty: its ends as percentages.
    """

    name: str
    ends: tuple[float, float] | None
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

    def strip(self, width: int) -> str:
        """Draw it on a line.

        >>> Interval("a", (0.25, 0.75), (0.5,)).strip(12)
        '···───●───··'
        """
        marks = ["·"] * width
        if self.ends and self.ends[0] < self.ends[1]:
            low, high = (column(end, width) for end in self.ends)
            marks[low : high + 1] = "─" * (high + 1 - low)
        for value in self.values:
            marks[column(value, width)] = "●"
        return "".join(marks)


@dataclass(frozen=True, slots=True)
class IntervalPanel:
    """The intervals of one figure.

    Args:
        title: what the figure is.
        intervals: one below the other.
        ticks: what stands below them, evenly spread from end to end.
    """

    title: str
    intervals: tuple[Interval, ...]
    ticks: tuple[str, ...] = ("0 %", "25 %", "50 %", "75 %", "100 %")

    @property
    def labels(self) -> tuple[Label, ...]:
        """Where the ticks stand."""
        return tuple(Label(round(100 * at / (len(self.ticks) - 1), 2), text) for at, text in enumerate(self.ticks))


@dataclass(frozen=True, slots=True)
class Intervals(Chart):
    """Intervals below each other, and figures beside each other."""

    kind: ClassVar[str] = "intervals"
    title: str
    panels: tuple[IntervalPanel, ...]
    caption: str = ""

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Each figure with its intervals."""
        if len(self.panels) == 1:
            (panel,) = self.panels
            return ((panel.title, ""), *((interval.name, interval.said) for interval in panel.intervals))
        body = ((panel.title, interval.name, interval.said) for panel in self.panels for interval in panel.intervals)
        return (("figure", "", ""), *body)

    def strips(self, width: int) -> tuple[str, ...]:
        """Each interval on a line."""
        return tuple(interval.strip(width) for panel in self.panels for interval in panel.intervals)

    def strip_head(self, width: int) -> str:
        """The ends of the axis, where all panels have the same."""
        ends = {(panel.ticks[0], panel.ticks[-1]) for panel in self.panels}
        if len(ends) > 1 or not ends:
            return " " * width
        ((first, last),) = ends
        return f"{first}{last:>{width - len(first)}}"
