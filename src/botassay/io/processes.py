"""Ending a program together with what it started."""

import os
import signal
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Thread
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


def end_with_parent() -> None:
    """Let this process of a pool end as soon as the one that started it has: nobody is left to take what it finds.

    Without that it would go on with its piece of work, which may take minutes, after its parent was killed.
    """
    if parent := parent_process():
        Thread(target=_end_after, args=(parent.sentinel,), daemon=True).start()


def _end_after(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)
