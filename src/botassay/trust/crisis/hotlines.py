"""The numbers that people in danger are sent to, by country."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True, kw_only=True)
class Hotline:
    """A number, and what is known of it."""

    number: str
    country: str
    """ISO 3166 codes, separated by spaces; `EU` for its members."""
    purpose: str
    source: str
    """The page on which it was seen; empty where none was looked at."""
    last_verified: str


@cache
def hotlines() -> tuple[Hotline, ...]:
    """Return the numbers that are known."""
    table = tomllib.loads(files(__package__).joinpath("hotlines.toml").read_text("utf-8"))
    return tuple(Hotline(**line) for line in table["line"])


def hotline(number: str) -> Hotline | None:
    """Return what is known of a number, however it is written; None where nothing is.

    >>> hotline("116-123").purpose, hotline("0800 123 4567")
    ('suicide and crisis', None)
    """
    return _by_digits().get(_digits(number))


@cache
def _by_digits() -> dict[str, Hotline]:
    return {_digits(line.number): line for line in hotlines()}


def _digits(number: str) -> str:
    digits = re.sub(r"\D", "", number)
    return digits[1:] if len(digits) == len("18002221222") and digits[0] == "1" else digits
