"""The aggregation rule alone: from the levels of issues to a rating."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from botassay.core.errors import UsageError
from botassay.core.results import Profile, ProfileVerdict, RedFlag, TieBreak
from botassay.core.scale import TRUST_RISK, Scale
from botassay.plugins.protocols import Gate
from botassay.rating.aggregation import GradedRange, Terms, from_levels, rate_levels
from botassay.rating.aggregation import aggregate as aggregated
from botassay.rating.gate import GatedIssue, GatedLevels, issue_failures, rating_failures
from botassay.rating.settings import profiles_of
from botassay.settings.aggregation import AggregationSettings, LevelSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregate:
    """What `aggregate --json` prints, `botassay/aggregate/1`."""

    schema: Literal["botassay/aggregate/1"] = "botassay/aggregate/1"
    level: str
    bounds: tuple[str, str]
    weights: Mapping[str, int | float]
    tally: Mapping[str, int | float]
    tied: bool | None
    ignored: tuple[str, ...]
    flags: tuple[RedFlag, ...] = ()
    raised_from: str | None = None
    """The level by the rule alone, where a red flag or an issue of the first rank made the rating worse."""

    @classmethod
    def of(cls, verdict: ProfileVerdict) -> "Aggregate":
        """The document of a verdict."""
        rule = verdict.rule
        return cls(
            level=verdict.level,
            bounds=verdict.bounds,
            weights=rule.weights,
            tally=rule.tally,
            tied=rule.tied,
            ignored=rule.ignored,
            flags=verdict.flags,
            raised_from=rule.raised_from,
        )


def aggregate(levels: Mapping[str, str], settings: AggregationSettings) -> ProfileVerdict:
    """The rating that levels come to; each level is taken to be beyond doubt.

    Args:
        levels: by issue; `?` for one that was not measured.
        settings: with one order of importance, weights or profile; `LevelSettings` for the published method.

    Raises: UsageError.

    >>> levels = {"B": "low", "AL": "medium", "CC": "medium", "IL": "high"}
    >>> aggregate(levels, AggregationSettings(order="B,AL,CC,IL", rule="paper")).level
    'medium'
    """
    profile = _only_profile(settings)
    scale = TRUST_RISK if settings.levels is None else Scale.parse(settings.levels)
    graded = from_levels(levels, scale)
    unknown = [code for code in profile.codes if code not in graded]
    if unknown and profile.source != "paper":
        raise UsageError(f"{unknown[0]} has no level", hint=f"write {unknown[0]}=low, or ? if it was not measured")
    published = isinstance(settings, LevelSettings) and settings.method == "paper"
    terms = _terms(settings, "paper" if published else "median", scale)
    if published:
        return aggregated(profile, graded, terms)
    issues = {
        code: GradedRange.sure(grade) if grade else GradedRange.unmeasured(scale) for code, grade in graded.items()
    }
    return rate_levels(profile, issues, terms, dict.fromkeys(issues, f"it is {scale.names[-1]}"))


def _only_profile(settings: AggregationSettings) -> Profile:
    """Return the one profile that settings name. Raises UsageError for none, or several."""
    profiles = profiles_of(settings, {})
    if len(profiles) != 1:
        hint = "give --order B,AL,CC,IL, --weights or --profile NAME"
        raise UsageError("exactly one order of importance is required", hint=hint)
    return profiles[0]


def _terms(settings: AggregationSettings, usual_rule: str, scale: Scale) -> Terms:
    """Return the rule, the ties and the vetoes of settings; where they name no rule, the usual one."""
    ties = TieBreak(settings.ties) if settings.ties else TieBreak.PESSIMISTIC
    return Terms(settings.rule or usual_rule, ties, tuple(code.upper() for code in settings.veto), scale)


def check_levels(levels: Mapping[str, str], verdict: ProfileVerdict, gate: Gate) -> tuple[str, ...]:
    """Return why a rating made of levels does not pass a gate; nothing where it does.

    Args:
        levels: by issue; `?` for one that was not measured.
        verdict: the rating that they came to.
        gate: what fails.
    """
    names = tuple(verdict.rule.tally)
    scale = Scale(names)
    issues = {
        code: GatedIssue(code, None, names) if name == "?" else _exactly(code, scale.named(name).name)
        for code, name in levels.items()
    }
    rated = GatedLevels(verdict.level, verdict.bounds, names, issues=issues)
    failures = (*rating_failures(rated, gate), *issue_failures(rated, gate))
    return tuple(failure.text for failure in failures)


def _exactly(code: str, level: str) -> GatedIssue:
    return GatedIssue(code, level, (level,))
