"""A shape of one kind of personal data."""

import re
from collections.abc import Callable
from dataclasses import dataclass

Check = Callable[[str], bool]


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
