"""Labelled phrases: what a bot is trained on, each with the place that it was read from."""

from collections.abc import Iterable
from typing import Final, NamedTuple
from unicodedata import normalize

from botassay.corpora.ids import alike
from botassay.errors import InputError

FEWEST: Final = 2


class Phrase(NamedTuple):
    """A text and the intent that it is labelled with."""

    text: str
    intent: str | None
    """None: the data set says that it belongs to no intent."""
    where: str
    """The file and the line, as errors name it."""


class Sound(NamedTuple):
    """The phrases of a file, and the rows of it that hold none."""

    phrases: list[Phrase]
    rejected: tuple[InputError, ...] = ()
    """What was left out, and why: phrases and these are all rows of the file."""


Read = Iterable[Phrase | InputError]
"""Phrases as they stand in a file, and in place of each row that holds none what is wrong with it."""


def sound(read: Read, name: str, none_label: str | None = None, *, skip_bad: bool | None = None) -> Sound:
    """Check phrases: none is empty, no intent is written in two ways, and there are two intents at least.

    Args:
        read: what stands in a file.
        name: what errors call the file.
        none_label: the label of phrases that belong to no intent.
        skip_bad: leave out rows that are not sound, instead of stopping; None: stop, and speak of no such option.

    Raises: InputError at the first row that is not sound and is not to be skipped; for too few intents.
    """
    written: dict[str, Phrase] = {}
    found: list[Phrase] = []
    rejected: list[InputError] = []
    for row in read:
        flaw = row if isinstance(row, InputError) else _flaw(row, written)
        if flaw is None and isinstance(row, Phrase):
            found.append(row)
        elif flaw is not None and skip_bad:
            rejected.append(flaw)
        elif flaw is not None:
            raise flaw if skip_bad is None else _skippable(flaw)
    if none_label is not None:
        found = _without(found, none_label, name)
    _check_enough(found, name)
    return Sound(found, tuple(rejected))


def _skippable(flaw: InputError) -> InputError:
    return InputError(flaw.what, flaw.where, f"{flaw.hint}; or use --skip-bad")


def _flaw(phrase: Phrase, written: dict[str, Phrase]) -> InputError | None:
    """Say what is wrong with a phrase; of an intent that is written in two ways the first one stays."""
    if not phrase.text.strip():
        return InputError("E160 the text is empty", phrase.where, "write a phrase, or take the row out")
    if phrase.intent is None:
        return None
    if not phrase.intent.strip():
        hint = "name an intent; phrases that belong to none get a label of their own, and --none-label names it"
        return InputError("E161 the intent is empty", phrase.where, hint)
    first = written.setdefault(folded(phrase.intent), phrase)
    if first.intent == phrase.intent:
        return None
    hint = f"write it in one way; the other is at {first.where}"
    return InputError(f"E162 {phrase.intent!r} and {first.intent!r} are twins", phrase.where, hint)


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
    r"""Write a label so that case, kinds of spaces, forms of letters and what has no width make no difference.

    >>> folded("  Pay\tBILL ")
    'pay bill'
    """
    return " ".join(normalize("NFKC", alike(label)).casefold().split())
