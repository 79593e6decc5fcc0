"""Several subjects side by side: the three tables of paper 000, laid out for whatever they are drawn on.

Table 1 is an example utterance with its score for each issue and subject, Table 2 the raw scores, Table 3 the rating
for each subject and profile.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from botassay.core.evidence import Finding
from botassay.core.results import UNDETERMINED, IssueResult, Profile, Rating, Report, house_order
from botassay.core.text.plural import many
from botassay.report import sentences
from botassay.report.standing import Standing
from botassay.report.wording import spread

_ORDERED: Final = "Levels are those of the rating; X stands for what could not be measured, and counts as the worst."


@dataclass(frozen=True, slots=True)
class Verdict:
    """A cell of Table 3: the rating of a subject for a profile."""

    level: str
    bounds: tuple[str, str]
    """The same level twice, unless it is undetermined."""

    @property
    def span(self) -> str:
        """Between which levels an undetermined one lies, where the document tells; else empty."""
        return sentences.listed(self.bounds, "to") if self.level == UNDETERMINED and self.bounds[0] else ""

    @property
    def said(self) -> str:
        """The level, or between which two it lies."""
        return self.span or self.level


@dataclass(frozen=True, slots=True)
class Measured:
    """What was found out about one issue of one subject: a cell of Tables 1 and 2."""

    subject: str
    levels: tuple[str, ...]
    grade: IssueResult | None
    """None where the issue was not rated."""
    example: Finding | None
    """The worst place, whatever its value."""

    @property
    def value(self) -> float | None:
        """What was measured; nothing where it was assumed."""
        return None if self.grade is None or self.grade.assumed else self.grade.value

    @property
    def remark(self) -> str:
        """The interval, or why there is no value."""
        if self.grade is None:
            return "not rated"
        if self.value is None:
            return "assumed" if self.grade.assumed else "not measured"
        return sentences.interval(self.grade)

    @property
    def spread(self) -> dict[str, str]:
        """How the single values are spread: the greatest, P95, and the shares of the classes."""
        facts = spread(self.grade, self.levels) if self.grade else {}
        return {what: facts[what] for what in ("greatest", "P95", "shares") if what in facts}


@dataclass(frozen=True, slots=True)
class IssueRow:
    """One issue, with every subject."""

    code: str
    title: str
    measure: str
    measured: tuple[Measured, ...]

    @property
    def standing(self) -> Standing | None:
        """Both orders of the subjects, as paper 002 rates systems; None unless gaps between groups were measured."""
        rated = {one.subject: one for one in self.measured if one.grade}
        if len(rated) < 2 or not any(one.grade and one.grade.details.get("gaps") for one in rated.values()):  # noqa: PLR2004 - an order takes two
            return None
        raw = sorted(((name, one.value) for name, one in rated.items()), key=_least_first)
        levels = next(iter(rated.values())).levels
        places = {name: _rank(one.grade.level if one.grade else None, levels) for name, one in rated.items()}
        return Standing.of(f"The order of the subjects by {self.code}", raw, places, len(levels), _ORDERED)

    @property
    def order(self) -> str:
        """The partial order in a line, least first, those alike together; empty where there is none."""
        places = self.standing.places if self.standing else ()
        alike = groupby(places, key=lambda one: one.raw)
        return " < ".join(f"{{{', '.join(one.system for one in group)}}} {raw}" for raw, group in alike)


def _least_first(placed: tuple[str, float | None]) -> tuple[bool, float]:
    _, raw = placed
    return raw is None, raw or 0.0


def _rank(level: str | None, levels: tuple[str, ...]) -> int:
    return levels.index(level) + 1 if level in levels else len(levels)


@dataclass(frozen=True, slots=True)
class SubjectRow:
    """One subject, with its verdict for every profile; None where it was not rated for one."""

    name: str
    kind: str
    counted: str
    levels: tuple[str, ...]
    verdicts: tuple[Verdict | None, ...]


@dataclass(frozen=True, slots=True)
class Tables:
    """All three."""

    worst: str
    """Which rating is the worst, in a few words."""
    profiles: tuple[tuple[str, str], ...]
    """Name and order of importance."""
    subjects: tuple[SubjectRow, ...]
    issues: tuple[IssueRow, ...]
    unlike: tuple[str, ...]
    """What was not measured or judged alike, so that it should not be read side by side."""

    sways: tuple[str, ...]
    """What sways each rating, where that was tested."""

    @property
    def headline(self) -> str:
        """How many subjects there are, and which rating is the worst."""
        return f"{many(len(self.subjects), 'subject', 'subjects')}. {self.worst}"

    @property
    def open(self) -> bool:
        """Whether a rating is undetermined."""
        return any(verdict and verdict.span for subject in self.subjects for verdict in subject.verdicts)


def tables(assessments: Report) -> Tables:
    """Lay out the ratings of several subjects; that with the worst rating comes first."""
    groups = assessments.by_subject
    profiles = tuple(dict.fromkeys((rated.profile.name, _order(rated.profile)) for rated in assessments.ratings))
    in_order = tuple(sorted(profiles, key=lambda profile: _published_first(profile[0], assessments.ratings[0])))
    grades = {grade.issue: grade for rated in reversed(assessments.ratings) for grade in rated.scores}
    issues = tuple(_issue(grades[code], groups) for code in sorted(grades, key=house_order))
    return Tables(
        worst=_worst(assessments.ratings[0]),
        profiles=in_order,
        subjects=tuple(_subject(group, in_order) for group in groups),
        issues=issues,
        sways=tuple(
            f"{rated.subject.name}, {rated.profile.name}: {sentences.sway(rated.sensitivity)}"
            for rated in assessments.ratings
            if rated.sensitivity
        ),
        unlike=(*_unlike_issues(issues), *_unlike_rules(assessments.ratings)),
    )


def _order(profile: Profile) -> str:
    return " > ".join("=".join(group) for group in profile.order)


def _published_first(name: str, rated: Rating) -> tuple[int, str]:
    """Order profiles as every document lists the published ones, then the others by name."""
    known = list(rated.other_profiles)
    return (known.index(name) if name in known else len(known), name)


def _worst(rated: Rating) -> str:
    risk = Verdict(rated.level, rated.bounds).said
    return f"The worst rating: {rated.subject.name}, risk {risk} for the profile {rated.profile.name}"


def _subject(group: tuple[Rating, ...], profiles: Sequence[tuple[str, str]]) -> SubjectRow:
    first = group[0]
    counts = first.counts
    rated = {(one.profile.name, _order(one.profile)): Verdict(one.level, one.bounds) for one in group}
    return SubjectRow(
        name=first.subject.name,
        kind=first.subject.kind,
        counted=f"{counts.scored:,} of {counts.planned:,} {counts.unit} scored",
        levels=first.levels,
        verdicts=tuple(rated.get(profile) for profile in profiles),
    )


def _issue(known: IssueResult, groups: Sequence[tuple[Rating, ...]]) -> IssueRow:
    measured = tuple(_measured(known.issue, group) for group in groups)
    return IssueRow(known.issue, known.title, known.measure, measured)


def _measured(code: str, group: tuple[Rating, ...]) -> Measured:
    grades = [grade for rated in group for grade in rated.scores if grade.issue == code]
    found = [finding for rated in group for finding in rated.findings if finding.issue == code]
    first = group[0]
    return Measured(
        subject=first.subject.name,
        levels=first.levels,
        grade=grades[0] if grades else None,
        example=min(found, key=lambda finding: finding.rank, default=None),
    )


def _unlike_issues(issues: Sequence[IssueRow]) -> Iterator[str]:
    for issue in issues:
        grades = [(one.subject, one.grade) for one in issue.measured if one.grade]
        ways = {(grade.measure, grade.cuts) for _, grade in grades}
        if len(ways) > 1:
            told = "; ".join(
                f"{subject} by {grade.measure}, cuts {', '.join(f'{cut:.3g}' for cut in grade.cuts)}"
                for subject, grade in grades
            )
            yield f"{issue.code} was not measured alike: {told}"


def _unlike_rules(ratings: Sequence[Rating]) -> Iterator[str]:
    rules = {(rated.rule.name, rated.rule.ties, rated.rule.veto) for rated in ratings}
    if len(rules) > 1:
        ways = {rated.subject.name: f"{rated.rule.name}, ties {rated.rule.ties}" for rated in reversed(ratings)}
        yield "the ratings were not made by one rule: " + "; ".join(f"{name} by {way}" for name, way in ways.items())
