"""The page of a rating of sentiment systems, drawn from its document alone; it loads nothing and runs nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from botassay.report.charts import Tone
from botassay.report.html import LAST, STYLES, environment, styled

_FLOOR: Final = 2.0
"""Percent of the width of the least bar: what is 0 is seen, too."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One system in the order of a data group."""

    system: str
    raw: str
    width: float
    """Percent of the chart."""
    rating: int
    tone: Tone


@dataclass(frozen=True, slots=True)
class Panel:
    """One data group."""

    name: str
    group: Mapping[str, Any]
    bars: tuple[Bar, ...]

    @property
    def gaps(self) -> list[str]:
        """Emotions and classes that never meet, by data set."""
        rows: list[dict[str, Any]] = next(iter(self.group["detail"].values()), [])
        return [f"{row['dataset']}: {emotion} {name}" for row in rows for emotion, name in row.get("gaps", ())]


def page(document: Mapping[str, Any], version: str) -> bytes:
    """Draw the page.

    Args:
        document: as `botassay/sentiment/rate/1` has it, in plain types.
        version: of the program that rated.
    """
    panels = [Panel(name, group, tuple(_bars(group, document["levels"]))) for name, group in document["groups"].items()]
    overall = sorted(document["overall"].items(), key=lambda pair: (pair[1]["worst"], pair[1]["mean"], pair[0]))
    filled = {"rated": document, "panels": panels, "overall": overall, "tone": tone_of, "version": version}
    return environment().get_template("polarity.html").render({**filled, **styled((*STYLES, *LAST))}).encode()


def tone_of(rating: int, levels: int) -> Tone:
    """Tell how a rating is drawn.

    >>> [tone_of(rating, 3) for rating in (1, 2, 3)]
    ['first', 'middle', 'last']
    """
    return "first" if rating == 1 else "last" if rating == levels else "middle"


def _bars(group: Mapping[str, Any], levels: int) -> Iterator[Bar]:
    most = max((raw for _, raw in group["order"] if raw is not None), default=0) or 1
    for system, raw in group["order"]:
        rating = group["rating"][system]
        width = 100.0 if raw is None else max(_FLOOR, round(100 * raw / most, 2))
        yield Bar(system, "X" if raw is None else f"{round(raw, 2):g}", width, rating, tone_of(rating, levels))
