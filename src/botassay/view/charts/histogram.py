"""How many values lie in each part of the range from 0 to 1."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from math import floor, log10
from typing import ClassVar, Final

from botassay.view.charts.chart import Chart, Label

BARS: Final = 40
"""Bars of the drawing: finer bins are folded to what an eye can tell apart."""
TALL: Final = 132.0
"""Pixels of the highest bar."""
_COLUMNS: Final = 5
"""Columns of the table."""
_TICKS: Final = 4
"""Lines across the drawing at most."""
_STEEP: Final = 20
"""From how many times the least bar on the counts are drawn on a logarithmic scale."""
_FOOT: Final = 0.4
"""How much of a power of ten a bar of one stands out on a logarithmic scale."""
_BLOCKS: Final = "▁▂▃▄▅▆▇█"


@dataclass(frozen=True, slots=True)
class HistogramBar:
    """How many values lie in one range, and the bar that is drawn for them."""

    left: float
    width: float
    height: float
    count: int


@dataclass(frozen=True, slots=True)
class GridLine:
    """A line across the drawing, so many pixels above its foot."""

    height: float
    text: str


@dataclass(frozen=True)
class Histogram(Chart):
    """The distribution of single values in [0, 1].

    Args:
        title: what is counted.
        bins: begin, end and count of each bin.
        caption: what stands below.
    """

    kind: ClassVar[str] = "histogram"
    title: str
    bins: tuple[tuple[float, float, int], ...]
    caption: str = ""

    @cached_property
    def counts(self) -> dict[int, int]:
        """The count of each bar that is not empty, by its place."""
        return self._folded(BARS)

    def _folded(self, parts: int) -> dict[int, int]:
        folded = Counter[int]()
        for begin, end, count in self.bins:
            folded[max(0, min(parts - 1, floor((begin + end) / 2 * parts)))] += count
        return {at: folded[at] for at in sorted(folded) if folded[at] > 0}

    @property
    def total(self) -> int:
        """How many values there are."""
        return sum(self.counts.values())

    @property
    def logarithmic(self) -> bool:
        """Whether heights are logarithms of the counts: else small bars could not be seen."""
        return bool(self.counts) and max(self.counts.values()) >= _STEEP * min(self.counts.values())

    @property
    def bars(self) -> tuple[HistogramBar, ...]:
        """The bars, left to right."""
        return tuple(
            HistogramBar(
                round(100 * at / BARS, 2), round(100 / BARS, 2), round(max(2.0, TALL * self._share(count)), 1), count
            )
            for at, count in self.counts.items()
        )

    def _share(self, count: int) -> float:
        most = max(self.counts.values())
        return (log10(count) + _FOOT) / (log10(most) + _FOOT) if self.logarithmic else count / most

    @property
    def lines(self) -> tuple[GridLine, ...]:
        """The lines across, each with its count."""
        most = max(self.counts.values(), default=1)
        if self.logarithmic:
            powers = range(floor(log10(most)) + 1)
            ticks = [10**power for power in powers if power % (len(powers) // (_TICKS + 1) + 1) == 0]
        else:
            step = next(n * 10**power for power in range(20) for n in (1, 2, 5) if most <= _TICKS * n * 10**power)
            ticks = list(range(step, most + 1, step))
        return tuple(GridLine(round(TALL * self._share(tick), 1), f"{tick:,}") for tick in ticks)

    @property
    def marks(self) -> tuple[Label, ...]:
        """The numbers below the bars."""
        return tuple(Label(float(at), f"{at / 100:g}") for at in (0, 25, 50, 75, 100))

    @property
    def description(self) -> str:
        """It in words."""
        parts = (f"{at / BARS:.3g} to {(at + 1) / BARS:.3g}: {count:,}" for at, count in self.counts.items())
        return f"Values from 0 to 1 and how many there are: {'; '.join(parts)}."

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Five ranges, and the count of each."""
        folded = self._folded(_COLUMNS)
        ranges = (f"{at / _COLUMNS:g}–{(at + 1) / _COLUMNS:g}" for at in range(_COLUMNS))
        return ("value", *ranges), ("count", *(f"{folded.get(at, 0):,}" for at in range(_COLUMNS)))

    def strips(self, width: int) -> tuple[str, ...]:
        """The bars as blocks of characters.

        >>> Histogram("", ((0.0, 0.5, 1), (0.5, 1.0, 2))).strips(4)
        (' ▄ █',)
        """
        if not self.counts:
            return ()
        folded = self._folded(width)
        most = max(folded.values())
        heights = (folded.get(at, 0) / most for at in range(width))
        return ("".join(" " if not share else _BLOCKS[max(0, round(8 * share) - 1)] for share in heights),)
