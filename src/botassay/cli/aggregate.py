"""`botassay aggregate`: from the levels of issues to a rating, the rule alone."""

from typing import TYPE_CHECKING

import click

from botassay.cli.output import print_json
from botassay.cli.settings import options_of
from botassay.core.errors import UsageError
from botassay.settings.aggregation import AggregationSettings

if TYPE_CHECKING:
    from botassay.core.results import ProfileVerdict


@click.command("aggregate")
@click.argument("graded", nargs=-1, required=True, metavar="ISSUE=LEVEL…")
@options_of(AggregationSettings)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(graded: tuple[str, ...], settings: AggregationSettings, *, as_json: bool) -> None:
    """Compute the rating from levels such as B=low AL=medium IL=high; ? for an issue that was not measured.

    The worked example of paper 000:

    botassay aggregate B=low AL=medium CC=medium IL=high --order B,AL,CC,IL --rule paper
    """
    from botassay.api.aggregation import Aggregate, aggregate

    verdict = aggregate(_levels(graded), settings)
    if as_json:
        print_json(Aggregate.of(verdict))
    else:
        click.echo(_plain(verdict))


def _levels(typed: tuple[str, ...]) -> dict[str, str]:
    levels: dict[str, str] = {}
    for text in typed:
        code, equals, level = text.partition("=")
        if not code.strip() or not equals or not level:
            raise UsageError(f"{text!r} is not ISSUE=LEVEL", hint="write B=low AL=medium IL=high")
        if code.strip().upper() in levels:
            raise UsageError(f"{code.strip()} is given twice", hint="name each issue once")
        levels[code.strip().upper()] = level
    return levels


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
        lines.append(f"tied     the two tie-breaks differ; {rule.ties} is used")
    if rule.ignored:
        lines.append(f"ignored  {', '.join(rule.ignored)}: weight 0")
    if rule.disagrees_with:
        lines.append(f"note     the rule {rule.disagrees_with} gives another rating")
    return "\n".join(lines)
