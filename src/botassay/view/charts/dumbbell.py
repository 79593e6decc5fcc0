"""Shares before and after, joined by a line, with the interval in which the later one would lie."""

from dataclasses import dataclass
from typing import ClassVar, Final

from botassay.view.charts.chart import Chart, Label, column, percent
from botassay.view.tone import Tone

_TOPS: Final = (0.05, 0.1, 0.2, 0.5, 1.0)
"""Where the axis may end."""
_TICKS: Final = 5


@dataclass(frozen=True, slots=True)
class DumbbellRow:
    """One thing at two times.

    Args:
        name: what it is.
        before: its share, from 0 to 1.
        after: the same, later.
        interval: of the difference, from -1 to 1; None where there is none.
        note: the change in words.
        tone: how it looks.
    """

    name: str
    before: float
    after: float
    interval: tuple[float, float] | None = None
    note: str = ""
    tone: Tone = "none"

    @property
    def reach(self) -> tuple[float, float] | None:
        """From where to where the later share may be, given the earlier one."""
        if self.interval is None:
            return None
        low, high = (min(1.0, max(0.0, self.before + end)) for end in self.interval)
        return low, high

    def strip(self, width: int, top: float) -> str:
        """Draw it on a line that ends at a share.

        >>> DumbbellRow("a", 0.0, 0.5, (0.25, 0.75)).strip(12, 1.0)
        '○··───●───··'
        """
        marks = ["·"] * width
        if self.reach:
            low, high = (column(end / top, width) for end in self.reach)
            marks[low : high + 1] = "─" * (high + 1 - low)
        marks[column(self.before / top, width)] = "○"
        marks[column(self.after / top, width)] = "●"
        return "".join(marks)


@dataclass(frozen=True, slots=True)
class Dumbbell(Chart):
    """Rows below each other, on one axis from 0 on."""

    kind: ClassVar[str] = "dumbbell"
    title: str
    lines: tuple[DumbbellRow, ...]
    caption: str = ""

    @property
    def top(self) -> float:
        """The end of the axis."""
        ends = [end for line in self.lines for end in (line.before, line.after, *(line.reach or ()))]
        return next(top for top in _TOPS if max(ends, default=0.0) <= top)

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Each thing with both shares."""
        body = ((line.name, _share(line.before), _share(line.after), line.note) for line in self.lines)
        return (("", "before", "after", "change"), *body)

    def strips(self, width: int) -> tuple[str, ...]:
        """Each row on a line."""
        return tuple(line.strip(width, self.top) for line in self.lines)

    def strip_head(self, width: int) -> str:
        """The ends of the axis."""
        return f"0 %{percent(self.top):>{width - 3}}"

    @property
    def tones(self) -> tuple[Tone, ...]:
        """How each row looks."""
        return tuple(line.tone for line in self.lines)

    @property
    def labels(self) -> tuple[Label, ...]:
        """The ticks of the axis."""
        return tuple(
            Label(100 * at / (_TICKS - 1), f"{round(100 * self.top * at / (_TICKS - 1), 2):g} %")
            for at in range(_TICKS)
        )

    def at(self, share: float) -> float:
        """Return the place of a share, in percent of the axis."""
        return round(100 * min(1.0, share / self.top), 2)


def _share(value: float) -> str:
    return f"{100 * value:.1f} %"
