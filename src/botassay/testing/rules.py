"""What every aggregation rule promises."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, product

from botassay.core.results import Graded, TieBreak
from botassay.core.scale import TRUST_RISK, Level, Scale
from botassay.plugins.protocols import AggregationRule
from botassay.testing.promise import promise

_CODES = ("A", "B", "C", "D", "E")


def check_rule(rule: AggregationRule) -> None:
    """Check that an aggregation rule keeps the promises of its protocol, over all levels of four issues.

    On the scale of three levels, and for fewer issues on one of five.

    Raises: BrokenPromiseError at the first promise that it does not keep.
    """
    for graded in chain(_all_graded(4), _all_graded(3, Scale.parse("5"))):
        weights = _weights(graded)
        chosen = {ties: rule(graded, weights, ties) for ties in TieBreak}
        worse, better = chosen[TieBreak.PESSIMISTIC].level, chosen[TieBreak.OPTIMISTIC].level
        levels = [grade.level for grade in graded.values()]
        promise(min(levels) <= better <= worse <= max(levels), "a rating lies among the levels, and pessimism is worse")
        for verdict in chosen.values():
            promise(verdict.tied == (worse != better), "a verdict is tied when the tie-breaks differ")
            promise(sum(verdict.tally.values()) == sum(weights.values()), "the tally holds all the weight")
        _is_indifferent(rule, graded, weights)


def _is_indifferent(rule: AggregationRule, graded: dict[str, Graded], weights: dict[str, Fraction]) -> None:
    level = rule(graded, weights, TieBreak.PESSIMISTIC).level
    turned = dict(reversed(graded.items()))
    promise(rule(turned, weights, TieBreak.PESSIMISTIC).level == level, "the order of the issues does not matter")
    doubled = {code: 2 * weight for code, weight in weights.items()}
    promise(rule(graded, doubled, TieBreak.PESSIMISTIC).level == level, "only the ratio of weights matters")


def worsening_that_helps(
    rule: AggregationRule, issues: int, scale: Scale = TRUST_RISK
) -> tuple[dict[str, Level], dict[str, Level]] | None:
    """Find a case in which one issue gets worse and the rating better; None when the rule is monotone.

    Args:
        rule: the rule to examine.
        issues: how many issues, at most five; they weigh k-1, k-2 … 0.
        scale: the levels.
    """
    for graded in _all_graded(issues, scale):
        weights = _weights(graded)
        for code in graded:
            for level in scale.levels[graded[code].level.rank + 1 :]:
                worsened = graded | {code: _middle(level, scale)}
                if any(rule(worsened, weights, t).level < rule(graded, weights, t).level for t in TieBreak):
                    return _levels(graded), _levels(worsened)
    return None


def _levels(graded: dict[str, Graded]) -> dict[str, Level]:
    return {code: grade.level for code, grade in graded.items()}


def _all_graded(issues: int, scale: Scale = TRUST_RISK) -> Iterator[dict[str, Graded]]:
    for levels in product(scale.levels, repeat=issues):
        yield {code: _middle(level, scale) for code, level in zip(_CODES, levels, strict=False)}


def _weights(graded: dict[str, Graded]) -> dict[str, Fraction]:
    last = max(1, len(graded) - 1)
    return {code: Fraction(last - place if len(graded) > 1 else 1) for place, code in enumerate(graded)}


def _middle(level: Level, scale: Scale) -> Graded:
    return Graded(level, (level.rank + 0.5) / len(scale.names), scale)
