"""The JSON document of a survey."""

from dataclasses import dataclass
from typing import Literal

from botassay.identity.surveys.view import survey_page
from botassay.view import Viewable


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyRaters:
    """The numbers of raters, and of those whose ratings count."""

    collected: int
    failed_duplicate: int
    """Left out: rated the repeated item differently, or not at all."""
    rated_alike: int
    """Also left out: the standard deviation of the sums of their ratings is below 2."""
    kept: int
    duplicate_checked: bool
    """Whether there was a repeated item."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyRatings:
    """The numbers of ratings, without those of the repeated item."""

    configurations: int
    calibration: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyMean:
    """A mean with its 95 % confidence interval (Student's t); null for a single rating."""

    mean: float
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyConfiguration:
    """The mean ratings of one configuration, from 1 to 7."""

    configuration: str
    n: int
    appropriate: SurveyMean
    trustworthy: SurveyMean
    friendly: SurveyMean


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyReason:
    """A rater's reason."""

    configuration: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentitySurvey(Viewable):
    """What `identity survey --json` prints, `botassay/identity/survey/1`."""

    schema: Literal["botassay/identity/survey/1"] = "botassay/identity/survey/1"
    duplicate_tolerance: int
    raters: SurveyRaters
    ratings: SurveyRatings
    configurations: tuple[SurveyConfiguration, ...]
    reasons: tuple[SurveyReason, ...]

    view = survey_page
