"""Forms for people to fill in, as pages to be printed: what they think of replies, and how they would ask."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from botassay.report.html import environment, styled

_STYLES: Final = ("page.css", "forms.css", "dark.css", "print.css", "sheets.css")


@dataclass(frozen=True, slots=True)
class Conversation:
    """Two turns that are rated."""

    number: int
    question: str
    response: str
    asks_reason: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one person rates."""

    rater: int
    conversations: tuple[Conversation, ...]


@dataclass(frozen=True, slots=True)
class Blank:
    """A line that somebody fills in: what for, and a sentence that it is to be like; both may be empty."""

    number: int
    guide: str
    shown: str


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of lines to fill in."""

    kind: str
    """Which instruction stands above them: `ask`, `guided`, `share` or `other`."""
    blanks: tuple[Blank, ...]


@dataclass(frozen=True, slots=True)
class Booklet:
    """What one person fills in."""

    person: int
    leaves: tuple[Leaf, ...]


def questionnaire_page(sheets: Sequence[Sheet], scale: tuple[int, int], version: str) -> bytes:
    """Draw the questionnaire, a sheet for each person; which configuration a reply is of is not on it."""
    least, most = scale
    return _drawn("questionnaire.html", sheets=sheets, scale=range(least, most + 1), version=version)


def phrasings_page(booklets: Sequence[Booklet], version: str) -> bytes:
    """Draw the form that collects phrasings."""
    return _drawn("phrasings.html", booklets=booklets, version=version)


def _drawn(template: str, **filled: Any) -> bytes:
    return environment().get_template(template).render(**filled, **styled(_STYLES)).encode()
