"""A sheet of plain text or of a terminal: what the card and the tables are printed on."""

from collections.abc import Callable
from io import StringIO
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.console import Console

STRIP: Final = 24
"""Characters of a gauge."""
ROOMY: Final = 72
"""Columns from which on the interval is written out too."""


def printed(draw: "Callable[[Console], None]", width: int, *, colour: bool) -> bytes:
    """Print what somebody draws, UTF-8: with colour for a terminal, without for a file."""
    from rich.console import Console

    paper = StringIO()
    console = Console(
        file=paper,
        width=width,
        force_terminal=colour,
        no_color=not colour,
        color_system="standard" if colour else None,
        highlight=False,
        emoji=False,
        markup=False,
        legacy_windows=False,
    )
    draw(console)
    lines = (line.rstrip() for line in paper.getvalue().splitlines())
    return ("\n".join(lines) + "\n").encode("utf-8", "backslashreplace")


def level_style(level: str | None, levels: tuple[str, ...]) -> str:
    """Say how a level looks; what is none of the scale is dim."""
    if level not in levels:
        return "dim"
    rank = levels.index(level)
    return "green" if rank == 0 else "red" if rank == len(levels) - 1 else "yellow"
