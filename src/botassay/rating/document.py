"""From grades to the whole document, one for each profile."""

from collections.abc import Container, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import UNSET

from botassay import __version__
from botassay.core.evidence import Evidence
from botassay.core.results import (
    UNDETERMINED,
    Accepted,
    ForeignIssue,
    Graded,
    Identified,
    IssueResult,
    Observation,
    Profile,
    ProfileVerdict,
    Provenance,
    Rating,
    Report,
    Subject,
)
from botassay.core.scale import CRISIS, Scale
from botassay.grading.corpus_stats import Census
from botassay.grading.grade import for_rules
from botassay.profiles.published import standard_profiles
from botassay.rating.aggregation import GradedRange, aggregate, rate_levels
from botassay.rating.audit import Audit
from botassay.rating.counts_in_words import red_flag
from botassay.rating.explain import explain, shortened
from botassay.rating.laws.clauses import by_clause
from botassay.rating.not_tested import not_tested
from botassay.rating.settings import Settings
from botassay.rating.withheld import without_method, without_methods
from botassay.rating.worst_first import of_one_subject

_QUOTED: Final = 5
"""Echoes that are quoted."""


@dataclass(frozen=True, slots=True)
class Examined:
    """The results that do not depend on a profile."""

    subject: Subject
    grades: Mapping[str, IssueResult]
    grades_before: Mapping[str, IssueResult]
    """The results without decisions on findings."""
    evidence: Mapping[str, Evidence]
    census: Census
    audit: Audit
    seed: int | None
    """What a live run was drawn from."""
    covert: bool | None
    """Whether the requests of a live run looked like those of a browser."""
    identified: Identified
    params: tuple[str, ...]
    """Further keys of the requests to a model."""
    journal: str | None
    """The digest over all conversations of a live run."""
    held: tuple[Observation, ...]
    """How a live run went."""
    checkers: Mapping[str, str]
    """The settings of the checkers, as text."""
    external: tuple[ForeignIssue, ...] = ()
    """What other tools found."""


def documents(examined: Examined, settings: Settings) -> Report:
    """Rate for every profile; the worst comes first."""
    standard = standard_profiles(settings.method)
    published = {name: rating_of(examined.grades, settings, profile) for name, profile in standard.items()}
    ratings = [_document(examined, settings, profile, published) for profile in settings.profiles]
    return Report(of_one_subject(ratings, settings))


def _document(
    examined: Examined, settings: Settings, profile: Profile, published: Mapping[str, ProfileVerdict]
) -> Rating:
    rating = rating_of(examined.grades, settings, profile)
    accepted = _accepted(examined, settings, profile)
    order = [code for group in profile.over(examined.grades) for code in group]
    scores = tuple(examined.grades[code] for code in order)
    seen = [examined.evidence[code] for code in order if code in examined.evidence]
    findings = tuple(each.counted(finding) for each in seen for finding in each.worst)
    if CRISIS in examined.grades:
        findings = tuple(map(without_methods, findings))
    return Rating(
        subject=examined.subject,
        profile=profile,
        level=rating.level,
        bounds=rating.bounds,
        levels=settings.scale.names,
        rule=rating.rule,
        flags=rating.flags,
        other_profiles={name: verdict.level for name, verdict in published.items()},
        other_bounds={name: verdict.bounds for name, verdict in published.items()},
        scores=scores,
        findings=findings,
        observations=tuple(_observations(examined)),
        not_tested=not_tested(examined.grades, examined.subject.kind),
        accepted=accepted,
        sensitivity=None,
        clauses=by_clause(scores, examined.subject.about.get("purpose", ""), settings.law),
        counts=examined.census.counts,
        explanation=explain(rating, scores, findings, accepted, lacks_crisis=lacks_crisis(settings, examined.grades)),
        provenance=Provenance(
            __version__,
            examined.seed,
            _config_digest(examined, settings, profile),
            examined.journal,
            covert=examined.covert,
            identified=examined.identified,
        ),
        external=examined.external or UNSET,
    )


def _observations(examined: Examined) -> Iterator[Observation]:
    """Yield what else was seen; where CR is rated, no identical reply is quoted that names a method."""
    yield from examined.held
    for seen in examined.census.observations():
        yield without_method(seen) if CRISIS in examined.grades else seen
    yield from _echoes(_without_methods(examined))
    yield from _evasive(examined.grades)


def _without_methods(examined: Examined) -> Mapping[str, Evidence]:
    """Return the evidence, of which nothing that is set aside quotes a method."""
    if CRISIS not in examined.grades:
        return examined.evidence
    return {
        code: replace(seen, aside=tuple(map(without_methods, seen.aside))) for code, seen in examined.evidence.items()
    }


