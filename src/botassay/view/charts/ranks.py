"""An order of systems: by raw score (partial), and cut into levels (complete)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from botassay.view.charts.chart import Chart
from botassay.view.tone import Tone

UNDEFINED: Final = "X"
"""What stands for a raw score that is not defined, as in paper 002."""
_FLOOR: Final = 1.0
"""Percent of the width of the least bar above 0: what is there is seen."""
_ALL: Final = 7
"""Levels up to which the empty ones are shown, too."""


def raw_score(raw: float | None) -> str:
    """Write a raw score as the paper does: X for what is not defined.

    >>> raw_score(23.0), raw_score(128.456), raw_score(None)
    ('23', '128.46', 'X')
    """
    return UNDEFINED if raw is None else f"{round(raw, 2):g}"


def _tone(rating: int, levels: int) -> Tone:
    return "first" if rating == 1 else "last" if rating == levels else "middle"


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """A system in the order."""

    system: str
    raw: str
    width: float
    """Percent of the greatest raw score; of an undefined one all of it."""
    rating: int
    tone: Tone


@dataclass(frozen=True, slots=True)
class RankChart(Chart):
    """Both orders of one group of data."""

    kind: ClassVar[str] = "rank_chart"
    title: str
    places: tuple[RankedSystem, ...]
    """Least raw score first."""
    levels: int
    caption: str = ""

    @classmethod
    def of(
        cls,
        title: str,
        order: Iterable[tuple[str, float | None]],
        rating: Mapping[str, int],
        levels: int,
        caption: str = "",
    ) -> "RankChart":
        """Lay an order out.

        Args:
            title: what is ordered.
            order: each system with its raw score, None where it is not defined; the least first.
            rating: the level of each system, from 1.
            levels: how many levels there are.
            caption: what stands below.

        >>> RankChart.of("", [("a", 0.0), ("b", 2.0), ("c", None)], {"a": 1, "b": 2, "c": 3}, 3).rungs
        ((1, 'first', ('a',)), (2, 'middle', ('b',)), (3, 'last', ('c',)))
        """
        known = list(order)
        most = max((raw for _, raw in known if raw is not None), default=0) or 1
        places = tuple(
            RankedSystem(system, raw_score(raw), _width(raw, most), rating[system], _tone(rating[system], levels))
            for system, raw in known
        )
        return cls(title, places, levels, caption)

    @property
    def rungs(self) -> tuple[tuple[int, Tone, tuple[str, ...]], ...]:
        """Each level, how it looks, and who is in it; the empty ones, too, where there are few levels."""
        few = self.levels <= _ALL
        levels = range(1, self.levels + 1) if few else sorted({place.rating for place in self.places})
        return tuple(
            (level, _tone(level, self.levels), tuple(place.system for place in self.places if place.rating == level))
            for level in levels
        )

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """System, raw score and level."""
        body = ((place.system, place.raw, f"{place.rating} of {self.levels}") for place in self.places)
        return (("system", "raw score", "rating"), *body)

    def strips(self, width: int) -> tuple[str, ...]:
        """The raw scores as bars."""
        return tuple("█" * max(0, round(width * place.width / 100)) for place in self.places)

    @property
    def tones(self) -> tuple[Tone, ...]:
        """The tone of each level."""
        return tuple(place.tone for place in self.places)


def _width(raw: float | None, most: float) -> float:
    return 100.0 if raw is None else max(_FLOOR, round(100 * raw / most, 2)) if raw else 0.0
