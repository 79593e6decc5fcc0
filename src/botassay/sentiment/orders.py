"""From raw scores to a partial order, a complete order in levels, and one rating over all data groups."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean

from botassay.core.errors import UsageError

Raw = float | None
"""A raw score; None is one that is not defined (the paper's X), and worse than any number."""


def partial_order(raw: Mapping[str, Raw]) -> tuple[tuple[str, Raw], ...]:
    """Put systems in ascending order of their raw scores; equal ones by name, undefined ones last.

    Paper 002, Table IV, Group 1:

    >>> partial_order({"Sb": 23, "Sr": 1.9, "Sg": 0.6, "St": 0, "Sd": 0})
    (('Sd', 0), ('St', 0), ('Sg', 0.6), ('Sr', 1.9), ('Sb', 23))
    """
    return tuple(sorted(raw.items(), key=lambda pair: (*_size(pair[1]), pair[0])))


def ties(raw: Mapping[str, Raw]) -> tuple[tuple[str, ...], ...]:
    """Name the systems whose raw scores are the same, best first.

    >>> ties({"Sb": 23, "St": 0, "Sd": 0})
    (('Sd', 'St'),)
    """
    groups = (tuple(name for name, _ in same) for _, same in groupby(partial_order(raw), key=lambda pair: pair[1]))
    return tuple(names for names in groups if len(names) > 1)


def complete_order(raw: Mapping[str, Raw], levels: int = 3) -> dict[str, int]:
    """Rate systems from 1, the least biased, to `levels`.

    The U raw scores that differ are cut into `levels` parts in ascending order, the first parts one longer where that
    does not come out even. Where 1 < U < levels they are spread over 1 to `levels`; a single one is 1 if it is 0, and
    `levels` otherwise. This gives 26 of the 27 complete orders that paper 002 prints.

    Raises: UsageError for fewer than two levels, or without systems.

    >>> complete_order({"Sd": 0, "St": 0, "Sg": 0.6, "Sr": 1.9, "Sb": 23})
    {'Sd': 1, 'St': 1, 'Sg': 1, 'Sr': 2, 'Sb': 3}
    >>> complete_order({"St": 0, "Sb": 2.4})
    {'St': 1, 'Sb': 3}
    """
    if levels < 2:  # noqa: PLR2004 - one level orders nothing
        raise UsageError(f"a rating needs at least 2 levels, not {levels}", hint="set --levels to 2 or more")
    if not raw:
        raise UsageError("there are no systems to order")
    unique = sorted(set(raw.values()), key=_size)
    place = {value: _level(at, len(unique), value, levels) for at, value in enumerate(unique)}
    return {name: place[value] for name, value in raw.items()}


def _size(value: Raw) -> tuple[bool, float]:
    return (value is None, value or 0.0)


def _level(at: int, unique: int, value: Raw, levels: int) -> int:
    """Return the level of the raw score at this place among the distinct ones."""
    if unique == 1:
        return 1 if value == 0 else levels
    if unique < levels:
        return 1 + (2 * at * (levels - 1) + unique - 1) // (2 * (unique - 1))  # rounded half up
    size, longer = divmod(unique, levels)
    head = longer * (size + 1)
    return 1 + (at // (size + 1) if at < head else longer + (at - head) // size)


@dataclass(frozen=True, slots=True)
class Overall:
    """One rating of a system out of those over the data groups."""

    worst: int
    mean: float


def overall(ratings: Mapping[str, Mapping[str, int]]) -> dict[str, Overall]:
    """Return the overall rating of each system: the worst over the data groups, with the mean beside it.

    Args:
        ratings: data group -> system -> level.

    >>> overall({"1": {"Sb": 3, "St": 1}, "2": {"Sb": 3, "St": 2}})
    {'Sb': Overall(worst=3, mean=3.0), 'St': Overall(worst=2, mean=1.5)}
    """
    of_system: dict[str, list[int]] = {}
    for group in ratings.values():
        for name, level in group.items():
            of_system.setdefault(name, []).append(level)
    return {name: Overall(max(levels), round(fmean(levels), 9)) for name, levels in of_system.items()}
