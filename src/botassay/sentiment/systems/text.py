"""Systems that see the text alone, and each text once: `python:package.module:function`, and the base of others."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from botassay.plugins.protocols import SentimentOptions, SentimentText
from botassay.plugins.registry import imported
from botassay.sentiment.systems.returned import polarity_of


@dataclass(frozen=True, slots=True)
class TextSystem:
    """Makes a sentiment system of what values texts.

    Args:
        name: what reports call it.
        values: gives a polarity in [-1, 1] for each of some different texts.

    >>> shouting = TextSystem("shouting", lambda texts: [float(text.isupper()) for text in texts])
    >>> shouting.polarity([SentimentText("1", "HEY")])
    [1.0]
    """

    name: str
    values: Callable[[Sequence[str]], Sequence[float]]

    def polarity(self, rows: Sequence[SentimentText]) -> list[float]:
        """Return a polarity for each row; equal texts have equal ones."""
        texts = list(dict.fromkeys(row.text for row in rows))
        polarity = dict(zip(texts, self.values(texts), strict=True)) if texts else {}
        return [polarity[row.text] for row in rows]


def make_function(address: str, options: SentimentOptions) -> TextSystem:
    """Return a system of a function that takes a text and gives a number in [-1, 1].

    Raises: UsageError when it cannot be found or called.
    """
    function = imported(address, "python:package.module:function")
    return of_function(f"python:{address}", function, options)


def of_function(name: str, function: Callable[[str], object], options: SentimentOptions) -> TextSystem:
    """Return a system of a function; what it returns is read as a number or a label."""
    return TextSystem(name, lambda texts: [polarity_of(function(text), text, name, options) for text in texts])
