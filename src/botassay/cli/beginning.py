"""Before the first run with a bot on another machine: its size, and whether it should begin."""

import sys
from typing import TYPE_CHECKING

import click

from botassay.api.live import size_of
from botassay.core.text.plural import many
from botassay.view.escape import visible

if TYPE_CHECKING:
    from botassay.api.rating import Confirm
    from botassay.runs import RunPlan


def asking(rate: float | None, *, yes: bool) -> "Confirm":
    """Return a function that shows the size of a run and asks whether it should begin.

    Args:
        rate: requests per second, if a limit was set.
        yes: whether nothing is asked.
    """

    def ask(outlook: "RunPlan") -> bool:
        size = size_of(outlook.conversations, outlook.requests)
        minutes = max(1, round(outlook.minutes or 0))
        pace = f"{many(minutes, 'minute', 'minutes')} or more at {rate or 2:g} requests per second"
        click.echo(f"botassay: first run with {visible(outlook.bot)}: {size}, {pace}", err=True)
        if yes or not (sys.stdin.isatty() and sys.stderr.isatty()):
            return True
        return click.confirm("Begin?", default=True, err=True)

    return ask
