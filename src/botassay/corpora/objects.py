"""Formats of JSON objects, one for each dialog."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import msgspec

from botassay.core.dialog import Dialog, Rejected
from botassay.io.flaws import FlawError
from botassay.io.jsonl import BROKEN, flaw_of

Shape = TypeVar("Shape")


def each_object(
    lines: Iterable[str],
    name: str,
    shape: type[Shape],
    make: Callable[[Shape, str], Dialog],
    file: Iterable[str] | None = None,
) -> Iterator[Dialog | Rejected]:
    """Return a dialog of each line; blank lines are skipped.

    A dialog without an id is called `name@byte`, by the byte of the file at which its line begins; where that is
    unknown, as in a JSON array, `name:ordinal`.

    Args:
        lines: an object each.
        name: makes the ids of dialogs that have none.
        shape: what an object holds.
        make: takes an object and a default id; a FlawError rejects the object.
        file: whose lines these are, where some of them were read before; None: `lines` is that.
    """
    decoder = msgspec.json.Decoder(shape)
    source = lines if file is None else file
    ordinal = 0
    for counted, line in enumerate(lines, 1):
        if line.isspace():
            continue
        ordinal += 1
        number = getattr(source, "number", counted)
        at = getattr(source, "offset", None)
        try:
            yield make(decoder.decode(line), f"{name}:{ordinal}" if at is None else f"{name}@{at}")
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
