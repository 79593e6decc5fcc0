"""Stopping a live run, and the exception that reports it."""

import asyncio
from logging import getLogger
from pathlib import Path
from typing import Final

from botassay.core import exit_codes
from botassay.core.errors import BotassayError
from botassay.http.budget import RequestBudget
from botassay.plugins.protocols import Bot
from botassay.runs import RunOutcome
from botassay.runs.runner import Run
from botassay.settings.live import RunSettings

LOG = getLogger("botassay")

EXITS: Final = {
    "paused": exit_codes.PAUSED,
    "unreachable": exit_codes.UNREACHABLE,
    "interrupted": exit_codes.INTERRUPTED,
}
"""Exit codes of the ways in which a run stops before its end."""


class RunStopped(BotassayError):  # noqa: N818 - a run that stops has not failed
    """A live run stopped before its end, or never began.

    Attributes:
        run: the folder with which `resume` continues; None where nothing was saved.
        exit_code: 69 unreachable, 75 paused, 78 access denied, 130 or 143 interrupted.
    """

    def __init__(self, what: str, exit_code: int, run: Path | None = None, hint: str | None = None) -> None:
        super().__init__(what, None, hint)
        self.exit_code = exit_code
        self.run = run


class RunControl:
    """Stops a live run from elsewhere, such as a signal handler; use it in the thread of the run's loop."""

    def __init__(self) -> None:
        self.run: Run | None = None
        self.stops = 0
        self.budget = RequestBudget()
        """Counts all that is sent in this sitting."""
        self.deadline: float | None = None
        """When the run pauses, by the clock of the loop."""
        self._timer: asyncio.TimerHandle | None = None

    def limited(self, settings: RunSettings) -> None:
        """Begin a sitting with the limits of its settings; the first call counts."""
        if self.budget.limit is None and settings.max_requests is not None:
            self.budget.limit = settings.max_requests
        if self.deadline is None and settings.max_minutes is not None:
            self.deadline = asyncio.get_running_loop().time() + 60 * settings.max_minutes

    def watch(self, bot: Bot) -> None:
        """Count what is sent to a bot."""
        client = getattr(getattr(bot, "bot", bot), "client", None)
        budget = getattr(client, "budget", None)
        if isinstance(budget, RequestBudget):
            budget.whole = self.budget

    def begun(self, run: Run) -> None:
        """Take charge of a run; called when it begins."""
        self.run = run
        if self.deadline is not None:
            why = RunOutcome("paused", "the time of --max-minutes is used up")
            self._timer = asyncio.get_running_loop().call_at(self.deadline, run.stop, why)
        if self.stops:
            run.stop(RunOutcome("interrupted"))

    def ended(self) -> None:
        """Let go of the run; called when it ends, whatever the reason."""
        self.run = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def stop(self) -> None:
        """Send nothing new and wait briefly for pending replies; the second call does not wait."""
        self.stops += 1
        if self.run is not None and self.stops == 1:
            LOG.info("stopping; waiting for pending replies")
            self.run.stop(RunOutcome("interrupted"))
        elif self.run is not None:
            self.run.break_off()

    @property
    def exit_code(self) -> int:
        """The exit code of a run that was stopped here."""
        return exit_codes.INTERRUPTED
