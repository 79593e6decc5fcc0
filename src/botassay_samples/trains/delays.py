"""How late trains are: two models, each learned from two tables of journeys (models/trains/README.md says how).

>>> delays("mean", "summer").estimate(railway().trains["1203"].calls[-1], weekend=False).minutes
7
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from botassay_samples.trains.network import Call, railway, rows

MODELS: Final = ("mean", "regression")
TABLES: Final = ("summer", "winter")
HILLS: Final = frozenset({"HLK", "SPD", "SMH", "PNL"})
"""Stations where snow lies."""
_MORNING: Final = (7, 8, 9)
_EVENING: Final = (16, 17, 18)


class DelayEstimate(NamedTuple):
    """How late a train will be."""

    minutes: int
    reason: str
    """Where the figure comes from, in a sentence, in the words of the model."""


@dataclass(frozen=True, slots=True)
class MeanDelays:
    """The mean over earlier journeys, by station and hour; it does not ask for the day."""

    cells: Mapping[tuple[str, int], tuple[float, int]]
    """(station, hour) -> mean delay in minutes, journeys."""

    def estimate(self, call: Call, *, weekend: bool) -> DelayEstimate:
        """Look the delay up."""
        del weekend
        mean, journeys = self.cells[call.station, call.at // 60]
        return DelayEstimate(whole(mean), f"That is what it was on average on {journeys} days.")


@dataclass(frozen=True, slots=True)
class LinearDelays:
    """A ridge regression on distance, rush hour, weekend and hills; it explains itself by its terms."""

    terms: Mapping[str, float]

    def estimate(self, call: Call, *, weekend: bool) -> DelayEstimate:
        """Add the terms up."""
        values = features(call, weekend=weekend)
        parts = {name: self.terms[name] * value for name, value in values.items() if value}
        shown = ", ".join(f"{name.replace('_', ' ')} {value:+.1f}" for name, value in parts.items())
        total = sum(parts.values())
        reason = f"Ridge regression predicts {total:.1f}: {shown}; residual deviation {self.terms['deviation']:.1f}."
        return DelayEstimate(whole(total), reason)


def features(call: Call, *, weekend: bool) -> dict[str, float]:
    """Return what the regression looks at; models/trains learns from the same."""
    hour = call.at // 60
    return {
        "intercept": 1.0,
        "kilometres": call.km / 100,
        "morning_peak": float(hour in _MORNING and not weekend),
        "evening_peak": float(hour in _EVENING and not weekend),
        "weekend": float(weekend),
        "gradient": float(call.station in HILLS),
    }


def whole(delay: float) -> int:
    """Round a delay to minutes; no train is told to be early."""
    return max(0, int(delay + 0.5))


Delays = MeanDelays | LinearDelays


@cache
def delays(model: str, table: str) -> Delays:
    """Return a model as it was learned from a table."""
    learned = list(rows(f"{model}-{table}.tsv"))
    if model == "mean":
        cells = {(row["station"], int(row["hour"])): (float(row["delay"]), int(row["journeys"])) for row in learned}
        return MeanDelays(cells)
    return LinearDelays({row["term"]: float(row["minutes"]) for row in learned})


@cache
def notices(table: str) -> Mapping[str, str]:
    """Return the notices that came with a table: station -> a sentence, as whoever kept the table wrote it."""
    return {row["station"]: row["notice"] for row in rows(f"notices-{table}.tsv")}


assert railway().stations.keys() > HILLS  # noqa: S101 - a code that is mistyped here would be learned as level ground
