"""The gold ranking: the one order of lists that Correctness, Confidence and Priority leave, in this order of weight."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import groupby
from math import isclose
from typing import Final

from botassay.core.errors import UsageError
from botassay.core.stats import kendall_tau_b, spearman
from botassay.options.measures import ListMeasure, PerList
from botassay.options.shape import Shape, all_shapes

Scoring = Callable[[Shape], float]
"""Scores a list: a measure, or any function of a shape."""

SAME: Final = 1e-12
"""Scores that differ by no more than this share of the greater one are the same: what is left of rounding."""


def above(one: float, other: float) -> bool:
    """Say whether a score is greater than another, by more than what is left of rounding.

    >>> above(2e-15, 1e-15), above(0.1 + 0.2, 0.3)
    (True, False)
    """
    return one > other and not isclose(one, other, rel_tol=SAME)


def check_per_list(scoring: object) -> None:
    """Refuse a measure that has no value for a single list, like C1.

    Raises: UsageError.
    """
    if isinstance(scoring, ListMeasure) and not isinstance(scoring, PerList):
        raise UsageError(
            f"{scoring!r} is not defined for a single list", hint="choose a measure of single lists, such as OLAR"
        )


def minds_places(scoring: Scoring, longest: int = 5, relevant: int = 1) -> bool:
    """Say whether any two lists that differ by the places of their options alone score differently.

    >>> from botassay.options import measure
    >>> minds_places(measure("OLAR")), minds_places(measure("LAR"))
    (True, False)
    """
    check_per_list(scoring)
    first: dict[tuple[int, int], float] = {}
    for shape in gold_order(longest, relevant):
        score = scoring(shape)
        if not isclose(first.setdefault((shape.found, shape.wrong), score), score, rel_tol=SAME):
            return True
    return False


def _goodness(shape: Shape) -> tuple[int, int, Fraction]:
    return shape.found, -shape.wrong, sum((Fraction(1, rank) for rank in shape.ranks), Fraction(0))


def gold_order(longest: int, relevant: int = 1) -> tuple[Shape, ...]:
    """Give all lists of up to so many options, the best first; lists that are equally good keep their order.

    >>> [shape.pattern for shape in gold_order(2)]
    ['c', 'cw', 'wc', 'w', 'ww']
    """
    return tuple(sorted(all_shapes(longest, relevant), key=_goodness, reverse=True))


def gold_ranking(shapes: Sequence[Shape], *, ordered: bool = True) -> tuple[int, ...]:
    """Give the gold rank of each list, from 1; lists that are equally good share the best rank (1, 2, 2, 4).

    Args:
        shapes: lists for questions with equally many correct answers.
        ordered: whether the places in a list matter; without them Priority is left out.

    >>> gold_ranking(gold_order(2), ordered=False)
    (1, 2, 2, 4, 5)
    """
    kept = 3 if ordered else 2
    goodness = [_goodness(shape)[:kept] for shape in shapes]
    return tuple(1 + sum(other > mine for other in goodness) for mine in goodness)


def half_up(value: float, digits: int) -> float:
    """Round as on paper, halves away from zero; what is left of binary rounding does not decide.

    >>> half_up(0.625, 2), half_up(0.045, 2)
    (0.63, 0.05)
    """
    unit: int = 10**digits
    return int(value * unit + 0.5 + 1e-9) / unit


def agreement(
    scoring: Scoring, longest: int = 5, *, relevant: int = 1, ordered: bool = True, digits: int | None = None
) -> tuple[float, float]:
    """Give Kendall's tau-b and Spearman's correlation of a measure with the gold ranking.

    Args:
        scoring: scores a list.
        longest: over all lists of up to so many options.
        relevant: for questions with so many correct answers.
        ordered: with the ranking in which places matter, or the one in which they do not.
        digits: round the scores first; the paper's figures are those of 2 digits (3 for OLAR).

    Raises: ValueError for a measure that gives every list the same; UsageError for one over sets of lists.

    >>> from botassay.options import measure
    >>> [round(figure, 3) for figure in agreement(measure("APs"), digits=2)]
    [0.857, 0.934]
    """
    check_per_list(scoring)
    shapes = gold_order(longest, relevant)
    gold = [-rank for rank in gold_ranking(shapes, ordered=ordered)]
    exact = [scoring(shape) for shape in shapes]
    scores = [float(f"{score:.12g}") if digits is None else half_up(score, digits) for score in exact]
    return kendall_tau_b(gold, scores), spearman(gold, scores)


def drawn(scoring: Scoring, longest: int = 5, *, relevant: int = 1, ordered: bool = True, width: int = 40) -> str:
    """Draw the gold ranking as text: gold rank, list, score, a bar, and `!` where a list is not above what follows.

    >>> from botassay.options import measure
    >>> print(drawn(measure("RR"), longest=2, width=10))
    gold  list  score
       1  c     1.000 ██████████ !
       2  cw    1.000 ██████████
       3  wc    0.500 █████
       4  w     0.000            !
       5  ww    0.000
    """
    check_per_list(scoring)
    shapes = gold_order(longest, relevant)
    ranks = gold_ranking(shapes, ordered=ordered)
    scores = [scoring(shape) for shape in shapes]
    wide = max(4, longest)
    lines = [f"gold  {'list':{wide}}  score"]
    for at, (rank, shape, score) in enumerate(zip(ranks, shapes, scores, strict=True)):
        worse = [s for r, s in zip(ranks[at:], scores[at:], strict=True) if r > rank]
        beaten = any(not above(score, other) for other in worse)
        bar = "█" * round(max(0.0, min(1.0, score)) * width)
        lines.append(f"{rank:4}  {shape.pattern:{wide}}  {score:.3f} {bar:{width}} {'!' if beaten else ''}".rstrip())
    return "\n".join(lines)


def tiers(longest: int) -> str:
    """Draw the gold ranking alone, as steps: what is on one line differs by Priority only, the best first.

    >>> print(tiers(3))
     1  c
     2  cw > wc
     4  cww > wcw > wwc
     7  w
     8  ww
     9  www
    """
    shapes = gold_order(longest)
    ranked = zip(gold_ranking(shapes, ordered=False), shapes, strict=True)
    return "\n".join(
        f"{rank:2}  {' > '.join(shape.pattern for _, shape in tier)}"
        for rank, tier in groupby(ranked, key=lambda pair: pair[0])
    )