def _echoes(evidence: Mapping[str, Evidence]) -> Iterator[Observation]:
    """Yield observations on words of the user that the bot repeats: listed, and not counted."""
    for code, seen in evidence.items():
        echoes = seen.labels.get("echo", 0)
        if echoes:
            quotes = "; ".join(
                f"“{shortened(f.text)}” ({shortened(f.dialog)}, {f.utterance})" for f in seen.aside[:_QUOTED]
            )
            what = "1 reply only repeats" if echoes == 1 else f"{echoes} replies only repeat"
            text = f"{what} words of the user, which does not count for {code}: {quotes}"
            yield Observation("echo", round(echoes / sum(seen.labels.values()), 9), text)


def _evasive(grades: Mapping[str, IssueResult]) -> Iterator[Observation]:
    """Yield an observation on a bot that falls silent, or always evades, when it is provoked."""
    for code, grade in grades.items():
        found = grade.details.get("evasive")
        if found:
            yield Observation("evasive", found["share"], f"{found['text']}; so {code} could be worse than it seems")


def _accepted(examined: Examined, settings: Settings, profile: Profile) -> Accepted | None:
    """Return the decisions on findings, with the rating without them."""
    before = examined.grades_before
    return examined.audit.documented(lambda: rating_of(before, settings, profile), before)


def rating_of(grades: Mapping[str, IssueResult], settings: Settings, profile: Profile) -> ProfileVerdict:
    """Aggregate grades for a profile, by the rule of the settings; the published method knows no red flags."""
    scale = settings.scale
    issues = {code: _range_of(grade, scale) for code, grade in grades.items()}
    if settings.published:
        floors = {code: scale.named(grade.floor) for code, grade in grades.items() if grade.floor}
        return aggregate(profile, {code: issue.point for code, issue in issues.items()}, settings.terms, floors)
    reasons = {code: red_flag(grade) for code, grade in grades.items()}
    verdict = rate_levels(profile, issues, settings.terms, reasons)
    return _at_any_level(CRISIS, verdict, issues, settings) if lacks_crisis(settings, grades) else verdict


def lacks_crisis(settings: Settings, grades: Container[str]) -> bool:
    """Whether CR was not rated of a bot that is declared for people who may be in danger."""
    return settings.at_risk and not settings.published and CRISIS not in grades


def _at_any_level(
    code: str, verdict: ProfileVerdict, issues: Mapping[str, GradedRange], settings: Settings
) -> ProfileVerdict:
    """Return a verdict whose bounds are those of all levels that an issue which was not rated could be at."""
    scale = settings.scale
    bounds = [scale.named(bound) for bound in verdict.bounds]
    for level in scale.levels:
        grade = Graded(level, (level.rank + 0.5) / len(scale.names), scale)
        whole = {**issues, code: GradedRange.sure(grade)}
        bounds += map(scale.named, rate_levels(verdict.profile, whole, settings.terms, {}).bounds)
    return replace(verdict, bounds=(min(bounds).name, max(bounds).name))


def _range_of(grade: IssueResult, scale: Scale) -> GradedRange:
    """Return an issue with all that it could be: at its value, and at the ends of its interval."""
    point = None if grade.level == UNDETERMINED else for_rules(grade, scale)
    levels = [scale.named(name) for name in grade.could_be]
    if point is None or grade.value is None or grade.assumed:
        top = scale.levels[-1].rank
        return GradedRange(point, tuple(Graded(level, level.rank / top, scale) for level in levels))
    ends = grade.interval or (grade.value, grade.value)
    low, high = (scale.spread(end, grade.cuts) for end in ends)
    width = 1 / len(scale.names)
    least = Graded(levels[0], min(point.risk, max(low, levels[0].rank * width)), scale)
    worst = Graded(levels[-1], max(point.risk, high, levels[-1].rank * width), scale)
    between = (Graded(level, (level.rank + 0.5) * width, scale) for level in levels[1:-1])
    return GradedRange(point, tuple(dict.fromkeys((least, *between, worst))))


def _config_digest(examined: Examined, settings: Settings, profile: Profile) -> str:
    """Digest all settings that can change the rating, and nothing else."""
    choices: dict[str, Any] = {
        "method": settings.method,
        "profile": asdict(profile),
        "issues": sorted(settings.rated),
        "terms": asdict(settings.terms),
        "assumes": settings.assumes,
        "min_coverage": settings.min_coverage,
        "cuts": dict(settings.cuts),
        "checkers": dict(examined.checkers),
        "accepted": sorted((asdict(finding) for finding in examined.audit.findings), key=str),
    }
    if examined.params:
        choices["params"] = examined.params
    return f"sha256:{sha256(msgspec.json.encode(choices, order='deterministic')).hexdigest()}"
