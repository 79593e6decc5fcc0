"""The command line, with all that it would import imported already: to be forked, see tests/forks.py."""

import os
import signal
import socket
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from io import StringIO
from itertools import count
from pkgutil import walk_packages
from typing import Any

import botassay
from botassay.cli.main import _run
from botassay.plugins.registry import CHECKERS, PROBERS, REPORTS
from botassay.trust.abuse.checker import Abuse

__all__ = ["main"]

for module in walk_packages(botassay.__path__, "botassay."):
    if not module.name.endswith(".__main__"):
        import_module(module.name)
for name in (
    "ftfy",
    "jinja2",
    "rich.console",
    "rich.table",
    "scipy.sparse",
    "vaderSentiment.vaderSentiment",
    "wordfreq",
):
    import_module(name)
LOADED = [registry.get(name) for registry in (CHECKERS, PROBERS, REPORTS) for name in registry.names()]


def main(*arguments: str) -> int:
    """Be the command line."""
    sys.argv = ["botassay", *arguments]
    return _run()


def prime() -> None:
    """Rate a run, so that all that is read for that has been read before anything is forked."""
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        main("rate", os.environ["PRIME"], "--workers", "1")


def watched(zone: str, *arguments: str) -> int:
    """Be the command line in another time zone; say with an exit code of 99 that somebody opened a socket."""
    seen: list[str] = []
    sys.addaudithook(lambda event, _: seen.append(event) if event.startswith("socket.") else None)
    os.environ["TZ"] = zone
    time.tzset()
    code = main(*arguments)
    opened = len(seen)
    socket.socket().close()
    return 99 if opened or not seen else code


def dying(call: str, *arguments: str) -> int:
    """Be the command line, and be killed when the n-th dialog is noted by a checker."""
    seen, note = count(1), Abuse._note

    def noted(self: Abuse, *about: Any) -> None:
        if next(seen) == int(call):
            os.kill(os.getpid(), signal.SIGKILL)
        note(self, *about)

    setattr(Abuse, "_note", noted)  # noqa: B010 - for this process alone
    return main(*arguments)


if "PRIME" in os.environ:
    prime()
