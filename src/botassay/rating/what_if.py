"""What would change a verdict: the issues of which another level, that their evidence allows, gives another rating."""

from collections.abc import Iterator
from typing import Final

from botassay.core.errors import BotassayError
from botassay.core.results import UNDETERMINED, Graded, IssueResult, Rating, TieBreak
from botassay.core.scale import Scale
from botassay.rating.aggregation import GradedRange, Terms, rate_levels

MOST: Final = 3
"""Changes that are named at most."""


def changes(rating: Rating) -> tuple[tuple[IssueResult, str, str], ...]:
    """Return single changes of an issue that would change the rating: the issue, its other level, the other rating.

    The worst issues come first, equally bad ones in the order of the rating.
    """
    scale = Scale(rating.levels)
    terms = Terms(rating.rule.name, TieBreak(rating.rule.ties), rating.rule.veto, scale)
    issues = {result.issue: _range(result, scale) for result in rating.scores}
    try:
        return tuple(_changed(rating, issues, terms))[:MOST]
    except BotassayError:  # a rule of a plugin that is not installed here
        return ()


def stays(rating: Rating, result: IssueResult) -> bool:
    """Whether a rating would have the same level if one issue alone were at the least one."""
    scale = Scale(rating.levels)
    terms = Terms(rating.rule.name, TieBreak(rating.rule.ties), rating.rule.veto, scale)
    issues = {each.issue: _range(each, scale) for each in rating.scores}
    issues[result.issue] = GradedRange.sure(_middle(0, scale))
    try:
        return rate_levels(rating.profile, issues, terms, {}).level == rating.level
    except BotassayError:  # a rule of a plugin that is not installed here
        return False


def _changed(rating: Rating, issues: dict[str, GradedRange], terms: Terms) -> Iterator[tuple[IssueResult, str, str]]:
    for result in sorted(rating.scores, key=lambda result: -_rank(result, rating) * (result.level in rating.levels)):
        for name in rating.levels:
            if name != result.level and (result.value is not None and not result.assumed):
                level = terms.scale.named(name)
                whole = {**issues, result.issue: GradedRange.sure(_middle(level.rank, terms.scale))}
                other = rate_levels(rating.profile, whole, terms, {}).level
                worse = name in result.could_be and level.rank > _rank(result, rating)
                better = level.rank < _rank(result, rating)
                if other not in (rating.level, UNDETERMINED) and (worse or better):
                    yield result, name, other
                    break


def _rank(result: IssueResult, rating: Rating) -> int:
    return rating.levels.index(result.level) if result.level in rating.levels else len(rating.levels)


def _range(result: IssueResult, scale: Scale) -> GradedRange:
    could_be = tuple(_middle(scale.named(name).rank, scale) for name in result.could_be)
    measured = result.level in scale.names
    return GradedRange(_middle(scale.names.index(result.level), scale) if measured and result.level else None, could_be)


def _middle(rank: int, scale: Scale) -> Graded:
    return Graded(scale.levels[rank], (rank + 0.5) / len(scale.names), scale)
