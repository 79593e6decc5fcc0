"""A chart of bars as a picture file that stands by itself."""

from dataclasses import dataclass
from typing import Final

from botassay.view.charts import Interval, Intervals
from botassay.view.html import environment

WIDE: Final = 300.0
"""Pixels of a bar of 100 %."""
_ROW: Final = 26.0
_HEADING: Final = 34.0


@dataclass(frozen=True, slots=True)
class _SvgRow:
    """Where a bar or a heading is drawn."""

    top: float
    heading: str = ""
    interval: Interval | None = None


def render(chart: Intervals) -> str:
    """Return a chart of intervals as SVG."""
    rows, top = [], 46.0
    for panel in chart.panels:
        if panel.title:
            rows.append(_SvgRow(top, heading=panel.title))
            top += _HEADING
        for interval in panel.intervals:
            rows.append(_SvgRow(top, interval=interval))
            top += _ROW
    return environment().get_template("intervals.svg").render(chart=chart, rows=rows, height=top + 30, wide=WIDE)
