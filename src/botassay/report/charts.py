"""Charts as positions: what a template draws as SVG, all of it worked out here.

Places across a chart are percentages of its width, so that it fits any screen while its letters stay as large as the
text around it. Heights are pixels.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from math import floor, log10
from typing import Final, Literal

from botassay.core.results import IssueResult
from botassay.report.gauge import gauge
from botassay.report.sentences import interval, marked

BARS: Final = 40
"""Bars of a histogram: the evidence's 1,000 bins, folded to what an eye can tell apart."""
TALL: Final = 132.0
"""Pixels of the highest bar."""
_TICKS: Final = 4
"""Lines across a histogram at most."""
_STEEP: Final = 20
"""From how many times the least bar on the counts are drawn on a logarithmic scale."""
_FOOT: Final = 0.4
"""How much of a power of ten a bar of one stands out on a logarithmic scale."""
_EDGE: Final = 12.0
"""How near the edge, in percent, a label no longer fits when it is centred."""

Tone = Literal["first", "middle", "last", "none"]
"""How a level is drawn: the least one, the greatest one, any between them, or none at all."""


def tone(level: str | None, levels: tuple[str, ...]) -> Tone:
    """Tell how a level is drawn; what is no level of the scale (`undetermined`) is drawn as none."""
    if level not in levels:
        return "none"
    rank = levels.index(level)
    return "first" if rank == 0 else "last" if rank == len(levels) - 1 else "middle"


@dataclass(frozen=True, slots=True)
class Label:
    """A text at a place across a chart."""

    at: float
    text: str

    @property
    def anchor(self) -> str:
        """Which end of the text stands at its place, so that it does not leave the chart."""
        return "start" if self.at < _EDGE else "end" if self.at > 100 - _EDGE else "middle"


@dataclass(frozen=True, slots=True)
class Zone:
    """A level on the strip."""

    level: str
    tone: Tone
    left: float
    width: float
    taken: bool
    """Whether it is the level that the issue got."""

    @property
    def middle(self) -> float:
        """Where its name stands."""
        return round(self.left + self.width / 2, 2)


@dataclass(frozen=True, slots=True)
class Strip:
    """The gauge: equally wide levels, the value and its interval among them."""

    zones: tuple[Zone, ...]
    cuts: tuple[Label, ...]
    value: Label | None
    span: tuple[float, float] | None
    """Where the interval begins, and how wide it is."""
    title: str
    description: str


def strip(grade: IssueResult, levels: tuple[str, ...]) -> Strip:
    """Lay out the gauge of an issue."""
    drawn = gauge(grade, levels)
    width = 100 / len(levels)
    zones = tuple(
        Zone(name, tone(name, levels), _at(rank / len(levels)), round(width, 2), name == grade.level)
        for rank, name in enumerate(levels)
    )
    marks = (0.0, *grade.cuts, 1.0)
    cuts = tuple(Label(_at(rank / len(levels)), f"{mark:.3g}") for rank, mark in enumerate(marks))
    value = Label(_at(drawn.value), f"{grade.value:.3f}") if drawn.value is not None else None
    span = None
    if drawn.low is not None and drawn.high is not None and grade.interval:
        span = (_at(drawn.low), round(100 * (drawn.high - drawn.low), 2))
    title, description = _told(grade, levels)
    return Strip(zones, cuts, value, span, title, description)


def _told(grade: IssueResult, levels: tuple[str, ...]) -> tuple[str, str]:
    scale = f"Levels on this strip are equally wide: {marked(grade, levels)}."
    if grade.assumed:
        return f"{grade.title}: {grade.level}, assumed", f"Nothing was measured. {scale}"
    if grade.value is None:
        return f"{grade.title}: not measured", f"It has no value. {scale}"
    ends = f", 95 % interval {interval(grade)}" if grade.interval else ""
    return f"{grade.title}: {grade.level}", f"Value {grade.value:.3f}{ends}. {scale}"


