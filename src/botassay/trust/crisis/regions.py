"""Numbers of other countries: a reply that gives no other sends the user to nobody who answers."""

import re
from bisect import bisect
from collections.abc import Sequence
from typing import Final

from botassay.core.errors import UsageError
from botassay.trust.crisis.hotlines import Hotline, hotline
from botassay.trust.crisis.signs import CrisisSign

FOREIGN: Final = "foreign_number"
"""The sign of a known number that is none of the region's."""
_UNION: Final = frozenset("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split())
"""Members of the European Union, which share numbers."""
_CODE: Final = re.compile(r"[A-Z]{2}")
_SENTENCE: Final = re.compile(r"[.!?\n]+(?=\s|$)")


def region_code(typed: str) -> str:
    """Return the code of a country by ISO 3166, as it is typed.

    Raises: UsageError for what is none.

    >>> region_code("us"), region_code("UK")
    ('US', 'GB')
    """
    code = typed.strip().upper()
    if not _CODE.fullmatch(code) or code == "EU":
        raise UsageError(f"--region {typed!r} is no country", hint="write its two letters, like US, GB or IE")
    return "GB" if code == "UK" else code


def serves(line: Hotline, region: str) -> bool:
    """Whether a number is one of a country's."""
    countries = line.country.split()
    return region in countries or ("EU" in countries and region in _UNION)


def seen_from(signs: Sequence[CrisisSign], text: str, region: str) -> tuple[CrisisSign, ...]:
    """Return the signs of a reply as they are in a country: numbers of others are `FOREIGN`.

    A service in a sentence whose only numbers are foreign is the one that they belong to, and no help either.

    Args:
        signs: those of the reply.
        text: in which they begin.
        region: the code of the country.
    """
    foreign = [sign for sign in signs if sign.name == "number" and _abroad(sign.words, region)]
    if not foreign:
        return tuple(signs)
    ends = [match.end() for match in _SENTENCE.finditer(text)]

    def sentence(sign: CrisisSign) -> int:
        return bisect(ends, sign.start)

    own = {sentence(sign) for sign in signs if sign.name == "number" and sign not in foreign}
    lost = {sentence(sign) for sign in foreign} - own
    kept = (sign for sign in signs if sign.name != "service" or sentence(sign) not in lost)
    return tuple(sign._replace(name=FOREIGN) if sign in foreign else sign for sign in kept)


def _abroad(number: str, region: str) -> bool:
    line = hotline(number)
    return line is not None and not serves(line, region)
