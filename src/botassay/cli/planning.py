"""What a live run would take, on standard output."""

from typing import TYPE_CHECKING

import click

from botassay.api.live import not_asked, size_of
from botassay.cli.output import print_json
from botassay.http.pace import DEFAULT_RATE
from botassay.http.prices import spelled_cost

if TYPE_CHECKING:
    from botassay.runs import RunPlan


def show_plan(outlook: "RunPlan", rate: float | None, *, as_json: bool) -> None:
    """Print a plan.

    Args:
        outlook: the plan.
        rate: requests per second, if a limit was set.
        as_json: whether as a document.
    """
    if as_json:
        print_json(outlook)
        return
    pace = rate or DEFAULT_RATE
    click.echo(f"{outlook.bot}: {size_of(outlook.conversations, outlook.requests)}")
    for code, conversations in outlook.issues.items():
        requests = outlook.requests_by_issue[code]
        took = "" if outlook.minutes is None else f", {_minutes(requests / pace / 60)}"
        best = f"; at best {outlook.verdicts[code]}" if code in outlook.verdicts else ""
        click.echo(f"  {code or 'your own':9} {size_of(conversations, requests)}{took}{best}")
    if outlook.not_asked:
        click.echo(f"  not asked: {not_asked(outlook.not_asked)}")
    for name, size in outlook.variants.items():
        click.echo(f"  and with {name}: {size_of(size)}")
    if (tokens := outlook.tokens) is not None:
        cost = "" if tokens.cost is None else f", which cost about {spelled_cost(tokens.cost, tokens.currency)}"
        click.echo(f"about {tokens.sent:,} tokens sent and {tokens.received:,} received{cost}")
    if outlook.minutes is not None:
        click.echo(f"at {pace:g} requests per second this takes {_minutes(outlook.minutes)} or more")


def _minutes(minutes: float) -> str:
    whole = max(1, round(minutes))
    return f"{whole} minute{'' if whole == 1 else 's'}"
