"""The railway of the train-delay assistant: invented stations, and the calls of its trains.

>>> railway().trains["1203"].call("KRC")
Call(train='1203', station='KRC', at=450, km=118, place=3)
"""

import csv
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

DAY: Final = 24 * 60
"""Minutes."""


class Call(NamedTuple):
    """A train at a station."""

    train: str
    """Its number."""
    station: str
    """Its code."""
    at: int
    """Minutes after midnight."""
    km: int
    """Distance from the first station."""
    place: int
    """Number of earlier calls."""


@dataclass(frozen=True, slots=True)
class Station:
    """A station; several may share a nickname."""

    code: str
    name: str
    nicknames: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Train:
    """A train that runs every day; both directions may share a name, but not a number."""

    number: str
    name: str
    nicknames: tuple[str, ...]
    calls: tuple[Call, ...]

    def call(self, code: str) -> Call | None:
        """Return its call at a station, or None."""
        return next((call for call in self.calls if call.station == code), None)


@dataclass(frozen=True, slots=True)
class Network:
    """All stations by code, and all trains by number."""

    stations: Mapping[str, Station]
    trains: Mapping[str, Train]

    def calls(self, station: str, origins: Collection[str] = ()) -> list[Call]:
        """Return the calls at a station in a day; with origins, only those of trains from one of them."""
        calls = [call for train in self.trains.values() if (call := train.call(station))]
        coming = [call for call in calls if not origins or self._came_by(call, origins)]
        return sorted(coming, key=lambda call: (call.at, call.train))

    def _came_by(self, call: Call, origins: Collection[str]) -> bool:
        earlier = self.trains[call.train].calls[: call.place]
        return any(before.station in origins for before in earlier)


def rows(file: str) -> Iterator[dict[str, str]]:
    """Return the rows of a bundled table, tab-separated with a header."""
    text = files(__package__).joinpath(file).read_text("utf-8")
    return csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)


@cache
def railway() -> Network:
    """Return the bundled railway."""
    stations = [Station(row["code"], row["name"], _listed(row["nicknames"])) for row in rows("stations.tsv")]
    trains = [
        Train(row["number"], row["name"], _listed(row["nicknames"]), tuple(_calls(row["number"], row["calls"])))
        for row in rows("trains.tsv")
    ]
    return Network({station.code: station for station in stations}, {train.number: train for train in trains})


def _listed(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split(";"))


def _calls(number: str, cell: str) -> Iterator[Call]:
    for place, part in enumerate(_listed(cell)):
        code, clock, km = part.split()
        hour, _, minute = clock.partition(":")
        yield Call(number, code, int(hour) * 60 + int(minute), int(km), place)
