"""The settings of `check`."""

from dataclasses import dataclass
from typing import Annotated, Literal

from botassay.settings.option import Option, check

FileKind = Literal["dialogs", "phrases", "lists", "bot", "profile", "settings", "rules", "rating"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileCheckSettings:
    """Check of a file."""

    format: Annotated[
        str | None, Option(help="Format of the dialogs.", metavar="NAME", default="recognised in each file")
    ] = None
    kind: Annotated[FileKind | None, Option(help="What the file is.", flags=("--as",), default="recognised")] = None

    def __post_init__(self) -> None:
        """Check every field."""
        check(self)
