"""Where a value lies among the levels: what every drawn gauge shows."""

from dataclasses import dataclass

from botassay.core.results import IssueResult
from botassay.core.scale import Scale


@dataclass(frozen=True, slots=True)
class Gauge:
    """Positions on a strip of equally wide levels, in [0, 1]; None where nothing was measured."""

    value: float | None
    low: float | None
    high: float | None
    levels: tuple[str, ...]

    def marks(self, width: int) -> str:
        """Draw the strip in so many characters: `●` the value, `━` its interval, `┊` the cuts (`╋` inside it).

        >>> Gauge(0.5, 0.4, 0.6, ("low", "medium", "high")).marks(21)
        '·······┊━━●━━·┊······'
        """
        cells = ["·"] * width
        for rank in range(1, len(self.levels)):
            cells[_cell(rank / len(self.levels), width)] = "┊"
        if self.low is not None and self.high is not None:
            begin, end = _cell(self.low, width), _cell(self.high, width)
            cells[begin : end + 1] = ["╋" if cell == "┊" else "━" for cell in cells[begin : end + 1]]
        if self.value is not None:
            cells[_cell(self.value, width)] = "●"
        return "".join(cells)


def gauge(grade: IssueResult, levels: tuple[str, ...]) -> Gauge:
    """Lay a grade on the strip: each level as wide as the next, whatever its cuts."""
    if grade.value is None or grade.assumed:
        return Gauge(None, None, None, levels)
    scale = Scale(levels)
    low, high = grade.interval or (grade.value, grade.value)
    value, low, high = (scale.spread(number, grade.cuts) for number in (grade.value, low, high))
    return Gauge(value, low, high, levels)


def _cell(position: float, width: int) -> int:
    return min(width - 1, int(position * width))
