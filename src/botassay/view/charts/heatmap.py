"""A heat map: how often each thing of a row was taken for each of a column."""

from dataclasses import dataclass
from typing import ClassVar, Final

from botassay.view.charts.chart import Chart

SHADES: Final = 5
"""Shades, the lightest above 0."""


@dataclass(frozen=True, slots=True)
class Heatmap(Chart):
    """Shares in rows and columns of the same names.

    Args:
        title: what is shown.
        names: the names of rows and columns.
        shares: a row for each name, a column for each; None on the diagonal.
        caption: what stands below.
        corner: what a row is (`a phrase of …`).
    """

    kind: ClassVar[str] = "heatmap"
    title: str
    names: tuple[str, ...]
    shares: tuple[tuple[float | None, ...], ...]
    caption: str = ""
    corner: str = ""

    @property
    def cells(self) -> tuple[tuple[str, tuple[tuple[str, int | None], ...]], ...]:
        """For each name its row: the text of each cell, and its shade; the darkest is the greatest share of all."""
        most = max((share for row in self.shares for share in row if share), default=1.0)
        return tuple(
            (name, tuple((_text(share), _shade(share, most)) for share in row))
            for name, row in zip(self.names, self.shares, strict=True)
        )

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The map in percent; columns have the numbers of the rows."""
        numbers = (str(number) for number in range(1, len(self.names) + 1))
        body = ((f"{n}. {name}", *(text for text, _ in row)) for n, (name, row) in enumerate(self.cells, 1))
        return ((self.corner, *numbers), *body)


def _text(share: float | None) -> str:
    if share is None:
        return ""
    whole = f"{100 * share:.0f}"
    return whole if whole != "0" else "<1" if share else "0"


def _shade(share: float | None, most: float) -> int | None:
    return None if share is None else min(SHADES, int(share / most * SHADES - 1e-9) + 1) if share else 0
