"""From grades to the whole document, one for each profile."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Final

import msgspec

from botassay import __version__
from botassay.core.evidence import Evidence
from botassay.core.results import (
    Accepted,
    IssueResult,
    Observation,
    Profile,
    ProfileVerdict,
    Provenance,
    Rating,
    Report,
    Subject,
)
from botassay.grading.corpus_stats import Census
from botassay.grading.grade import for_rules
from botassay.profiles.published import PUBLISHED
from botassay.rating.aggregation import aggregate
from botassay.rating.audit import Audit
from botassay.rating.explain import explain, shortened
from botassay.rating.laws.clauses import by_clause
from botassay.rating.settings import Settings

_QUOTED: Final = 5
"""Echoes that are quoted."""


@dataclass(frozen=True, slots=True)
class Examined:
    """The results that do not depend on a profile."""

    subject: Subject
    grades: Mapping[str, IssueResult]
    grades_before: Mapping[str, IssueResult]
    """The results without dismissals."""
    evidence: Mapping[str, Evidence]
    census: Census
    audit: Audit
    seed: int | None
    """What a live run was drawn from."""
    held: tuple[Observation, ...]
    """How a live run went."""
    checkers: Mapping[str, str]
    """The settings of the checkers, as text."""


def documents(examined: Examined, settings: Settings) -> Report:
    """Rate for every profile; the worst comes first, equals in the order of the settings."""
    published = {name: rating_of(examined.grades, settings, profile).level for name, profile in PUBLISHED.items()}
    ratings = [_document(examined, settings, profile, published) for profile in settings.profiles]
    return Report(tuple(sorted(ratings, key=lambda rating: rating.badness, reverse=True)))


def _document(examined: Examined, settings: Settings, profile: Profile, published: Mapping[str, str]) -> Rating:
    rating = rating_of(examined.grades, settings, profile)
    accepted = _accepted(examined, settings, profile)
    order = [code for group in profile.over(examined.grades) for code in group]
    scores = tuple(examined.grades[code] for code in order)
    findings = tuple(f for code in order if code in examined.evidence for f in examined.evidence[code].worst)
    return Rating(
        subject=examined.subject,
        profile=profile,
        level=rating.level,
        bounds=rating.bounds,
        levels=settings.scale.names,
        rule=rating.rule,
        other_profiles=published,
        scores=scores,
        findings=findings,
        observations=(*examined.held, *examined.census.observations(), *_echoes(examined.evidence)),
        accepted=accepted,
        sensitivity=None,
        clauses=by_clause(scores),
        counts=examined.census.counts,
        explanation=explain(rating, scores, findings, accepted),
        provenance=Provenance(__version__, examined.seed, _config_digest(examined, settings, profile)),
    )


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


def _accepted(examined: Examined, settings: Settings, profile: Profile) -> Accepted | None:
    """Return the dismissed findings, with the rating without the dismissals."""
    audit = examined.audit
    if not audit.acceptances:
        return None
    before = rating_of(examined.grades_before, settings, profile)
    issues = dict.fromkeys(finding.issue for finding in audit.met)
    scores = {code: examined.grades_before[code].value for code in issues}
    met = sorted(audit.met, key=lambda finding: (finding.dialog, finding.utterance, finding.issue))
    return Accepted(tuple(met), audit.unmet, before.level, before.bounds, scores)


def rating_of(grades: Mapping[str, IssueResult], settings: Settings, profile: Profile) -> ProfileVerdict:
    """Aggregate grades for a profile, by the rule of the settings."""
    levels = {code: for_rules(grade, settings.scale) for code, grade in grades.items()}
    floors = {code: settings.scale.named(grade.floor) for code, grade in grades.items() if grade.floor}
    return aggregate(profile, levels, settings.terms, floors)


def _config_digest(examined: Examined, settings: Settings, profile: Profile) -> str:
    """Digest all settings that can change the rating, and nothing else."""
    choices = {
        "method": settings.method,
        "profile": asdict(profile),
        "issues": sorted(settings.rated),
        "terms": asdict(settings.terms),
        "assumes": settings.assumes,
        "min_coverage": settings.min_coverage,
        "cuts": dict(settings.cuts),
        "checkers": dict(examined.checkers),
        "accepted": sorted((asdict(finding) for finding in examined.audit.met), key=str),
    }
    return f"sha256:{sha256(msgspec.json.encode(choices, order='deterministic')).hexdigest()}"
