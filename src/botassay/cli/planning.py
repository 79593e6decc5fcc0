"""What a live run would take, on standard output."""

from typing import TYPE_CHECKING

import click

from botassay.api.live import size_of
from botassay.cli.output import print_json

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
    click.echo(f"{outlook.bot}: {size_of(outlook.conversations, outlook.requests)}")
    for code, size in outlook.issues.items():
        click.echo(f"  {code or 'your own':9} {size_of(size)}")
    for name, size in outlook.variants.items():
        click.echo(f"  and with {name}: {size_of(size)}")
    if outlook.minutes is not None:
        click.echo(f"at {rate or 2:g} requests per second this takes {max(1, round(outlook.minutes))} minutes or more")
    for needed in outlook.support:
        click.echo(
            f"{needed.issue}: establishing LOW takes {size_of(needed.needed)} without a finding; this plan has"
            f" {needed.planned}"
        )
