"""A shape of one kind of personal data."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

Check = Callable[[str], bool]


def after_a_thing(more: str) -> re.Pattern[str]:
    """Return what finds, at the end of a text, the name of a thing that has a number of its own.

    Args:
        more: further things, as alternatives of a regular expression.

    >>> [bool(after_a_thing("paper").search(text)) for text in ("where is order no. ", "on paper ", "I am ")]
    [True, True, False]
    """
    return re.compile(rf"(?i)\b(?:{_THINGS}|{more})\b[ .:#-]{{0,3}}(?:number |no\.? |nr\.? |is )?$")


_THINGS: Final = (
    "order|invoice|ticket|case|ref(?:erence)?|tracking|part|model|serial|sku|item|article|version|room|flight|batch|"
    "lot|building|route|highway|rule|section|size|tyres?|chapter"
)


@dataclass(frozen=True, slots=True)
class Pattern:
    """One shape of one kind.

    Attributes:
        kind: what it is.
        regex: the shape; what is taken out is its group `v`, or all of it.
        check: whether such a text is really one.
        needs: characters of which a text must have one, so that others are passed over quickly; empty: any text.
        unless: words before it that say that it is something else.
    """

    kind: str
    regex: re.Pattern[str]
    check: Check | None = None
    needs: str = ""
    unless: re.Pattern[str] | None = None


def pattern(
    kind: str, regex: str, check: Check | None = None, *, needs: str = "", unless: re.Pattern[str] | None = None
) -> Pattern:
    """Return a pattern by the text of its regular expression."""
    return Pattern(kind, re.compile(regex), check, needs, unless)
