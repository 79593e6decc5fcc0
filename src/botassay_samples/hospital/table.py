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
"""The prefix of the ids of invented hospitals."""
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
    """A row of the table, with the services that follow from it."""

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
    """A city, a county, a ZIP code or a state."""

    kind: str
    name: str
    state: str | None = None
    """The code of the state, if also named."""

    def holds(self, hospital: Hospital) -> bool:
        """Return whether a hospital is in this place."""
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
    """The hospitals of the bot."""

    hospitals: tuple[Hospital, ...]

    @property
    def fictional(self) -> bool:
        """Whether the hospitals are invented."""
        return all(hospital.id.startswith(FICTION) for hospital in self.hospitals)

    def find(self, service: str | None, place: Place | None) -> tuple[Hospital, ...]:
        """Return the hospitals with a service in a place, the best rated first; None: any."""
        matching = (
            hospital
            for hospital in self.hospitals
            if (service is None or service in hospital.services) and (place is None or place.holds(hospital))
        )
        return tuple(sorted(matching, key=lambda hospital: (-(hospital.rating or 0), hospital.name, hospital.id)))

    def around(self, place: Place) -> Iterator[Place]:
        """Yield wider and wider places around one."""
        inside = self.find(None, place)
        if place.kind in ("city", "zip"):
            yield from (Place("county", *pair) for pair in sorted({(h.county, h.state) for h in inside}))
        if place.kind != "state":
            yield from (Place("state", state) for state in sorted({h.state for h in inside}))


@cache
def bundled() -> HospitalTable:
    """Return the bundled table of invented hospitals.

    >>> len(bundled().hospitals), bundled().fictional
    (40, True)
    """
    text = files(__package__).joinpath(BUNDLED).read_text("utf-8")
    return read_table(text.splitlines(keepends=True), BUNDLED)


def read_table(lines: Iterable[str], name: str) -> HospitalTable:
    """Return the hospitals of a table.

    Args:
        lines: CSV with the header of the public table; optionally with a column `Medical Services`, whose services are
            separated by semicolons.
        name: the name of the table in errors.

    Raises: InputError for a missing column, an invalid row, or a table without rows.
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
    """Return the column of each field in this edition of the table."""
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
    """Return a name in title case if it is in capitals, as in the public table."""
    return " ".join(word.capitalize() for word in text.split()) if text.isupper() else text
