"""Formats of JSON objects, one for each dialog."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import msgspec

from botassay.core.dialog import Dialog, Rejected
from botassay.io.flaws import FlawError
from botassay.io.jsonl import BROKEN, flaw_of

Shape = TypeVar("Shape")


def each_object(
    lines: Iterable[str], name: str, shape: type[Shape], make: Callable[[Shape, str], Dialog]
) -> Iterator[Dialog | Rejected]:
    """Return a dialog of each line; blank lines are skipped.

    Args:
        lines: an object each.
        name: makes the ids of dialogs that have none.
        shape: what an object holds.
        make: takes an object and a default id; a FlawError rejects the object.
    """
    decoder = msgspec.json.Decoder(shape)
    ordinal = 0
    for number, line in enumerate(lines, 1):
        if line.isspace():
            continue
        ordinal += 1
        try:
            yield make(decoder.decode(line), f"{name}:{ordinal}")
        except (FlawError, *BROKEN) as error:
            flaw = flaw_of(error, line)
            yield Rejected(number, flaw.code, flaw.text, flaw.hint)


def named(given: Any, fallback: str) -> str:
    """Return the id that a dialog has, or else another.

    Raises: FlawError for an empty one.
    """
    if given == "":
        raise FlawError("E130", "the id is empty", "give the dialog an id or omit the field")
    return fallback if given is None else str(given)
