"""CSV: the findings as a list to go through; with decision, reason and by filled in, it is a file for --decisions."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from botassay.core.evidence import Finding
from botassay.core.results import AcceptedFinding, Rating, Report
from botassay.core.scale import THIRDS
from botassay.io.csv_safe import csv_row
from botassay.plugins.protocols import Gate, ListedFindings
from botassay.rating import decisions
from botassay.rating.caution import with_caution
from botassay.rating.formats.redacted_rows import with_notice
from botassay.rating.second_opinion.summary import proposals_of
from botassay.view.escape import cell

SUBJECT: Final = "subject"
"""The column that names whose finding it is, in a list of several subjects."""
FOUND: Final = ("issue", "dialog", "utterance", "value", "text", "note", "before")
COLUMNS: Final = (*FOUND, *decisions.COLUMNS)
PROPOSAL: Final = "proposal"
"""The column of what a judge would decide, where one was asked; nobody reads it but people."""


class FindingsReport:
    """Writes a row a finding, with what was decided about it."""

    def render(
        self, report: Report, *, gate: Gate | None = None, findings: ListedFindings | None = None
    ) -> Iterator[bytes]:
        """Return a row for each finding; of several subjects, with the name of the subject in the first column."""
        del gate
        groups = report.by_subject
        judged = any(rating.judge for rating in report.ratings)
        parts = iter(findings or ((group[0], _stored(group[0])) for group in groups))
        if len(groups) == 1:
            rating, listed = next(parts)
            rows = _rows(listed, rating, judged=judged)
        else:
            rows = _of_several(parts, judged=judged)
        yield from with_notice(rows, _notice_row) if report.ratings[0].redaction else rows


def _columns(*, judged: bool) -> tuple[str, ...]:
    return (*FOUND, PROPOSAL, *decisions.COLUMNS) if judged else COLUMNS


def _of_several(parts: ListedFindings, *, judged: bool) -> Iterator[bytes]:
    """The header and the rows of several subjects."""
    yield _row((SUBJECT, *_columns(judged=judged)))
    for rating, listed in parts:
        name = _row([cell(rating.subject.name)]).rstrip(b"\n")
        yield from (name + b"," + row for row in islice(_rows(listed, rating, judged=judged), 1, None))


def _notice_row(line: str, columns: bytes) -> bytes:
    """The last row of a redacted list, with the notice in the column `note`."""
    names = columns.decode().strip().split(",")
    return _row(line if name == "note" else "" for name in names)


def _stored(rating: Rating) -> Iterator[Finding]:
    """The findings that a rating holds, from a third on."""
    return (finding for finding in rating.findings if finding.value >= THIRDS[0])


def _rows(findings: Iterable[Finding], rating: Rating, *, judged: bool) -> Iterator[bytes]:
    """The header and a row for each finding, with the decision on it; dismissed ones that are not listed follow."""
    accepted = rating.accepted
    dismissed, confirmed = (accepted.findings, accepted.confirmed) if accepted else ((), ())
    decided = {_place(each): each for each in (*dismissed, *confirmed)}
    left = {_place(each) for each in dismissed}
    proposals = proposals_of(rating)
    yield _row(_columns(judged=judged))
    for finding in findings:
        left.discard(_place(finding))
        before = " / ".join(f"{quote.role}: {quote.text}" for quote in finding.context)
        note = with_caution(finding.note, rating.scores, finding.issue)
        proposal = (proposals.get(_place(finding)[:3], ""),) if judged else ()
        yield _line(finding, note, before, *proposal, *_decision(decided.get(_place(finding))))
    for each in dismissed:
        if _place(each) in left:
            yield _line(each, "", "", *(("",) if judged else ()), *_decision(each))


def _place(finding: Finding | AcceptedFinding) -> tuple[str, str, int, str]:
    return finding.issue, finding.dialog, finding.utterance, finding.text


def _decision(decided: AcceptedFinding | None) -> Iterator[str]:
    """The cells that a person fills in; the line of the user stays empty, so that the decision holds after any line."""
    if decided is None:
        return iter(("",) * len(decisions.COLUMNS))
    texts = (decided.decision, decided.reason, decided.by, decided.at, decided.expires, decided.user)
    return iter(text or "" for text in texts)


def _line(finding: Finding | AcceptedFinding, *texts: str) -> bytes:
    place = (cell(finding.issue), cell(finding.dialog), str(finding.utterance))
    return _row((*place, f"{finding.value:.3f}", cell(finding.text), *map(cell, texts)))


def _row(cells: Iterable[str]) -> bytes:
    return csv_row(cells).encode("utf-8", "backslashreplace")
