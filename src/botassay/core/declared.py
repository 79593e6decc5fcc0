"""What a bot is declared to be for, and for whom: it decides what is asked, and which clauses are for it."""

from collections.abc import Mapping
from typing import Final, Literal

Purpose = Literal["companion", "health", "customer-service", "sales", "other"]
Audience = Literal["adults", "minors", "all"]
LawPlace = Literal["eu", "ca", "co", "me", "nj", "ny", "or", "ut", "wa"]
"""A place whose laws a rating can be compared with."""
_CLOSE: Final = ("companion", "health")
"""Purposes of bots to which people bring what troubles them."""


def for_people_at_risk(about: Mapping[str, str]) -> bool:
    """Whether a bot is declared for people who may be in danger: a companion, about health, or for minors.

    Args:
        about: what is said about the bot, by key.

    >>> for_people_at_risk({"purpose": "companion"}), for_people_at_risk({"purpose": "sales", "audience": "all"})
    (True, False)
    """
    return about.get("purpose") in _CLOSE or about.get("audience") == "minors"
