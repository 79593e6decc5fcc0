"""The settings of `check`."""

from dataclasses import dataclass
from typing import Annotated, Literal

from botassay.settings.option import Checked, Option
from botassay.settings.reading import FormatSettings

FileKind = Literal["dialogs", "phrases", "lists", "bot", "profile", "settings", "rules", "rating"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileCheckSettings(Checked):
    """Check of a file."""

    kind: Annotated[FileKind | None, Option(help="Kind of the file.", flags=("--as",), default="recognised")] = None

    read: FormatSettings = FormatSettings()  # noqa: RUF009 - it is frozen
