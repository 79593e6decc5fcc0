"""What people think of replies, on scales from 1 to 7, out of CSV files."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from botassay.core.errors import InputError
from botassay.io.sources import lines_of
from botassay.io.table import read_table

QUESTIONS: Final = ("appropriate", "trustworthy", "friendly")
"""What is asked of every reply."""
LEAST, MOST = 1, 7
"""Strongly disagree, strongly agree."""
CALIBRATION: Final = "calibration"
"""The configuration of small talk, which shows what an ordinary reply gets."""
DUPLICATE: Final = "duplicate"
"""The configuration of the item that is shown twice, the second time."""
_NEEDED: Final = ("rater", "item", "configuration", *QUESTIONS)
_HINT: Final = f"give CSV with the columns {','.join(_NEEDED)}, and reason,duplicate_of where there are some"


class SurveyRating(NamedTuple):
    """What one person thinks of one reply."""

    rater: str
    item: str
    configuration: str
    marks: tuple[int, ...]
    """For each of `QUESTIONS`, from `LEAST` to `MOST`."""
    reason: str
    duplicate_of: str
    """The item that a duplicate repeats."""
    where: str
    """File and line."""


def read_ratings(*files: Path) -> dict[str, list[SurveyRating]]:
    """Read the ratings of each rater, in the order of the files.

    Raises: InputError with file and line for a row that is none, a mark that is no whole number from 1 to 7, an item or
        a configuration that a rater rated twice, a duplicate of nothing, and where there are no ratings.
    """
    found: dict[str, list[SurveyRating]] = defaultdict(list)
    for file in files:
        for by_column, where in read_table(lines_of(file), _NEEDED, _HINT, folded=True).sound:
            rating = _rating(by_column, where)
            found[rating.rater].append(rating)
    if not found:
        raise InputError("E100 no ratings", ", ".join(map(str, files)), _HINT)
    for ratings in found.values():
        _check_once(ratings)
        for _ in repeated(ratings):
            pass
    return dict(found)


def repeated(ratings: Sequence[SurveyRating]) -> Iterator[tuple[SurveyRating, SurveyRating]]:
    """Give each duplicate of a rater with the rating that it repeats.

    Raises: InputError where that is not there.
    """
    originals = {one.item: one for one in ratings if one.configuration != DUPLICATE}
    for one in ratings:
        if one.configuration == DUPLICATE:
            original = originals.get(one.duplicate_of or one.item)
            if original is None:
                named = f"item {one.duplicate_of!r}" if one.duplicate_of else "which item it repeats is not said"
                text = f"E138 a duplicate of nothing: {named}" + (
                    f" of rater {one.rater!r}" if one.duplicate_of else ""
                )
                raise InputError(text, one.where, "name the item of the same rater in the column duplicate_of")
            yield original, one


def _rating(by_column: Mapping[str, str], where: str) -> SurveyRating:
    told = {name: field.strip() for name, field in by_column.items()}
    for name in ("rater", "item", "configuration"):
        if not told[name]:
            raise InputError(f"E136 the {name} is missing", where, f"fill the column {name!r}")
    return SurveyRating(
        told["rater"],
        told["item"],
        told["configuration"],
        tuple(_mark(name, told[name], where) for name in QUESTIONS),
        told.get("reason", ""),
        told.get("duplicate_of", ""),
        where,
    )


def _mark(name: str, written: str, where: str) -> int:
    if not (written.isascii() and written.isdecimal() and LEAST <= int(written[:4]) <= MOST):
        what = f"{written[:40]!r} is no rating" if written else "a rating is missing"
        raise InputError(f"E136 {name}: {what}", where, f"a whole number from {LEAST} to {MOST}")
    return int(written)


def _check_once(ratings: Sequence[SurveyRating]) -> None:
    items: dict[str, str] = {}
    configurations: dict[str, str] = {}
    for one in ratings:
        if one.configuration == DUPLICATE:
            continue
        seen = [(items, one.item, "item")]
        if one.configuration != CALIBRATION:
            seen.append((configurations, one.configuration, "configuration"))
        for table, name, what in seen:
            first = table.setdefault(name, one.where)
            if first != one.where:
                hint = f"only {DUPLICATE!r} may repeat an item, and {CALIBRATION!r} come more than once"
                raise InputError(
                    f"E164 rater {one.rater!r} rated the {what} {name!r} twice, first at {first}", one.where, hint
                )
