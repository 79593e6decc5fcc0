"""What a system returns for a text, as a polarity from -1 to 1: a number, a number on another scale, or a label."""

from collections.abc import Mapping
from math import isfinite
from typing import Any

from botassay.core.errors import UsageError
from botassay.plugins.protocols import SentimentOptions

_SHOWN = 60
_HINT = "return a number from -1 to 1, or add --labels positive=1,negative=-1 or --scale 0,10"


def polarity_of(value: Any, text: str, system: str, options: SentimentOptions, where: str | None = None) -> float:
    """Return the polarity that a system means.

    Args:
        value: what it returned: a number, text with a number or a label, or `{"polarity": …}` of these.
        text: what it was asked, for the error.
        system: its name.
        options: the labels, and the scale of numbers.
        where: file and line of the value.

    Raises: UsageError with the value and the text.

    >>> polarity_of({"polarity": "7.5"}, "Good.", "mine", SentimentOptions(scale=(0, 10)))
    0.5
    """
    given: Any = value.get("polarity") if isinstance(value, Mapping) else value
    if isinstance(given, str) and given.strip().casefold() in options.labels:
        return options.labels[given.strip().casefold()]
    try:
        number = float("nan") if isinstance(given, bool) else float(given)
    except (TypeError, ValueError):
        number = float("nan")
    low, high = options.scale
    if not (isfinite(number) and low <= number <= high):
        what = f"{system} gives {_shown(value)} for {text[:_SHOWN]!r}, which is not a number from {low:g} to {high:g}"
        raise UsageError(what, where, _HINT)
    return 2 * (number - low) / (high - low) - 1


def _shown(value: object) -> str:
    """Return a value in one short line."""
    shown = " ".join(repr(value).split())
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"


def parse_labels(text: str | None) -> dict[str, float]:
    """Return the polarity of each label, case folded.

    Raises: UsageError.

    >>> parse_labels("Positive=1, negative=-1")
    {'positive': 1.0, 'negative': -1.0}
    """
    hint = "write for example positive=1,neutral=0,negative=-1"
    worth: dict[str, float] = {}
    for part in text.split(",") if text else ():
        name, _, value = part.rpartition("=")
        try:
            worth[name.strip().casefold()] = float(value)
        except ValueError:
            raise UsageError(f"--labels: {part!r} is not a label with its polarity", hint=hint) from None
        if not name.strip() or not -1 <= float(value) <= 1:
            raise UsageError(f"--labels: {part!r} is not a label with a polarity from -1 to 1", hint=hint)
    return worth


def parse_scale(text: str | None) -> tuple[float, float]:
    """Return both ends of a scale.

    Raises: UsageError.

    >>> parse_scale("0,10"), parse_scale(None)
    ((0.0, 10.0), (-1.0, 1.0))
    """
    if text is None:
        return -1.0, 1.0
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low, high = 0.0, 0.0
    if not (isfinite(low) and isfinite(high) and low < high):
        raise UsageError(f"--scale {text} is not two numbers, the lower first", hint="write for example 0,10")
    return low, high
