"""What a rating of sentiment systems comes to, as one document: whatever is shown is drawn from it alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from botassay.sentiment.orders import Overall, Raw
from botassay.sentiment.systems.human import Agreement

Interval = tuple[float, float]


class PairResult(msgspec.Struct, frozen=True, kw_only=True, tag_field="measure", tag="WRS"):
    """Two classes held against each other in one data set: a cell of the supplement's tables of t values."""

    dataset: str
    pair: tuple[str, str]
    n: tuple[int, int]
    t: float | None
    """null in JSON: infinite where p is 0 (no variance, other means), not tested where p is null (under two rows)."""
    df: float | None
    p: float | None
    p_holm: float | None
    """Adjusted for all tests of the system in the data group (Holm 1979)."""
    rejected: tuple[bool, ...]
    """At each level of confidence, the greatest first."""
    difference: float | None
    """Mean polarity of the first class less that of the second."""
    interval: Interval | None
    """95 %."""
    g: float | None
    """Hedges' g; null where neither class varies."""
    g_interval: Interval | None
    """95 %."""


class DieResult(msgspec.Struct, frozen=True, kw_only=True, tag_field="measure", tag="DIE"):
    """What deconfounding changes in one data set."""

    dataset: str
    neg: float | None
    """DIE in percent for negative words; null where it is not defined, or there are none."""
    pos: float | None
    difference: float
    """The greatest |E[Y | do(x)] - E[Y | x]|, in polarity."""
    observed: Mapping[str, float]
    """E[Y | x]."""
    adjusted: Mapping[str, float]
    """E[Y | do(x)]."""
    undefined: tuple[str, ...]
    """Emotions with E[Y | x] = 0, by which the DIE would divide: the paper's X."""
    gaps: tuple[tuple[str, str], ...]
    """Emotion and class that never meet: nothing is known of them, and the other classes stand in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRating:
    """What one data group says of the systems."""

    measure: Literal["WRS", "DIE"]
    attributes: tuple[str, ...]
    classes: tuple[str, ...]
    sentences: int
    raw: Mapping[str, Raw]
    """The sum of weighted rejections, or the greatest DIE in percent; null, not defined, is worse than any number."""
    order: tuple[tuple[str, Raw], ...]
    ties: tuple[tuple[str, ...], ...]
    rating: Mapping[str, int]
    detail: Mapping[str, tuple[PairResult | DieResult, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeUsed:
    """By which rule pairs of classes were tested."""

    name: str
    alphas: tuple[float, ...]
    """Two-sided."""
    weights: tuple[float, ...]
    df: str
    """`welch`, `n-1` or `n-2`."""
    offset: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a raw score became when the sentences had been translated there and back."""

    group: str
    system: str
    via: str
    before: Raw
    after: Raw
    percent: float | None
    """(after - before) / before; null where one is not defined, or before is 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentimentRating:
    """What `sentiment rate --json` prints, `botassay/sentiment/rate/1`."""

    schema: Literal["botassay/sentiment/rate/1"] = "botassay/sentiment/rate/1"
    mode: ModeUsed
    levels: int
    seed: int
    groups: Mapping[str, GroupRating]
    overall: Mapping[str, Overall]
    """Of each system: the worst rating over the groups, and the mean."""
    agreement: Mapping[str, Agreement] = field(default_factory=dict)
    """Of systems that are people."""
    via: Mapping[str, Mapping[str, GroupRating]] = field(default_factory=dict)
    """Language in between -> the groups again, with what came back."""
    changes: tuple[Change, ...] = ()
    """What translating there and back did to each raw score."""
