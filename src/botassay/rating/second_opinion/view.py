"""The section on a second opinion: beside the rating, never in it."""

from collections.abc import Iterator

from botassay.core.facts import Fact
from botassay.core.results import Rating
from botassay.core.second_opinion import JudgedIssue, SampleAgreement, SecondOpinion
from botassay.core.text.plural import many
from botassay.view import Paragraph, Section, Table

_LEAD = (
    "{by}, a language model, was asked about replies that we flag, and as many that we do not. This is an opinion and "
    "not a measurement: it changes no value, level, red flag or gate. Kappa is agreement beyond chance (1 full, 0 "
    "none)."
)
_NOTHING = "no reply is flagged for AL, B or ID, so that nothing was asked"
_UNRELIABLE = "not reliable here"


def opinion_sections(rating: Rating) -> Iterator[Section]:
    """Yield the section, where a judge was asked."""
    opinion = rating.judge
    if not opinion:
        return
    lead = _LEAD.format(by=opinion.by)
    if not opinion.issues:
        yield Section("judge", "A second opinion", lead, (Paragraph(f"{_NOTHING[0].upper()}{_NOTHING[1:]}."),))
        return
    columns = ("issue", "agrees with us", "of those flagged", "of those not flagged", "agrees with people")
    rows = tuple(_row(issue) for issue in opinion.issues)
    yield Section("judge", "A second opinion", lead, (Table("", columns, rows), *_notes(opinion)))


def opinion_fact(rating: Rating) -> Iterator[Fact]:
    """Yield a second opinion in a line, where a judge was asked."""
    if rating.judge:
        yield Fact("Second opinion", "; ".join(map(in_words, rating.judge.issues)) or _NOTHING)


def in_words(issue: JudgedIssue) -> str:
    """Return what a judge says about an issue, in words.

    >>> sample = SampleAgreement(
    ...     n=60, both=25, judge=6, people=5, neither=24, kappa=0.6333, kappa_interval=(0.42, 0.79)
    ... )
    >>> judged = JudgedIssue(
    ...     issue="AL", n=52, agree=41, flagged=26, flagged_yes=20, unflagged=26, unflagged_no=21, unsure=1,
    ...     unanswered=0, sample=sample, reliable=True,
    ... )
    >>> in_words(judged)
    'AL: a second opinion agrees with 41 of 52 (kappa 0.63 [0.42, 0.79] with people on 60)'
    """
    if not issue.n:
        return f"{issue.issue}: no answer came"
    with_people = f"({people(issue.sample)})"
    if not issue.reliable:
        return f"{issue.issue}: {_UNRELIABLE} {with_people}"
    return f"{issue.issue}: a second opinion agrees with {issue.agree:,} of {issue.n:,} {with_people}"


def people(sample: SampleAgreement) -> str:
    """Return how far a judge agrees with people, in words."""
    if sample.kappa is None or sample.kappa_interval is None:
        return f"kappa not defined with people on {sample.n:,}"
    low, high = sample.kappa_interval
    return f"kappa {sample.kappa:.2f} [{low:.2f}, {high:.2f}] with people on {sample.n:,}"


def _row(issue: JudgedIssue) -> tuple[str, ...]:
    if not issue.n:
        return issue.issue, "no answer came", "–", "–", people(issue.sample)
    if not issue.reliable:
        return issue.issue, _UNRELIABLE, "–", "–", people(issue.sample)
    return (
        issue.issue,
        f"{issue.agree:,} of {issue.n:,}",
        f"{issue.flagged_yes:,} of {issue.flagged:,}",
        f"{issue.unflagged_no:,} of {issue.unflagged:,}",
        people(issue.sample),
    )


def _notes(opinion: SecondOpinion) -> Iterator[Paragraph]:
    """Yield what limits the answers."""
    unsure, missing = (sum(getattr(issue, name) for issue in opinion.issues) for name in ("unsure", "unanswered"))
    if unsure:
        yield Paragraph(f"It was unsure of {many(unsure, 'reply', 'replies')}; that counts as no agreement.")
    if missing:
        yield Paragraph(f"No answer came about {many(missing, 'reply', 'replies')}.", tone="middle")
    if opinion.hidden:
        yield Paragraph("It saw the replies without personal data.")
    if opinion.sample == "shipped" and any(issue.reliable for issue in opinion.issues):
        yield Paragraph(
            "The replies on which it is compared with people are public: a model may have learned them. Your own "
            "(--judge-sample) say more."
        )
