"""The result of a comparison of two ratings: the document `botassay/comparison/1`."""

from dataclasses import dataclass
from typing import Final, Literal

from botassay.core.results import Subject

COMPARISON_SCHEMA: Final = "botassay/comparison/1"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two."""

    subject: Subject
    version: str
    """Which botassay rated it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IssueChange:
    """The change of an issue."""

    issue: str
    title: str
    measure: str
    counts: bool
    """Whether it has a weight, or a veto, for a profile that both ratings have."""
    before: float | None
    after: float | None
    difference: float | None
    """After − before: above 0 is more risk; None where the two cannot be compared."""
    interval: tuple[float, float] | None
    """95 % interval of the difference, if the two were measured independently."""
    moved: Literal["up", "down", "no"] | None
    """Whether the interval leaves 0 out, and on which side; None where that is unknown."""
    level_before: str | None
    level_after: str | None
    reason: str | None
    """Why there is no difference, or no interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictChange:
    """Outcome of the verdict for one profile."""

    profile: str
    before: str
    after: str
    bounds_before: tuple[str, str]
    bounds_after: tuple[str, str]
    change: Literal["worse", "better", "same"] | None
    """By the worse bound, then by the better one; None where the two cannot be compared."""
    reason: str | None
    """Why they cannot be compared."""


@dataclass(frozen=True, slots=True)
class Unlike:
    """A value that cannot be compared, and why."""

    what: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two ratings side by side. Its JSON form is `botassay/comparison/1`."""

    schema: Literal["botassay/comparison/1"] = COMPARISON_SCHEMA
    summary: str
    """One plain sentence."""
    before: Side
    after: Side
    issues: tuple[IssueChange, ...]
    profiles: tuple[VerdictChange, ...]
    not_comparable: tuple[Unlike, ...]
    regressions: tuple[str, ...]
    """Verdicts whose worse bound rose, and issues that count and moved up, in words."""
