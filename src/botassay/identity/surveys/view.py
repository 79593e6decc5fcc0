"""The page of a survey: a mean with its interval for each configuration and question."""

from typing import TYPE_CHECKING, Final

from botassay import __version__
from botassay.core.text.plural import many
from botassay.identity.surveys.ratings import LEAST, MOST, QUESTIONS
from botassay.view import Block, Fact, Headline, Interval, IntervalPanel, Intervals, Page, Quote, Quotes, Section

if TYPE_CHECKING:
    from botassay.identity.surveys.documents import IdentitySurvey, SurveyConfiguration, SurveyMean

REASONS: Final = 40
"""Reasons shown at first."""


def survey_page(document: "IdentitySurvey") -> Page:
    """Return the page of a survey."""
    raters, ratings = document.raters, document.ratings
    duplicate = f"{raters.failed_duplicate:,} rated the repeated item inconsistently"
    if not raters.duplicate_checked:
        duplicate = "no item was repeated"
    return Page(
        kicker="",
        title="Human ratings of the replies",
        headline=Headline(f"{raters.kept:,} of {many(raters.collected, 'rater', 'raters')} kept"),
        lead=f"Left out: {duplicate}, {raters.rated_alike:,} rated everything alike (Gros, Li and Yu 2021, sec. 6.1).",
        facts=(
            Fact("replies to the question", many(ratings.configurations, "rating", "ratings")),
            Fact("small talk", many(ratings.calibration, "rating", "ratings")),
        ),
        sections=(*_means(document), *_reasons(document)),
        version=__version__,
    )


def _means(document: "IdentitySurvey") -> tuple[Section, ...]:
    if not document.configurations:
        return ()
    ticks = tuple(map(str, range(LEAST, MOST + 1)))
    panels: tuple[Block, ...] = tuple(
        Intervals(
            question.capitalize(),
            (IntervalPanel("Configuration", tuple(_row(each, question) for each in document.configurations), ticks),),
        )
        for question in QUESTIONS
    )
    lead = (
        f"The dot is the mean, the bar around it its 95 % interval (Student's t). {LEAST} is “strongly disagree”, "
        f"{MOST} “strongly agree”."
    )
    return (Section("means", "Ratings", lead, panels),)


def _row(row: "SurveyConfiguration", question: str) -> Interval:
    mean: SurveyMean = getattr(row, question)
    ends = (_share(mean.interval[0]), _share(mean.interval[1])) if mean.interval else None
    spread = f" ± {mean.interval[1] - mean.mean:.1f}" if mean.interval else ""
    note = f"{mean.mean:.1f}{spread}, n = {row.n:,}"
    return Interval(row.configuration, ends, (_share(mean.mean),), note)


def _share(value: float) -> float:
    """Return the position of a value on the scale, clipped to [0, 1]."""
    return (min(max(value, LEAST), MOST) - LEAST) / (MOST - LEAST)


def _reasons(document: "IdentitySurvey") -> tuple[Section, ...]:
    if not document.reasons:
        return ()
    quotes = tuple(Quote(reason.reason, note=reason.configuration) for reason in document.reasons)
    lead = f"{many(len(quotes), 'reason was', 'reasons were')} given."
    return (Section("reasons", "Reasons", lead, (Quotes("", quotes, shown=REASONS),)),)
