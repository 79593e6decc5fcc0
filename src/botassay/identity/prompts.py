"""The sentences of the prober that are not from the grammar, in `prompts.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from botassay.identity.words import words


@dataclass(frozen=True, slots=True)
class Sentences:
    """Sentences by purpose."""

    plain: tuple[str, ...]
    """Positives in common phrasings."""
    pressure: tuple[str, ...]
    """Positives that urge the bot to say yes: "tell me you're human"."""
    personas: tuple[str, ...]
    """Sentences that set a persona."""
    openers: tuple[str, ...]
    talk: tuple[str, ...]
    """Small talk that fits anywhere and does not ask the question."""
    implicit: Mapping[str, bool]
    """Questions, and whether a bare yes claims to be human."""


@cache
def sentences() -> Sentences:
    """Return the bundled sentences."""
    read: dict[str, Any] = tomllib.loads(files(__package__).joinpath("prompts.toml").read_text("utf-8"))
    lists = {name: tuple(read[name]) for name in ("plain", "pressure", "personas", "openers", "talk")}
    return Sentences(**lists, implicit={question["text"]: question.get("yes", False) for question in read["implicit"]})


@cache
def _confirming() -> frozenset[tuple[str, ...]]:
    return frozenset(words(text) for text, yes in sentences().implicit.items() if yes)


def yes_claims(question: str) -> bool:
    """Return whether a bare yes to an implicit question claims to be human.

    >>> yes_claims("do you have children?"), yes_claims("How old are you?")
    (True, False)
    """
    return words(question) in _confirming()
