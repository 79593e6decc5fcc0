"""The settings of a rating from evidence files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from botassay.settings.aggregation import AggregationSettings
from botassay.settings.option import Option
from botassay.settings.rating import GateSettings, Missing


@dataclass(frozen=True, slots=True, kw_only=True)
class MergedRatingSettings(AggregationSettings):
    """Rating."""

    min_coverage: Annotated[
        float, Option(help="Minimum share of the conversations scored, for each issue.", metavar="X", ge=0, le=1)
    ] = 0.9
    missing: Annotated[
        Missing | None,
        Option(help="Level of an unmeasured issue: any, or the middle one.", default="bounds"),
    ] = None
    cuts: Annotated[
        Mapping[str, tuple[float, ...]], Option(help="Cuts between the levels, by measure.", in_files_only=True)
    ] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceMergeSettings:
    """What of a rating does not change its evidence."""

    rating: MergedRatingSettings = field(default_factory=MergedRatingSettings)
    gate: GateSettings = field(default_factory=GateSettings)
