"""The chart of who agrees with a published profile, as a picture that stands by itself."""

from html import escape
from typing import Final

from botassay.view import Interval, Intervals
from botassay.view.escape import shortened

_LONGEST: Final = 40
"""Characters that are shown of a name."""
_WIDE: Final = 300
"""Pixels of a bar of 100 %."""
_ROW: Final = 26
_HEADING: Final = 34


def agreement_svg(chart: Intervals) -> str:
    """Return the shares of a chart as bars below each other, a panel after the other."""
    parts: list[str] = []
    top = 46
    for panel in chart.panels:
        if len(chart.panels) > 1:
            name = escape(shortened(panel.title, _LONGEST).text)
            parts.append(f'<text x="20" y="{top + 22}" font-weight="bold" fill="#1b1b1b">{name}</text>')
            top += _HEADING
        for bar in panel.intervals:
            parts += _bar(bar, top)
            top += _ROW
    words = "; ".join(f"{bar.name}: {bar.said}" for panel in chart.panels for bar in panel.intervals)
    height = top + 30
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 840 {height}" width="840" height="{height}" '
        'font-family="system-ui, sans-serif" font-size="14" role="img" aria-labelledby="title words">'
    )
    axis = (
        f'<text x="{360 + _WIDE * share // 100}" y="{height - 12}" text-anchor="middle" font-size="12" '
        f'fill="#595959">{share} %</text>'
        for share in (0, 25, 50, 75, 100)
    )
    title = (
        f'<title id="title">{chart.title}</title>',
        f'<desc id="words">{escape(words)}</desc>',
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        f'<text x="20" y="28" font-size="16" font-weight="bold" fill="#1b1b1b">{chart.title}</text>',
    )
    return "\n".join([head, *title, *parts, *axis, "</svg>\n"])


def _bar(bar: Interval, top: int) -> tuple[str, ...]:
    share = bar.ends[1] if bar.ends else 0.0
    return (
        f'<text x="20" y="{top + 16}" fill="#1b1b1b">{escape(bar.name)}</text>',
        f'<rect x="360" y="{top + 3}" width="{_WIDE}" height="18" fill="#e8ecf1"/>',
        f'<rect x="360" y="{top + 3}" width="{round(_WIDE * share, 1)}" height="18" fill="#2f5f8f"/>',
        f'<text x="{370 + _WIDE}" y="{top + 16}" fill="#1b1b1b">{bar.said}</text>',
    )
