"""What all charts have: a title, a caption, a table of what they show, and lines of characters where they have them.

Places across a chart are shares or percentages of its width, so that it fits any screen while its letters stay as large
as the text around it.
"""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Final

from botassay.view.tone import Tone

_EDGE: Final = 12.0
"""How near the edge, in percent, a label no longer fits when it is centred."""


class Chart:
    """A chart of any kind; `kind` is the name of the macro that draws it in HTML."""

    __slots__ = ()
    kind: ClassVar[str]
    narrow: ClassVar[int] = 3
    """Columns of its table that a narrow terminal shows beside the drawing."""
    title: str
    caption: str

    @property
    @abstractmethod
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The chart as a table, its header first; Markdown and text print it."""

    def strips(self, width: int) -> tuple[str, ...]:
        """Return each row but the header drawn in so many characters; nothing where that says no more than the row."""
        del width
        return ()

    def strip_head(self, width: int) -> str:
        """Return the header of the drawn rows, at most `width` characters wide."""
        return " " * width

    @property
    def tones(self) -> tuple[Tone, ...]:
        """How each row but the header looks; nothing where all look the same."""
        return ()


@dataclass(frozen=True, slots=True)
class Label:
    """A text at a place across a chart, in percent."""

    at: float
    text: str

    @property
    def anchor(self) -> str:
        """Which end of the text stands at its place, so that it does not leave the chart."""
        return "start" if self.at < _EDGE else "end" if self.at > 100 - _EDGE else "middle"

    def across(self, letter: float) -> tuple[float, float]:
        """Return where the text begins and ends, in percent, where a letter is so many percent wide."""
        wide = letter * len(self.text)
        begin = self.at - {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor] * wide
        return begin, begin + wide


def percent(value: float | None) -> str:
    """Write a share as a whole percentage.

    >>> percent(0.734), percent(None)
    ('73 %', 'n/a')
    """
    return "n/a" if value is None else f"{100 * value:.0f} %"


def column(share: float, width: int) -> int:
    """Return the character at which a share stands on a line of so many."""
    return max(0, min(width - 1, int(share * width)))
