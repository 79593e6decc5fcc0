"""JSON: the document itself, `botassay/rating/2` or, for several profiles or subjects, `botassay/ratings/2`.

Documents of the version before, `/1`, can be read: what they lack follows from what they have.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import msgspec

from botassay.core.errors import InputError
from botassay.core.results import RATING_SCHEMA, RATINGS_SCHEMA, UNDETERMINED, Rating, RedFlag, Report
from botassay.io.json_text import indented, row
from botassay.io.lines import BOM
from botassay.plugins.protocols import Gate, ListedFindings
from botassay.rating.counts_in_words import red_flag
from botassay.rating.not_tested import not_tested

__all__ = ["JsonReport", "read", "row"]

_HINT: Final = "give the rating.json that botassay rate … --out FOLDER writes, or its folder"


class JsonReport:
    """Writes the document; the same rating gives the same bytes."""

    def render(
        self, report: Report, *, gate: Gate | None = None, findings: ListedFindings | None = None
    ) -> Iterator[bytes]:
        """Return the document."""
        del gate, findings
        yield indented({"schema": report.schema, "ratings": report.ratings} if report.plural else report.ratings[0])


class _Header(msgspec.Struct):
    schema: str = ""


def read(data: bytes, where: str) -> Report:
    """Return the ratings of a stored document.

    Raises: InputError when it is something else, or written by a newer version.
    """
    data = data.removeprefix(BOM)  # editors on Windows put one first
    if not data.strip():
        raise InputError("E100 the file is empty", where, _HINT)
    try:
        schema = msgspec.json.decode(data, type=_Header).schema
        if schema == RATING_SCHEMA:
            ratings: tuple[Rating, ...] = (msgspec.json.decode(data, type=Rating),)
        elif schema == RATINGS_SCHEMA:
            ratings = msgspec.json.decode(data, type=Report).ratings
        elif schema in _BEFORE:
            ratings = _of_the_version_before(msgspec.json.decode(data))
        else:
            what = f"the schema {schema!r} is unknown" if schema else "this is not a botassay rating: it has no schema"
            raise InputError(f"E136 {what}", where, _HINT if not schema else "a newer version of botassay may read it")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        code = "E136" if isinstance(error, msgspec.ValidationError) else "E120"
        raise InputError(f"{code} this is not a botassay rating: {error}", where, _HINT) from error
    if not ratings or not all(map(_sound, ratings)):
        raise InputError("E136 the rating names levels that it does not have", where, "rate again")
    return Report(tuple(map(_completed, ratings)) if schema in _BEFORE else ratings)


_BEFORE: Final = ("botassay/rating/1", "botassay/ratings/1")
"""The schemas of the version before, of one rating and of several."""


def _of_the_version_before(document: dict[str, Any]) -> tuple[Rating, ...]:
    parts = msgspec.convert(document.get("ratings", [document]), list[dict[str, Any]])
    return tuple(msgspec.convert({**part, "schema": RATING_SCHEMA}, Rating) for part in parts)


def _completed(rating: Rating) -> Rating:
    """Return a rating of the version before with what follows from its issues; its level stays as it was rated."""
    scores = tuple(replace(grade, sure=len(grade.could_be) == 1 and grade.level is not None) for grade in rating.scores)
    return replace(
        rating,
        scores=scores,
        flags=tuple(
            RedFlag(grade.issue, rating.levels[-1], red_flag(grade))
            for grade in scores
            if grade.could_be == rating.levels[-1:]
        ),
        not_tested=not_tested({grade.issue for grade in scores}, rating.subject.kind),
    )


def _sound(rating: Rating) -> bool:
    """Whether all levels that a rating speaks of are among those of its scale."""
    levels = set(rating.levels)
    named = {
        *rating.bounds,
        *rating.rule.tally,
        *(flag.level for flag in rating.flags),
        *(level for grade in rating.scores for level in grade.could_be),
    }
    named |= {rating.level, *(grade.level for grade in rating.scores if grade.level)} - {UNDETERMINED}
    cuts = {len(grade.cuts) for grade in rating.scores}
    return len(levels) == len(rating.levels) > 0 and named <= levels and cuts <= {len(levels) - 1}
