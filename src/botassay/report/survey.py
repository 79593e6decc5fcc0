"""What people think of replies: a mean with its interval for each, as a dot plot on a page and on a terminal."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from botassay.report.html import environment, styled
from botassay.report.inert import shortened

NAME: Final = 20
"""Characters that are shown of the name of a row."""
REASONS: Final = 40
"""Reasons that are shown."""
CELLS: Final = 43
"""Characters of the strip on a terminal: seven to a step of seven, and one."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A mean on the scale, and the ends of its interval; None where one value has none."""

    name: str
    n: int
    mean: float
    interval: tuple[float, float] | None

    @property
    def told(self) -> str:
        """The figure in words.

        >>> Dot("CC", 96, 6.3, (6.1, 6.5)).told
        '6.3 ± 0.2'
        """
        return f"{self.mean:.1f} ± {self.interval[1] - self.mean:.1f}" if self.interval else f"{self.mean:.1f}"


@dataclass(frozen=True, slots=True)
class Panel:
    """The dots of one question."""

    question: str
    dots: tuple[Dot, ...]


@dataclass(frozen=True, slots=True)
class SurveyReport:
    """The whole plot, with what was counted, as sentences."""

    counts: tuple[str, ...]
    panels: tuple[Panel, ...]
    reasons: tuple[tuple[str, str], ...]
    """Configuration and reason."""
    scale: tuple[int, int]
    """The least and the greatest rating."""
    version: str

    def text(self) -> str:
        """Draw it for a terminal."""
        return "\n".join([*self.counts, *(line for panel in self.panels for line in self._lines(panel))])

    def html(self) -> bytes:
        """Draw it as a page that loads nothing."""
        filled: dict[str, Any] = {"survey": self, "most": REASONS, "name": NAME}
        styles = styled(("page.css", "survey.css", "dark.css", "print.css"))
        return environment().get_template("survey.html").render(**filled, **styles).encode()

    def at(self, value: float) -> float:
        """Say where a value stands across the plot, in percent; what lies beyond the scale stands at its end."""
        least, most = self.scale
        return round(100 * (min(max(value, least), most) - least) / (most - least), 2)

    def span(self, dot: Dot) -> tuple[float, float]:
        """Say where an interval begins, and how wide it is, in percent."""
        low, high = (self.at(end) for end in dot.interval or (dot.mean, dot.mean))
        return low, round(high - low, 2)

    @property
    def marks(self) -> tuple[int, ...]:
        """The numbers below the plot."""
        least, most = self.scale
        return tuple(range(least, most + 1))

    def _lines(self, panel: Panel) -> Iterator[str]:
        width = max([len("configuration"), *(len(shortened(dot.name, NAME).text) for dot in panel.dots)])
        numbers = [" "] * CELLS
        for mark in self.marks:
            numbers[self._cell(mark)] = str(mark)
        yield ""
        yield f"{panel.question:{width}} {'n':>6}  {'mean':9}  {''.join(numbers)}"
        for dot in panel.dots:
            yield f"{shortened(dot.name, NAME).text:{width}} {dot.n:6,}  {dot.told:9}  {self._strip(dot)}"

    def _cell(self, value: float) -> int:
        return round(self.at(value) / 100 * (CELLS - 1))

    def _strip(self, dot: Dot) -> str:
        drawn = ["·" if place % (CELLS // (len(self.marks) - 1)) == 0 else " " for place in range(CELLS)]
        low, high = (self._cell(end) for end in dot.interval or (dot.mean, dot.mean))
        drawn[low : high + 1] = "─" * (high + 1 - low)
        drawn[self._cell(dot.mean)] = "●"
        return "".join(drawn).rstrip()
