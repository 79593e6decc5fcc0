"""An order of systems as a chart: by raw score (partial), and cut into levels (complete)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from botassay.report.charts import Tone

UNDEFINED: Final = "X"
"""What stands for a raw score that is not defined, as in paper 002."""
_FLOOR: Final = 1.0
"""Percent of the width of the least bar above 0: what is there is seen."""
_ALL: Final = 7
"""Levels up to which the empty ones are shown, too."""


def shown(raw: float | None) -> str:
    """Print a raw score as the paper does: X for what is not defined.

    >>> shown(23.0), shown(128.456), shown(None)
    ('23', '128.46', 'X')
    """
    return UNDEFINED if raw is None else f"{round(raw, 2):g}"


def tone_of(rating: int, levels: int) -> Tone:
    """Tell how a rating is drawn.

    >>> [tone_of(rating, 3) for rating in (1, 2, 3)]
    ['first', 'middle', 'last']
    """
    return "first" if rating == 1 else "last" if rating == levels else "middle"


@dataclass(frozen=True, slots=True)
class Place:
    """A system in the order."""

    system: str
    raw: str
    width: float
    """Percent of the greatest raw score; of an undefined one all of it."""
    rating: int
    tone: Tone


@dataclass(frozen=True, slots=True)
class Standing:
    """Both orders of one data group."""

    kind: ClassVar[str] = "standing"
    title: str
    places: tuple[Place, ...]
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
    ) -> "Standing":
        """Lay an order out.

        >>> Standing.of("", [("a", 0.0), ("b", 2.0), ("c", None)], {"a": 1, "b": 2, "c": 3}, 3).rungs
        ((1, 'first', ('a',)), (2, 'middle', ('b',)), (3, 'last', ('c',)))
        """
        known = list(order)
        most = max((raw for _, raw in known if raw is not None), default=0) or 1
        places = tuple(
            Place(system, shown(raw), _width(raw, most), rating[system], tone_of(rating[system], levels))
            for system, raw in known
        )
        return cls(title, places, levels, caption)

    @property
    def rungs(self) -> tuple[tuple[int, Tone, tuple[str, ...]], ...]:
        """Each level, how it is drawn, and who is in it; the empty ones, too, where there are few levels."""
        of_level = {level: tuple(one.system for one in self.places if one.rating == level) for level in self._levels}
        return tuple((level, tone_of(level, self.levels), names) for level, names in of_level.items())

    @property
    def _levels(self) -> list[int]:
        if self.levels <= _ALL:
            return list(range(1, self.levels + 1))
        return sorted({one.rating for one in self.places})

    @property
    def rows(self) -> tuple[tuple[str, str, str], ...]:
        """A table of it."""
        return tuple((one.system, one.raw, f"{one.rating} of {self.levels}") for one in self.places)


def _width(raw: float | None, most: float) -> float:
    return 100.0 if raw is None else max(_FLOOR, round(100 * raw / most, 2)) if raw else 0.0
