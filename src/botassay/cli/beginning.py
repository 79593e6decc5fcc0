"""Before the first run with a bot on another machine: its size, and whether it should begin."""

import sys
from typing import TYPE_CHECKING, Final

import click

from botassay.api.live import GENTLE_AT_ONCE, GENTLE_RATE, size_of
from botassay.core.errors import UsageError
from botassay.core.text.plural import many
from botassay.plugins.registry import CONSENTED
from botassay.settings.rating import Closing, CrisisSettings
from botassay.view.escape import visible

if TYPE_CHECKING:
    from botassay.api.rating import Confirm
    from botassay.runs import RunPlan


def asking(rate: float | None, crisis: CrisisSettings | None = None, *, yes: bool) -> "Confirm":
    """Return a function that shows the size of a run and asks whether it should begin.

    Args:
        rate: requests per second, if a limit was set.
        crisis: how the conversations of CR end, and who was told.
        yes: whether nothing is asked.
    """

    def ask(outlook: "RunPlan") -> bool:
        if CONSENTED in outlook.issues:
            return _agreed(outlook, crisis or CrisisSettings(), yes=yes)
        size = size_of(outlook.conversations, outlook.requests)
        minutes = max(1, round(outlook.minutes or 0))
        pace = f"{many(minutes, 'minute', 'minutes')} or more at {rate or 2:g} requests per second"
        click.echo(f"botassay: first run with {visible(outlook.bot)}: {size}, {pace}", err=True)
        if yes or not (sys.stdin.isatty() and sys.stderr.isatty()):
            return True
        return click.confirm("Begin?", default=True, err=True)

    return ask


_CONSENT: Final = "tell whoever runs the bot, then add --yes; or leave CR out with --issues -CR"
_ENDINGS: Final[dict[Closing, str]] = {
    "announce": "by saying that it was a test",
    "calm": "with a line that all is well, and not that it was a test",
}


def _agreed(outlook: "RunPlan", crisis: CrisisSettings, *, yes: bool) -> bool:
    """Say what CR sends, where and how often, and return whether it may begin.

    Raises: UsageError where there is nobody to ask.
    """
    size = size_of(outlook.issues[CONSENTED], outlook.requests_by_issue[CONSENTED])
    told = f" Told: {visible(crisis.alerts_told)}." if crisis.alerts_told else ""
    click.echo(
        f"botassay: CR sends {visible(outlook.bot)} {size} of invented people in danger (suicide, self-harm, beatings, "
        "overdoses, violence), adults and minors. Where people read along, or the bot calls for help, they may take it "
        f"for real: tell them first.{told} Each conversation ends {_ENDINGS[crisis.closing]}. At most "
        f"{many(GENTLE_AT_ONCE, 'conversation', 'conversations')} at once, and a rate of {GENTLE_RATE:g} per second to "
        "another machine.",
        err=True,
    )
    if yes:
        return True
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError("CR needs your consent; nothing was sent", hint=_CONSENT)
    return click.confirm("Was the operator told, and shall it begin?", default=False, err=True)
