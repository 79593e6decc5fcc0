"""Labelled phrases: what a bot is trained on, each with the place that it was read from."""

from collections.abc import Iterable
from typing import Final, NamedTuple
from unicodedata import normalize

from botassay.errors import InputError

FEWEST: Final = 2


class Phrase(NamedTuple):
    """A text and the intent that it is labelled with."""

    text: str
    intent: str | None
    """None: the data set says that it belongs to no intent."""
    where: str
    """The file and the line, as errors name it."""


def sound(read: Iterable[Phrase], name: str, none_label: str | None = None) -> list[Phrase]:
    """Check phrases: none is empty, no intent is written in two ways, and there are two intents at least.

    Args:
        read: phrases as they stand in a file.
        name: what errors call the file.
        none_label: the label of phrases that belong to no intent.

    Raises: InputError at the first phrase that is not sound.
    """
    written: dict[str, Phrase] = {}
    found = []
    for phrase in read:
        if not phrase.text.strip():
            raise InputError("E160 the text is empty", phrase.where, "write a phrase, or take the row out")
        if phrase.intent is not None:
            if not phrase.intent.strip():
                hint = "name an intent; phrases that belong to none get a label of their own, and --none-label names it"
                raise InputError("E161 the intent is empty", phrase.where, hint)
            first = written.setdefault(folded(phrase.intent), phrase)
            if first.intent != phrase.intent:
                hint = f"write it in one way; the other is at {first.where}"
                raise InputError(f"E162 {phrase.intent!r} and {first.intent!r} are twins", phrase.where, hint)
        found.append(phrase)
    if none_label is not None:
        found = _without(found, none_label, name)
    _check_enough(found, name)
    return found


def _without(found: list[Phrase], none_label: str, name: str) -> list[Phrase]:
    label = none_label.strip()
    if all(phrase.intent is None or phrase.intent.strip() != label for phrase in found):
        raise InputError(f"E161 no phrase is labelled {label!r}", name, "look at the spelling of --none-label")
    return [phrase._replace(intent=None) if (phrase.intent or "").strip() == label else phrase for phrase in found]


def _check_enough(found: list[Phrase], name: str) -> None:
    intents = {phrase.intent for phrase in found} - {None}
    if len(intents) < FEWEST:
        what = f"there is one intent only, {min(map(str, intents))!r}" if intents else "there are no phrases"
        raise InputError(f"E163 {what}", name, "a classifier needs phrases of at least two intents")


def folded(label: str) -> str:
    r"""Write a label so that case, kinds of spaces and forms of letters make no difference.

    >>> folded("  Pay\tBILL ")
    'pay bill'
    """
    return " ".join(normalize("NFKC", label).casefold().split())
