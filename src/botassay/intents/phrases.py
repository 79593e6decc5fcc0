"""Labelled training phrases of a bot, each with its place in a file."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from unicodedata import normalize

from botassay.core.errors import InputError
from botassay.corpora.ids import alike

FEWEST: Final = 2
FALLBACKS: Final = frozenset(
    {"fallback", "nlu_fallback", "default fallback intent", "fallbackintent", "amazon.fallbackintent", "none"}
)
"""Common names of fallback intents, in lower case."""
_OUTSIDE: Final = FALLBACKS | {"oos", "ood", "out_of_scope", "out-of-scope", "out of scope", "out_of_domain"}
"""Common labels of out-of-scope phrases, in lower case."""
_UNSPACED: Final = (
    (0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF),
)  # fmt: skip
"""Thai and Lao, Burmese, Khmer, kana, Chinese characters."""


class NoSuchLabelError(InputError):
    """No phrase of a file has the label of out-of-scope phrases."""


class Phrase(NamedTuple):
    """A text and its labelled intent."""

    text: str
    intent: str | None
    """None: out of scope."""
    where: str
    """File and line, as in error messages."""


class SoundPhrases(NamedTuple):
    """The valid phrases of a file, and its skipped rows."""

    phrases: list[Phrase]
    rejected: tuple[InputError, ...] = ()
    """The error of each skipped row."""


Read = Iterable[Phrase | InputError]
"""The phrases of a file in order, with an error in place of each invalid row."""


def sound(read: Read, name: str, none_label: str | None = None, *, skip_bad: bool | None = None) -> SoundPhrases:
    """Return the valid phrases of at least two intents, none of them empty, and each intent in one spelling.

    Args:
        read: the phrases and errors of a file.
        name: the name of the file in errors.
        none_label: the label of out-of-scope phrases.
        skip_bad: skip invalid rows instead of stopping; None: stop, without a hint at this option.

    Raises: InputError at the first invalid row that is not skipped; for too few intents.
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
            raise flaw if skip_bad is None else InputError(flaw.what, flaw.where, f"{flaw.hint}; or use --skip-bad")
    if none_label is not None:
        phrases = _without(phrases, none_label, name)
    _check_enough(phrases, name, none_label)
    return SoundPhrases(phrases, tuple(rejected))


def _flaw(phrase: Phrase, written: dict[str, Phrase]) -> InputError | None:
    """Return the error of an invalid phrase; of two spellings of an intent, the first is valid."""
    if not phrase.text.strip():
        return InputError("E136 the text is empty", phrase.where, "write a phrase, or remove the row")
    if phrase.intent is None:
        return None
    if not phrase.intent.strip():
        hint = "fill in a topic; for out-of-scope phrases use a separate label and --none-label"
        return InputError("E136 the topic (intent) is empty", phrase.where, hint)
    first = written.setdefault(folded(phrase.intent), phrase)
    if first.intent == phrase.intent:
        return None
    hint = f"use one spelling; the other is at {first.where}"
    return InputError(f"E150 {phrase.intent!r} and {first.intent!r} differ only in spelling", phrase.where, hint)


def _without(phrases: list[Phrase], none_label: str, name: str) -> list[Phrase]:
    label = none_label.strip()
    if all(phrase.intent is None or phrase.intent.strip() != label for phrase in phrases):
        raise NoSuchLabelError(f"E150 no phrase is labelled {label!r}", name, "check the spelling of --none-label")
    return [phrase._replace(intent=None) if (phrase.intent or "").strip() == label else phrase for phrase in phrases]


def _check_enough(phrases: list[Phrase], name: str, none_label: str | None) -> None:
    """Refuse phrases of fewer than two topics; raises InputError with the line of the first phrase."""
    intents = {phrase.intent for phrase in phrases} - {None}
    if len(intents) >= FEWEST:
        return
    hint = "a classifier needs phrases of at least two topics"
    if not phrases:
        raise InputError("E100 the data has no phrases", name, hint)
    first = next((phrase for phrase in phrases if phrase.intent is not None), phrases[0])
    beside = f" besides {none_label!r}" if none_label else ""
    only = "no topic" if first.intent is None else f"only one topic, {first.intent!r},"
    raise InputError(f"E151 the data has {only}{beside}".rstrip(","), first.where, hint)


def outside(phrases: Iterable[Phrase]) -> tuple[str, ...]:
    """Return the topics whose names suggest out-of-scope phrases.

    >>> outside([Phrase("hm", "None", ""), Phrase("pay", "pay", ""), Phrase("?", None, "")])
    ('None',)
    """
    return tuple(sorted({phrase.intent for phrase in phrases if phrase.intent and folded(phrase.intent) in _OUTSIDE}))


def unspaced(phrases: Sequence[Phrase]) -> bool:
    """Return whether most letters are of a script without spaces between words.

    >>> unspaced([Phrase("怎么付款", "pay", "")]), unspaced([Phrase("wie zahle ich?", "pay", "")])
    (True, False)
    """
    letters = [ord(letter) for phrase in phrases for letter in phrase.text if letter.isalpha()]
    return 2 * sum(any(low <= letter <= high for low, high in _UNSPACED) for letter in letters) > len(letters)


def distinct(texts: Sequence[str]) -> dict[str, int]:
    """Return how often each text occurs, ignoring case and spaces; of several spellings, the first is used.

    >>> distinct(["Hi!", "hi!", "Bye"])
    {'Hi!': 2, 'Bye': 1}
    """
    times = Counter(map(folded, texts))
    first = {folded(text): text for text in reversed(texts)}
    return {text: times[key] for key, text in reversed(first.items())}


def folded(label: str) -> str:
    r"""Return a label normalised for comparison: case, kinds of spaces, Unicode forms and zero-width characters.

    >>> folded("  Pay\tBILL ")
    'pay bill'
    """
    return " ".join(normalize("NFKC", alike(label)).casefold().split())
