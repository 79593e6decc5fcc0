"""Ctrl-C and SIGTERM while a live run goes on."""

import asyncio
import signal
from collections.abc import Callable
from types import FrameType
from typing import Any

from botassay.api.run_control import RunControl
from botassay.cli.person import SIGNALS
from botassay.runs.runner import Run


class SignalControl(RunControl):
    """Stops a run at the first signal, which waits briefly for pending replies; a second one does not wait."""

    def __init__(self) -> None:
        super().__init__()
        self._first: signal.Signals | None = None
        self._before: dict[signal.Signals, Any] = {}

    def begun(self, run: Run) -> None:
        """Listen for signals."""
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            try:
                loop.add_signal_handler(number, self._caught, number)
            except NotImplementedError:  # on Windows
                self._before[number] = signal.signal(number, _later(loop, self._caught))
        super().begun(run)

    def ended(self) -> None:
        """Listen no longer."""
        for number in SIGNALS:
            if number in self._before:
                signal.signal(number, self._before.pop(number))
            else:
                asyncio.get_running_loop().remove_signal_handler(number)
        super().ended()

    def _caught(self, number: signal.Signals) -> None:
        self._first = self._first or number
        self.stop()

    @property
    def exit_code(self) -> int:
        """That of the first signal."""
        return SIGNALS[self._first] if self._first else super().exit_code


def _later(
    loop: asyncio.AbstractEventLoop, caught: Callable[[signal.Signals], None]
) -> Callable[[int, FrameType | None], None]:
    """Return a handler that leaves a signal to the loop: the code that it interrupts may be anywhere."""

    def handle(number: int, frame: FrameType | None) -> None:
        del frame
        loop.call_soon_threadsafe(caught, signal.Signals(number))

    return handle
