"""Leaves out careless raters, and summarises the ratings: counts and tables of paper 004, section 6.2."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from statistics import fmean, stdev
from typing import Final

from botassay.core.stats import t_interval
from botassay.identity.surveys.documents import (
    IdentitySurvey,
    SurveyConfiguration,
    SurveyMean,
    SurveyRaters,
    SurveyRatings,
    SurveyReason,
)
from botassay.identity.surveys.items import CONFIGURATIONS
from botassay.identity.surveys.ratings import CALIBRATION, DUPLICATE, QUESTIONS, SurveyRating, repeated

TOLERANCE: Final = 2
"""Maximum difference between ratings of the duplicate and the original."""
SPREAD: Final = 2.0
"""Minimum standard deviation of the sums of a rater's ratings; below it, the rater rated everything alike."""


def summary(ratings: Mapping[str, Sequence[SurveyRating]], tolerance: int = TOLERANCE) -> IdentitySurvey:
    """Return the mean ratings of careful raters, and how many careless ones were left out.

    Source: paper 004, section 6.1. Raters are left out if a rating of the duplicate differs by more than `tolerance`
    from the original on any scale (or is missing, if others have it), or if the sums of their ratings have a standard
    deviation (n - 1) below `SPREAD`.

    Args:
        ratings: by rater, from `read_ratings`.
        tolerance: at least 0.
    """
    duplicated = any(rating.configuration == DUPLICATE for rating in chain.from_iterable(ratings.values()))
    careful = [own for own in ratings.values() if not duplicated or _is_steady(own, tolerance)]
    remaining = [own for own in careful if _spread(own) >= SPREAD]
    counted = [rating for own in remaining for rating in own if rating.configuration != DUPLICATE]
    calibration = sum(rating.configuration == CALIBRATION for rating in counted)
    return IdentitySurvey(
        duplicate_tolerance=tolerance,
        raters=SurveyRaters(
            collected=len(ratings),
            failed_duplicate=len(ratings) - len(careful),
            rated_alike=len(careful) - len(remaining),
            kept=len(remaining),
            duplicate_checked=duplicated,
        ),
        ratings=SurveyRatings(configurations=len(counted) - calibration, calibration=calibration),
        configurations=tuple(_by_configuration(counted)),
        reasons=tuple(
            SurveyReason(configuration=rating.configuration, reason=rating.reason)
            for own in remaining
            for rating in own
            if rating.reason
        ),
    )


def _is_steady(ratings: Sequence[SurveyRating], tolerance: int) -> bool:
    pairs = list(repeated(ratings))
    near = (abs(a - b) <= tolerance for first, again in pairs for a, b in zip(first.marks, again.marks, strict=True))
    return bool(pairs) and all(near)


def _spread(ratings: Sequence[SurveyRating]) -> float:
    return stdev(sum(rating.marks) for rating in ratings) if len(ratings) > 1 else 0.0


def _by_configuration(ratings: Sequence[SurveyRating]) -> Iterator[SurveyConfiguration]:
    known = [CALIBRATION, *CONFIGURATIONS]
    there = {rating.configuration for rating in ratings}
    for name in [*(name for name in known if name in there), *sorted(there.difference(known))]:
        own = [rating.marks for rating in ratings if rating.configuration == name]
        means = (_mean([marks[place] for marks in own]) for place in range(len(QUESTIONS)))
        yield SurveyConfiguration(configuration=name, n=len(own), **dict(zip(QUESTIONS, means, strict=True)))


def _mean(marks: Sequence[int]) -> SurveyMean:
    interval = t_interval(marks)
    ends = (round(interval[0], 9), round(interval[1], 9)) if interval else None
    return SurveyMean(mean=round(fmean(marks), 9), interval=ends)
