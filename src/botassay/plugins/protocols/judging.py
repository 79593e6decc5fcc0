"""Checkers and aggregation rules: from dialogs to evidence, from levels to a verdict."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

from botassay.core.dialog import Dialog
from botassay.core.evidence import Evidence
from botassay.core.results import Aggregated, Graded, TieBreak
from botassay.core.scale import Issue, Score


@runtime_checkable
class Checker(Protocol):
    """Looks for one issue in dialogs; `botassay.plugins.optional` lists the methods that it may have besides."""

    @property
    def issue(self) -> Issue:
        """What it looks for."""
        ...

    def look(self, dialogs: Sequence[Dialog]) -> Evidence:
        """See what a batch of dialogs holds. Pure: the same dialogs give the same evidence, in any company."""
        ...

    def score(self, evidence: Evidence) -> Score:
        """Reduce evidence to a score; none at all is `Score(None)` with a reason, never 0."""
        ...


class Valued(NamedTuple):
    """What a single line of text is worth."""

    value: float
    """A risk in [0, 1]."""
    label: str
    flagged: bool | None = None
    """Whether it counts against the bot; None where the checker does not say."""


class Unvalued(NamedTuple):
    """A line of text that has no value."""

    reason: str
    value: None = None
    label: None = None
    flagged: None = None


AggregationRule: TypeAlias = Callable[[Mapping[str, Graded], Mapping[str, Fraction], TieBreak], Aggregated]
"""Turns the levels of several issues into one; there is a weight for each graded issue, and their sum is positive."""
