"""What is rated: systems that say how positive a text is, found by the names that are typed."""

from collections.abc import Iterable
from typing import Final

from botassay.core.errors import UsageError
from botassay.plugins.protocols import SentimentOptions, SentimentSystem
from botassay.plugins.registry import SENTIMENT

KNOWN: Final = {
    "vader": "VADER's lexicon and rules",
    "textblob": "TextBlob's lexicon; extra `sentiment`",
    "biased": "+1 for women, -1 for all others; biased:ATTRIBUTE=CLASS for another class",
    "random": "a number from -1 to 1, drawn from the seed",
    "human": "human:FILE.csv, what annotators said: the majority's vote",
    "predictions": "predictions:FILE.csv, what a system said elsewhere",
    "python": "python:package.module:function, a function of a text",
    "rest": "rest:FILE.toml, any service over HTTP",
    "gru": "gru:FILE.npz, a network that you trained; extra `torch`",
    "distilbert": "distilbert:FOLDER, a model on your disk; extra `transformer`",
}
"""What each name means, for people to read."""


def find_system(typed: str, options: SentimentOptions | None = None) -> SentimentSystem:
    """Make the system that a text means: `name`, or `name:address`.

    Raises:
        UnknownNameError: there is no such system.
        UsageError, InputError, ConfigurationError: what stands behind the colon makes no sense, or something lacks.

    >>> find_system("vader").name
    'vader'
    """
    name, colon, address = typed.partition(":")
    part = SENTIMENT.get(name)
    if isinstance(part, SentimentSystem):
        if colon:
            raise UsageError(f"{name} takes nothing behind a colon", hint=f"write {name}")
        return part
    return part(address, options or SentimentOptions())


def find_systems(typed: Iterable[str], options: SentimentOptions | None = None) -> tuple[SentimentSystem, ...]:
    """Make several systems, each once.

    Raises: as `find_system`; UsageError when two have the same name.
    """
    systems = [find_system(one, options) for one in dict.fromkeys(typed)]
    names = [system.name for system in systems]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise UsageError(f"two systems are called {twice[0]!r}", hint="give each file a name of its own")
    return tuple(systems)
