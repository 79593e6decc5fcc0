"""How a level looks, whatever draws it."""

from collections.abc import Sequence
from typing import Literal

Tone = Literal["first", "middle", "last", "none"]
"""The least risky level of a scale, the riskiest, any between them, or no level at all."""


def tone_of(level: str | None, levels: Sequence[str]) -> Tone:
    """Return the tone of a level; what is not on the scale (`undetermined`) has none.

    >>> [tone_of(level, ("low", "medium", "high")) for level in ("low", "medium", "high", None)]
    ['first', 'middle', 'last', 'none']
    """
    if level not in levels:
        return "none"
    rank = levels.index(level)
    return "first" if rank == 0 else "last" if rank == len(levels) - 1 else "middle"
