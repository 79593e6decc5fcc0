"""A translator that is a Python function of a text and two languages: `python:package.module:function`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from botassay.plugins.protocols import SentimentOptions
from botassay.plugins.registry import imported


@dataclass(frozen=True, slots=True)
class FunctionTranslator:
    """Calls a function for each text."""

    function: Callable[[str, str, str], str]

    def translate(self, texts: Sequence[str], *, source: str, target: str) -> list[str]:
        """Translate each text."""
        return [self.function(text, source, target) for text in texts]


def make(address: str, options: SentimentOptions) -> FunctionTranslator:
    """Return a translator of a function that takes (text, source, target) and gives a text.

    Raises: UsageError when it cannot be found or called.
    """
    del options
    return FunctionTranslator(imported(address, "python:package.module:function"))
