"""Properties of the terminal on standard output."""

import os
import shutil
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from botassay.rating.formats.pages import CardReport


def card(*, brief: bool = True) -> "CardReport":
    """Make the card that fits: in colour on a terminal that wants it, 100 columns wide at most.

    Args:
        brief: as much as fits on a screen; else the whole report as text.
    """
    from botassay.rating.formats.pages import CardReport  # not for commands that only ask for colours

    columns = shutil.get_terminal_size((100, 24)).columns
    return CardReport(width=max(60, min(100, columns)), colour=colourful(), brief=brief)


def colourful() -> bool:
    """Return whether standard output is a terminal that wants colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
