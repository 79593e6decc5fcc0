"""Tests the properties of a measure on all lists, and returns the first counter-example of each failure.

The properties are those of paper 003, section 2, and the related ones of its section 4: Moffat (2013), and monotonicity
by Albahem et al. (2018).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isclose, isfinite, nan
from typing import Final

from botassay.core.errors import UsageError
from botassay.options.gold import (
    SAME,
    Scoring,
    above,
    agreement,
    check_per_list,
    drawn,
    gold_order,
    minds_places,
    per_list,
)
from botassay.options.measures import check_longest, measure
from botassay.options.shape import Shape

Pair = tuple[Shape, Shape]


@dataclass(frozen=True, slots=True)
class PropertyCheck:
    """Whether a measure has a property, with a counter-example if not."""

    property: str
    holds: bool
    says: str
    """The definition of the property."""
    lists: tuple[str, ...] = ()
    """The first counter-example, as patterns; the list that should score more comes first."""
    scores: tuple[float, ...] = ()

    def __str__(self) -> str:
        if self.holds:
            return f"{self.property}: yes"
        pairs = zip(self.lists, self.scores, strict=True)
        return f"{self.property}: no, {' but '.join(f'{pattern} scores {score:.6g}' for pattern, score in pairs)}"


def check_properties(scoring: Scoring, longest: int = 5, relevant: int = 1) -> dict[str, PropertyCheck]:
    """Return the properties of a measure by name, each with the first counter-example if it fails.

    In the order of the paper: Correctness, Confidence, Priority; Completeness, Realisability, Localisation,
    Boundedness; Relevance monotonicity, Irrelevance monotonicity, Monotonicity (Moffat's). Scores count as equal if
    they differ by at most 1e-12 of the greater one.

    Args:
        scoring: a measure, or any function from a `Shape` to a number, higher for a better list.
        longest: the maximum length of the lists; for a large `relevant`, there are about 2^longest lists.
        relevant: number of correct answers to each question.

    Raises: UsageError for a measure without a value for a single list, such as C1, and for a number below 1.

    >>> from botassay.options import measure
    >>> for name in ("Correctness", "Confidence", "Priority", "Monotonicity"):
    ...     print(check_properties(measure("AP"))[name])
    Correctness: yes
    Confidence: no, c scores 1 but cw scores 1
    Priority: yes
    Monotonicity: yes
    """
    if longest < 1 or relevant < 1:
        raise UsageError("longest and relevant must be 1 or more")
    check_per_list(scoring)
    shapes = gold_order(longest, relevant)
    scores = {shape: scoring(shape) for shape in shapes}
    pairs = [(better, worse) for at, better in enumerate(shapes) for worse in shapes[at + 1 :]]
    checked = [
        *(_in_order(name, says, filter(applies, pairs), scores) for name, says, applies in _ORDERS),
        _is_complete(scoring, longest),
        _is_realisable(scores),
        _is_local(scoring, scores),
        _is_bounded(scores),
        *(_grows(name, says, rule, scores, longest) for name, says, rule in _GROWTHS),
    ]
    return {each.property: each for each in checked}


def _correctness(pair: Pair) -> bool:
    return pair[0].found > pair[1].found


def _confidence(pair: Pair) -> bool:
    return pair[0].found == pair[1].found and pair[0].wrong < pair[1].wrong


def _priority(pair: Pair) -> bool:
    better, worse = pair
    alike = better.found == worse.found and better.wrong == worse.wrong
    return alike and better.reciprocals > worse.reciprocals + SAME


_ORDERS: Final[tuple[tuple[str, str, Callable[[Pair], bool]], ...]] = (
    ("Correctness", "more correct options score more", _correctness),
    ("Confidence", "the same number of correct options and fewer wrong ones score more", _confidence),
    ("Priority", "the same options with the correct ones ranked higher score more", _priority),
)


def violation(better: Shape, worse: Shape) -> str | None:
    """Return the property by which a list must score more than another, or None."""
    return next((name for name, _, applies in _ORDERS if applies((better, worse))), None)


def _in_order(name: str, says: str, pairs: Iterator[Pair], scores: dict[Shape, float]) -> PropertyCheck:
    broken = next((pair for pair in pairs if not above(scores[pair[0]], scores[pair[1]])), None)
    return _checked(name, says, broken, scores)


def _checked(name: str, says: str, broken: Sequence[Shape] | None, scores: dict[Shape, float]) -> PropertyCheck:
    counter = tuple(broken or ())
    lists, values = tuple(shape.pattern for shape in counter), tuple(scores[shape] for shape in counter)
    return PropertyCheck(name, holds=not counter, says=says, lists=lists, scores=values)


def _is_complete(scoring: Scoring, longest: int) -> PropertyCheck:
    """Return whether lists have a score if no answer is correct."""
    scores: dict[Shape, float] = {}
    for length in range(1, longest + 1):
        shape = Shape(length, (), 0)
        try:
            scores[shape] = scoring(shape)
        except (ArithmeticError, ValueError):
            scores[shape] = nan
    broken = next(([shape] for shape, score in scores.items() if not isfinite(score)), None)
    return _checked("Completeness", "there is a score even if no answer is correct", broken, scores)


def _is_realisable(scores: dict[Shape, float]) -> PropertyCheck:
    best = max(scores, key=lambda shape: scores[shape])
    reached = scores[best] >= 1 - SAME
    return _checked("Realisability", "some list scores 1", None if reached else [best], scores)


def _is_local(scoring: Scoring, scores: dict[Shape, float]) -> PropertyCheck:
    """Return whether lists score the same in reverse order, so that a score depends on the list alone."""
    changed = ([shape] for shape in reversed(scores) if not isclose(scoring(shape), scores[shape], rel_tol=SAME))
    return _checked("Localisation", "the score of a list does not depend on other lists", next(changed, None), scores)


def _is_bounded(scores: dict[Shape, float]) -> PropertyCheck:
    broken = next(([shape] for shape, score in scores.items() if not -SAME <= score <= 1 + SAME), None)
    return _checked("Boundedness", "scores lie in [0, 1]", broken, scores)


def _relevance(gained: int, before: float, after: float) -> bool:
    return not gained or not above(before, after)


def _irrelevance(gained: int, before: float, after: float) -> bool:
    return gained > 0 or above(before, after)


def _monotone(gained: int, before: float, after: float) -> bool:
    del gained
    return not above(before, after)


_Rule = Callable[[int, float, float], bool]
"""Whether a score may change to another if an option is appended; given the number of correct ones gained."""

_GROWTHS: Final[tuple[tuple[str, str, _Rule], ...]] = (
    ("Relevance monotonicity", "appending a correct option never lowers the score", _relevance),
    ("Irrelevance monotonicity", "appending a wrong option lowers the score", _irrelevance),
    ("Monotonicity", "appending an option never lowers the score", _monotone),
)


def _grows(name: str, says: str, rule: _Rule, scores: dict[Shape, float], longest: int) -> PropertyCheck:
    for before, after in _appended(scores, longest):
        if not rule(after.found - before.found, scores[before], scores[after]):
            broken = (before, after) if name == "Irrelevance monotonicity" else (after, before)
            return _checked(name, says, broken, scores)
    return _checked(name, says, None, scores)


def _appended(scores: dict[Shape, float], longest: int) -> Iterator[Pair]:
    """Yield each list with the lists that have one more option at the end, first a wrong one."""
    for shape in scores:
        if shape.length < longest:
            yield shape, Shape(shape.length + 1, shape.ranks, shape.relevant)
            if shape.found < shape.relevant:
                yield shape, Shape(shape.length + 1, (*shape.ranks, shape.length + 1), shape.relevant)


def described(name: str, longest: int = 5, relevant: int = 1) -> str:
    """Return the gold ranking with the scores of a measure, its properties and its correlation, as text.

    Args:
        name: the text that creates the measure, such as `RBP(p=0.8)`.
        longest: the maximum length of the lists.
        relevant: number of correct answers to each question.

    Raises: UsageError for an unknown measure, one without a value for a single list, and one for shorter lists.
    """
    chosen = per_list(measure(name, longest))
    check_longest([chosen], longest)
    ordered = minds_places(chosen, longest, relevant)
    tau, rho = agreement(chosen, longest, relevant=relevant, ordered=ordered)
    which = "" if ordered else " without positions, which the measure ignores"
    correlation = f"correlation with the gold ranking{which}: Kendall's tau-b {tau:.3f}, Spearman {rho:.3f}"
    picture = drawn(chosen, longest, relevant=relevant, ordered=ordered)
    checked = check_properties(chosen, longest, relevant)
    return "\n".join([picture, "", *map(str, checked.values()), "", correlation])
