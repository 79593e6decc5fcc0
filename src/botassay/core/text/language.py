"""Which language a dialog is in, decided on its pooled words: the checkers read English and nothing else.

Names, numbers and codes never disqualify: what no language's frequency list knows is not counted, and what is too short
to tell counts as English.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import repeat
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ENGLISH: Final = "en"
UNKNOWN: Final = "und"
"""ISO 639 for a language that cannot be told."""
LATIN: Final = (
    "ca", "cs", "da", "de", "es", "fi", "fil", "fr", "hu", "id", "is", "it", "lt",
    "lv", "ms", "nb", "nl", "pl", "pt", "ro", "sh", "sk", "sl", "sv", "tr", "vi",
)  # fmt: skip
"""Languages in Latin letters that English is told from."""
FEWEST: Final = 5
"""Words that are needed to call a dialog anything but English."""
_FEWEST_KNOWN: Final = 3
"""Words of those that have to be on some language's list."""
_PLAINLY: Final = 0.8
"""Share of frequent English words from which on nothing else is looked up."""
_FREQUENT: Final = -4.7
"""Logarithm (base 10) of the frequency of word 4,000 of English, more or less."""
_LISTED: Final = 30_000
"""Words of a frequency list."""
_DOUBT: Final = 3.0
"""By how much, in powers of ten, another language has to be likelier than English."""
_UNLISTED: Final = -7.0
"""Logarithm (base 10) of the frequency of a word that is not on a language's list; all that are listed are higher."""
_ROUNDING: Final = 1e-6
"""By how much sums of the same logarithms may differ."""
_SCRIPTS: Final = {
    "CJK": "zh", "HIRAGANA": "ja", "KATAKANA": "ja", "HANGUL": "ko", "DEVANAGARI": "hi", "BENGALI": "bn", "TAMIL": "ta",
    "CYRILLIC": "ru", "GREEK": "el", "ARABIC": "ar", "HEBREW": "he", "THAI": "th", "ARMENIAN": "hy", "GEORGIAN": "ka",
}  # fmt: skip
"""The language that a script most often stands for."""
_WORD: Final = re.compile(
    r"(?<![\w@#/.])"  # what is glued to digits, underscores and the like is a code, an address, a mention
    r"[^\W\d_]+(?:['’][^\W\d_]+)*"
    r"(?![\w@/])"
)
_RUN: Final = re.compile(r"[^\W\d_]+")
_LETTERS: Final = "".join(mark if mark.isalpha() else " " for mark in map(chr, range(128)))
"""For each character of ASCII itself or, where it is no letter, a blank: that cuts such texts into runs faster."""
_UNSUPPORTED: Final = re.compile(r"language (\w+) not supported")
_OPENING: Final = re.compile(r"(?:^|[.!?:¿¡\"“„«\n]\s*)$")
"""What stands before the first word of a sentence, which is capital without being a name."""


def unsupported(code: str) -> str:
    """Return the reason why an issue was not measured in a language.

    >>> unsupported("de"), unsupported_in(unsupported("de"))
    ('language de not supported', 'de')
    """
    return f"language {code} not supported"


def unsupported_in(reason: str | None) -> str | None:
    """Return the language that was the reason why an issue was not measured; None where it was another reason."""
    found = _UNSUPPORTED.fullmatch(reason or "")
    return found[1] if found else None


def is_foreign(code: str) -> bool:
    """Whether a code is of a language other than English that dialogs are told to be in; unknown codes are not.

    >>> is_foreign("de"), is_foreign("en"), is_foreign("english")
    (True, False, False)
    """
    return code in LATIN or code in _SCRIPTS.values()


def language_of(texts: Iterable[str]) -> str:
    """Return the language of a dialog, as an ISO 639 code.

    >>> language_of(["hi, I am looking for a cheap place", "ok"])
    'en'
    >>> language_of(["Guten Tag, ich suche ein billiges Zimmer für heute."])
    'de'
    >>> language_of(["你好"])
    'zh'
    """
    text = "\n".join(texts)
    ascii_only = text.isascii()
    runs = text.lower().translate(_LETTERS).split() if ascii_only else _RUN.findall(text.lower())
    if _is_plainly_english(runs) or (ascii_only and len(runs) < FEWEST):
        return ENGLISH
    if ascii_only:
        return ENGLISH if _is_surely_english(text) else _latin(_words(text))
    return _script(text) or _latin(_words(text))


@lru_cache(maxsize=512)  # several parts ask about the dialogs of one batch
def language_of_dialog(*texts: str) -> str:
    """Return the language of a dialog, given all its utterances, as `language_of` does; it is remembered for a while.

    >>> language_of_dialog("hi, I am looking for a cheap place", "ok")
    'en'
    """
    return language_of(texts)


def _is_plainly_english(words: Sequence[str]) -> bool:
    """Whether so many of the words are frequent English ones that it need not be looked at more closely."""
    return sum(map(_frequent_english().__contains__, words)) >= _PLAINLY * max(FEWEST, len(words))


def _is_surely_english(text: str) -> bool:
    """Whether no language could win even if each word that speaks for another one counted, names too: a cheap look."""
    return sum(map(_foreignness, _WORD.findall(text.lower()))) < _DOUBT - 2 * _ROUNDING


