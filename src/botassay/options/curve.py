"""The curves of policies, mean length against hit rate, as a self-contained SVG file without scripts."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from botassay.options.documents import OptionsTuned, TunedPolicy

WIDE: Final = 720
HIGH: Final = 420
_LEFT, _TOP, _RIGHT, _BOTTOM = 64, 24, 150, 56
_LINES: Final = (
    ("#0b5cad", ""),
    ("#b3410b", "8 4"),
    ("#2b7a3d", "2 4"),
    ("#7a2b8f", "12 4 2 4"),
    ("#5a5a5a", "4 2"),
)
"""Colours with enough contrast on white; the dashes distinguish lines without colour."""
_STYLE: Final = (
    "text{font:13px sans-serif;fill:#222}.line{fill:none;stroke-width:2}"
    ".grid{stroke:#ddd}.axis{stroke:#444}@media(prefers-color-scheme:dark){rect{fill:#fff}}"
)


def curves_svg(tuned: "OptionsTuned") -> str:
    """Return the curves as SVG; a ring marks the best setting of each policy."""
    longest = max(2.0, *(point.mean_length for each in tuned.policies for point in each.curve))
    best = "; ".join(
        f"{each.policy}: {each.mean_length:.2f} options on average, {each.hit_rate:.1%} hits" for each in tuned.policies
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-labelledby="t d">',
        '<title id="t">Mean length of the lists against their hit rate</title>',
        f'<desc id="d">Best by {tuned.measure}: {best}.</desc>',
        f"<style>{_STYLE}</style>",
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>',
        *_axes(longest),
    ]
    for number, each in enumerate(tuned.policies):
        parts += _curve(each, longest, number)
    return "\n".join([*parts, "</svg>\n"])


def _axes(longest: float) -> Iterator[str]:
    for share in (0, 0.2, 0.4, 0.6, 0.8, 1):
        y = _y(share)
        yield f'<line class="grid" x1="{_LEFT}" x2="{WIDE - _RIGHT}" y1="{y}" y2="{y}"/>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4}" text-anchor="end">{share:.0%}</text>'
    for length in range(int(longest) + 1):
        x = _x(length, longest)
        yield f'<line class="grid" x1="{x}" x2="{x}" y1="{_TOP}" y2="{HIGH - _BOTTOM}"/>'
        yield f'<text x="{x}" y="{HIGH - _BOTTOM + 20}" text-anchor="middle">{length}</text>'
    middle = (_LEFT + WIDE - _RIGHT) / 2
    yield f'<text x="{middle}" y="{HIGH - 12}" text-anchor="middle">options shown, on average</text>'
    yield f'<text x="16" y="{_TOP - 8}">lists that contain a correct option</text>'


def _curve(tuned: "TunedPolicy", longest: float, number: int) -> Iterator[str]:
    colour, dashes = _LINES[number % len(_LINES)]
    ordered = sorted({(point.mean_length, point.hit_rate) for point in tuned.curve})
    places = " ".join(f"{_x(length, longest)},{_y(hits)}" for length, hits in ordered)
    stroke = f'stroke="{colour}" stroke-dasharray="{dashes}"'
    yield f'<polyline class="line" {stroke} points="{places}"><title>{tuned.id}</title></polyline>'
    yield _ring(tuned, longest, colour)
    y = _TOP + 20 + 24 * number
    x = WIDE - _RIGHT + 16
    yield f'<line class="line" {stroke} x1="{x}" x2="{x + 28}" y1="{y}" y2="{y}"/>'
    yield f'<text x="{x + 36}" y="{y + 4}">{tuned.id}</text>'


def _ring(best: "TunedPolicy", longest: float, colour: str) -> str:
    place = f'cx="{_x(best.mean_length, longest)}" cy="{_y(best.hit_rate)}"'
    title = f"<title>{best.policy}: {best.mean_length:.2f} options, {best.hit_rate:.1%} hits</title>"
    return f'<circle {place} r="5" fill="none" stroke="{colour}" stroke-width="2">{title}</circle>'


def _x(length: float, longest: float) -> float:
    return round(_LEFT + length / longest * (WIDE - _LEFT - _RIGHT), 1)


def _y(share: float) -> float:
    return round(_TOP + (1 - share) * (HIGH - _TOP - _BOTTOM), 1)
