"""What was translated elsewhere, so that a study can be repeated without a model: a file of JSON lines.

A line is {"via": "es", "text": "…", "intermediate": "…", "back": "…"}.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from botassay.core.errors import InputError
from botassay.io.lines import undecodable
from botassay.io.sources import lines_of
from botassay.plugins.protocols import SentimentOptions

_HINT: Final = 'write {"via": "es", "text": "…", "intermediate": "…", "back": "…"} on each line'


class _Line(msgspec.Struct, frozen=True):
    via: str
    text: str
    intermediate: str
    back: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """Looks translations up."""

    name: str
    there: Mapping[tuple[str, str], str] = field(repr=False)
    """Language in between and text -> what it is there."""
    back: Mapping[tuple[str, str], str] = field(repr=False)
    """Language in between and text in it -> what comes back."""

    def translate(self, texts: Sequence[str], *, source: str, target: str) -> list[str]:
        """Look each text up.

        Raises: InputError for a text that is not recorded.
        """
        found = [self.found(text, source, target) for text in texts]
        for text, one in zip(texts, found, strict=True):
            if one is None:
                languages = ", ".join(sorted({via for via, _ in self.there})) or "no language"
                hint = f"record it; the file has translations via {languages}"
                raise InputError(f"E165 {text[:60]!r} is not recorded from {source} to {target}", self.name, hint)
        return [one or "" for one in found]

    def found(self, text: str, source: str, target: str) -> str | None:
        """Look one text up; None where it is not recorded."""
        return self.there.get((target, text), self.back.get((source, text)))


def make(address: str, options: SentimentOptions) -> Recorded:
    """Make the translator of a file.

    Raises: as `read_recorded`.
    """
    del options
    return read_recorded(Path(address))


def read_recorded(file: Path) -> Recorded:
    """Read a file of translations, packed or not.

    Raises: InputError with the line for what is none, or where a text has two translations.
    """
    there: dict[tuple[str, str], str] = {}
    back: dict[tuple[str, str], str] = {}
    lines = lines_of(file)
    for line in lines:
        if line.isspace():
            continue
        one = _read(line, lines.place())
        for table, key, value in ((there, one.text, one.intermediate), (back, one.intermediate, one.back)):
            if table.setdefault((one.via, key), value) != value:
                raise InputError(f"E164 {key[:60]!r} has two translations", lines.place(), "one for each text")
    return Recorded(str(file), there, back)


def _read(line: str, where: str) -> _Line:
    if undecodable(line):
        raise InputError("E111 the line is not UTF-8", where, "save the file as UTF-8")
    try:
        return msgspec.json.decode(line, type=_Line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise InputError(f"E136 what stands here is no translation: {error}", where, _HINT) from error
