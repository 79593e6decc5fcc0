"""The document of a survey: what `survey` returns, and `--json` prints."""

from dataclasses import dataclass
from typing import Literal

from botassay.identity.surveys import view
from botassay.view import Page, Viewable


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyRaters:
    """Who was asked, and whose ratings count."""

    collected: int
    failed_duplicate: int
    """Left out: rated the repeated item otherwise, or never."""
    rated_alike: int
    """Left out of the rest: the standard deviation of the sums of their ratings is below 2."""
    kept: int
    duplicate_checked: bool
    """Whether there was a repeated item at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyRatings:
    """How many ratings count; those of the repeated item do not."""

    configurations: int
    calibration: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyMean:
    """A mean, and its 95 % interval of Student's t; null for a single rating."""

    mean: float
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyConfiguration:
    """What people think of one configuration, from 1 to 7."""

    configuration: str
    n: int
    appropriate: SurveyMean
    trustworthy: SurveyMean
    friendly: SurveyMean


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyReason:
    """Why somebody rated so."""

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

    def view(self) -> Page:
        """Return the page: a mean with its interval for each configuration and question."""
        return view.view(self)
