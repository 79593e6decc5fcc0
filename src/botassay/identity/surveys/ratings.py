"""Reads human ratings of replies, on scales from 1 to 7, from CSV files."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from botassay.core.errors import InputError
from botassay.io.sources import lines_of
from botassay.io.table import read_table

QUESTIONS: Final = ("appropriate", "trustworthy", "friendly")
"""The scales of each reply."""
LEAST, MOST = 1, 7
"""Strongly disagree, strongly agree."""
CALIBRATION: Final = "calibration"
"""The configuration of small talk, as a baseline."""
DUPLICATE: Final = "duplicate"
"""The configuration of a repeated item."""
_NEEDED: Final = ("rater", "item", "configuration", *QUESTIONS)
_HINT: Final = f"give CSV with the columns {','.join(_NEEDED)}, and optionally reason,duplicate_of"


class SurveyRating(NamedTuple):
    """One person's rating of one reply."""

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
    """Return the ratings of each rater, in the order of the files.

    Raises: InputError with file and line for an incomplete row, a rating that is not an integer from 1 to 7, an item or
        a configuration that a rater rated twice, a duplicate without original, and if there are no ratings.
    """
    by_rater: dict[str, list[SurveyRating]] = defaultdict(list)
    for file in files:
        for by_column, where in read_table(lines_of(file), _NEEDED, _HINT, folded=True).sound:
            rating = _rating(by_column, where)
            by_rater[rating.rater].append(rating)
    if not by_rater:
        raise InputError("E100 there are no ratings", ", ".join(map(str, files)), _HINT)
    for ratings in by_rater.values():
        _check_once(ratings)
        for _ in repeated(ratings):
            pass
    return dict(by_rater)


def repeated(ratings: Sequence[SurveyRating]) -> Iterator[tuple[SurveyRating, SurveyRating]]:
    """Yield each duplicate of a rater after its original rating. Raises InputError if the original is missing."""
    originals = {rating.item: rating for rating in ratings if rating.configuration != DUPLICATE}
    for rating in ratings:
        if rating.configuration == DUPLICATE:
            original = originals.get(rating.duplicate_of or rating.item)
            if original is None:
                named = (
                    f"item {rating.duplicate_of!r} of rater {rating.rater!r}" if rating.duplicate_of else "not given"
                )
                text = f"E138 the original of a duplicate is missing: {named}"
                raise InputError(text, rating.where, "give the item of the same rater in the column duplicate_of")
            yield original, rating


def _rating(by_column: Mapping[str, str], where: str) -> SurveyRating:
    fields = {name: field.strip() for name, field in by_column.items()}
    for name in ("rater", "item", "configuration"):
        if not fields[name]:
            raise InputError(f"E136 the {name} is missing", where, f"fill in the column {name!r}")
    return SurveyRating(
        fields["rater"],
        fields["item"],
        fields["configuration"],
        tuple(_mark(name, fields[name], where) for name in QUESTIONS),
        fields.get("reason", ""),
        fields.get("duplicate_of", ""),
        where,
    )


def _mark(name: str, written: str, where: str) -> int:
    if not (written.isascii() and written.isdecimal() and LEAST <= int(written[:4]) <= MOST):
        what = f"{written[:40]!r} is not a rating" if written else "a rating is missing"
        raise InputError(f"E136 {name}: {what}", where, f"give an integer from {LEAST} to {MOST}")
    return int(written)


def _check_once(ratings: Sequence[SurveyRating]) -> None:
    items: dict[str, str] = {}
    configurations: dict[str, str] = {}
    for rating in ratings:
        if rating.configuration == DUPLICATE:
            continue
        seen = [(items, rating.item, "item")]
        if rating.configuration != CALIBRATION:
            seen.append((configurations, rating.configuration, "configuration"))
        for table, name, what in seen:
            first = table.setdefault(name, rating.where)
            if first != rating.where:
                hint = f"only {DUPLICATE!r} may repeat an item, and only {CALIBRATION!r} may occur more than once"
                raise InputError(
                    f"E164 rater {rating.rater!r} rated the {what} {name!r} twice, first at {first}", rating.where, hint
                )
