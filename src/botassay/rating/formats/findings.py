"""CSV: the findings as a list to go through; with reason and by filled in, it is a file for --decisions."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from botassay.core.evidence import Finding
from botassay.core.results import AcceptedFinding, Rating, Report
from botassay.core.scale import THIRDS
from botassay.io.csv_safe import csv_row
from botassay.view.escape import cell

SUBJECT: Final = "subject"
"""The column that names whose finding it is, in a list of several subjects."""
COLUMNS: Final = ("issue", "dialog", "utterance", "value", "text", "note", "before", "reason", "by")


class FindingsReport:
    """Writes a row a finding, those that were accepted with their reason."""

    def draw(self, assessment: Rating) -> bytes:
        """List the findings that the document holds: of each issue the worst, from a third on."""
        return b"".join(self.rows((f for f in assessment.findings if f.value >= THIRDS[0]), assessment))

    def draw_all(self, assessments: Report) -> bytes:
        """List the findings that a document of several subjects holds; of one subject, those of the worst rating."""
        groups = assessments.by_subject
        if len(groups) == 1:
            return self.draw(groups[0][0])
        return b"".join(
            self.rows_all((group[0], [f for f in group[0].findings if f.value >= THIRDS[0]]) for group in groups)
        )

    def rows_all(self, parts: Iterable[tuple[Rating, Iterable[Finding]]]) -> Iterator[bytes]:
        """List the findings of several subjects, each with the name of its subject before it."""
        yield _row((SUBJECT, *COLUMNS))
        for assessment, findings in parts:
            name = _row([cell(assessment.subject.name)]).rstrip(b"\n")
            yield from (name + b"," + row for row in islice(self.rows(findings, assessment), 1, None))

    def rows(self, findings: Iterable[Finding], assessment: Rating) -> Iterator[bytes]:
        """List any findings, as they come; what was accepted in the assessment keeps its reason."""
        accepted = assessment.accepted.findings if assessment.accepted else ()
        known = {(one.issue, one.dialog, one.utterance): (one.reason, one.by) for one in accepted}
        yield _row(COLUMNS)
        for finding in findings:
            word = known.pop((finding.issue, finding.dialog, finding.utterance), ("", ""))
            before = " / ".join(f"{quote.role}: {quote.text}" for quote in finding.context)
            yield _line(finding, finding.note, before, *word)
        for one in accepted:
            if (one.issue, one.dialog, one.utterance) in known:
                yield _line(one, "", "", one.reason, one.by)


def _line(found: Finding | AcceptedFinding, *texts: str) -> bytes:
    place = (cell(found.issue), cell(found.dialog), str(found.utterance))
    return _row((*place, f"{found.value:.3f}", cell(found.text), *map(cell, texts)))


def _row(cells: Iterable[str]) -> bytes:
    return csv_row(cells).encode("utf-8", "backslashreplace")
