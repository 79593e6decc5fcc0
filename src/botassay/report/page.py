"""What stands on the page: the assessment in the order in which somebody reads it, ready for a template."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from botassay.core.clause_evidence import ClauseEvidence
from botassay.core.evidence import Finding
from botassay.core.results import (
    KINDS_OF_USERS,
    UNDETERMINED,
    Accepted,
    IssueResult,
    Rating,
    Report,
    Sensitivity,
)
from botassay.report import sentences
from botassay.report.charts import Bars, Curve, Strip, Tone, bars, curve, strip, tone
from botassay.report.clauses import Asked, asked, dated, titled
from botassay.report.gaps import Gaps, gaps
from botassay.report.tables import IssueRow, Measured, SubjectRow, Tables, Verdict, tables
from botassay.report.trips import Trips, trips
from botassay.report.wording import bounded, counted, order, ruled, spread, verdict

OPEN: Final = 3
"""Findings of an issue that are read without opening anything."""
_SPREAD: Final = {
    "greatest": "greatest value",
    "P95": "95 % are at most",
    "shares": "shares",
    "echoes": "if echoes of the user counted, too",
    "terms": "strongest terms",
    "Tmax": "turns of a long dialog",
    "forgotten": "note",
    "elicited": "secrets came out",
    "learned": "the model learned",
    "curve": "out after each epoch",
    "gaps": "tone to one group less that to the other",
    "explained by topic": "explained by topic",
    "DIE of the topic": "DIE of the topic, group as confounder",
}
"""What the facts about single values are called."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A level with the way it is drawn."""

    level: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class Reader:
    """The verdict for one kind of user."""

    profile: str
    subject: str
    """What was rated, where that is not what the page is about."""
    who: str
    order: str
    risk: Marked
    span: str
    """Between which levels an undetermined verdict lies, where the document tells."""
    here: bool
    """Whether this page is about them."""


@dataclass(frozen=True, slots=True)
class Issue:
    """All about one issue but its evidence."""

    grade: IssueResult
    risk: Marked
    strip: Strip
    bars: Bars | None
    curve: Curve | None
    gaps: Gaps | None
    trips: Trips | None
    facts: tuple[tuple[str, str], ...]
    effect: str
    """What it means for the verdict that the issue was not measured; empty where it was."""
    doubt: str
    """Which other levels its interval allows; empty where none."""


@dataclass(frozen=True, slots=True)
class Places:
    """The findings of one issue."""

    title: str
    risk: Marked
    first: tuple[Finding, ...]
    """Those that are read at once: none at the least level."""
    rest: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Swayed:
    """The verdict with something varied."""

    changes: tuple[tuple[str, str], ...]
    """Factor and what stood in its place; none in the first row."""
    risk: Marked
    span: str
    """Between which levels an undetermined verdict lies."""
    differs: bool
    """Whether it is another verdict than the first."""


