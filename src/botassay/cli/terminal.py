"""Properties of the terminal, and passphrases typed on it."""

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from botassay.rating.formats.pages import CardReport


def card(*, brief: bool = True) -> "CardReport":
    """Make the card that fits: in colour on a terminal that wants it, 100 columns wide at most.

    What goes to a file or to another program has no screen to fit on, and is whole.

    Args:
        brief: as much as fits on a screen; else the whole report as text.
    """
    from botassay.rating.formats.pages import CardReport  # not for commands that only ask for colours

    columns = shutil.get_terminal_size((100, 24)).columns
    return CardReport(width=max(60, min(100, columns)), colour=colourful(), brief=brief, whole=not sys.stdout.isatty())


def colourful() -> bool:
    """Return whether standard output is a terminal that wants colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def asked_secretly(file: Path | None, *, twice: bool = False) -> str | None:
    """Ask for the passphrase of a key file, without showing it; None where nobody is at the terminal.

    Args:
        file: the key; None for a new one.
        twice: whether it has to be typed twice.
    """
    if not sys.stdin.isatty():
        return None
    text = f"Passphrase of {file}" if file else "Passphrase of the new key"
    typed: str = click.prompt(text, hide_input=True, confirmation_prompt=twice, err=True)
    return typed
