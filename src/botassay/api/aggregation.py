"""The aggregation rule alone: from the levels of issues to a rating."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from botassay.core.errors import UsageError
from botassay.core.results import ProfileVerdict, TieBreak
from botassay.core.scale import TRUST_RISK, Scale
from botassay.rating.aggregation import Terms, from_levels
from botassay.rating.aggregation import aggregate as aggregated
from botassay.rating.settings import profiles_of
from botassay.settings.aggregation import AggregationSettings


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
        )


def aggregate(levels: Mapping[str, str], settings: AggregationSettings) -> ProfileVerdict:
    """The rating that levels come to.

    Args:
        levels: by issue; `?` for one that was not measured.
        settings: with one order of importance, weights or profile.

    Raises: UsageError.

    >>> levels = {"B": "low", "AL": "medium", "CC": "medium", "IL": "high"}
    >>> aggregate(levels, AggregationSettings(order="B,AL,CC,IL", rule="paper")).level
    'medium'
    """
    profiles = profiles_of(settings, {})
    if len(profiles) != 1:
        hint = "give --order B,AL,CC,IL, --weights or --profile NAME"
        raise UsageError("exactly one order of importance is required", hint=hint)
    scale = TRUST_RISK if settings.levels is None else Scale.parse(settings.levels)
    graded = from_levels(levels, scale)
    unknown = [code for code in profiles[0].codes if code not in graded]
    if unknown and profiles[0].source != "paper":
        raise UsageError(f"{unknown[0]} has no level", hint=f"write {unknown[0]}=low, or ? if it was not measured")
    ties = TieBreak(settings.ties) if settings.ties else TieBreak.PESSIMISTIC
    veto = tuple(code.upper() for code in settings.veto)
    return aggregated(profiles[0], graded, Terms(settings.rule or "median", ties, veto, scale))
