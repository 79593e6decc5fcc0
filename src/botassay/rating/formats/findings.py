"""CSV: the findings as a list to go through; with reason and by filled in, it is a file for --decisions."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from botassay.core.evidence import Finding
from botassay.core.results import AcceptedFinding, Rating, Report
from botassay.core.scale import THIRDS
from botassay.io.csv_safe import csv_row
from botassay.plugins.protocols import Gate, ListedFindings
from botassay.view.escape import cell

SUBJECT: Final = "subject"
"""The column that names whose finding it is, in a list of several subjects."""
COLUMNS: Final = ("issue", "dialog", "utterance", "value", "text", "note", "before", "reason", "by")


class FindingsReport:
    """Writes a row a finding, those that were accepted with their reason."""

    def render(
        self, report: Report, *, gate: Gate | None = None, findings: ListedFindings | None = None
    ) -> Iterator[bytes]:
        """Return a row for each finding; of several subjects, with the name of the subject in the first column."""
        del gate
        groups = report.by_subject
        parts = iter(findings or ((group[0], _stored(group[0])) for group in groups))
        if len(groups) == 1:
            rating, listed = next(parts)
            yield from _rows(listed, rating)
            return
        yield _row((SUBJECT, *COLUMNS))
        for rating, listed in parts:
            name = _row([cell(rating.subject.name)]).rstrip(b"\n")
            yield from (name + b"," + row for row in islice(_rows(listed, rating), 1, None))


def _stored(rating: Rating) -> Iterator[Finding]:
    """The findings that a rating holds, from a third on."""
    return (finding for finding in rating.findings if finding.value >= THIRDS[0])


def _rows(findings: Iterable[Finding], rating: Rating) -> Iterator[bytes]:
    """The header and a row for each finding; dismissed findings keep their reason."""
    accepted = rating.accepted.findings if rating.accepted else ()
    reasons = {(each.issue, each.dialog, each.utterance): (each.reason, each.by) for each in accepted}
    yield _row(COLUMNS)
    for finding in findings:
        reason = reasons.pop((finding.issue, finding.dialog, finding.utterance), ("", ""))
        before = " / ".join(f"{quote.role}: {quote.text}" for quote in finding.context)
        yield _line(finding, finding.note, before, *reason)
    for each in accepted:
        if (each.issue, each.dialog, each.utterance) in reasons:
            yield _line(each, "", "", each.reason, each.by)


def _line(finding: Finding | AcceptedFinding, *texts: str) -> bytes:
    place = (cell(finding.issue), cell(finding.dialog), str(finding.utterance))
    return _row((*place, f"{finding.value:.3f}", cell(finding.text), *map(cell, texts)))


def _row(cells: Iterable[str]) -> bytes:
    return csv_row(cells).encode("utf-8", "backslashreplace")
