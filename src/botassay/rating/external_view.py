"""The section on what other tools found: beside the rating, never in it."""

from collections.abc import Iterator
from dataclasses import replace

from botassay.core.results import ForeignAgreement, ForeignIssue, Rating
from botassay.core.text.plural import many
from botassay.rating.issue_view import quote
from botassay.view import Block, Quotes, Section, Table

_LEAD = (
    "Verdicts that the files hold, by the name of the tool and its detector. They do not count in the rating. Kappa is "
    "agreement beyond chance (1 full, 0 none) with our own check, over the replies that both judged."
)
_QUOTED = 5
"""Findings that are quoted, the worst."""


def external_sections(rating: Rating) -> Iterator[Section]:
    """Yield the section, where other tools found anything."""
    issues = rating.external or ()
    if not issues:
        return
    columns = ("issue", "version", "replies flagged", "share, 95 % interval", "agreement with us")
    blocks: list[Block] = [Table("", columns, tuple(map(_row, issues)))]
    worst = sorted((f for issue in issues for f in issue.findings), key=lambda finding: finding.rank)[:_QUOTED]
    if worst:
        named = (replace(finding, note=": ".join(filter(None, (finding.issue, finding.note)))) for finding in worst)
        blocks.append(Quotes("The worst", tuple(map(quote, named))))
    yield Section("external", "What other tools found", _LEAD, tuple(blocks))


def _row(issue: ForeignIssue) -> tuple[str, ...]:
    agreement = "; ".join(map(in_words, issue.agreement))
    return issue.issue, issue.version, flagged(issue), share(issue), agreement or "not compared"


def flagged(issue: ForeignIssue) -> str:
    """Return how many replies a detector flags, in words."""
    unknown = many(issue.unknown, "verdict", "verdicts") if issue.unknown else ""
    parts = [f"{issue.flagged:,} of {issue.n:,}"] if issue.n else []
    parts += [f"{unknown} of unknown direction"] if unknown else []
    return ", ".join(parts)


def share(issue: ForeignIssue) -> str:
    """Return the share of the replies with its interval, in words."""
    if issue.share is None:
        return "not known"
    return f"{issue.share:.3f}" + (f" [{issue.interval[0]:.3f}, {issue.interval[1]:.3f}]" if issue.interval else "")


def in_words(agreement: ForeignAgreement) -> str:
    """Return how far an issue of ours agrees, in words.

    >>> in_words(ForeignAgreement(
    ...     issue="AL", n=9, both=2, theirs=1, ours=0, neither=6, kappa=0.727, kappa_interval=(0.1, 1.0)
    ... ))
    'AL: 8 of 9 replies, kappa 0.73 [0.10, 1.00]'
    """
    alike = f"{agreement.issue}: {agreement.both + agreement.neither:,} of {many(agreement.n, 'reply', 'replies')}"
    if agreement.kappa is None:
        return f"{alike}, kappa not defined"
    low, high = agreement.kappa_interval or (-1.0, 1.0)
    return f"{alike}, kappa {agreement.kappa:.2f} [{low:.2f}, {high:.2f}]"
