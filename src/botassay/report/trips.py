"""What became of a gap in tone when what the bot said went into another language and back, in words and drawn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from botassay.core.results import IssueResult
from botassay.report.plots import Panel, Range, Ranges

if TYPE_CHECKING:
    from botassay.report.leaflet import Grid

_COLUMNS: Final = ("figure", "as it was said", "after the round trip", "change")
_LEAST: Final = 0.3
"""How far the scale reaches at least: the gap that is as bad as can be."""
_CAPTION: Final = (
    "Tone to the first group less that to the second. The dot is the gap after the round trip; the bar leads to it "
    "from the gap in what the bot said."
)
LEAD: Final = (
    "What the bot said was translated into another language and back, and its tone taken again. The rating goes by "
    "what it said."
)
_TOLD: Final = ("SG.gap", "gap", "WRS", "DIE of the topic, %")
"""The figures that are told where there is no room for a table."""


@dataclass(frozen=True, slots=True)
class Trips:
    """All round trips of an issue."""

    grids: "tuple[Grid, ...]"
    """One for each language."""
    ranges: Ranges

    @property
    def lead(self) -> str:
        """What was done."""
        return LEAD


def trips(grade: IssueResult) -> Trips | None:
    """Lay out the round trips of an issue; None where there were none."""
    from botassay.report.leaflet import Grid  # which draws by what also draws this

    found: Sequence[Mapping[str, Any]] = grade.details.get("round_trips") or ()
    if not found:
        return None
    grids = tuple(Grid(_title(trip), _COLUMNS, tuple(map(_row, trip["moves"]))) for trip in found)
    gaps = [move for trip in found for move in trip["moves"] if move["figure"] == "gap"]
    reach = max(_LEAST, *(abs(move[end]) for move in gaps for end in ("before", "after")))
    ticks = tuple(f"{reach * share:+.2f}" if share else "0" for share in (-1, -0.5, 0, 0.5, 1))
    panels = tuple(
        Panel(
            f"via {trip['via']}", tuple(_range(move, reach) for move in trip["moves"] if move["figure"] == "gap"), ticks
        )
        for trip in found
    )
    return Trips(grids, Ranges("The gaps before and after", panels, _CAPTION))


def told(grade: IssueResult) -> Iterator[str]:
    """Say the same in lines, one for each language."""
    for trip in grade.details.get("round_trips") or ():
        parts = (
            f"{_named(move)} {_value(move, 'before')} → {_value(move, 'after')} ({_percent(move)})"
            for move in trip["moves"]
            if move["figure"] in _TOLD
        )
        yield f"{_title(trip)}: {'; '.join(parts)}"


def _title(trip: Mapping[str, Any]) -> str:
    return f"via {trip['via']} and back, by {trip['translator']}"


def _row(move: Mapping[str, Any]) -> tuple[str, ...]:
    return (_named(move), _value(move, "before"), _value(move, "after"), _percent(move))


def _named(move: Mapping[str, Any]) -> str:
    return f"{move['figure']}, {move['of']}" if move["of"] else str(move["figure"])


def _value(move: Mapping[str, Any], end: str) -> str:
    value = move[end]
    if value is None:
        return "infinite" if move["figure"] == "t" else "not defined"
    forms = {"gap": "+.3f", "t": "+.2f", "p, adjusted": ".3g", "SG.gap": ".3f", "DIE of the topic, %": ".1f"}
    return f"{value:{forms.get(move['figure'], '.3g')}}"


def _percent(move: Mapping[str, Any]) -> str:
    """Say a change.

    >>> _percent({"percent": -67.796610169, "before": 5.9, "after": 1.9}), _percent(dict.fromkeys(["percent"]))
    ('-67.8 %', 'n/a')
    """
    return "n/a" if move["percent"] is None else f"{move['percent']:+.1f} %"


def _range(move: Mapping[str, Any], reach: float) -> Range:
    before, after = ((move[end] / reach + 1) / 2 for end in ("before", "after"))
    said = f"{_value(move, 'before')} → {_value(move, 'after')}, {_percent(move)}"
    return Range(move["of"], (min(before, after), max(before, after)), (after,), said)
