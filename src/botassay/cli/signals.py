"""Ctrl-C and SIGTERM while a live run goes on."""

import asyncio
import signal

from botassay.api.run_control import RunControl
from botassay.cli.person import SIGNALS
from botassay.runs.runner import Run


class SignalControl(RunControl):
    """Stops a run at the first signal, which waits briefly for pending replies; a second one does not wait."""

    def __init__(self) -> None:
        super().__init__()
        self._first: signal.Signals | None = None

    def begun(self, run: Run) -> None:
        """Listen for signals."""
        for number in SIGNALS:
            asyncio.get_running_loop().add_signal_handler(number, self._caught, number)
        super().begun(run)

    def ended(self) -> None:
        """Listen no longer."""
        for number in SIGNALS:
            asyncio.get_running_loop().remove_signal_handler(number)
        super().ended()

    def _caught(self, number: signal.Signals) -> None:
        self._first = self._first or number
        self.stop()

    @property
    def exit_code(self) -> int:
        """That of the first signal."""
        return SIGNALS[self._first] if self._first else super().exit_code
