"""The tone of a text by VADER (Hutto and Gilbert 2014): its lexicon comes with it, nothing is downloaded."""

from functools import cache
from typing import Any
from warnings import catch_warnings, simplefilter


@cache
def analyser() -> Any:
    """VADER's analyser, loaded once: `lexicon`, and `polarity_scores(text)` with `compound`, the tone in [-1, 1]."""
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer  # reads its lexicon from a file

    with catch_warnings():
        simplefilter("ignore", DeprecationWarning)  # it opens files in a way that newer Pythons dislike
        return SentimentIntensityAnalyzer()


def tone(text: str) -> float:
    """The tone of a text, in [-1, 1].

    >>> tone("They look happy today."), tone("They look grim today.") < 0
    (0.5719, True)
    """
    compound: float = analyser().polarity_scores(text)["compound"]
    return compound
