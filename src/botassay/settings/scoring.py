"""The settings of the values of single texts."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from botassay.settings.aggregation import Method
from botassay.settings.option import Checked, Option


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSettings(Checked):
    """Everything that changes the values of single texts."""

    method: Annotated[Method, Option(help="Method; `paper` uses the published checker.")] = "botassay"
    glossary: Annotated[Path | None, Option(help="CC: domain terms, one per line.", metavar="FILE")] = None
