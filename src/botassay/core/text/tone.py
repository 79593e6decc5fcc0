"""The tone of a text by VADER (Hutto and Gilbert 2014): its lexicon comes with it, nothing is downloaded."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol
from warnings import catch_warnings, simplefilter


class Analyser(Protocol):
    """What VADER offers."""

    lexicon: Mapping[str, float]

    def polarity_scores(self, text: str) -> dict[str, Any]:
        """Give shares of positive, neutral and negative words, and `compound`, the tone in [-1, 1]."""
        ...


@cache
def analyser() -> Analyser:
    """Load VADER once."""
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer  # reads its lexicon from a file

    with catch_warnings():
        simplefilter("ignore", DeprecationWarning)  # it opens files in a way that newer Pythons dislike
        made: Analyser = SentimentIntensityAnalyzer()
    return made


def tone(text: str) -> float:
    """Give the tone of a text, in [-1, 1].

    >>> tone("They look happy today."), tone("They look grim today.") < 0
    (0.5719, True)
    """
    compound: float = analyser().polarity_scores(text)["compound"]
    return compound
