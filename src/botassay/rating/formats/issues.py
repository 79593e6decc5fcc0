"""CSV: a row for each issue, ours and those of other tools."""

from collections.abc import Iterator
from typing import Final

from botassay.core.results import ForeignIssue, IssueResult, Rating, Report
from botassay.io.csv_safe import csv_row
from botassay.plugins.protocols import Gate, ListedFindings
from botassay.rating.caution import with_caution
from botassay.rating.counts_in_words import counted
from botassay.view.escape import cell

COLUMNS: Final = (
    "subject", "issue", "title", "by", "rated", "measure", "value", "low", "high", "level", "could_be", "n", "dialogs",
    "coverage", "remark",
)  # fmt: skip


class IssuesReport:
    """Writes a row for each issue of each subject; issues of other tools have no level unless they are rated."""

    def render(
        self, report: Report, *, gate: Gate | None = None, findings: ListedFindings | None = None
    ) -> Iterator[bytes]:
        """Return the table."""
        del gate, findings
        yield _line(COLUMNS)
        for group in report.by_subject:
            yield from (_line(_own(result, group[0])) for result in group[0].scores)
            yield from (_line(_foreign(issue, group[0])) for issue in group[0].external or ())
        if report.ratings[0].redaction:
            yield _line((*("",) * (len(COLUMNS) - 1), report.ratings[0].redaction))


def _own(result: IssueResult, rating: Rating) -> tuple[str, ...]:
    tool = result.issue.partition(":")[0] if ":" in result.issue else "botassay"
    return (
        rating.subject.name,
        result.issue,
        result.title,
        tool,
        "yes",
        result.measure,
        _number(result.value),
        *_ends(result.interval),
        result.level or "",
        " ".join(result.could_be),
        str(result.n),
        str(result.clusters),
        f"{result.coverage:.3f}",
        with_caution(result.reason or counted(result) or "", (result,), result.issue),
    )


def _foreign(issue: ForeignIssue, rating: Rating) -> tuple[str, ...]:
    remark = f"{issue.unknown:,} verdicts do not say which way they point" if issue.unknown else ""
    tool = f"{issue.tool} {issue.version}".strip()
    own = (rating.subject.name, issue.issue, issue.name, tool, "no", "share of replies flagged")
    return (*own, _number(issue.share), *_ends(issue.interval), "", "", str(issue.n), str(issue.dialogs), "", remark)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"


def _ends(interval: tuple[float, float] | None) -> tuple[str, str]:
    low, high = interval or (None, None)
    return _number(low), _number(high)


def _line(cells: tuple[str, ...]) -> bytes:
    return csv_row(map(cell, cells)).encode("utf-8", "backslashreplace")
