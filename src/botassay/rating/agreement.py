"""How far two reviewers agree: Cohen's kappa with its interval, and what they disagree about."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations
from math import inf
from typing import Final

from botassay.core.stats import wilson
from botassay.rating.decisions import Decision
from botassay.rating.review_rule import by_reviewer

_CHI2: Final = 3.841458821
"""The 95 % point of chi-square with one degree of freedom."""
_STEPS: Final = 60
"""Halvings of the interval in which a limit lies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewerPair:
    """How far two reviewers agree.

    Args:
        first: the name of one.
        second: the name of the other.
        n: texts on which both decided.
        alike: how many of these they decided alike.
        share: of these.
        interval: 95 % confidence interval of the share (Wilson).
        kappa: Cohen's kappa, agreement beyond chance; null where both gave the same decision to everything.
        kappa_interval: its 95 % confidence interval (Donner and Eliasziw 1992).
    """

    first: str
    second: str
    n: int
    alike: int
    share: float
    interval: tuple[float, float]
    kappa: float | None
    kappa_interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """A text about which reviewers disagree: it counts as undecided."""

    issue: str
    text: str
    decisions: tuple[Decision, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewAgreement:
    """The agreement of each two reviewers who decided on the same texts, and all disagreements."""

    pairs: tuple[ReviewerPair, ...]
    disagreements: tuple[Disagreement, ...]


def agreement(rows: Iterable[Decision]) -> ReviewAgreement:
    """Return how far reviewers agree; the order in which they decided does not matter."""
    reviewed = [names for names in by_reviewer(rows).values() if len(names) > 1]
    tables: dict[tuple[str, str], Counter[tuple[str, str]]] = {}
    for names in reviewed:
        for pair in combinations(sorted(names), 2):
            counts = tables.setdefault((pair[0], pair[1]), Counter())
            counts[names[pair[0]].decision, names[pair[1]].decision] += 1
    every = (tuple(each for _, each in sorted(names.items())) for names in reviewed)
    apart = (each for each in every if len({decision.decision for decision in each}) > 1)
    disagreements = (Disagreement(issue=each[0].issue, text=each[0].text, decisions=each) for each in apart)
    return ReviewAgreement(
        pairs=tuple(_pair(*names, tables[names]) for names in sorted(tables)),
        disagreements=tuple(sorted(disagreements, key=lambda each: (each.issue, each.text))),
    )


def _pair(first: str, second: str, counts: Counter[tuple[str, str]]) -> ReviewerPair:
    n, yes, no = counts.total(), counts["confirmed", "confirmed"], counts["dismissed", "dismissed"]
    low, high = wilson((yes + no) / n, n)
    kappa = cohens_kappa(yes, counts["confirmed", "dismissed"], counts["dismissed", "confirmed"], no)
    return ReviewerPair(
        first=first, second=second, n=n, alike=yes + no, share=round((yes + no) / n, 9),
        interval=(round(low, 9), round(high, 9)), kappa=kappa, kappa_interval=kappa_interval(yes, no, n, kappa),
    )  # fmt: skip


def cohens_kappa(both: int, first: int, second: int, neither: int) -> float | None:
    """Return Cohen's kappa (1960) of two reviewers; None where chance alone would always agree.

    Args:
        both: texts that both confirmed.
        first: those that only the first confirmed.
        second: those that only the second confirmed.
        neither: those that neither did.

    >>> cohens_kappa(20, 5, 10, 15)
    0.4
    """
    n = both + first + second + neither
    chance = (both + first) * (both + second) + (neither + first) * (neither + second)
    return None if chance == n * n else round((n * (both + neither) - chance) / (n * n - chance), 9)


def kappa_interval(both: int, neither: int, n: int, kappa: float | None) -> tuple[float, float] | None:
    """Return the 95 % confidence interval of kappa by goodness of fit (Donner and Eliasziw 1992).

    Unlike an interval from the standard error, it does not shrink to a point where all decisions are alike. It is made
    for reviewers who confirm equally often; where they do not, it is widened as far as kappa itself.

    >>> kappa_interval(5, 5, 10, 1.0)[0] < 0.6
    True
    """
    if kappa is None:
        return None
    apart = n - both - neither
    share = (2 * both + apart) / (2 * n)
    spread = share * (1 - share)
    centre = 1 - apart / (2 * n * spread)
    least = max(-share / (1 - share), -(1 - share) / share)

    def misfit(value: float) -> float:
        expected = (share * share + spread * value, (1 - share) ** 2 + spread * value, 2 * spread * (1 - value))
        seen = (both, neither, apart)
        return sum(
            0.0 if one == part == 0 else (one - n * part) ** 2 / (n * part) if part > 0 else inf
            for one, part in zip(seen, expected, strict=True)
        )

    low, high = _limit(misfit, centre, least), _limit(misfit, centre, 1.0)
    return round(min(low, kappa), 9), round(max(high, kappa), 9)


def _limit(misfit: Callable[[float], float], centre: float, end: float) -> float:
    """Return how far towards an end the values fit."""
    if misfit(end) <= _CHI2:
        return end
    inside, outside = centre, end
    for _ in range(_STEPS):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if misfit(middle) <= _CHI2 else (inside, middle)
    return inside
