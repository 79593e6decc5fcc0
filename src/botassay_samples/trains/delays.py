"""Estimates delays: two models, each trained on two tables of journeys (see models/trains/README.md).

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
"""Stations with snow."""
_MORNING: Final = (7, 8, 9)
_EVENING: Final = (16, 17, 18)


class DelayEstimate(NamedTuple):
    """The estimated delay of a train."""

    minutes: int
    reason: str
    """The explanation of the model, a sentence."""


@dataclass(frozen=True, slots=True)
class MeanDelays:
    """The mean over earlier journeys, by station and hour."""

    cells: Mapping[tuple[str, int], tuple[float, int]]
    """(station, hour) -> mean delay in minutes, journeys."""

    def estimate(self, call: Call, *, weekend: bool) -> DelayEstimate:
        """Return the mean delay."""
        del weekend
        mean, journeys = self.cells[call.station, call.at // 60]
        return DelayEstimate(whole(mean), f"That is what it was on average on {journeys} days.")


@dataclass(frozen=True, slots=True)
class LinearDelays:
    """A ridge regression on distance, rush hour, weekend and hills."""

    terms: Mapping[str, float]

    def estimate(self, call: Call, *, weekend: bool) -> DelayEstimate:
        """Return the predicted delay."""
        values = features(call, weekend=weekend)
        parts = {name: self.terms[name] * value for name, value in values.items() if value}
        shown = ", ".join(f"{name.replace('_', ' ')} {value:+.1f}" for name, value in parts.items())
        total = sum(parts.values())
        reason = f"Ridge regression predicts {total:.1f}: {shown}; residual deviation {self.terms['deviation']:.1f}."
        return DelayEstimate(whole(total), reason)


def features(call: Call, *, weekend: bool) -> dict[str, float]:
    """Return the features of the regression, also used by models/trains."""
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
    """Return a delay in minutes, at least 0."""
    return max(0, int(delay + 0.5))


Delays = MeanDelays | LinearDelays


@cache
def delays(model: str, table: str) -> Delays:
    """Return a model trained on a table."""
    learned = list(rows(f"{model}-{table}.tsv"))
    if model == "mean":
        cells = {(row["station"], int(row["hour"])): (float(row["delay"]), int(row["journeys"])) for row in learned}
        return MeanDelays(cells)
    return LinearDelays({row["term"]: float(row["minutes"]) for row in learned})


@cache
def notices(table: str) -> Mapping[str, str]:
    """Return the notices of a table: station -> sentence."""
    return {row["station"]: row["notice"] for row in rows(f"notices-{table}.tsv")}


assert railway().stations.keys() > HILLS  # noqa: S101 - a mistyped code would count as level ground
