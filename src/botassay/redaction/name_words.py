"""The lists of names, and what a word says of a person."""

import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from botassay.redaction import name_lists as lists

SMALL: Final = "small"
"""A first name and nothing else, in lower case too."""
CAPITAL: Final = "capital"
"""A first name where it has a capital letter; in lower case it is a word of some language."""
MID: Final = "mid"
"""A first name where it has a capital letter within a sentence."""
WEAK: Final = "weak"
"""A first name that is a thing or a place as often."""
LAST: Final = "last"
"""A last name and no English word."""
LAST_WEAK: Final = "last_weak"
"""A last name that is a word or a place."""
PARTICLES: Final = frozenset("van von der den de del della di da dos du la le el al bin ter ten".split())
"""What stands before the last word of a name, in several languages."""


_BARE: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe", "’": "'"}
)


def unaccented(word: str) -> str:
    """Return a word in lower case and without accents.

    >>> unaccented("Małgorzata"), unaccented("José")
    ('malgorzata', 'jose')
    """
    low = word.lower()
    if low.isascii():
        return low
    apart = unicodedata.normalize("NFD", low.translate(_BARE))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


@cache
def _names() -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return first and last names, each with what it says."""
    text = files("botassay.redaction").joinpath("data/names.txt").read_text("utf-8")
    first: dict[str, str] = {}
    last: dict[str, str] = {}
    for line in text.splitlines():
        sort, *names = line.split()
        (last if sort in (LAST, LAST_WEAK) else first).update(dict.fromkeys(names, sort))
    return first, last


def first_name(word: str) -> str:
    """Return what a word says as a first name: `small`, `capital`, `mid`, `weak` or nothing.

    >>> first_name("Giuseppe"), first_name("Grace"), first_name("Paris"), first_name("table")
    ('small', 'mid', 'weak', '')
    """
    low = unaccented(word)
    known = _names()[0]
    sort = known.get(low, "")
    if not sort and "-" in low:  # Anna-Lena, Jean-Baptiste
        sorts = {known.get(part, "") for part in low.split("-")}
        sort = "" if "" in sorts or sorts == {WEAK} else CAPITAL
    return sort


def last_name(word: str) -> str:
    """Return what a word says as a last name: `last`, `last_weak` or nothing.

    >>> last_name("Okafor"), last_name("Baker"), last_name("table")
    ('last', 'last_weak', '')
    """
    low = unaccented(word)
    known = _names()[1]
    sort = known.get(low, "")
    if not sort and "-" in low:
        sort = LAST if LAST in {known.get(part, "") for part in low.split("-")} else ""
    return sort


def no_name(word: str) -> bool:
    """Whether a word with a capital letter is no name of a person even where one is announced."""
    low = word.lower()
    if low in lists.NO_NAMES or low in lists.NOT_LAST or low in lists.BRANDS or low in lists.NO_PEOPLE:
        return True
    if "-" in low and not first_name(word) and any(no_name(part) for part in low.split("-") if part):
        return True
    return low.endswith(lists.OF_A_COUNTRY) and not first_name(word) and not last_name(word)
