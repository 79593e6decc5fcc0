"""How levels of issues become a rating."""

from dataclasses import dataclass
from typing import Annotated, Literal

from botassay.settings.option import Checked, Option

Method = Literal["botassay", "paper"]
Ties = Literal["pessimistic", "optimistic"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AggregationSettings(Checked):
    """Rating."""

    profiles: Annotated[
        tuple[str, ...],
        Option(
            help="Profile: conversation, fairness, privacy, abuse, or FILE.toml. Repeatable.",
            flags=("--profile",),
            metavar="NAME",
            default="all four",
            exclusive="users",
        ),
    ] = ()
    order: Annotated[
        str | None,
        Option(help="Order of importance of the issues; = marks a tie.", metavar="IL,AL,B=CC", exclusive="users"),
    ] = None
    weights: Annotated[
        str | None,
        Option(
            help="Weights of the issues, instead of rank weights.",
            metavar="IL=5,AL=2",
            exclusive="users",
        ),
    ] = None
    rule: Annotated[
        str | None, Option(help="Aggregation rule: median, paper or linear.", metavar="NAME", default="median")
    ] = None
    ties: Annotated[
        Ties | None, Option(help="Level that applies in a tie: the worse or the better.", default="pessimistic")
    ] = None
    veto: Annotated[
        tuple[str, ...],
        Option(
            help="Issues that cap the rating: it is never better than their level.",
            metavar="ISSUE,…",
            separator=",",
            example="issues like AL,CC",
        ),
    ] = ()
    levels: Annotated[
        str | None,
        Option(
            help="Levels of risk: their number, 2 to 5, or names, least risk first.",
            metavar="N|NAMES",
            default="low,medium,high",
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelSettings(AggregationSettings):
    """Rating."""

    method: Annotated[Method, Option(help="Method; `paper` is the published rule alone, without red flags.")] = (
        "botassay"
    )
