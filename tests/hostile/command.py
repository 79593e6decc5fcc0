"""The command line, with all that it would import when it is called imported already: to be forked, see tests/forks.py."""

import sys

import botassay.assess
import botassay.bots.function
import botassay.cli.rate
import botassay.cli.resume
import botassay.interview
import botassay.journal
from botassay.cli.main import _run
from botassay.registry import CHECKERS, PROBERS, REPORTS

__all__ = ["main"]

LOADED = [registry.get(name) for registry in (CHECKERS, PROBERS, REPORTS) for name in registry.names()]


def main(*arguments: str) -> int:
    """Be the command line."""
    sys.argv = ["botassay", *arguments]
    return _run()
