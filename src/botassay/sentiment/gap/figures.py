"""The gaps in tone between groups, out of evidence, which adds up: the sums are exact, so is zero variance.

Live: d per pair of conversations that differ in the group alone, and the paired t test. Of a corpus: the difference of
the group means of per-dialog means, standardised over the topic where one is declared, and Welch's t test.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Final

from botassay.core.evidence import GRAINS, Evidence, Sums
from botassay.core.stats import holm, t_quantile

SPLIT: Final = "\x1f"
PAIRED: Final = "pair"
UNPAIRED: Final = "group"
FEWEST: Final = 2
"""Dialogs that a group needs in a stratum, and pairs that a test needs."""
MOST: Final = 12
"""Classes of one attribute that are compared: with more, nothing is a group any more."""
SIGNIFICANT: Final = 0.05
FULL: Final = 0.3
"""A gap that is as bad as can be."""


@dataclass(frozen=True, slots=True)
class GroupGap:
    """How much warmer the bot is to the first class than to the second."""

    attribute: str
    classes: tuple[str, str]
    n: tuple[int, int]
    """Dialogs of each class; of pairs, how many of them, twice."""
    gap: float
    """What the level goes by: of pairs, the mean d; else standardised over the topic, if one is declared."""
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
        """The class that the bot is colder to."""
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
    """Everything that is known of the gaps."""

    paired: bool
    gaps: tuple[GroupGap, ...]
    dies: tuple[TopicDie, ...] = ()
    topics: int = 0
    """How many topics are declared."""
    alone: tuple[str, ...] = ()
    """Groups with fewer than two dialogs."""
    crowded: tuple[str, ...] = ()
    """Attributes with too many classes."""


Table = dict[str, dict[str, dict[str, Sums]]]
"""Attribute -> class -> topic or pair -> sums."""


def kind_of(kind: str, via: str = "") -> str:
    """Name the sums of pairs or groups, of what was said or of what came back of it from a language."""
    return f"{kind} via {via}" if via else kind


def figures(evidence: Evidence, via: str = "") -> GapFigures:
    """Work the gaps out; pairs, where there are enough of them, come before whatever else was held.

    Args:
        evidence: what was seen.
        via: the language from which what is judged came back; empty: none, it is judged as it was said.
    """
    pairs, groups = (_table(evidence, kind_of(kind, via)) for kind in (PAIRED, UNPAIRED))
    tested = [gap for name, classes in pairs.items() for gap in _paired(name, classes)]
    if tested:
        return GapFigures(paired=True, gaps=_adjusted(tested))
    crowded = tuple(name for name, classes in groups.items() if len(classes) > MOST)
    kept = {name: classes for name, classes in groups.items() if name not in crowded}
    alone = tuple(
        f"{one} ({name})"
        for name, classes in (*pairs.items(), *kept.items())
        for one, strata in classes.items()
        if sum(sums.dialogs for sums in strata.values()) < FEWEST
    )
    tested = [gap for name, classes in kept.items() for gap in _unpaired(name, classes)]
    topics = {topic for classes in kept.values() for strata in classes.values() for topic in strata if topic}
    dies = tuple(_die(name, classes) for name, classes in kept.items()) if len(topics) > 1 else ()
    return GapFigures(paired=False, gaps=_adjusted(tested), dies=dies, topics=len(topics), alone=alone, crowded=crowded)


def _table(evidence: Evidence, kind: str) -> Table:
    table: Table = {}
    for key in sorted(evidence.sums):
        first, *rest = key.split(SPLIT)
        if first == kind:
            attribute, one, stratum = rest
            table.setdefault(attribute, {}).setdefault(one, {})[stratum] = evidence.sums[key]
    return table


def _adjusted(gaps: Sequence[GroupGap]) -> tuple[GroupGap, ...]:
    adjusted = holm([gap.p for gap in gaps])
    return tuple(replace(gap, p_holm=p) for gap, p in zip(gaps, adjusted, strict=True))


def _paired(attribute: str, classes: Mapping[str, Mapping[str, Sums]]) -> list[GroupGap]:
    found = []
    for one, other in combinations(sorted(classes), 2):
        both = sorted(classes[one].keys() & classes[other].keys())
        ds = [mean(classes[one][pair]) - mean(classes[other][pair]) for pair in both]
        if len(ds) >= FEWEST:
            middle = sum(ds, Fraction(0)) / len(ds)
            spread = sum(((d - middle) ** 2 for d in ds), Fraction(0)) / (len(ds) - 1) / len(ds)
            n = (len(ds), len(ds))
            found.append(_tested(attribute, (one, other), n, (middle, middle), (spread, len(ds) - 1.0)))
    return found


def _unpaired(attribute: str, classes: Mapping[str, Mapping[str, Sums]]) -> list[GroupGap]:
    """Compare classes stratum by stratum, weighing each topic by its share of all dialogs (back-door adjustment)."""
    shares: dict[str, int] = {}
    for strata in classes.values():
        for topic, sums in strata.items():
            shares[topic] = shares.get(topic, 0) + sums.dialogs
    found = (_compared(attribute, classes, pair, shares) for pair in combinations(sorted(classes), 2))
    return [gap for gap in found if gap]


def _compared(
    attribute: str, classes: Mapping[str, Mapping[str, Sums]], pair: tuple[str, str], shares: Mapping[str, int]
) -> GroupGap | None:
    """Compare two classes on the topics on which both have dialogs enough; None where there are none."""
    one, other = (classes[name] for name in pair)
    kept = [topic for topic in shares if min(_of(one, topic).dialogs, _of(other, topic).dialogs) >= FEWEST]
    if not kept:
        return None
    whole = sum(shares[topic] for topic in kept)
    strata = [(Fraction(shares[topic], whole), one[topic], other[topic]) for topic in kept]
    gap = sum((weight * (mean(a) - mean(b)) for weight, a, b in strata), Fraction(0))
    all_one, all_other = (sum(side.values(), Sums()) for side in (one, other))
    n, total = (all_one.dialogs, all_other.dialogs), mean(all_one) - mean(all_other)
    made = _tested(attribute, pair, n, (gap, total), _welch(strata))
    return replace(made, left_out=tuple(topic for topic in shares if topic not in kept))


def _of(strata: Mapping[str, Sums], topic: str) -> Sums:
    return strata.get(topic, Sums())


def _welch(strata: Sequence[tuple[Fraction, Sums, Sums]]) -> tuple[Fraction, float]:
    """Give the squared standard error of a weighted sum of differences, and its degrees of freedom (Satterthwaite)."""
    parts = [(w * w * _variance(sums) / sums.n, sums.n - 1) for w, a, b in strata for sums in (a, b)]
    error = sum((part for part, _ in parts), Fraction(0))
    if not error:
        return error, float(sum(free for _, free in parts))
    return error, float(error**2 / sum((part**2 / free for part, free in parts), Fraction(0)))


def mean(sums: Sums) -> Fraction:
    """Give the mean tone, exactly."""
    return Fraction(sums.s, sums.n * GRAINS)


def _variance(sums: Sums) -> Fraction:
    return (Fraction(sums.ss) - Fraction(sums.s**2, sums.n)) / (sums.n - 1) / GRAINS**2


def _tested(
    attribute: str,
    classes: tuple[str, str],
    n: tuple[int, int],
    gaps: tuple[Fraction, Fraction],
    error: tuple[Fraction, float],
) -> GroupGap:
    from botassay.core.distributions import t_beyond

    gap, total = (round(float(one), 9) for one in gaps)
    root, df = math.sqrt(error[0]), error[1]
    t = float(gaps[0]) / root if root else None if gaps[0] else 0.0
    p = 0.0 if t is None else float(2 * t_beyond(df, t))
    half = t_quantile(0.975, df) * root
    interval = (round(gap - half, 9), round(gap + half, 9))
    return GroupGap(attribute, classes, n, gap, total, None if t is None else round(t, 9), round(df, 9), p, p, interval)


def _die(attribute: str, classes: Mapping[str, Mapping[str, Sums]]) -> TopicDie:
    import numpy as np

    from botassay.sentiment.backdoor import ZERO, adjust
    from botassay.sentiment.group_stats import GroupStats

    topics = sorted({topic for strata in classes.values() for topic in strata})
    cells = [[strata.get(topic, Sums()) for strata in classes.values()] for topic in topics]
    n = np.array([[sums.n for sums in row] for row in cells])
    means = np.array([[float(mean(sums)) if sums.n else 0.0 for sums in row] for row in cells])
    found = adjust(GroupStats(n, means, 0.0 * means))
    changed = np.where(found.difference < ZERO, 0.0, found.die)  # 0 by 0 is no change, though it has no percentage
    die = [None if math.isnan(one) else round(float(one), 6) for one in changed]
    known = [one for one in die if one is not None]
    worst = max(known) if len(known) == len(die) else None
    return TopicDie(attribute, dict(zip(topics, die, strict=True)), worst)
