"""Labelled phrases: what a bot is trained on, each with the place that it was read from."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from unicodedata import normalize

from botassay.core.errors import InputError
from botassay.corpora.ids import alike

FEWEST: Final = 2
FALLBACKS: Final = frozenset(
    {"fallback", "nlu_fallback", "default fallback intent", "fallbackintent", "amazon.fallbackintent", "none"}
)
"""What engines call their having no answer, in lower case."""
_OUTSIDE: Final = FALLBACKS | {"oos", "ood", "out_of_scope", "out-of-scope", "out of scope", "out_of_domain"}
"""What data sets call phrases that belong to no topic, in lower case."""
_UNSPACED: Final = (
    (0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF),
)  # fmt: skip
"""Thai and Lao, Burmese, Khmer, kana, Chinese characters."""


class NoSuchLabelError(InputError):
    """No phrase of a file has the label of those that belong to no topic."""


class Phrase(NamedTuple):
    """A text and the intent that it is labelled with."""

    text: str
    intent: str | None
    """None: the data set says that it belongs to no intent."""
    where: str
    """The file and the line, as errors name it."""


class SoundPhrases(NamedTuple):
    """The phrases of a file, and the rows of it that hold none."""

    phrases: list[Phrase]
    rejected: tuple[InputError, ...] = ()
    """What was left out, and why: phrases and these are all rows of the file."""


Read = Iterable[Phrase | InputError]
"""Phrases as they stand in a file, and in place of each row that holds none what is wrong with it."""


def sound(read: Read, name: str, none_label: str | None = None, *, skip_bad: bool | None = None) -> SoundPhrases:
    """Check phrases: none is empty, no intent is written in two ways, and there are two intents at least.

    Args:
        read: what stands in a file.
        name: what errors call the file.
        none_label: the label of phrases that belong to no intent.
        skip_bad: leave out rows that are not sound, instead of stopping; None: stop, and speak of no such option.

    Raises: InputError at the first row that is not sound and is not to be skipped; for too few intents.
    """
    written: dict[str, Phrase] = {}
    phrases: list[Phrase] = []
    rejected: list[InputError] = []
    for row in read:
        flaw = row if isinstance(row, InputError) else _flaw(row, written)
        if flaw is None and isinstance(row, Phrase):
            phrases.append(row)
        elif flaw is not None and skip_bad:
            rejected.append(flaw)
        elif flaw is not None:
            raise flaw if skip_bad is None else _skippable(flaw)
    if none_label is not None:
        phrases = _without(phrases, none_label, name)
    _check_enough(phrases, name, none_label)
    return SoundPhrases(phrases, tuple(rejected))


def _skippable(flaw: InputError) -> InputError:
    return InputError(flaw.what, flaw.where, f"{flaw.hint}; or use --skip-bad")


def _flaw(phrase: Phrase, written: dict[str, Phrase]) -> InputError | None:
    """Say what is wrong with a phrase; of an intent that is written in two ways the first one stays."""
    if not phrase.text.strip():
        return InputError("E136 the text is empty", phrase.where, "write a phrase, or take the row out")
    if phrase.intent is None:
        return None
    if not phrase.intent.strip():
        hint = "name a topic; phrases that belong to none get a label of their own, and --none-label names it"
        return InputError("E136 the topic (intent) is empty", phrase.where, hint)
    first = written.setdefault(folded(phrase.intent), phrase)
    if first.intent == phrase.intent:
        return None
    hint = f"write it in one way; the other is at {first.where}"
    return InputError(f"E150 {phrase.intent!r} and {first.intent!r} are twins", phrase.where, hint)


def _without(phrases: list[Phrase], none_label: str, name: str) -> list[Phrase]:
    label = none_label.strip()
    if all(phrase.intent is None or phrase.intent.strip() != label for phrase in phrases):
        raise NoSuchLabelError(f"E150 no phrase is labelled {label!r}", name, "look at the spelling of --none-label")
    return [phrase._replace(intent=None) if (phrase.intent or "").strip() == label else phrase for phrase in phrases]


def _check_enough(phrases: list[Phrase], name: str, none_label: str | None) -> None:
    """Refuse phrases of fewer than two topics.

    Raises: InputError with the line of the first phrase, from which on there is no second topic.
    """
    intents = {phrase.intent for phrase in phrases} - {None}
    if len(intents) >= FEWEST:
        return
    hint = "a classifier needs phrases of at least two topics"
    if not phrases:
        raise InputError("E100 there are no phrases", name, hint)
    first = next((phrase for phrase in phrases if phrase.intent is not None), phrases[0])
    beside = f", beside {none_label!r}" if none_label else ""
    only = "no topic" if first.intent is None else f"one topic only, {first.intent!r}"
    raise InputError(f"E151 from here to the end there is {only}{beside}", first.where, hint)


def outside(phrases: Iterable[Phrase]) -> tuple[str, ...]:
    """Name the topics that are called as if their phrases belonged to none.

    >>> outside([Phrase("hm", "None", ""), Phrase("pay", "pay", ""), Phrase("?", None, "")])
    ('None',)
    """
    return tuple(sorted({phrase.intent for phrase in phrases if phrase.intent and folded(phrase.intent) in _OUTSIDE}))


def unspaced(phrases: Sequence[Phrase]) -> bool:
    """Say whether most letters are of a script that puts no spaces between words.

    >>> unspaced([Phrase("怎么付款", "pay", "")]), unspaced([Phrase("wie zahle ich?", "pay", "")])
    (True, False)
    """
    letters = [ord(letter) for phrase in phrases for letter in phrase.text if letter.isalpha()]
    return 2 * sum(any(low <= letter <= high for low, high in _UNSPACED) for letter in letters) > len(letters)


def folded(label: str) -> str:
    r"""Write a label so that case, kinds of spaces, forms of letters and what has no width make no difference.

    >>> folded("  Pay\tBILL ")
    'pay bill'
    """
    return " ".join(normalize("NFKC", alike(label)).casefold().split())
