"""The settings of lists of runs."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

from botassay.settings.option import Checked, Option

RUNS: Final = Path("runs")
"""Where live runs get their folders."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunListSettings(Checked):
    """Runs."""

    folder: Annotated[
        Path | None,
        Option(help="Folder with the runs, at any depth.", metavar="DIR", path="folder", default=str(RUNS)),
    ] = None
