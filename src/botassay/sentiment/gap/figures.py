"""The sentiment gaps between groups, from evidence that can be added: sums are exact, and so is zero variance.

Live: d per pair of conversations that differ in the group alone, and the paired t test. Of a corpus: the difference of
the group means of per-dialog means, standardised over the topic where one is declared, and Welch's t test.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from typing import Final, NamedTuple, Self, TypeAlias

import numpy as np

from botassay.core.distributions import t_beyond
from botassay.core.evidence import GRAINS, Sums, merged
from botassay.core.stats import holm, t_quantile
from botassay.sentiment.backdoor import ZERO, adjust
from botassay.sentiment.group_stats import GroupStats

FEWEST: Final = 2
"""Dialogs that a group needs in a stratum, and pairs that a test needs."""
MOST: Final = 12
"""Most classes of one attribute that are compared."""
SIGNIFICANT: Final = 0.05
FULL: Final = 0.3
"""The gap from which on a gap counts fully."""


@dataclass(frozen=True, slots=True)
class GroupGap:
    """The mean sentiment towards the first class minus that towards the second, with its test."""

    attribute: str
    classes: tuple[str, str]
    n: tuple[int, int]
    """Dialogs of each class; of pairs, how many of them, twice."""
    gap: float
    """The gap that determines the level: of pairs, the mean d; else standardised over the topic, if one is declared."""
    total: float
    """The difference of the means, the topic left aside."""
    t: float | None
    """None: infinite, as nothing varies."""
    df: float
    p: float
    p_holm: float
    interval: tuple[float, float]
    """Of the gap, 95 %."""
    left_out: tuple[str, ...] = ()
    """Topics in which one of the classes has fewer than two dialogs: nothing is known of the gap there."""

    @property
    def significant(self) -> bool:
        """Whether it is more than chance."""
        return self.p_holm < SIGNIFICANT

    @property
    def colder(self) -> str:
        """The class with the lower sentiment."""
        return self.classes[self.gap > 0]

    @property
    def warmer(self) -> str:
        """The other one."""
        return self.classes[self.gap <= 0]


@dataclass(frozen=True, slots=True)
class TopicDie:
    """The paper's DIE: the topic is the input, the tone the output, the group the confounder; in percent."""

    attribute: str
    topics: Mapping[str, float | None]
    """By topic; None: not defined, the paper's X."""
    worst: float | None


@dataclass(frozen=True, slots=True)
class GapFigures:
    """All gaps, and what could not be compared."""

    paired: bool
    gaps: tuple[GroupGap, ...]
    dies: tuple[TopicDie, ...] = ()
    topics: int = 0
    """How many topics are declared."""
    alone: tuple[str, ...] = ()
    """Groups with fewer than two dialogs."""
    crowded: tuple[str, ...] = ()
    """Attributes with too many classes."""


class Stratum(NamedTuple):
    """Dialogs that are compared with others: of one class, and of one topic or one pair."""

    paired: bool
    """Whether the same conversation was held as a member of each class."""
    via: str
    """The language from which what is judged came back; empty: none, it is judged as it was said."""
    attribute: str
    group: str
    within: str
    """The pair, or the topic."""


@dataclass(frozen=True, slots=True)
class Tones:
    """The mean tones of dialogs, added up by stratum."""

    strata: Mapping[Stratum, Sums] = field(default_factory=dict)

    def __add__(self, other: Self) -> Self:
        """Add the tones of other dialogs."""
        return type(self)(merged(self.strata, other.strata))


Classes: TypeAlias = Mapping[str, Mapping[str, Sums]]
"""Class -> topic or pair -> sums."""
Table: TypeAlias = dict[str, dict[str, dict[str, Sums]]]
"""Attribute -> class -> topic or pair -> sums."""


def figures(tones: Tones | None, via: str = "") -> GapFigures:
    """Work the gaps out; pairs, where there are enough of them, come before whatever else was held.

    Args:
        tones: of all dialogs; None: of none.
        via: the language from which what is judged came back; empty: none, it is judged as it was said.
    """
    strata = tones.strata if tones else {}
    pairs, groups = (_table(strata, paired, via) for paired in (True, False))
    tested = [gap for name, classes in pairs.items() for gap in _paired(name, classes)]
    if tested:
        return GapFigures(paired=True, gaps=_adjusted(tested))
    crowded = tuple(name for name, classes in groups.items() if len(classes) > MOST)
    compared = {name: classes for name, classes in groups.items() if name not in crowded}
    alone = tuple(_alone([*pairs.items(), *compared.items()]))
    tested = [gap for name, classes in compared.items() for gap in _unpaired(name, classes)]
    topics = _topics(compared)
    dies = tuple(_die(name, classes) for name, classes in compared.items()) if len(topics) > 1 else ()
    return GapFigures(paired=False, gaps=_adjusted(tested), dies=dies, topics=len(topics), alone=alone, crowded=crowded)


def _alone(attributes: Iterable[tuple[str, Classes]]) -> Iterator[str]:
    """Return the groups with too few dialogs to be compared, each with its attribute."""
    for name, classes in attributes:
        for group, strata in classes.items():
            if sum(sums.dialogs for sums in strata.values()) < FEWEST:
                yield f"{group} ({name})"


def _topics(attributes: Mapping[str, Classes]) -> set[str]:
    return {topic for classes in attributes.values() for strata in classes.values() for topic in strata if topic}


