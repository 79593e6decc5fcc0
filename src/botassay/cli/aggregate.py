"""`botassay aggregate`: from the levels of issues to a rating, the rule alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import click

from botassay.cli.flags import by_rule, chosen_profiles, codes, for_whom, scale_of, tie_break
from botassay.core.errors import UsageError

if TYPE_CHECKING:
    from botassay.core.results import ProfileVerdict


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


@click.command("aggregate")
@click.argument("graded", nargs=-1, required=True, metavar="ISSUE=LEVEL…")
@for_whom
@by_rule
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(ctx: click.Context, /, graded: tuple[str, ...], *, as_json: bool, **typed: Any) -> None:
    """Work out the rating that levels come to: B=low AL=medium IL=high, or ? for an issue that was not measured.

    The worked example of paper 000:

    botassay aggregate B=low AL=medium CC=medium IL=high --order B,AL,CC,IL --rule paper
    """
    import msgspec

    from botassay.core.results import TieBreak
    from botassay.rating.aggregation import Terms, aggregate, from_levels

    profiles = chosen_profiles(ctx, typed)
    if len(profiles) != 1:
        hint = "give --order B,AL,CC,IL, --weights or --profile NAME"
        raise UsageError("one order of importance is needed", hint=hint)
    scale = scale_of(typed["levels"])
    levels = from_levels(_levels(graded), scale)
    unknown = [code for code in profiles[0].codes if code not in levels]
    if unknown and profiles[0].source != "paper":
        raise UsageError(f"{unknown[0]} has no level", hint=f"write {unknown[0]}=low, or ? if it was not measured")
    ties = tie_break(typed["ties"]) or TieBreak.PESSIMISTIC
    rating = aggregate(
        profiles[0], levels, Terms(typed["rule"] or "median", ties, codes("--veto", typed["veto"]) or (), scale)
    )
    click.echo(msgspec.json.encode(_document(rating)) if as_json else _plain(rating))


def _levels(typed: tuple[str, ...]) -> dict[str, str]:
    levels: dict[str, str] = {}
    for text in typed:
        code, equals, level = text.partition("=")
        if not code.strip() or not equals or not level:
            raise UsageError(f"{text!r} is no level of an issue", hint="write B=low AL=medium IL=high")
        if code.strip().upper() in levels:
            raise UsageError(f"{code.strip()} has two levels")
        levels[code.strip().upper()] = level
    return levels


def _document(rating: "ProfileVerdict") -> Aggregate:
    rule = rating.rule
    return Aggregate(
        level=rating.level,
        bounds=rating.bounds,
        weights=rule.weights,
        tally=rule.tally,
        tied=rule.tied,
        ignored=rule.ignored,
    )


def _plain(rating: "ProfileVerdict") -> str:
    from botassay.core.results import UNDETERMINED

    rule = rating.rule
    level = (
        f"undetermined, between {rating.bounds[0]} and {rating.bounds[1]}"
        if rating.level == UNDETERMINED
        else rating.level
    )
    lines = [
        level,
        "weights  " + ", ".join(f"{code} {weight:g}" for code, weight in rule.weights.items()),
        "tally    " + ", ".join(f"{name} {weight:g}" for name, weight in rule.tally.items()),
    ]
    if rule.tied:
        lines.append(f"tied     the two tie-breaks differ; {rule.ties} was asked for")
    if rule.ignored:
        lines.append(f"ignored  {', '.join(rule.ignored)}: weight 0")
    if rule.disagrees_with:
        lines.append(f"note     the rule {rule.disagrees_with} says something else")
    return "\n".join(lines)
