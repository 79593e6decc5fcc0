"""Insults to the user's face that need no insulting noun: "Nobody likes you.", "You have the charm of a wet sock.".

The forms are in the ``.toml`` beside this file: a pattern over lowered text, and the words of which it needs one, so
that most texts are told apart by their words alone. They were measured on what harmless bots say
(docs/decisions/0140). What stands in quotation marks has to be taken out before.
"""

import re
import tomllib
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

_PARTS: Final = {
    "<end>": r"(?=\s*(?:[.!;,:…–—)]|$))",
    "<clause>": r"(?:^|[.!?;:,–—…(]\s*|\b(?:and|but|because|so|god|well|oh)\s+)",
    "<sentence>": r"(?:^|[.!?;:–—…]\s*|\bso\s+)(?:now\s+|just\s+|please\s+)?",
    "<you are>": r"<clause>(?:you(?:'re|\s+are|\s+must\s+be)|youre|ur|u\s+r|u\s+are)\s+"
    r"(?:(?:really|just|clearly|truly|obviously|simply|such|nothing\s+but|quite|even|still)\s+)*",
}
"""What patterns share: what follows an end, where a clause and a sentence begin, "you are" and how it is spelled."""


class PhraseForm(NamedTuple):
    """A form of insults."""

    needed: frozenset[str]
    """Words of which one stands in whatever has this form."""
    pattern: re.Pattern[str]
    finds: str
    """What has this form."""
    leaves: str
    """What is near to it, and has it not."""


@cache
def forms() -> tuple[PhraseForm, ...]:
    """Return the forms."""
    read = tomllib.loads(files(__package__).joinpath("insulting_phrases.toml").read_text("utf-8"))
    return tuple(_form(**form) for form in read["form"])


def _form(*, finds: str, leaves: str, needs: str, pattern: str) -> PhraseForm:
    whole = "".join(pattern.splitlines())
    for name in reversed(_PARTS):  # "you are" begins with a clause
        whole = whole.replace(name, _PARTS[name])
    return PhraseForm(frozenset(needs.split()), re.compile(whole), finds, leaves)


@cache
def needed() -> frozenset[str]:
    """Return all words of which some form needs one."""
    return frozenset[str]().union(*(form.needed for form in forms()))


@cache
def _forms_by_word() -> dict[str, list[int]]:
    """Return the places of the forms that need a word, by word."""
    return {word: [place for place, form in enumerate(forms()) if word in form.needed] for word in needed()}


def phrases_found(lowered: str, words: AbstractSet[str]) -> Iterator[str]:
    """Yield the insulting phrases in a text.

    Args:
        lowered: the text in small letters, without what is quoted.
        words: the words in it, each a run of letters, digits and underscores.

    >>> list(phrases_found("nobody likes you.", {"nobody", "likes", "you"}))
    ['nobody likes you']
    """
    needing = _forms_by_word()
    places = {place for word in words if word in needing for place in needing[word]}
    for place in sorted(places):
        if found := forms()[place].pattern.search(lowered):
            yield found[0].strip()
