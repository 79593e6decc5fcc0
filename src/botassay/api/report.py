"""The result of a rating: the stored document, and the reports made from it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from logging import getLogger
from pathlib import Path
from typing import Final

from botassay.core.dialog import Dialog
from botassay.core.errors import UnknownNameError, UsageError
from botassay.core.evidence import Finding
from botassay.core.foreign import issue_code
from botassay.core.results import IssueResult, Profile, Rating, Report
from botassay.core.scale import THIRDS
from botassay.corpora.jsonl import line_of
from botassay.io.files import save
from botassay.plugins.protocols import Gate, ListedFindings, ReportFormat
from botassay.plugins.registry import REPORTS
from botassay.rating.formats import draw, format_for, render
from botassay.rating.gate import check_gate, gate_failures, gate_of
from botassay.rating.view import view
from botassay.rating.withheld import listed
from botassay.rating.worst_first import worst_first
from botassay.runs.journal import Record
from botassay.view import Page
from botassay.view.document import Viewable

LOG = getLogger("botassay")

DIALOGS: Final = ".jsonl"
"""The ending of a file of dialogs."""

Findings = Callable[[], Iterable[Finding]]
"""Gives every finding of a subject."""


class RatedIssue(IssueResult):
    """The result of one issue, with its findings, the worst first."""

    findings: tuple[Finding, ...]

    @classmethod
    def of(cls, result: IssueResult, findings: Iterable[Finding]) -> "RatedIssue":
        """Return a result together with its findings."""
        issue = cls(**{field.name: getattr(result, field.name) for field in fields(result)})
        object.__setattr__(issue, "findings", tuple(findings))
        return issue


@dataclass(frozen=True, slots=True)
class GateResult:
    """Whether a rating passes a gate, and why not."""

    passed: bool
    reasons: tuple[str, ...] = ()


class RatingReport(Viewable, Report):
    """Ratings for several kinds of users, the worst first, with their reports.

    Args:
        ratings: one for each profile, and of each subject.
        findings: gives every finding; None: those that are stored.
        run: the folder of the live run that was rated.
        fail_on: the levels at which the gate of its settings is, which formats such as SARIF show.
        min_coverage: the share of the conversations that this gate asks for.
        strict: whether this gate fails by how bad the rating could be.
        parts: gives a rating and every finding of each subject, where several were rated together.
    """

    def __init__(
        self,
        ratings: tuple[Rating, ...],
        *,
        findings: Findings | None = None,
        run: Path | None = None,
        fail_on: Sequence[str] | str | None = None,
        min_coverage: float = 0.0,
        strict: bool = False,
        parts: Callable[[], ListedFindings] | None = None,
    ) -> None:
        Report.__init__(self, ratings)
        own = {"run": run, "fail_on": fail_on, "min_coverage": min_coverage, "strict": strict}
        for name, value in {**own, "_findings": findings, "_parts": parts}.items():
            object.__setattr__(self, name, value)

    run: Path | None
    fail_on: Sequence[str] | str | None
    min_coverage: float
    strict: bool
    _findings: Findings | None
    _parts: Callable[[], ListedFindings] | None

    @property
    def plural(self) -> bool:
        """Whether several subjects were rated together, or for several kinds of users."""
        return self._parts is not None or len(self.ratings) > 1

    def __repr__(self) -> str:
        """One line: the subject, the worst level and its profile."""
        others = len(self.ratings) - 1
        more = f" and {others} more" if others else ""
        return f"<RatingReport {self.ratings[0].subject.name}: {self.level} risk for {self.profile.name}{more}>"

    @property
    def level(self) -> str:
        """The worst level of risk among the profiles, or `undetermined`."""
        return self.ratings[0].level

    @property
    def bounds(self) -> tuple[str, str]:
        """The best and the worst level that missing evidence allows."""
        return self.ratings[0].bounds

    @property
    def profile(self) -> Profile:
        """The kind of user for whom the rating is worst."""
        return self.ratings[0].profile

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The stored findings of the worst rating, the worst first."""
        return tuple(sorted(self.ratings[0].findings, key=lambda finding: -finding.value))

    def __getitem__(self, code: str) -> RatedIssue:
        """The result of an issue, such as `report["AL"]`.

        Raises: UnknownNameError when it was not rated.
        """
        rated = {result.issue: result for result in self.ratings[0].scores}
        wanted = issue_code(code)
        if wanted not in rated:
            raise UnknownNameError.among("issue", code, rated)
        result = rated[wanted]
        return RatedIssue.of(result, (finding for finding in self.findings if finding.issue == result.issue))

    def all_findings(self) -> Iterable[Finding]:
        """Every finding from a third on, as a stream; of what was only stored, the worst."""
        found = self._findings() if self._findings is not None else stored_findings(self.ratings[0])
        return listed(self.ratings[0], found)

    def gate(
        self,
        fail_on: Sequence[str] | str | None = None,
        min_coverage: float | None = None,
        *,
        strict: bool | None = None,
    ) -> GateResult:
        """Whether the rating passes.

        Args:
            fail_on: the level from which on it does not (`"high"`), that of an issue (`"AL=medium"`), or several of
                them; None: those of its settings, if they have any.
            min_coverage: share of the conversations, in [0, 1], that have to be scored; None: that of its settings.
            strict: whether it fails by how bad it could be; None: as its settings say.

        Raises: UsageError for a level at which there can be no gate, and for an issue that is not rated.
        """
        gate = self._gate(fail_on, min_coverage, strict=strict)
        if gate is None:
            return GateResult(passed=True)
        check_gate(fail_on, self.ratings[0].levels, {result.issue for result in self.ratings[0].scores})
        groups = self.by_subject
        reasons = []
        for group in groups:
            whom = f"{group[0].subject.name}: " if len(groups) > 1 else ""
            reasons += [f"{whom}{failure.text}" for failure in gate_failures(group, gate)]
        return GateResult(not reasons, tuple(reasons))

    def _gate(
        self, fail_on: Sequence[str] | str | None, min_coverage: float | None = None, *, strict: bool | None = None
    ) -> Gate | None:
        return gate_of(
            fail_on or self.fail_on,
            strict=self.strict if strict is None else strict,
            min_coverage=self.min_coverage if min_coverage is None else min_coverage,
        )

    def view(self) -> Page:
        """The page of the ratings."""
        return view(self)

    def json(self) -> str:
        """The document, `botassay/rating/2` or `botassay/ratings/2`."""
        return self.drawn_by(REPORTS.get("json")).decode()

    def drawn_by(self, report_format: ReportFormat) -> bytes:
        """The ratings in a format."""
        return draw(report_format, self)

    def save(self, path: str | Path, *, fail_on: Sequence[str] | str | None = None, strict: bool | None = None) -> None:
        """Write a report in the format that the ending of a path names; `.jsonl` writes the dialogs of a live run.

        Args:
            path: where; folders are made.
            fail_on: the levels of the gate, for formats that say what failed; None: those of the settings.
            strict: whether the gate fails by how bad the rating could be; None: as the settings say.

        Raises: UsageError for an unknown ending; OutputError when it cannot be written.
        """
        place = Path(path)
        if place.suffix == DIALOGS:
            save(place, map(line_of, self.dialogs()))
            LOG.info("wrote %s", place)
            return
        save(place, self.rendered(place, fail_on, strict=strict))
        LOG.info("wrote %s", place)

    def rendered(
        self, path: Path, fail_on: str | Sequence[str] | None = None, *, strict: bool | None = None
    ) -> Iterator[bytes]:
        """Return a report piece by piece, in the format that the ending of a path names; nothing is written.

        Args and errors: those of `save`.
        """
        return render(format_for(path), self, gate=self._gate(fail_on, strict=strict), findings=self.listed())

    def listed(self) -> Iterator[tuple[Rating, Iterable[Finding]]]:
        """Each subject's worst rating with every finding that is known of it."""
        if len(self.by_subject) == 1:
            yield self.ratings[0], self.all_findings()
        else:
            parts = self._parts() if self._parts else stored_parts(self)
            yield from ((rating, listed(rating, findings)) for rating, findings in parts)

    @property
    def several(self) -> bool:
        """Whether several subjects were rated together."""
        return self._parts is not None or len(self.by_subject) > 1

    def dialogs(self) -> Iterator[Dialog]:
        """The dialogs of a live run.

        Raises: UsageError for anything else.
        """
        if self.run is None:
            raise UsageError("no conversations to write", hint="only a live run stores them")
        return Record.of(self.run).dialogs()


