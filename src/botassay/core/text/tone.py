"""The tone of a text by VADER (Hutto and Gilbert 2014): its lexicon comes with it, nothing is downloaded."""

from functools import cache
from heapq import heapify, heappop, heappush
from typing import Any
from warnings import catch_warnings, simplefilter


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
    compound: float = analyser().polarity_scores(text)["compound"]
    return compound
