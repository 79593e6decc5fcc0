"""Decisions on findings in reports: in sentences, and as a section with every quote."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from botassay.core.results import Accepted, AcceptedFinding
from botassay.core.text.plural import many
from botassay.rating.wording import bounded
from botassay.view import Block, Paragraph, Quote, Quotes, Section

_QUOTED: Final = 3
"""Decisions that sentences quote, of those that dismiss and of those that confirm."""
_LONGEST: Final = 120
"""Characters of a quote, and of a list of files, in a sentence."""


def in_sentences(accepted: Accepted) -> Iterator[str]:
    """Yield what was decided, by whom and why, what the rating would be otherwise, and which decisions are idle."""
    risk = bounded(accepted.level, accepted.bounds)
    for findings, what in (
        (accepted.findings, f"dismissed as harmless and left out; otherwise the risk would be {risk}"),
        (accepted.confirmed, f"confirmed by a person; without the decisions the risk would be {risk}"),
    ):
        if findings:
            yield f"{many(len(findings), 'finding was', 'findings were')} {what}."
            quotes = Counter((each.issue, each.text, decided_by(each)) for each in findings)
            shown = [
                f"{issue} “{_short(text)}”{f' ({count} times)' if count > 1 else ''}, {_short(who)}"
                for (issue, text, who), count in quotes.most_common(_QUOTED)
            ]
            more = f"; and {len(quotes) - _QUOTED} more" if len(quotes) > _QUOTED else ""
            yield f"{findings[0].decision.capitalize()}: {'; '.join(shown)}{more}."
    for places, what in ((accepted.unmatched, "match no finding"), (accepted.expired, "no longer count")):
        if places:
            more = f" and {len(places) - _QUOTED} more" if len(places) > _QUOTED else ""
            yield f"Decisions that {what}: {'; '.join(_short(place) for place in places[:_QUOTED])}{more}."


def section(accepted: Accepted) -> Section:
    """Return the section with all decisions."""
    lead = "A person reviewed these findings. Dismissed ones are not part of the rating, confirmed ones are."
    return Section("dismissed", "Decisions on findings", lead, tuple(_blocks(accepted)))


def _blocks(accepted: Accepted) -> Iterator[Block]:
    if accepted.findings:
        yield _quotes("Dismissed as harmless", accepted.findings)
    if accepted.confirmed:
        yield _quotes("Confirmed", accepted.confirmed)
    values = ", ".join(f"{code} {value:.3f}" for code, value in accepted.scores.items() if value is not None)
    risk = bounded(accepted.level, accepted.bounds)
    yield Paragraph(f"Without these decisions the risk would be {risk}{f'; {values}' if values else ''}.")
    if accepted.unmatched:
        yield Paragraph("Decisions that match no finding:", points=accepted.unmatched)
    if accepted.expired:
        yield Paragraph("Decisions that no longer count:", points=accepted.expired)


def _quotes(title: str, findings: tuple[AcceptedFinding, ...]) -> Quotes:
    quotes = (
        Quote(
            finding.text,
            f"{finding.issue} {finding.value:.2f}. {decided_by(finding)}",
            place=f"dialog {finding.dialog}, utterance {finding.utterance}",
        )
        for finding in findings
    )
    return Quotes(title, tuple(quotes), len(findings))


def decided_by(finding: AcceptedFinding) -> str:
    """Return who decided, when and why."""
    when = f", {finding.at}" if finding.at else ""
    until = f" (until {finding.expires})" if finding.expires else ""
    return f"{finding.by}{when}: {finding.reason}{until}"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _LONGEST else flat[: _LONGEST - 1] + "…"
