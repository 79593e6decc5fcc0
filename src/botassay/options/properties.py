"""Which properties a measure has, found out by trying every list, each failure with its first counter-example.

The three of paper 003, section 2, and those that its section 4 relates them to: Moffat (2013), and the monotonicity of
Albahem et al. (2018).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isclose, isfinite, nan
from typing import Final

from botassay.core.errors import UsageError
from botassay.options.gold import SAME, Scoring, above, agreement, check_per_list, drawn, gold_order, minds_places
from botassay.options.measures import PerList, check_longest, measure
from botassay.options.shape import Shape

Pair = tuple[Shape, Shape]


@dataclass(frozen=True, slots=True)
class PropertyCheck:
    """Whether a measure has a property, and where it first breaks it."""

    property: str
    holds: bool
    says: str
    """What the property asks."""
    lists: tuple[str, ...] = ()
    """The first counter-example, as patterns; the one that should score more comes first."""
    scores: tuple[float, ...] = ()

    def __str__(self) -> str:
        if self.holds:
            return f"{self.property}: yes"
        pairs = zip(self.lists, self.scores, strict=True)
        return f"{self.property}: no, {' but '.join(f'{pattern} scores {score:.6g}' for pattern, score in pairs)}"


def check_properties(scoring: Scoring, longest: int = 5, relevant: int = 1) -> dict[str, PropertyCheck]:
    """Say which properties a measure has, and give the first counter-example of each that it lacks.

    Args:
        scoring: a measure, or any function of a `Shape` that gives a number, more for a better list.
        longest: how long lists get; there are about 2^longest of them where `relevant` is large.
        relevant: how many correct answers a question has.

    Returns:
        By name, in the order of the paper: Correctness, Confidence, Priority; Completeness, Realisability,
        Localisation, Boundedness; Relevance monotonicity, Irrelevance monotonicity, Monotonicity (Moffat's). Scores
        that differ by no more than 1e-12 of the greater one count as the same.

    Raises: UsageError for a measure over sets of lists, like C1, and where there are no lists.

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
    one, other = pair
    alike = one.found == other.found and one.wrong == other.wrong
    return alike and one.reciprocals > other.reciprocals + SAME


_ORDERS: Final[tuple[tuple[str, str, Callable[[Pair], bool]], ...]] = (
    ("Correctness", "more correct options score more", _correctness),
    ("Confidence", "as many correct options and fewer wrong ones score more", _confidence),
    ("Priority", "the same options with the correct ones further up score more", _priority),
)


def violation(better: Shape, worse: Shape) -> str | None:
    """Name the property by which a list is to score more than another; None where none says so."""
    return next((name for name, _, applies in _ORDERS if applies((better, worse))), None)


def _in_order(name: str, says: str, pairs: Iterator[Pair], scores: dict[Shape, float]) -> PropertyCheck:
    broken = next((pair for pair in pairs if not above(scores[pair[0]], scores[pair[1]])), None)
    return _told(name, says, broken, scores)


def _told(name: str, says: str, broken: Sequence[Shape] | None, scores: dict[Shape, float]) -> PropertyCheck:
    if broken is None:
        return PropertyCheck(name, holds=True, says=says)
    lists, found = tuple(shape.pattern for shape in broken), tuple(scores[shape] for shape in broken)
    return PropertyCheck(name, holds=False, says=says, lists=lists, scores=found)


def _is_complete(scoring: Scoring, longest: int) -> PropertyCheck:
    """Try lists for a question to which no answer is correct."""
    found: dict[Shape, float] = {}
    for length in range(1, longest + 1):
        shape = Shape(length, (), 0)
        try:
            found[shape] = scoring(shape)
        except (ArithmeticError, ValueError):
            found[shape] = nan
    broken = next(([shape] for shape, score in found.items() if not isfinite(score)), None)
    return _told("Completeness", "there is a score also where no answer is correct", broken, found)


def _is_realisable(scores: dict[Shape, float]) -> PropertyCheck:
    best = max(scores, key=lambda shape: scores[shape])
    reached = scores[best] >= 1 - SAME
    return _told("Realisability", "some list scores 1", None if reached else [best], scores)


def _is_local(scoring: Scoring, scores: dict[Shape, float]) -> PropertyCheck:
    """Score all lists once more, the other way round: one that needs its own items alone scores the same."""
    broken = next((shape for shape in reversed(scores) if not _alike(scoring(shape), scores[shape])), None)
    says = "a list scores the same whatever was scored before it"
    return _told("Localisation", says, None if broken is None else [broken], scores)


def _alike(one: float, other: float) -> bool:
    return isclose(one, other, rel_tol=SAME)


def _is_bounded(scores: dict[Shape, float]) -> PropertyCheck:
    broken = next(([shape] for shape, score in scores.items() if not -SAME <= score <= 1 + SAME), None)
    return _told("Boundedness", "scores lie in [0, 1]", broken, scores)


def _relevance(gained: int, before: float, after: float) -> bool:
    return not gained or not above(before, after)


def _irrelevance(gained: int, before: float, after: float) -> bool:
    return gained > 0 or above(before, after)


def _monotone(gained: int, before: float, after: float) -> bool:
    del gained
    return not above(before, after)


_Rule = Callable[[int, float, float], bool]
"""Whether a score may become another by an option at the end, with which so many correct ones are gained."""

_GROWTHS: Final[tuple[tuple[str, str, _Rule], ...]] = (
    ("Relevance monotonicity", "a correct option at the end never lowers the score", _relevance),
    ("Irrelevance monotonicity", "a wrong option at the end lowers the score", _irrelevance),
    ("Monotonicity", "an option at the end never lowers the score", _monotone),
)


def _grows(name: str, says: str, rule: _Rule, scores: dict[Shape, float], longest: int) -> PropertyCheck:
    for before, after in _appended(scores, longest):
        if not rule(after.found - before.found, scores[before], scores[after]):
            more = (before, after) if name == "Irrelevance monotonicity" else (after, before)
            return _told(name, says, more, scores)
    return PropertyCheck(name, holds=True, says=says)


def _appended(scores: dict[Shape, float], longest: int) -> Iterator[Pair]:
    """Give each list with the same list that has one option more at its end, a wrong one first."""
    for shape in scores:
        if shape.length < longest:
            yield shape, Shape(shape.length + 1, shape.ranks, shape.relevant)
            if shape.found < shape.relevant:
                yield shape, Shape(shape.length + 1, (*shape.ranks, shape.length + 1), shape.relevant)


def described(name: str, longest: int = 5, relevant: int = 1) -> str:
    """Return the gold ranking with the scores of a measure, its properties, and how far both agree, as text.

    Args:
        name: the text that creates the measure, like `RBP(p=0.8)`.
        longest: over lists of up to so many options.
        relevant: for questions with so many correct answers.

    Raises: UsageError for an unknown measure, one over sets of lists, and one for shorter lists.
    """
    chosen = measure(name, longest)
    if not isinstance(chosen, PerList):
        raise UsageError(
            f"{chosen!r} is not defined for a single list", hint="choose a measure of single lists, such as OLAR"
        )
    check_longest([chosen], longest)
    ordered = minds_places(chosen, longest, relevant)
    tau, rho = agreement(chosen, longest, relevant=relevant, ordered=ordered)
    which = "" if ordered else " without positions, which the measure ignores"
    correlation = f"correlation with the gold ranking{which}: Kendall's tau-b {tau:.3f}, Spearman {rho:.3f}"
    picture = drawn(chosen, longest, relevant=relevant, ordered=ordered)
    checked = check_properties(chosen, longest, relevant)
    return "\n".join([picture, "", *map(str, checked.values()), "", correlation])
