"""A system that sees the text alone, and each text once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from botassay.plugins.protocols import SentimentText


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
        """Give a polarity for each row; the same text has the same."""
        texts = list(dict.fromkeys(row.text for row in rows))
        found = dict(zip(texts, self.values(texts), strict=True)) if texts else {}
        return [found[row.text] for row in rows]
