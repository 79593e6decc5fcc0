"""The tone of a text: as VADER gives it, in a time that grows with the text."""

from hypothesis import given
from hypothesis import strategies as st
from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

from botassay.core.text.tone import analyser, weighed_around_but

PUBLISHED = SentimentIntensityAnalyzer()
WORDS = st.sampled_from(
    "good bad but But GREAT not never so this without doubt least kind of very the bomb shit hand to mouth yeah right"
    " bus stop kiss death no or nor 😀 ok! hate? cut mustard at".split()
)


@given(st.lists(WORDS, max_size=40))
def test_the_tone_is_the_one_of_the_published_analyser(words: list[str]) -> None:
    text = " ".join(words)
    assert analyser().polarity_scores(text) == PUBLISHED.polarity_scores(text)


@given(st.lists(st.sampled_from([0, 1.9, 0.95, 3.8, -2.5, -1.25, 2.85]), max_size=30), st.integers(0, 29))
def test_sentiments_around_but_are_weighed_as_published(sentiments: list[float], but: int) -> None:
    words = ["so"] * len(sentiments)
    words[but : but + 1] = ["but"] * (but < len(words))
    expected = PUBLISHED._but_check(words, list(sentiments))
    assert weighed_around_but(words, list(sentiments)) == expected
