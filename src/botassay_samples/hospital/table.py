"""A table of hospitals, in the columns of the public US table "Hospital General Information"."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from botassay.core.errors import InputError
from botassay_samples.hospital.words import WORDS

BUNDLED: Final = "fictional-hospitals.csv"
FICTION: Final = "FICTION"
"""What the id of an invented hospital begins with."""
_COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "id": ("Facility ID", "Provider ID"),
    "name": ("Facility Name", "Hospital Name"),
    "address": ("Address",),
    "city": ("City/Town", "City"),
    "state": ("State",),
    "zip": ("ZIP Code",),
    "county": ("County/Parish", "County Name"),
    "phone": ("Telephone Number", "Phone Number"),
    "type": ("Hospital Type",),
    "emergency": ("Emergency Services",),
}
_OPTIONAL: Final[Mapping[str, tuple[str, ...]]] = {
    "rating": ("Hospital overall rating",),
    "birthing": ("Meets criteria for birthing friendly designation",),
    "services": ("Medical Services",),
}


@dataclass(frozen=True, slots=True)
class Hospital:
    """A row of the table, with the services that can be told from it."""

    id: str
    name: str
    address: str
    city: str
    state: str
    zip: str
    county: str
    phone: str
    type: str
    emergency: bool
    rating: int | None
    """From 1 to 5."""
    services: frozenset[str]


class Place(NamedTuple):
    """Somewhere that hospitals are: a city, a county, a ZIP code or a state."""

    kind: str
    name: str
    state: str | None = None
    """The code of the state, where it was said as well."""

    def holds(self, hospital: Hospital) -> bool:
        """Return whether a hospital is there."""
        if self.state not in (None, hospital.state):
            return False
        there = {"city": hospital.city, "county": hospital.county, "zip": hospital.zip, "state": hospital.state}
        return there[self.kind].lower() == self.name.lower()

    def __str__(self) -> str:
        if self.kind == "state":
            return WORDS.states.get(self.name, self.name)
        return f"{self.name} County" if self.kind == "county" else self.name


@dataclass(frozen=True, slots=True)
class HospitalTable:
    """All hospitals that the bot knows."""

    hospitals: tuple[Hospital, ...]

    @property
    def fictional(self) -> bool:
        """Whether the hospitals are invented."""
        return all(hospital.id.startswith(FICTION) for hospital in self.hospitals)

    def find(self, service: str | None, place: Place | None) -> tuple[Hospital, ...]:
        """Return the hospitals with a service in a place, the best rated first; None is any."""
        matching = (
            hospital
            for hospital in self.hospitals
            if (service is None or service in hospital.services) and (place is None or place.holds(hospital))
        )
        return tuple(sorted(matching, key=lambda hospital: (-(hospital.rating or 0), hospital.name, hospital.id)))

    def around(self, place: Place) -> Iterator[Place]:
        """Return wider and wider places round one."""
        inside = self.find(None, place)
        if place.kind in ("city", "zip"):
            yield from (Place("county", *pair) for pair in sorted({(h.county, h.state) for h in inside}))
        if place.kind != "state":
            yield from (Place("state", state) for state in sorted({h.state for h in inside}))


@cache
def bundled() -> HospitalTable:
    """Return the table that comes with the package; all that stands in it is invented.

    >>> len(bundled().hospitals), bundled().fictional
    (40, True)
    """
    text = files(__package__).joinpath(BUNDLED).read_text("utf-8")
    return read_table(text.splitlines(keepends=True), BUNDLED)


def read_table(lines: Iterable[str], name: str) -> HospitalTable:
    """Read a table of hospitals.

    Args:
        lines: CSV, with a head of columns as the public table has it; a column `Medical Services`, with services
            between semicolons, may be added.
        name: what errors call it.

    Raises: InputError when a column is missing, a row is broken, or there is no row.
    """
    reader = csv.DictReader(lines)
    try:
        columns = _columns(reader.fieldnames or (), name)
        hospitals = tuple(_hospital(row, columns, f"{name}:{reader.line_num}") for row in reader)
    except csv.Error as error:
        raise InputError(f"E140 invalid CSV: {error}", f"{name}:{reader.line_num}") from error
    if not hospitals:
        raise InputError("E100 the table has no hospitals", name)
    return HospitalTable(hospitals)


def _columns(head: Iterable[str], name: str) -> dict[str, str]:
    """Return the column of each field, as this edition of the table calls it."""
    named = {column.strip().removeprefix("\ufeff").lower(): column for column in head}
    known = {**_COLUMNS, **_OPTIONAL}
    columns = {
        field: named[spelling.lower()]
        for field, spellings in known.items()
        for spelling in reversed(spellings)
        if spelling.lower() in named
    }
    missing = [spellings[0] for field, spellings in _COLUMNS.items() if field not in columns]
    if missing:
        raise InputError(
            f"E142 the header lacks the column {missing[0]!r}", f"{name}:1", "use the header of the public table"
        )
    return columns


def _hospital(row: Mapping[str, str | None], columns: Mapping[str, str], where: str) -> Hospital:
    cells = {field: (row[column] or "").strip() for field, column in columns.items()}
    if not (cells["name"] and cells["city"]):
        raise InputError("E136 a hospital needs a name and a city", where)
    rating = cells.get("rating", "")
    return Hospital(
        id=cells["id"],
        name=_cased(cells["name"]),
        address=_cased(cells["address"]),
        city=_cased(cells["city"]),
        state=cells["state"],
        zip=cells["zip"],
        county=_cased(cells["county"]),
        phone=cells["phone"],
        type=cells["type"],
        emergency=cells["emergency"].lower() == "yes",
        rating=int(rating) if rating in {"1", "2", "3", "4", "5"} else None,
        services=_services(cells),
    )


def _services(cells: Mapping[str, str]) -> frozenset[str]:
    named = (part.strip().lower() for part in cells.get("services", "").split(";"))
    services = {*WORDS.types.get(cells["type"], ()), *(service for service in named if service)}
    if cells["emergency"].lower() == "yes":
        services.add("emergency care")
    if cells.get("birthing", "").upper() in {"Y", "YES"}:
        services.add("maternity")
    return frozenset(services)


def _cased(text: str) -> str:
    """Take names in capitals down, as the public table has them."""
    return " ".join(word.capitalize() for word in text.split()) if text.isupper() else text
