"""Checked polarities of a sentiment system, built in or of a plugin."""

from collections.abc import Sequence
from math import isfinite

from botassay.core.errors import InternalError, blame
from botassay.plugins.protocols.rooms import SentimentSystem, SentimentText


def polarities(system: SentimentSystem, rows: Sequence[SentimentText]) -> list[float]:
    """Ask a system for the polarity of each row.

    Raises: InternalError for a value that is not a number in [-1, 1], or for too few or too many of them.
    """
    if not rows:
        return []
    with blame(f"the sentiment system {system.name}"):
        values = [float(value) for value in system.polarity(rows)]
    if len(values) != len(rows):
        raise _broken(system, f"gives {len(values)} polarities for {len(rows)} texts")
    for value, row in zip(values, rows, strict=True):
        if not (isfinite(value) and -1 <= value <= 1):
            raise _broken(system, f"gives {value} for {row.text[:60]!r}, which is not in [-1, 1]")
    return values


def _broken(system: SentimentSystem, what: str) -> InternalError:
    return InternalError(f"the sentiment system {system.name} {what}", hint="report this to its author")