def stored_findings(rating: Rating) -> Iterable[Finding]:
    """The findings that a stored rating has kept, from a third on."""
    LOG.info("the worst of each issue are stored; botassay rate … -o findings.csv lists all")
    return (finding for finding in rating.findings if finding.value >= THIRDS[0])


def stored_parts(report: Report) -> Iterator[tuple[Rating, Iterable[Finding]]]:
    """The worst rating of each subject, with the findings that are stored of it."""
    for group in report.by_subject:
        yield group[0], stored_findings(group[0])


# ── several subjects ────────────────────────────────────────────────────────────────────────────────────────────────


def together(reports: Mapping[str, RatingReport]) -> RatingReport:
    """Several reports as one, the worst rating first; subjects of one name are called as they were typed.

    Args:
        reports: by subject as typed.
    """
    named = named_apart(reports)
    ratings = worst_first(rating for report in named.values() for rating in report.ratings)
    first = next(iter(named.values()))
    gated = next((report for report in named.values() if report.fail_on), first)
    return RatingReport(
        ratings,
        findings=first.all_findings,
        fail_on=gated.fail_on,
        min_coverage=gated.min_coverage,
        strict=gated.strict,
        parts=lambda: _parts(named),
    )


def named_apart(reports: Mapping[str, RatingReport]) -> dict[str, RatingReport]:
    """Reports in which no two subjects have one name."""
    names = [name for report in reports.values() for name in {rating.subject.name for rating in report.ratings}]

    def called(subject: str, rating: Rating) -> Rating:
        name = rating.subject.name
        own = f"{subject}: {name}" if len(reports[subject].by_subject) > 1 else subject
        return rating if names.count(name) == 1 else replace(rating, subject=replace(rating.subject, name=own))

    return {
        subject: RatingReport(
            tuple(called(subject, rating) for rating in report.ratings),
            findings=report.all_findings,
            run=report.run,
            fail_on=report.fail_on,
            min_coverage=report.min_coverage,
            strict=report.strict,
        )
        for subject, report in reports.items()
    }


def _parts(reports: Mapping[str, RatingReport]) -> Iterator[tuple[Rating, Iterable[Finding]]]:
    """A rating and every finding of each subject."""
    for report in reports.values():
        if len(report.by_subject) > 1:  # only what is stored holds several
            yield from stored_parts(report)
        else:
            yield report.ratings[0], report.all_findings()