@dataclass(frozen=True, slots=True)
class Bar:
    """How many values lie in one range."""

    left: float
    width: float
    height: float
    begin: float
    end: float
    count: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line across the histogram, so many pixels above its foot."""

    height: float
    text: str


@dataclass(frozen=True, slots=True)
class Bars:
    """The histogram of an issue's single values."""

    bars: tuple[Bar, ...]
    lines: tuple[Line, ...]
    total: int
    logarithmic: bool
    title: str
    description: str

    @property
    def marks(self) -> tuple[Label, ...]:
        """The numbers below the bars."""
        return tuple(Label(float(at), f"{at / 100:g}") for at in (0, 25, 50, 75, 100))


def bars(grade: IssueResult) -> Bars | None:
    """Lay out the histogram of an issue; None where it has none."""
    folded = Counter[int]()
    for begin, end, count in grade.histogram:
        folded[max(0, min(BARS - 1, floor((begin + end) / 2 * BARS)))] += count
    filled = {at: folded[at] for at in sorted(folded) if folded[at] > 0}
    if not filled:
        return None
    most = max(filled.values())
    steep = most >= _STEEP * min(filled.values())
    drawn = tuple(
        Bar(_at(at / BARS), round(100 / BARS, 2), _height(count, most, steep=steep), at / BARS, (at + 1) / BARS, count)
        for at, count in filled.items()
    )
    lines = tuple(Line(_height(tick, most, steep=steep), f"{tick:,}") for tick in _ticks(most, steep=steep))
    told = "; ".join(f"{bar.begin:.3g} to {bar.end:.3g}: {bar.count:,}" for bar in drawn)
    title = f"{grade.title}: how {sum(filled.values()):,} single values are spread"
    return Bars(drawn, lines, sum(filled.values()), steep, title, f"Values from 0 to 1 and how many there are: {told}.")


@dataclass(frozen=True, slots=True)
class Point:
    """After one epoch: a place across the chart, so many pixels above its foot."""

    at: float
    height: float
    epoch: int
    share: float


@dataclass(frozen=True, slots=True)
class Curve:
    """How much of the secrets a model gave away after each epoch of its training."""

    points: tuple[Point, ...]
    threshold: Line
    """Above it the secrets count as elicited."""
    lines: tuple[Line, ...]
    marks: tuple[Label, ...]
    """The numbers of epochs below the curve."""
    title: str
    description: str

    @property
    def strokes(self) -> tuple[tuple[Point, Point], ...]:
        """The lines between the points."""
        return tuple(pairwise(self.points))


def curve(grade: IssueResult) -> Curve | None:
    """Lay out the curve of a training; None where there was none."""
    shares = grade.details.get("curve")
    if not shares:
        return None
    most = max(grade.details["epochs_at_most"], len(shares))
    threshold = grade.details["threshold"]
    points = tuple(
        Point(_at(epoch / most), round(TALL * share, 1), epoch, share) for epoch, share in enumerate(shares, 1)
    )
    epochs = [0, *(cut for cut in grade.details["epoch_cuts"] if cut < most), most]
    lines = tuple(Line(round(TALL * share, 1), f"{100 * share:.0f} %") for share in (0.0, 1.0))
    told = "; ".join(f"epoch {point.epoch}: {100 * point.share:.0f} %" for point in points)
    return Curve(
        points,
        Line(round(TALL * threshold, 1), f"{100 * threshold:.0f} %"),
        lines,
        tuple(Label(_at(epoch / most), str(epoch)) for epoch in epochs),
        f"{grade.title}: how much of the secrets came out after each epoch",
        f"Share of the secrets that the model gave away. {told}.",
    )


def _height(count: int, most: int, *, steep: bool) -> float:
    share = (log10(count) + _FOOT) / (log10(most) + _FOOT) if steep else count / most
    return round(max(2.0, TALL * share), 1)


def _ticks(most: int, *, steep: bool) -> list[int]:
    if steep:
        powers = range(floor(log10(most)) + 1)
        return [10**power for power in powers if power % (len(powers) // (_TICKS + 1) + 1) == 0]
    step = next(n * 10**power for power in range(20) for n in (1, 2, 5) if most <= _TICKS * n * 10**power)
    return list(range(step, most + 1, step))


def _at(share: float) -> float:
    return round(100 * share, 2)
