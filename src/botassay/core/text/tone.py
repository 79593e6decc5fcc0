"""The tone of a text by VADER (Hutto and Gilbert 2014): its lexicon comes with it, nothing is downloaded."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from heapq import heapify, heappop, heappush
from string import punctuation
from typing import Any, Final
from warnings import catch_warnings, simplefilter

from botassay.core.text.word_memory import WordMemory

_IN_ITS_CODE: Final = frozenset("kind of no or nor least at very but never so this without doubt".split())
"""Words that VADER looks for in its code, besides those of its tables."""
_OTHER: Final = "qqq"
"""The placeholder for words that VADER does not know."""
_WINDOW: Final = 3
"""How many words before a known one VADER reads, at most; behind it, it reads fewer."""
_BRIEF: Final = 400
"""Characters of a text whose tone is remembered."""


@cache
def analyser() -> Any:
    """VADER's analyser, loaded once: `lexicon`, and `polarity_scores(text)` with `compound`, the tone in [-1, 1].

    Three of its steps take the square of the words of a text; here they take no longer than the text, and give the
    same.
    """
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer  # reads its lexicon from a file

    idioms = SentimentIntensityAnalyzer._special_idioms_check  # noqa: SLF001 - these have no public names
    negation = SentimentIntensityAnalyzer._negation_check  # noqa: SLF001

    class Linear(SentimentIntensityAnalyzer):  # type: ignore[misc]
        @staticmethod
        def _special_idioms_check(valence: float, words: list[str], at: int) -> Any:
            """Look for idioms around a word among the words around it, not in a copy of all words."""
            begin = max(0, at - 3)
            return idioms(valence, words[begin : at + 3], at - begin)

        @staticmethod
        def _negation_check(valence: float, words: list[str], behind: int, at: int) -> Any:
            """Look for a negation among the words before a word, not in a copy of all words."""
            begin = max(0, at - 3)
            return negation(valence, words[begin : at + 1], behind, at - begin)

        @staticmethod
        def _but_check(words: list[str], sentiments: list[float]) -> list[float]:
            return weighed_around_but(words, sentiments)

    with catch_warnings():
        simplefilter("ignore", DeprecationWarning)  # it opens files in a way that newer Pythons dislike
        return Linear()


def weighed_around_but(words: list[str], sentiments: list[float]) -> list[float]:
    """Return the sentiments of words, halved before the first `but`, and half as much again behind it.

    As VADER does it: each sentiment in turn changes the first one that equals it, which need not be itself.

    >>> weighed_around_but("good but bad".split(), [1.9, 0, -2.5])
    [0.95, 0, -3.75]
    """
    lowered = [str(word).lower() for word in words]
    if "but" not in lowered:
        return sentiments
    but = lowered.index("but")
    places: dict[float, list[int]] = {}
    for place, sentiment in enumerate(sentiments):
        places.setdefault(sentiment, []).append(place)
    for equal in places.values():
        heapify(equal)
    for turn in range(len(sentiments)):
        first = places[sentiments[turn]][0]
        if first != but and sentiments[first]:
            heappop(places[sentiments[first]])
            sentiments[first] *= 0.5 if first < but else 1.5
            heappush(places.setdefault(sentiments[first], []), first)
    return sentiments


def tone(text: str) -> float:
    """The tone of a text, in [-1, 1].

    >>> tone("They look happy today."), tone("They look grim today.") < 0
    (0.5719, True)
    """
    reduced = " ".join(_reduced(text.split()))
    return _remembered(reduced) if len(reduced) <= _BRIEF else _compound(reduced)


def _reduced(words: Iterable[str]) -> Iterator[str]:
    """Yield the words that VADER knows, and of others in a row as many placeholders as can matter to it."""
    others = 0
    for word in map(_known_or_other.__getitem__, words):
        others = others + 1 if word == _OTHER else 0
        if others <= _WINDOW:
            yield word


def _word_or_placeholder(word: str) -> str:
    """Return a word that VADER knows, or the placeholder, in the same case and with the marks that VADER counts."""
    lowered = word.lower()
    if not word.isascii() or "n't" in lowered or not known_words().isdisjoint((lowered, lowered.strip(punctuation))):
        return word
    marks = "".join(mark for mark in word if mark in "!?")
    return (_OTHER.upper() if word.isupper() else _OTHER) + marks


_known_or_other: Final = WordMemory(_word_or_placeholder)


def _compound(text: str) -> float:
    compound: float = analyser().polarity_scores(text)["compound"]
    return compound


_remembered: Final = lru_cache(maxsize=1 << 14)(_compound)


@cache
def known_words() -> frozenset[str]:
    """Return the words, in lower case, that VADER knows; it treats all others alike.

    It also reads punctuation, "n't" within a word, and capital letters.
    """
    from vaderSentiment.vaderSentiment import BOOSTER_DICT, NEGATE, SPECIAL_CASES

    listed = {*analyser().lexicon, *BOOSTER_DICT, *NEGATE, *SPECIAL_CASES}
    return frozenset(listed | {word for entry in listed for word in entry.split()} | _IN_ITS_CODE)
