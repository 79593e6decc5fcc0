"""How much evidence gives a level, and how much a level beyond doubt, for an issue without any fault."""

from collections.abc import Callable
from dataclasses import replace
from math import sqrt
from typing import Final, NamedTuple

from botassay.core.scale import Level, Measure, Score
from botassay.core.stats import wilson
from botassay.core.text.plural import many

_MOST: Final = 1 << 20
_MOST_TIMES: Final = 1 << 10
"""Units, and times as many, from which on it is not said how many it takes."""


class LevelRange(NamedTuple):
    """The level at a value, and those that its interval allows."""

    level: Level
    levels: tuple[Level, ...]
    undetermined: bool
    """Whether the interval reaches from the lowest levels to the highest ones."""


def evidence_size(score: Score) -> int:
    """Return how many units the interval of a score is made of: replies, canaries, conversations."""
    return score.clusters if score.evidence_size is None else score.evidence_size


class NeededEvidence(NamedTuple):
    """How many units it would take; None: more than anybody would collect."""

    level: int | None
    """Units without any fault that give a level."""
    beyond_doubt: int | None
    """Units without any fault that leave only the lowest level."""
    alike: int | None
    """Units like those that there are that give a level."""


def enough(score: Score, could_be: Callable[[Score], LevelRange]) -> NeededEvidence:
    """Return how much evidence would do for an issue of which too little is known.

    Args:
        score: of the issue.
        could_be: returns the levels that a score could have.
    """
    flawless, repeated = _flawless(score), score.repeated or (lambda times: _narrowed(score, times))
    times = _least(lambda n: not could_be(repeated(n)).undetermined, _MOST_TIMES)
    return NeededEvidence(
        least_flawless(score, could_be),
        _least(lambda n: len(could_be(flawless(n)).levels) == 1, _MOST),
        times * evidence_size(score) if times and times > 1 else None,
    )


def least_flawless(score: Score, could_be: Callable[[Score], LevelRange]) -> int | None:
    """Return how many units without any fault would give a level; the arguments are those of `enough`."""
    flawless = _flawless(score)
    return _least(lambda n: not could_be(flawless(n)).undetermined, _MOST)


def _flawless(score: Score) -> Callable[[int], Score]:
    return score.flawless or (lambda n: Score(score.issue, score.measure, 0.0, n, n, wilson(0.0, n)))


def _narrowed(score: Score, times: int) -> Score:
    """Return a score with the interval that it would have from so many times the evidence."""
    value = score.value or 0.0
    low, high = score.interval or (value, value)
    return replace(score, interval=(value - (value - low) / sqrt(times), value + (high - value) / sqrt(times)))


def _least(holds: Callable[[int], bool], limit: int) -> int | None:
    """Return the least number for which something holds that also holds for all greater ones."""
    most = 1
    while not holds(most):
        most *= 2
        if most > limit:
            return None
    low = most // 2  # here it does not hold, or it is 0
    while most - low > 1:
        middle = (low + most) // 2
        low, most = (low, middle) if holds(middle) else (middle, most)
    return most


def too_little(score: Score, measure: Measure, best: str, needed: NeededEvidence, lacking: str) -> str:
    """Say that there is too little evidence for a level, and how much would be enough.

    Args:
        score: what there is.
        measure: what it is measured by.
        best: the name of the lowest level.
        needed: how much would be enough.
        lacking: what is missing of the conversations, in words; empty where nothing is.
    """
    size = evidence_size(score)
    there = many(size, *measure.unit)
    low, high = score.interval or (0.0, 1.0)
    if needed.level is not None and size < needed.level:
        beyond = f", {needed.beyond_doubt:,} for a certain {best.upper()}" if needed.beyond_doubt else ""
        return f"{there} {'is' if size == 1 else 'are'} too few; a level takes at least {needed.level:,}{beyond}"
    if lacking:
        return f"too little evidence: {lacking}, so the risk could be anything from {low:.3f} to {high:.3f}"
    more = [f"about {needed.alike:,} would settle the level, if they are like these"] if needed.alike else []
    more += ["reviewing the findings would narrow it further"] if score.details.get("detector") else []
    verb = "leaves" if size == 1 else "leave"
    left = f"too little evidence: {there} {verb} the risk anywhere between {low:.3f} and {high:.3f}"
    return "; ".join([left, *more])
