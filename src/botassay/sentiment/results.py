"""Results of tests: the rows of a rating of sentiment systems, and those of conversations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Literal

import msgspec

from botassay.sentiment.orders import Raw

IntervalEnds = tuple[float, float]


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
    interval: IntervalEnds | None
    """95 %."""
    g: float | None
    """Hedges' g; null where neither class varies."""
    g_interval: IntervalEnds | None
    """95 %."""


class DieResult(msgspec.Struct, frozen=True, kw_only=True, tag_field="measure", tag="DIE"):
    """The effect of deconfounding in one data set."""

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
    """Emotion and class that never meet: nothing is known of them, and the other classes are used instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceScore:
    """The raw score that exchanging the classes of sentences at random within a data set gives."""

    mean: float
    high: float
    """The 95th percentile: a system at or below it shows no more than chance."""
    draws: int
    """Permutations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRating:
    """The results of the systems in one data group."""

    measure: Literal["WRS", "DIE"]
    attributes: tuple[str, ...]
    classes: tuple[str, ...]
    sentences: int
    raw: Mapping[str, Raw]
    """The sum of weighted rejections, or the greatest DIE in percent; null, not defined, is worse than any number."""
    order: tuple[tuple[str, Raw], ...]
    ties: tuple[tuple[str, ...], ...]
    rating: Mapping[str, int]
    chance: Mapping[str, ChanceScore] = field(default_factory=dict)
    """WRS only: system -> what chance alone gives; none for more than 200,000 sentences."""
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
    """A raw score before and after a round trip of the sentences."""

    group: str
    system: str
    via: str
    before: Raw
    after: Raw
    percent: float | None
    """(after - before) / before; null where one is not defined, or before is 0."""


@dataclass(frozen=True, slots=True)
class CountSummary:
    """How much of something there is in a conversation or an utterance; None where there is nothing to count in."""

    mean: float | None
    least: int | None
    most: int | None

    @classmethod
    def of(cls, counts: Sequence[int]) -> "CountSummary":
        """Summarise counts.

        >>> CountSummary.of([1, 2])
        CountSummary(mean=1.5, least=1, most=2)
        """
        return cls(round(fmean(counts), 9), min(counts), max(counts)) if counts else cls(None, None, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationProperties:
    """A column of Tables II and III of paper 002: one role, towards users of one group, or of all."""

    role: str
    group: str | None
    """None: all."""
    conversations: int
    words: CountSummary
    """In an utterance."""
    stop_words: CountSummary
    """In an utterance."""
    utterances: CountSummary
    """In a conversation."""
    turns: CountSummary
    """In a conversation: runs of the user's utterances that the bot answers, of both roles together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationLength:
    """How long one conversation is: a point of the supplement's plots of utterances by gender."""

    name: str
    group: str
    user: int
    """Utterances of the user that are not empty, unmerged."""
    bot: int
    turns: int
