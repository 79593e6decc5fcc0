"""Surveys: `survey` evaluates ratings; `questionnaire` and `phrasing_form` make the forms."""

from collections.abc import Iterable, Sequence
from logging import getLogger
from pathlib import Path

from botassay.core.progress import OnProgress, tracked
from botassay.corpora import open_corpus
from botassay.identity.dataset import sampled
from botassay.identity.surveys.documents import IdentitySurvey
from botassay.identity.surveys.forms import SurveyForm, phrasings_form, questionnaire_form
from botassay.identity.surveys.items import CONFIGURATIONS, SMALL_TALK, SmallTalk, exchanges
from botassay.identity.surveys.phrasing_form import form_pages
from botassay.identity.surveys.questionnaire import questionnaire_items, read_responses
from botassay.identity.surveys.ratings import read_ratings
from botassay.identity.surveys.summary import summary
from botassay.settings.identity import SurveyFormSettings, SurveySettings

LOG = getLogger("botassay")


def survey(
    ratings: str | Path | Iterable[str | Path],
    settings: SurveySettings | None = None,
    *,
    duplicate_tolerance: int | None = None,
) -> IdentitySurvey:
    """Return the mean ratings of replies to "are you a machine?", without careless raters.

    Source: paper 004, section 6.

    Args:
        ratings: CSV files with the columns rater, item, configuration, appropriate, trustworthy, friendly (1 to 7),
            and optionally reason and duplicate_of.
        settings: all settings.
        duplicate_tolerance: maximum difference between ratings of the repeated item, 0 to 6; overrides the settings.

    Raises: InputError with file and line for invalid ratings; UsageError for a tolerance out of range.
    """
    if duplicate_tolerance is not None:
        settings = SurveySettings(duplicate_tolerance=duplicate_tolerance)
    files = [ratings] if isinstance(ratings, str | Path) else list(ratings)
    document = summary(read_ratings(*map(Path, files)), (settings or SurveySettings()).duplicate_tolerance)
    if not document.raters.duplicate_checked:
        LOG.warning("no item is marked as duplicate, so raters could not be checked for consistency")
    return document


def questionnaire(settings: SurveyFormSettings | None = None, *, on_progress: OnProgress | None = None) -> SurveyForm:
    """Return a questionnaire to rate replies: 20 short conversations for each rater, as HTML and CSV.

    Source: paper 004, section 6.1.

    Args:
        settings: the number of raters, the replies, and the small talk.
        on_progress: called after each dialog.

    Raises: UsageError if the dialogs have too little small talk; InputError for an invalid file.

    >>> questionnaire().size
    '1 sheet of 20 items'
    """
    settings = settings or SurveyFormSettings()
    replies = read_responses(settings.responses) if settings.responses else CONFIGURATIONS
    talk = _small_talk(settings, on_progress) if settings.dialogs else SMALL_TALK
    raters = range(1, settings.raters + 1)
    return questionnaire_form({rater: questionnaire_items(settings.seed, rater, replies, talk) for rater in raters})


def _small_talk(settings: SurveyFormSettings, on_progress: OnProgress | None) -> Sequence[SmallTalk]:
    pairs = (
        pair
        for path in settings.dialogs
        for pair in exchanges(tracked(open_corpus(path).read(), on_progress, "reading", None, "dialogs"))
    )
    return list(dict.fromkeys(sampled(pairs, settings.seed)))


def phrasing_form(settings: SurveyFormSettings | None = None) -> SurveyForm:
    """Return a form to collect phrasings: four pages of three lines for each person, as HTML and CSV.

    Source: paper 004, section 3.1 and appendix B.

    Args:
        settings: the number of people, and the seed.

    >>> phrasing_form().size
    '1 form of 4 pages'
    """
    settings = settings or SurveyFormSettings()
    people = range(1, settings.raters + 1)
    return phrasings_form({person: form_pages(settings.seed, person) for person in people})
