"""A system that is a Python function of a text: `python:package.module:function`."""

from botassay.plugins.protocols import SentimentOptions
from botassay.plugins.registry import imported
from botassay.sentiment.systems.text import TextSystem


def make(address: str, options: SentimentOptions) -> TextSystem:
    """Make a system of a function that takes a text and gives a number in [-1, 1].

    Raises: UsageError when it cannot be found or called.
    """
    del options
    function = imported(address, "python:package.module:function")
    return TextSystem(f"python:{address}", lambda texts: [float(function(text)) for text in texts])