@lru_cache(maxsize=1 << 15)
def _foreignness(word: str) -> float:
    """Return by how much a word is likelier elsewhere than in English, as a logarithm; 0 where it is not."""
    return max(0.0, _most_elsewhere(word) - frequent_words().get(word, _UNLISTED)) if len(word) > 1 else 0.0


def _words(text: str) -> list[str]:
    """Return the words that are no names, codes or addresses, in lower case."""
    matches = list(_WORD.finditer(text))
    capital = sum(match[0].isupper() for match in matches) > len(matches) / 2  # in capitals names look like words
    words = [match[0] for match in matches if capital or not _is_name(text, match)]
    return [
        word.lower().replace("’", "'") for word in words if len(word) > 1
    ]  # "u" and "r" are no words of English alone


def _is_name(text: str, match: re.Match[str]) -> bool:
    begin = match.start()
    return match[0][0].isupper() and not _OPENING.search(text, max(0, begin - 8), begin)


def _script(text: str) -> str | None:
    """Return the language by its script, if more than half of the letters are not Latin."""
    scripts = Counter(unicodedata.name(mark, "?").split()[0] for mark in text if mark.isalpha())
    latin = scripts.pop("LATIN", 0) + scripts.pop("FULLWIDTH", 0)
    others = sum(scripts.values())
    if others <= latin:
        return None
    if scripts["HIRAGANA"] + scripts["KATAKANA"] > 0:
        return "ja"
    return _SCRIPTS.get(scripts.most_common(1)[0][0], UNKNOWN)


def _latin(words: list[str]) -> str:
    """Return the language of words in Latin letters: the one in which they are the most frequent."""
    if len(words) < FEWEST:
        return ENGLISH
    english = frequent_words()
    known = [word for word in words if word in english or _most_elsewhere(word) > _UNLISTED]
    if len(known) < _FEWEST_KNOWN:
        return ENGLISH
    likely = sum(map(english.get, known, repeat(_UNLISTED)))
    if sum(map(_most_elsewhere, known)) < likely + _DOUBT - _ROUNDING:
        return ENGLISH  # no language can be likelier than one in which each word is as frequent as anywhere
    elsewhere = [_elsewhere(word) for word in known]
    sums = {code: sum(found.get(code, _UNLISTED) for found in elsewhere) for code in LATIN}
    likeliest = max(LATIN, key=lambda code: sums[code])
    return likeliest if sums[likeliest] > likely + _DOUBT else ENGLISH


@lru_cache(maxsize=1 << 15)
def _most_elsewhere(word: str) -> float:
    """Return the logarithm of the frequency of a word in the language other than English where it is most frequent."""
    return max(_elsewhere(word).values(), default=_UNLISTED)


def _elsewhere(word: str) -> dict[str, float]:
    """Return the logarithm of the frequency of a word in each language other than English that lists it."""
    lists, key = _lists(), hash(word)
    begin, end = (int(lists.keys.searchsorted(key, side)) for side in ("left", "right"))
    return {LATIN[lists.languages[at]]: -int(lists.centibels[at]) / 100 for at in range(begin, end)}


class _Lists(NamedTuple):
    """The frequency lists of all languages but English, a tenth of the size of 26 dictionaries.

    Words stand as their hashes of 64 bits, which are different for different words as good as always.
    """

    keys: "NDArray[np.int64]"
    """In order."""
    languages: "NDArray[np.int8]"
    """The place in `LATIN` of each."""
    centibels: "NDArray[np.int16]"
    """A hundred times the logarithm of the frequency, without its sign."""


@cache
def _lists() -> _Lists:
    import numpy as np  # imported when a word is met that English does not list

    parts = []
    for at, code in enumerate(LATIN):
        listed = _listed(code)
        keys = np.fromiter(map(hash, listed), np.int64, len(listed))
        values = np.fromiter(listed.values(), np.int16, len(listed))
        parts.append((keys, np.full(len(listed), at, np.int8), values))
    keys, languages, values = map(np.concatenate, zip(*parts, strict=True))
    order = keys.argsort(kind="stable")
    return _Lists(keys[order], languages[order], values[order])


@cache
def _frequent_english() -> frozenset[str]:
    return frozenset(word for word, frequency in frequent_words().items() if frequency >= _FREQUENT)


@cache
def frequent_words() -> dict[str, float]:
    """Return the logarithm (base 10) of the frequency of each of the 30,000 most frequent words of English."""
    return {word: -centibels / 100 for word, centibels in _listed(ENGLISH).items()}


def _listed(code: str) -> dict[str, int]:
    """Return the most frequent words of a language with a hundred times the logarithm of the frequency, unsigned."""
    from wordfreq import get_frequency_list  # imported when the first dialog is read

    read = getattr(get_frequency_list, "__wrapped__", get_frequency_list)  # it would remember all of its lists
    listed: dict[str, int] = {}
    for centibels, words in enumerate(read(code, "small")):
        listed |= dict.fromkeys(words, centibels)
        if len(listed) >= _LISTED:
            break
    return listed
