"""`botassay aggregate`: from the levels of issues to a rating."""

from typing import TYPE_CHECKING

import click

from botassay.cli.output import print_json
from botassay.cli.settings import options_of
from botassay.core import exit_codes
from botassay.core.errors import UsageError
from botassay.settings.aggregation import LevelSettings
from botassay.view.escape import visible

if TYPE_CHECKING:
    from botassay.core.results import ProfileVerdict


@click.command("aggregate")
@click.argument("graded", nargs=-1, required=True, metavar="ISSUE=LEVEL…")
@options_of(LevelSettings)
@click.option(
    "--fail-on",
    multiple=True,
    metavar="LEVEL|ISSUE=LEVEL",
    help="Exit with 1 if the rating or an issue is this bad. Repeatable.",
)
@click.option("--strict", is_flag=True, help="With --fail-on: exit with 1 if it could be this bad.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    graded: tuple[str, ...], settings: LevelSettings, fail_on: tuple[str, ...], *, strict: bool, as_json: bool
) -> int:
    """Compute the rating from levels such as B=low AL=medium IL=high; ? for an issue that was not measured.

    Each level is taken to be beyond doubt. The worked example of paper 000:

    botassay aggregate B=low AL=medium CC=medium IL=high --order B,AL,CC,IL --method paper
    """
    from botassay.api.aggregation import Aggregate, aggregate, check_levels
    from botassay.rating.gate import check_gate, gate_of

    levels = _levels(graded)
    if strict and not fail_on:
        raise UsageError("--strict requires --fail-on", hint="add --fail-on high, or leave it out")
    verdict = aggregate(levels, settings)
    check_gate(fail_on, tuple(verdict.rule.tally), levels)
    if as_json:
        print_json(Aggregate.of(verdict))
    else:
        click.echo(_plain(verdict))
    gate = gate_of(fail_on, strict=strict)
    reasons = check_levels(levels, verdict, gate) if gate else ()
    for reason in reasons:
        click.echo(f"botassay: the gate failed: {visible(reason)}", err=True)
    return exit_codes.FAILED_GATE if reasons else 0


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
    from botassay.rating.wording import bounded

    rule = rating.rule
    lines = [
        bounded(rating.level, rating.bounds),
        *(f"red flag {flag.issue}: {flag.reason}" for flag in rating.flags),
        *([f"raised   from {rule.raised_from}, which the rule alone gives"] if rule.raised_from else []),
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
