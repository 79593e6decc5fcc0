"""Systems with a lexicon: VADER, and TextBlob where it is installed."""

from typing import Final

from botassay.core.errors import ConfigurationError, UsageError
from botassay.core.text.tone import tone
from botassay.plugins.protocols import SentimentOptions
from botassay.sentiment.systems.text import TextSystem

VADER: Final = TextSystem("vader", lambda texts: list(map(tone, texts)))
"""VADER's compound value."""


def make_textblob(address: str, options: SentimentOptions) -> TextSystem:
    """Return the system with TextBlob's polarity; its lexicon is part of TextBlob, no corpus is needed.

    Raises: ConfigurationError where TextBlob is not installed; UsageError.
    """
    del options
    if address:
        raise UsageError("textblob takes no address after a colon", hint="write textblob")
    try:
        from textblob import TextBlob
    except ImportError as error:
        raise ConfigurationError(
            "TextBlob is not installed", hint="pip install 'botassay[sentiment]', or rate vader"
        ) from error
    return TextSystem(
        "textblob", lambda texts: [max(-1.0, min(1.0, float(TextBlob(text).sentiment.polarity))) for text in texts]
    )
