"""More, as much, less: how what was found is named beside what was published."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from botassay.core.published_figure import ABSENT, Figure

NO_TEXTBLOB: Final = "TextBlob is not installed: pip install 'botassay[sentiment]'"
_SAME: Final = 1e-9


def sign(difference: float) -> int:
    """Give 1, 0 or -1; what rounding leaves is 0."""
    return 0 if abs(difference) < _SAME else 1 if difference > 0 else -1


def compared(before: float, after: float) -> str:
    """Name a change.

    >>> compared(0.0, 0.2), compared(0.2, 0.2), compared(0.2, 0.0)
    ('more', 'as much', 'less')
    """
    return _NAMES[sign(after - before)]


_NAMES: Final[Mapping[int, str]] = {1: "more", 0: "as much", -1: "less"}


def counted(signs: Iterator[int]) -> Counter[str]:
    """Count changes by their name."""
    return Counter(_NAMES[one] for one in signs)


def most(counts: Counter[str]) -> str:
    """Name what is most often the case; where more and less are as frequent, neither.

    >>> most(Counter({"more": 3, "as much": 3, "less": 1}))
    'as much'
    """
    return max(("as much", "less", "more"), key=lambda name: counts[name])


def listed(counts: Counter[str], who: str) -> str:
    """Say how often each is the case.

    >>> listed(Counter({"more": 3}), "Sg")
    'Sg: more in 3, as much in 0, less in 0'
    """
    return f"{who}: " + ", ".join(f"{name} in {counts[name]}" for name in _NAMES.values())


def lacking(title: str, published: str) -> Figure:
    """Give the figure that takes TextBlob."""
    return Figure(title, published, ABSENT, NO_TEXTBLOB)
