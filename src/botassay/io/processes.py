"""Ending a program together with what it started."""

import os
import signal
from contextlib import suppress
from typing import Protocol


class Killable(Protocol):
    """A process of `subprocess` or of asyncio."""

    @property
    def pid(self) -> int:
        """Its number."""

    def kill(self) -> None:
        """End it."""


def kill_tree(process: Killable) -> None:
    """End a process that leads a session, and all others in it.

    Windows has no sessions: there, what the process started goes on.
    """
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