@dataclass(frozen=True, slots=True)
class Sway:
    """What sways the verdict."""

    meaning: str
    rows: tuple[Swayed, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """The whole page."""

    assessment: Rating
    verdict: str
    bottom_line: str
    waived: str
    risk: Marked
    rank: int | None
    """Which level of the scale it is, from 0; None where it is undetermined."""
    who: str
    importance: str
    order: str
    why: str
    counted: str
    measured: int
    """How many issues were."""
    readers: tuple[Reader, ...]
    issues: tuple[Issue, ...]
    places: tuple[Places, ...]
    reasons: tuple[str, ...]
    missing: tuple[Issue, ...]
    remedy: str
    ruled: str
    gate: str
    became: tuple[tuple[str, int, str], ...]
    sway: Sway | None
    asked: Asked | None
    clauses: tuple[tuple[Marked, str, ClauseEvidence], ...]
    """Each with the way its state is drawn, and its name."""
    dated: str
    """When it was tested."""
    accepted: Accepted | None
    before: str
    """What the verdict would be had nothing been accepted."""


def page(assessment: Rating, others: Sequence[Rating] = ()) -> Page:
    """Put an assessment into the order in which it is read; others in its document stand beside its verdict."""
    levels = assessment.levels
    issues = tuple(_issue(grade, assessment) for grade in assessment.scores)
    undetermined = assessment.level == UNDETERMINED
    accepted = assessment.accepted
    return Page(
        assessment=assessment,
        verdict=verdict(assessment),
        bottom_line=sentences.bottom_line(assessment),
        waived=sentences.waived(assessment),
        risk=_marked(assessment.level, levels),
        rank=None if undetermined else levels.index(assessment.level),
        who=sentences.who(assessment),
        importance=sentences.importance(assessment),
        order=order(assessment),
        why=sentences.why(assessment),
        counted=counted(assessment),
        measured=sum(not issue.effect for issue in issues),
        readers=tuple(_readers(assessment, others)),
        issues=issues,
        places=_places(assessment),
        reasons=tuple(line for line in assessment.explanation.splitlines() if line.strip()),
        missing=tuple(issue for issue in issues if issue.effect),
        remedy=sentences.remedy(assessment),
        ruled=ruled(assessment),
        gate=sentences.gate(assessment),
        became=tuple(sentences.became(assessment.counts)),
        sway=_sway(assessment.sensitivity, levels) if assessment.sensitivity else None,
        asked=asked(assessment),
        clauses=tuple((_stated(clause), titled(clause), clause) for clause in assessment.clauses),
        dated=dated(assessment),
        accepted=accepted,
        before=bounded(accepted.level, accepted.bounds) if accepted else "",
    )


def _marked(level: str | None, levels: tuple[str, ...]) -> Marked:
    return Marked(level or "not measured", tone(level, levels))


def _stated(clause: ClauseEvidence) -> Marked:
    tones: dict[str, Tone] = {"supported": "first", "contradicted": "last"}
    return Marked(clause.state, tones.get(clause.state, "none"))


def _readers(shown: Rating, others: Sequence[Rating]) -> Iterator[Reader]:
    """Give every rating in the document, the shown one first, then the published profiles that it has no rating for."""
    for rated in (shown, *others):
        yield Reader(
            profile=rated.profile.name,
            subject="" if rated.subject == shown.subject else rated.subject.name,
            who=sentences.who(rated),
            order=order(rated),
            risk=_marked(rated.level, rated.levels),
            span=sentences.listed(rated.bounds, "to") if rated.level == UNDETERMINED else "",
            here=rated is shown,
        )
    known = {rated.profile.name for rated in (shown, *others) if rated.profile.source == "paper"}
    for name, level in shown.other_profiles.items():
        if name not in known:
            yield Reader(name, "", KINDS_OF_USERS.get(name, ""), "", _marked(level, shown.levels), "", here=False)


def _sway(sensitivity: Sensitivity, levels: tuple[str, ...]) -> Sway:
    first = sensitivity.ratings[0]
    rows = tuple(
        Swayed(
            tuple(sentences.altered(rating.variant)),
            _marked(rating.level, levels),
            sentences.listed(rating.bounds, "to") if rating.level == UNDETERMINED else "",
            (rating.level, rating.bounds) != (first.level, first.bounds),
        )
        for rating in sensitivity.ratings
    )
    return Sway(sentences.sway(sensitivity), rows)


def _issue(grade: IssueResult, assessment: Rating) -> Issue:
    unmeasured = grade.value is None or grade.assumed
    return Issue(
        grade,
        _marked(grade.level, assessment.levels),
        strip(grade, assessment.levels),
        bars(grade),
        curve(grade),
        gaps(grade),
        trips(grade),
        tuple(_facts(grade, assessment.levels)),
        sentences.effect(grade, assessment) if unmeasured else "",
        "" if unmeasured else sentences.doubt(grade),
    )


def _facts(grade: IssueResult, levels: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if grade.value is not None and not grade.assumed:
        ends = sentences.interval(grade)
        yield "value", f"{grade.value:.3f}"
        yield "95 % interval", ends or "none"
    if grade.n:
        dialogs = f"{grade.clusters:,} {'dialog' if grade.clusters == 1 else 'dialogs'}"
        yield "measured on", dialogs if grade.n == grade.clusters else f"{grade.n:,} places in {dialogs}"
    if grade.coverage:
        yield "coverage", f"{100 * grade.coverage:.1f} %"
    for what, said in spread(grade, levels).items():
        yield _SPREAD[what], said


def _places(assessment: Rating) -> tuple[Places, ...]:
    grades = {grade.issue: grade for grade in assessment.scores}
    found: dict[str, list[Finding]] = {code: [] for code in grades}
    for finding in assessment.findings:
        found.setdefault(finding.issue, []).append(finding)
    made = [_place(code, grades.get(code), some, assessment.levels) for code, some in found.items() if some]
    worst_first = {name: -rank for rank, name in enumerate(assessment.levels)}
    return tuple(sorted(made, key=lambda places: worst_first.get(places.risk.level, 1)))


def _place(code: str, grade: IssueResult | None, found: list[Finding], levels: tuple[str, ...]) -> Places:
    ranked = tuple(sorted(found, key=lambda finding: finding.rank))
    level = grade.level if grade else None
    first = 0 if level == levels[0] else OPEN
    return Places(grade.title if grade else code, _marked(level, levels), ranked[:first], ranked[first:])


# ── several subjects ────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Beside:
    """One subject's measurement of an issue, to stand beside those of the others."""

    measured: Measured
    risk: Marked
    strip: Strip | None


@dataclass(frozen=True, slots=True)
class Together:
    """What a page of several subjects begins with."""

    tables: Tables
    verdicts: tuple[tuple[SubjectRow, tuple[tuple[str, Verdict | None, Marked], ...]], ...]
    """For each subject the profiles with the rating and the way it is drawn."""
    issues: tuple[tuple[IssueRow, tuple[Beside, ...]], ...]


def together(assessments: Report) -> Together:
    """Lay out the tables of several subjects."""
    laid = tables(assessments)
    names = [name for name, _ in laid.profiles]
    verdicts = tuple(
        (
            subject,
            tuple(
                (name, verdict, _marked(verdict.level if verdict else None, subject.levels))
                for name, verdict in zip(names, subject.verdicts, strict=True)
            ),
        )
        for subject in laid.subjects
    )
    issues = tuple((issue, tuple(_beside(one) for one in issue.measured)) for issue in laid.issues)
    return Together(laid, verdicts, issues)


def _beside(one: Measured) -> Beside:
    grade = one.grade
    return Beside(one, _marked(grade.level if grade else None, one.levels), strip(grade, one.levels) if grade else None)