def _table(strata: Mapping[Stratum, Sums], paired: bool, via: str) -> Table:  # noqa: FBT001 - as a stratum has it
    table: Table = {}
    for stratum in sorted(strata):
        if (stratum.paired, stratum.via) == (paired, via):
            classes = table.setdefault(stratum.attribute, {})
            classes.setdefault(stratum.group, {})[stratum.within] = strata[stratum]
    return table


def _adjusted(gaps: Sequence[GroupGap]) -> tuple[GroupGap, ...]:
    adjusted = holm([gap.p for gap in gaps])
    return tuple(replace(gap, p_holm=p) for gap, p in zip(gaps, adjusted, strict=True))


def _paired(attribute: str, classes: Classes) -> list[GroupGap]:
    gaps = []
    for first, second in combinations(sorted(classes), 2):
        both = sorted(classes[first].keys() & classes[second].keys())
        ds = [mean(classes[first][pair]) - mean(classes[second][pair]) for pair in both]
        if len(ds) >= FEWEST:
            middle = sum(ds, Fraction(0)) / len(ds)
            spread = sum(((d - middle) ** 2 for d in ds), Fraction(0)) / (len(ds) - 1) / len(ds)
            n = (len(ds), len(ds))
            gaps.append(_tested(attribute, (first, second), n, (middle, middle), (spread, len(ds) - 1.0)))
    return gaps


def _unpaired(attribute: str, classes: Classes) -> list[GroupGap]:
    """Compare classes stratum by stratum, weighing each topic by its share of all dialogs (back-door adjustment)."""
    shares: dict[str, int] = {}
    for strata in classes.values():
        for topic, sums in strata.items():
            shares[topic] = shares.get(topic, 0) + sums.dialogs
    gaps = (_compared(attribute, classes, pair, shares) for pair in combinations(sorted(classes), 2))
    return [gap for gap in gaps if gap]


def _compared(attribute: str, classes: Classes, pair: tuple[str, str], shares: Mapping[str, int]) -> GroupGap | None:
    """Compare two classes on the topics on which both have dialogs enough; None where there are none."""
    first, second = (classes[name] for name in pair)
    compared = [topic for topic in shares if min(_of(first, topic).dialogs, _of(second, topic).dialogs) >= FEWEST]
    if not compared:
        return None
    whole = sum(shares[topic] for topic in compared)
    strata = [(Fraction(shares[topic], whole), first[topic], second[topic]) for topic in compared]
    gap = sum((weight * (mean(a) - mean(b)) for weight, a, b in strata), Fraction(0))
    all_first, all_second = (sum(side.values(), Sums()) for side in (first, second))
    n, total = (all_first.dialogs, all_second.dialogs), mean(all_first) - mean(all_second)
    tested = _tested(attribute, pair, n, (gap, total), _welch(strata))
    return replace(tested, left_out=tuple(topic for topic in shares if topic not in compared))


def _of(strata: Mapping[str, Sums], topic: str) -> Sums:
    return strata.get(topic, Sums())


def _welch(strata: Sequence[tuple[Fraction, Sums, Sums]]) -> tuple[Fraction, float]:
    """Return the squared standard error of a weighted sum of differences, with Satterthwaite's degrees of freedom."""
    parts = [
        (w * w * ((Fraction(sums.ss) - Fraction(sums.s**2, sums.n)) / (sums.n - 1) / GRAINS**2) / sums.n, sums.n - 1)
        for w, a, b in strata
        for sums in (a, b)
    ]
    error = sum((part for part, _ in parts), Fraction(0))
    if not error:
        return error, float(sum(free for _, free in parts))
    return error, float(error**2 / sum((part**2 / free for part, free in parts), Fraction(0)))


def mean(sums: Sums) -> Fraction:
    """Return the mean sentiment, exactly."""
    return Fraction(sums.s, sums.n * GRAINS)


def _tested(
    attribute: str,
    classes: tuple[str, str],
    n: tuple[int, int],
    gaps: tuple[Fraction, Fraction],
    error: tuple[Fraction, float],
) -> GroupGap:
    gap, total = (round(float(value), 9) for value in gaps)
    root, df = math.sqrt(error[0]), error[1]
    t = float(gaps[0]) / root if root else None if gaps[0] else 0.0
    p = 0.0 if t is None else float(2 * t_beyond(df, t))
    half = t_quantile(0.975, df) * root
    interval = (round(gap - half, 9), round(gap + half, 9))
    return GroupGap(attribute, classes, n, gap, total, None if t is None else round(t, 9), round(df, 9), p, p, interval)


def _die(attribute: str, classes: Classes) -> TopicDie:
    topics = sorted({topic for strata in classes.values() for topic in strata})
    die = _die_by_topic([[_of(strata, topic) for strata in classes.values()] for topic in topics])
    defined = [value for value in die if value is not None]
    worst = max(defined) if len(defined) == len(die) else None
    return TopicDie(attribute, dict(zip(topics, die, strict=True)), worst)


def _die_by_topic(cells: Sequence[Sequence[Sums]]) -> list[float | None]:
    """Return the DIE of each topic in percent, None where it is not defined; `cells` has a row for each topic."""
    n = np.array([[sums.n for sums in row] for row in cells])
    means = np.array([[float(mean(sums)) if sums.n else 0.0 for sums in row] for row in cells])
    adjusted = adjust(GroupStats(n, means, 0.0 * means))
    # 0 by 0 is no change, though it has no percentage
    changed = np.where(adjusted.difference < ZERO, 0.0, adjusted.die)
    return [None if math.isnan(value) else round(float(value), 6) for value in changed]
