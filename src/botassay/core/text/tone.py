"""The tone of a text by VADER (Hutto and Gilbert 2014): its lexicon comes with it, nothing is downloaded."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from heapq import heapify, heappop, heappush
from string import punctuation
from typing import Any, Final
from warnings import catch_warnings, simplefilter

from botassay.core.text.word_memory import WordMemory

_WRITTEN_IN: Final = frozenset("kind of no or nor least at very but never so this without doubt".split())
"""Words that the code of VADER looks for, beside those in its tables."""
_OTHER: Final = "qqq"
"""What stands for a word that VADER does not know; it knows no such word either."""
_WINDOW: Final = 3
"""Words around one that it knows at which VADER looks, at most: so many before it, fewer behind it."""
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
    heard = " ".join(_heard(text.split()))
    return _remembered(heard) if len(heard) <= _BRIEF else _compound(heard)


def _heard(words: Iterable[str]) -> Iterator[str]:
    """Yield what VADER tells texts apart by: words that it knows, and of others in a row no more than it looks past."""
    others = 0
    for word in map(_as_heard.__getitem__, words):
        others = others + 1 if word == _OTHER else 0
        if others <= _WINDOW:
            yield word


def _hear(word: str) -> str:
    """Return a word that VADER knows, or what it takes any other for."""
    lowered = word.lower()
    if not word.isascii() or "n't" in lowered or not known_words().isdisjoint((lowered, lowered.strip(punctuation))):
        return word
    marks = "".join(mark for mark in word if mark in "!?")
    return (_OTHER.upper() if word.isupper() else _OTHER) + marks


_as_heard: Final = WordMemory(_hear)


def _compound(text: str) -> float:
    compound: float = analyser().polarity_scores(text)["compound"]
    return compound


_remembered: Final = lru_cache(maxsize=1 << 14)(_compound)


@cache
def known_words() -> frozenset[str]:
    """Return the words, in lower case, by which VADER tells texts apart; to it all others are alike.

    It also looks at marks, at "n't" within a word, and at what is written in capital letters.
    """
    from vaderSentiment.vaderSentiment import BOOSTER_DICT, NEGATE, SPECIAL_CASES

    listed = {*analyser().lexicon, *BOOSTER_DICT, *NEGATE, *SPECIAL_CASES}
    return frozenset(listed | {word for entry in listed for word in entry.split()} | _WRITTEN_IN)
