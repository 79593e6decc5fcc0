"""The gold ranking of lists: by Correctness, then Confidence, then Priority (paper 003)."""

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
"""Scores are equal if they differ by at most this share of the greater one, to allow for rounding."""


def above(score: float, other: float) -> bool:
    """Return whether a score is greater than another by more than a rounding error.

    >>> above(2e-15, 1e-15), above(0.1 + 0.2, 0.3)
    (True, False)
    """
    return score > other and not isclose(score, other, rel_tol=SAME)


def check_per_list(scoring: object) -> None:
    """Refuse a measure that has no value for a single list, like C1. Raises UsageError."""
    if isinstance(scoring, ListMeasure):
        per_list(scoring)


def per_list(measure: ListMeasure) -> PerList:
    """Return a measure that has a value for a single list. Raises UsageError for another one, like C1."""
    if not isinstance(measure, PerList):
        hint = "choose a measure of single lists, such as OLAR"
        raise UsageError(f"{measure!r} is not defined for a single list", hint=hint)
    return measure


def minds_places(scoring: Scoring, longest: int = 5, relevant: int = 1) -> bool:
    """Return whether the order of the options can change the score of a list.

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
    """Return all lists of up to `longest` options, the best first; ties keep the order of `all_shapes`.

    >>> [shape.pattern for shape in gold_order(2)]
    ['c', 'cw', 'wc', 'w', 'ww']
    """
    return tuple(sorted(all_shapes(longest, relevant), key=_goodness, reverse=True))


def gold_ranking(shapes: Sequence[Shape], *, ordered: bool = True) -> tuple[int, ...]:
    """Return the gold rank of each list, from 1; ties share the best rank (1, 2, 2, 4).

    Args:
        shapes: lists for questions with the same number of correct answers.
        ordered: whether the order in a list counts; otherwise Priority is ignored.

    >>> gold_ranking(gold_order(2), ordered=False)
    (1, 2, 2, 4, 5)
    """
    goodness = [_goodness(shape)[: 3 if ordered else 2] for shape in shapes]
    return tuple(1 + sum(other > mine for other in goodness) for mine in goodness)


def half_up(value: float, digits: int) -> float:
    """Return a number rounded half up, as in print, regardless of binary rounding errors.

    >>> half_up(0.625, 2), half_up(0.045, 2)
    (0.63, 0.05)
    """
    unit: int = 10**digits
    return int(value * unit + 0.5 + 1e-9) / unit


def agreement(
    scoring: Scoring, longest: int = 5, *, relevant: int = 1, ordered: bool = True, digits: int | None = None
) -> tuple[float, float]:
    """Return Kendall's tau-b and Spearman's correlation of a measure with the gold ranking.

    Args:
        scoring: scores a list.
        longest: the maximum length of the lists.
        relevant: number of correct answers to each question.
        ordered: whether the gold ranking includes Priority.
        digits: decimals that scores are rounded to; the paper uses 2 (3 for OLAR). None: 12 significant digits.

    Raises: ValueError for a measure that scores all lists the same; UsageError for one without a value for a list.

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
    """Return the gold ranking as text, with scores as bars; `!` marks a list that does not score above all lower ranks.

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
        worse = [other for lower, other in zip(ranks[at:], scores[at:], strict=True) if lower > rank]
        misplaced = any(not above(score, other) for other in worse)
        bar = "█" * round(max(0.0, min(1.0, score)) * width)
        lines.append(f"{rank:4}  {shape.pattern:{wide}}  {score:.3f} {bar:{width}} {'!' if misplaced else ''}".rstrip())
    return "\n".join(lines)


def tiers(longest: int) -> str:
    """Return the gold ranking as text, the best first; the lists on a line differ only in Priority.

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
