"""JSON: the document itself, `botassay/rating/1` or, for several profiles or subjects, `botassay/ratings/1`."""

from collections.abc import Iterator
from typing import Final

import msgspec

from botassay.core.errors import InputError
from botassay.core.results import RATING_SCHEMA, RATINGS_SCHEMA, UNDETERMINED, Rating, Report
from botassay.io.json_text import indented, row
from botassay.plugins.protocols import Gate, ListedFindings

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
    try:
        schema = msgspec.json.decode(data, type=_Header).schema
        if schema == RATING_SCHEMA:
            ratings: tuple[Rating, ...] = (msgspec.json.decode(data, type=Rating),)
        elif schema == RATINGS_SCHEMA:
            ratings = msgspec.json.decode(data, type=Report).ratings
        else:
            what = f"the schema {schema!r} is unknown" if schema else "this is not a botassay rating: it has no schema"
            raise InputError(f"E136 {what}", where, _HINT if not schema else "a newer version of botassay may read it")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        code = "E136" if isinstance(error, msgspec.ValidationError) else "E120"
        raise InputError(f"{code} this is not a botassay rating: {error}", where, _HINT) from error
    if not ratings or not all(map(_sound, ratings)):
        raise InputError("E136 the rating names levels that it does not have", where, "rate again")
    return Report(ratings)


def _sound(rating: Rating) -> bool:
    """Whether all levels that a rating speaks of are among those of its scale."""
    levels = set(rating.levels)
    named = {
        *rating.bounds,
        *rating.rule.tally,
        *(level for grade in rating.scores for level in grade.could_be),
    }
    named |= {grade.level for grade in rating.scores if grade.level} | {rating.level} - {UNDETERMINED}
    cuts = {len(grade.cuts) for grade in rating.scores}
    return len(levels) == len(rating.levels) > 0 and named <= levels and cuts <= {len(levels) - 1}
