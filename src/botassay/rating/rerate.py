"""A stored rating, for other users or by another rule: what was measured stays as it was."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from hashlib import sha256
from typing import Final

import msgspec

from botassay.core.declared import for_people_at_risk
from botassay.core.errors import UsageError
from botassay.core.results import Accepted, IssueResult, Profile, Rating, Report
from botassay.core.scale import Scale
from botassay.profiles.published import standard_profiles
from botassay.rating.document import lacks_crisis, rating_of
from botassay.rating.explain import explain
from botassay.rating.laws.clauses import by_clause
from botassay.rating.not_tested import not_tested
from botassay.rating.settings import Settings
from botassay.rating.worst_first import of_one_subject, worst_first

_HINT: Final = "rate the dialogs again"


def rate_again(stored: Report, settings: Settings, *, rescaled: bool = False) -> Report:
    """Rate what a stored document has measured for the profiles of the settings, the worst first.

    Args:
        stored: ratings of one subject, or of several.
        settings: profiles, issues, rule, tie-break, veto and weights count; everything else is as it was measured.
        rescaled: whether the scale of the settings was asked for, and has to be that of the document.

    Raises: UsageError for what takes the dialogs: issues that are not in the document, other cuts, levels or methods.
    """
    subjects = (_subject_again(group, settings, rescaled=rescaled) for group in stored.by_subject)
    return Report(worst_first(rating for group in subjects for rating in of_one_subject(group, settings)))


def _subject_again(others: Sequence[Rating], settings: Settings, *, rescaled: bool) -> list[Rating]:
    first = others[0]
    if rescaled and settings.scale.names != first.levels:
        raise UsageError(f"the levels of a stored rating cannot be changed: {', '.join(first.levels)}", hint=_HINT)
    at_risk = first.subject.kind == "bot" and for_people_at_risk(first.subject.about)
    settings = replace(settings, scale=Scale(first.levels), at_risk=at_risk)
    asked = settings.issues is not None or any(profile.source != "paper" for profile in settings.profiles)
    chosen = settings if asked else replace(settings, issues=tuple(grade.issue for grade in first.scores))
    _check(first, chosen)
    return [_for_profile(first, chosen, profile, others) for profile in chosen.profiles]


def _check(stored: Rating, settings: Settings) -> None:
    lacking = [code for code in settings.rated if code not in {grade.issue for grade in stored.scores}]
    if lacking:
        raise UsageError(f"{', '.join(lacking)} is not part of the stored rating", hint=_HINT)
    if settings.cuts or settings.published or settings.missing:
        raise UsageError("the cuts and the method of a stored rating cannot be changed", hint=_HINT)
    if stored.accepted is not None and {*stored.accepted.scores} != {each.issue for each in stored.accepted.results}:
        raise UsageError("the stored rating lacks its results without the decisions on findings", hint=_HINT)


def _for_profile(stored: Rating, settings: Settings, profile: Profile, others: Sequence[Rating]) -> Rating:
    """Rate for a profile; what sways a rating is known where the same rating is stored."""
    grades = {grade.issue: grade for grade in stored.scores if grade.issue in settings.rated}
    order = [code for group in profile.over(grades) for code in group]
    scores = tuple(grades[code] for code in order)
    findings = tuple(f for code in order for f in stored.findings if f.issue == code)
    rating = rating_of(grades, settings, profile)
    standard = standard_profiles(settings.method)
    verdicts = {name: rating_of(grades, settings, other) for name, other in standard.items()}
    accepted = _accepted(stored, settings, profile, grades)
    return replace(
        stored,
        profile=profile,
        level=rating.level,
        bounds=rating.bounds,
        rule=rating.rule,
        flags=rating.flags,
        other_profiles={name: verdict.level for name, verdict in verdicts.items()},
        other_bounds={name: verdict.bounds for name, verdict in verdicts.items()},
        scores=scores,
        findings=findings,
        not_tested=not_tested(grades, stored.subject.kind),
        sensitivity=next((a.sensitivity for a in others if (a.profile, a.rule) == (profile, rating.rule)), None),
        clauses=by_clause(scores, stored.subject.about.get("purpose", ""), settings.law),
        accepted=accepted,
        explanation=explain(rating, scores, findings, accepted, lacks_crisis=lacks_crisis(settings, grades)),
        provenance=replace(stored.provenance, config=_digest(stored, settings, profile, order)),
    )


def _accepted(
    stored: Rating, settings: Settings, profile: Profile, grades: Mapping[str, IssueResult]
) -> Accepted | None:
    """Return the decisions on findings, with the rating without them."""
    if stored.accepted is None:
        return None
    before = {result.issue: result for result in stored.accepted.results if result.issue in grades}
    verdict = rating_of({**grades, **before}, settings, profile)
    return replace(stored.accepted, level=verdict.level, bounds=verdict.bounds)


def _digest(stored: Rating, settings: Settings, profile: Profile, rated: Sequence[str]) -> str:
    """Digest the settings of the stored rating together with what was chosen now."""
    choices = [stored.provenance.config, asdict(profile), asdict(settings.terms), sorted(rated)]
    return f"sha256:{sha256(msgspec.json.encode(choices, order='deterministic')).hexdigest()}"
