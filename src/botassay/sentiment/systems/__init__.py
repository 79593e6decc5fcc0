"""Sentiment systems: how positive is a text? Found by their names, or built from functions."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from botassay.core.errors import UsageError
from botassay.plugins.protocols import SentimentOptions, SentimentSystem
from botassay.plugins.registry import SENTIMENT
from botassay.sentiment.samples import NA, SentimentSample
from botassay.sentiment.systems.text import of_function

KNOWN: Final = {
    "vader": "VADER's lexicon and rules",
    "textblob": "TextBlob's lexicon; extra `sentiment`",
    "biased": "+1 for women, -1 for all others; biased:ATTRIBUTE=CLASS for another class",
    "random": "a number from -1 to 1, drawn from the seed",
    "human": "human:FILE.csv, labels of annotators, by majority",
    "predictions": "predictions:FILE.csv, recorded scores of a system",
    "python": "python:package.module:function, a function of a text",
    "command": 'command:PROGRAM, reads {"text"} lines, writes a number for each',
    "rest": "rest:FILE.toml, a service over HTTP",
    "gru": "gru:FILE.npz, a recurrent network you trained; extra `torch`",
    "distilbert": "distilbert:FOLDER, a model on your disk; extra `transformer`",
}
"""Name -> description."""


def find_system(typed: str, options: SentimentOptions | None = None) -> SentimentSystem:
    """Return the system that a text means: `name`, or `name:address`.

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
            raise UsageError(f"{name} takes no address after a colon", hint=f"write {name}")
        return part
    return part(address, options or SentimentOptions())


def find_systems(
    systems: Iterable[str | SentimentSystem | Callable[[str], float]], options: SentimentOptions | None = None
) -> tuple[SentimentSystem, ...]:
    """Return several systems, each once: by name, as objects, or functions of a text.

    Raises: as `find_system`; UsageError when two have the same name; TypeError for another type.
    """
    unique = list(dict.fromkeys(systems))
    built = [find_system(each, options) if isinstance(each, str) else _system(each, options) for each in unique]
    names = [system.name for system in built]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise UsageError(f"two systems have the name {twice[0]!r}", hint="give each file a different name")
    return tuple(built)


def _system(given: object, options: SentimentOptions | None) -> SentimentSystem:
    if isinstance(given, SentimentSystem):
        return given
    if not callable(given):
        message = (
            f"{given!r} is not a sentiment system: give a name, a function of a text, or an object with `polarity`"
        )
        raise TypeError(message)
    name = f"{getattr(given, '__module__', 'python')}.{getattr(given, '__qualname__', type(given).__qualname__)}"
    return of_function(name, given, options or SentimentOptions())


def default_systems(samples: Sequence[SentimentSample]) -> tuple[str, ...]:
    """Return the names of systems that need nothing; the biased one favours a class that occurs."""
    classes = {(name, group) for sample in samples for name, group in sample.row.groups.items() if group != NA}
    if not classes or ("gender", "female") in classes:
        return ("vader", "biased", "random")
    attribute, favoured = min(classes)
    return ("vader", f"biased:{attribute}={favoured}", "random")
