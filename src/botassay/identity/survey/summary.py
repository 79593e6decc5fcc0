"""Who answered with care, and what those people think: the counts and the tables of paper 004, section 6.2."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from statistics import fmean, stdev
from typing import Final

from botassay.core.stats import t_interval
from botassay.identity.survey.questionnaire import CONFIGURATIONS
from botassay.identity.survey.ratings import CALIBRATION, DUPLICATE, QUESTIONS, SurveyRating, repeated

TOLERANCE: Final = 2
"""How far a rating of the duplicate may be from the first one."""
SPREAD: Final = 2.0
"""The least standard deviation of the sums of a rater's ratings: below it, everything was rated alike."""

Ratings = Mapping[str, Sequence[SurveyRating]]


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean and its 95 % interval of Student's t; None for a single rating."""

    mean: float
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Row:
    """What people think of the replies of one configuration: a mean for each of `QUESTIONS`."""

    configuration: str
    n: int
    means: tuple[Mean, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """What a survey found."""

    raters: int
    failed_duplicate: int
    """Raters who rated the duplicate otherwise than before, or never."""
    rated_alike: int
    """Raters who passed that, and rated everything nearly alike."""
    kept: int
    checked: bool
    """Whether there was a duplicate at all."""
    of_configurations: int
    """Ratings of configurations by the raters that were kept."""
    of_calibration: int
    """Their ratings of small talk, the duplicate not counted."""
    rows: tuple[Row, ...]
    reasons: tuple[tuple[str, str], ...]
    """Configuration and reason, where one was given."""


def summary(ratings: Ratings, tolerance: int = TOLERANCE) -> Summary:
    """Leave out careless raters, and work out what the others think.

    Source: paper 004, section 6.1. Left out is first who rates the duplicate farther than `tolerance` from the first
    time on any question (or never rates it, where others do), then whose sums of ratings have a standard deviation
    (n - 1) below `SPREAD`.

    Args:
        ratings: by rater, as `read_ratings` gives them.
        tolerance: at least 0.
    """
    checked = any(one.configuration == DUPLICATE for one in chain.from_iterable(ratings.values()))
    careful = [own for own in ratings.values() if not checked or _steady(own, tolerance)]
    kept = [own for own in careful if _spread(own) >= SPREAD]
    counted = [one for own in kept for one in own if one.configuration != DUPLICATE]
    calibration = sum(one.configuration == CALIBRATION for one in counted)
    return Summary(
        raters=len(ratings),
        failed_duplicate=len(ratings) - len(careful),
        rated_alike=len(careful) - len(kept),
        kept=len(kept),
        checked=checked,
        of_configurations=len(counted) - calibration,
        of_calibration=calibration,
        rows=tuple(_rows(counted)),
        reasons=tuple((one.configuration, one.reason) for own in kept for one in own if one.reason),
    )


def _steady(ratings: Sequence[SurveyRating], tolerance: int) -> bool:
    pairs = list(repeated(ratings))
    near = (abs(a - b) <= tolerance for one, again in pairs for a, b in zip(one.marks, again.marks, strict=True))
    return bool(pairs) and all(near)


def _spread(ratings: Sequence[SurveyRating]) -> float:
    return stdev(sum(one.marks) for one in ratings) if len(ratings) > 1 else 0.0


def _rows(ratings: Sequence[SurveyRating]) -> Iterable[Row]:
    known = [CALIBRATION, *CONFIGURATIONS]
    named = {one.configuration for one in ratings}
    for name in [*(one for one in known if one in named), *sorted(named.difference(known))]:
        own = [one.marks for one in ratings if one.configuration == name]
        means = tuple(_mean([marks[place] for marks in own]) for place in range(len(QUESTIONS)))
        yield Row(name, len(own), means)


def _mean(marks: Sequence[int]) -> Mean:
    return Mean(fmean(marks), t_interval(marks))
