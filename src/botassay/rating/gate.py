"""Gates: at which level of the rating or of an issue a build fails, and the reasons of one that failed."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from botassay.core.errors import UnknownNameError, UsageError
from botassay.core.foreign import issue_code
from botassay.core.results import UNDETERMINED, IssueResult, Rating
from botassay.core.scale import STANDARD_ISSUES
from botassay.plugins.protocols import Gate
from botassay.plugins.registry import CHECKERS
from botassay.rating.counts_in_words import counted, red_flag


@dataclass(frozen=True, slots=True)
class GateFailure:
    """One reason why a gate failed."""

    text: str
    """What is that bad, with its figure, and the condition that it fails."""
    issue: str = ""
    """The issue that is the reason; empty where it is the rating or the coverage."""
    profile: str = ""
    """The profile whose rating is the reason."""


def gate_of(fail_on: Sequence[str] | str | None, *, strict: bool = False, min_coverage: float = 0.0) -> Gate | None:
    """Return the gate that is typed as `high` or `AL=medium`, or several of them; None where there is none.

    Raises: UsageError for two levels of the same thing.

    >>> gate_of(["high", "AL=medium"]).issues
    {'AL': 'medium'}
    """
    conditions = (fail_on,) if isinstance(fail_on, str) else tuple(fail_on or ())
    levels: dict[str, str] = {}
    for condition in conditions:
        code, equals, level = condition.rpartition("=")
        code, level = issue_code(code), level.strip().lower()
        if equals and not code:
            raise UsageError(f"--fail-on {condition!r} names no issue", hint="write ISSUE=LEVEL, like AL=medium")
        if levels.setdefault(code, level) != level:
            what = f"levels of {code}" if code else "levels of the rating"
            raise UsageError(f"--fail-on is given two {what}: {levels[code]} and {level}", hint="give the lower one")
    rating = levels.pop("", None)
    return Gate(rating, min_coverage, levels, strict) if conditions else None


def check_gate(
    fail_on: Sequence[str] | str | None, levels: Sequence[str], rated: Collection[str] | None = None
) -> None:
    """Refuse a gate at an unknown level, at the least one, which would always fail, or of an issue that is not rated.

    Args:
        fail_on: the conditions, as typed.
        levels: the names of the scale, least risk first.
        rated: the issues that are rated; None where it is not known yet.

    Raises: UsageError.
    """
    gate = gate_of(fail_on)
    if gate is None:
        return
    if gate.fail_on:
        _check_level(gate.fail_on, gate.fail_on, levels, "a level")
    for code, level in gate.issues.items():
        _check_level(f"{code}={level}", level, levels, "a level of an issue")
        known = {*STANDARD_ISSUES, *CHECKERS.names(), *(rated or ())}
        if code not in known:
            raise UnknownNameError.among("issue", code, known)
        if rated is not None and code not in rated:
            what = f"--fail-on {code}={level}: {code} is not rated"
            raise UsageError(what, hint=f"rate it too: --issues …,{code}")


def _check_level(typed: str, level: str, levels: Sequence[str], wanted: str) -> None:
    """Refuse a condition at a level that is none, or that always fails. Raises UsageError."""
    if level not in levels[1:]:
        hint = f"use {', '.join(levels[1:-1])} or {levels[-1]}" if levels[1:-1] else f"use {levels[-1]}"
        why = "would always fail" if level in levels else f"is not {wanted}"
        if level.upper() in STANDARD_ISSUES:
            why, hint = f"is an issue, not {wanted}", f"write ISSUE=LEVEL, like {level.upper()}={levels[1]}"
        raise UsageError(f"--fail-on {typed!r} {why}", hint=hint)


@dataclass(frozen=True, slots=True)
class GatedLevels:
    """What a gate looks at: a rating and the issues behind it."""

    level: str
    bounds: tuple[str, str]
    levels: tuple[str, ...]
    profile: str = ""
    issues: Mapping[str, "GatedIssue"] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GatedIssue:
    """What a gate looks at in one issue."""

    title: str
    level: str | None
    """None where there is no value."""
    could_be: tuple[str, ...]
    figure: str = ""
    """What was counted, or why nothing was."""


def gate_failures(ratings: Sequence[Rating], gate: Gate) -> tuple[GateFailure, ...]:
    """Return why the ratings of one subject do not pass a gate; nothing where they do."""
    failures = [failure for rating in ratings for failure in rating_failures(_gated(rating), gate)]
    counts = ratings[0].counts
    if gate.fail_on and gate.lacks(counts):
        needed = f"--min-coverage {gate.min_coverage:g}"
        failures.append(
            GateFailure(f"only {counts.scored:,} of {counts.planned:,} {counts.unit} were scored ({needed})")
        )
    return tuple(failures) + issue_failures(_gated(ratings[0]), gate)


def rating_failures(rated: GatedLevels, gate: Gate) -> Iterator[GateFailure]:
    """Yield why a rating does not pass the level of a gate."""
    if not gate.fail_on:
        return
    least = rated.levels.index(gate.fail_on)
    whom = f"for {rated.profile} the risk is" if rated.profile else "the risk is"
    worse = rated.bounds[1]
    if rated.level != UNDETERMINED and rated.levels.index(rated.level) >= least:
        yield GateFailure(f"{whom} {rated.level} ({_typed(gate)})", profile=rated.profile)
    elif (gate.strict or rated.level == UNDETERMINED) and rated.levels.index(worse) >= least:
        text = f"{whom} {rated.level} and could be {worse} ({_typed(gate)})"
        yield GateFailure(text, profile=rated.profile)


def issue_failures(rated: GatedLevels, gate: Gate) -> tuple[GateFailure, ...]:
    """Return which issues do not pass a gate: that bad beyond doubt, or at the level that was set for them."""
    failures = []
    for code, issue in rated.issues.items():
        wanted = gate.issues.get(code)
        failure = _own_failure(code, issue, rated.levels, gate) if wanted else None
        if failure is None and gate.fail_on and reaches(issue.could_be[0], gate.fail_on, rated.levels):
            figure = f": {issue.figure}" if issue.figure else ""
            least = f"{issue.could_be[0]}{' or worse' if len(issue.could_be) > 1 else ''}"
            text = f"{issue.title} is {least} beyond doubt{figure} (--fail-on {gate.fail_on})"
            failure = GateFailure(text, issue=code)
        failures += [failure] if failure else []
    missing = [code for code in gate.issues if code not in rated.issues]
    failures += [GateFailure(f"{code} was not rated (--fail-on {code}={gate.issues[code]})", code) for code in missing]
    return tuple(failures)


def _own_failure(code: str, issue: GatedIssue, levels: Sequence[str], gate: Gate) -> GateFailure | None:
    """Return why an issue does not pass the level that was set for it; one that was not measured never passes."""
    wanted = gate.issues[code]
    typed = f"(--fail-on {code}={wanted}{' --strict' if gate.strict else ''})"
    figure = f": {issue.figure}" if issue.figure else ""
    worst = issue.could_be[-1]
    if issue.level is None and reaches(worst, wanted, levels):
        return GateFailure(f"{issue.title} was not measured and could be {worst}{figure} {typed}", issue=code)
    if issue.level is not None and reaches(issue.level, wanted, levels):
        return GateFailure(f"{issue.title} is {issue.level}{figure} {typed}", issue=code)
    if gate.strict and reaches(worst, wanted, levels):
        return GateFailure(f"{issue.title} is {issue.level} and could be {worst}{figure} {typed}", issue=code)
    return None


def reaches(level: str, wanted: str, levels: Sequence[str]) -> bool:
    """Return whether a level is as bad as another, or worse; what is not on the scale is not."""
    return level in levels and levels.index(level) >= levels.index(wanted)


def _typed(gate: Gate) -> str:
    return f"--fail-on {gate.fail_on}{' --strict' if gate.strict else ''}"


def _gated(rating: Rating) -> GatedLevels:
    issues = {result.issue: _gated_issue(result) for result in rating.scores}
    return GatedLevels(rating.level, rating.bounds, rating.levels, rating.profile.name, issues)


def _gated_issue(result: IssueResult) -> GatedIssue:
    figure = red_flag(result) if len(result.could_be) == 1 else counted(result) or result.reason or ""
    level = None if result.value is None or result.assumed else result.level
    return GatedIssue(result.title[:1].lower() + result.title[1:], level, result.could_be, figure)
