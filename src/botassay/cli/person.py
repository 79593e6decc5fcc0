"""Input from a person: lines, and Ctrl-C, which is never lost."""

import os
import signal
import sys
from threading import Thread, get_ident
from time import sleep
from types import FrameType, TracebackType
from typing import Final, Self

import click

from botassay.core import exit_codes

SIGNALS: Final = {signal.SIGINT: exit_codes.INTERRUPTED, signal.SIGTERM: exit_codes.TERMINATED}
"""Exit codes of the signals that end a run."""
_LINE: Final = 10_000
"""Bytes of an answer."""
_NOTICING: Final = 0.05
"""Seconds that the main thread may take to notice a signal."""


def answer() -> str | None:
    """Ask for a line of standard input; None where nothing more comes."""
    click.echo("> ", nl=False, err=True)
    line = sys.stdin.buffer.readline(_LINE)
    return " ".join(line.decode("utf-8", "replace").split()) if line else None


class Interrupts:
    """Signals to stop: each interrupts whatever is waited for, and is remembered.

    Args:
        signals: Ctrl-C and SIGTERM, if none is named.
    """

    def __init__(self, *signals: signal.Signals) -> None:
        self._signals = signals or tuple(SIGNALS)
        self.caught: list[int] = []
        self._woken: int | None = None
        self._came, self._told = os.pipe()

    def __enter__(self) -> Self:
        self._before = {number: signal.signal(number, self._catch) for number in self._signals}
        if hasattr(signal, "pthread_kill"):  # not on Windows, where a signal interrupts whatever waits
            os.set_blocking(self._told, False)
            self._woken = signal.set_wakeup_fd(self._told, warn_on_full_buffer=False)
            Thread(target=self._insist, args=(get_ident(),), name="signals", daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._woken is None:
            os.close(self._came)
        else:
            signal.set_wakeup_fd(self._woken)
        os.close(self._told)  # ends who insists
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _catch(self, number: int, frame: FrameType | None) -> None:
        del frame
        self.caught.append(number)
        raise KeyboardInterrupt

    def _insist(self, main: int) -> None:
        """Send the main thread each signal again until it has noticed.

        One that comes just before it begins to wait, or that the system hands to another thread, does not wake it.
        """
        came = 0
        while number := os.read(self._came, 1):
            came += number[0] in self._signals
            while not self._noticed(came):
                signal.pthread_kill(main, number[0])
                os.read(self._came, 1)  # that was us
        os.close(self._came)

    def _noticed(self, came: int) -> bool:
        """Give the main thread a moment; return whether it has noticed all signals."""
        sleep(_NOTICING)
        return len(self.caught) >= came

    @property
    def exit_code(self) -> int:
        """That of the first one; 0 if none came."""
        return SIGNALS[signal.Signals(self.caught[0])] if self.caught else 0
