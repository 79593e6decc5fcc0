"""Recorded translations, so that a study can be repeated without a translator: a file of JSON lines.

A line is {"via": "es", "text": "…", "intermediate": "…", "back": "…"}. A run that was rated with a round trip is rated
again without a request, even where the translator is gone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from botassay.core.errors import InputError
from botassay.io.lines import undecodable
from botassay.io.sources import lines_of
from botassay.plugins.protocols import SentimentOptions, Translator
from botassay.sentiment.translation import find_translator

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
        translations = [self.translation(text, source, target) for text in texts]
        for text, translation in zip(texts, translations, strict=True):
            if translation is None:
                languages = ", ".join(sorted({via for via, _ in self.there})) or "no language"
                hint = f"record it with --record; the file has translations via {languages}"
                raise InputError(
                    f"E165 no translation of {text[:60]!r} from {source} to {target} is recorded", self.name, hint
                )
        return [translation or "" for translation in translations]

    def translation(self, text: str, source: str, target: str) -> str | None:
        """Return the translation of a text; None where it is not recorded."""
        return self.there.get((target, text), self.back.get((source, text)))


def make(address: str, options: SentimentOptions) -> Recorded:
    """Return the translator of a file.

    Raises: as `read_recorded`.
    """
    del options
    return read_recorded(Path(address))


def read_recorded(file: Path) -> Recorded:
    """Read a file of translations, packed or not.

    Raises: InputError with the line for an invalid row, or a text with two translations.
    """
    there: dict[tuple[str, str], str] = {}
    back: dict[tuple[str, str], str] = {}
    lines = lines_of(file)
    for line in lines:
        if line.isspace():
            continue
        trip = _read(line, lines.place())
        for table, key, value in ((there, trip.text, trip.intermediate), (back, trip.intermediate, trip.back)):
            if table.setdefault((trip.via, key), value) != value:
                raise InputError(f"E164 {key[:60]!r} has two translations", lines.place(), "keep one for each text")
    return Recorded(str(file), there, back)


def _read(line: str, where: str) -> _Line:
    if undecodable(line):
        raise InputError("E111 the line is not UTF-8", where, "save the file as UTF-8")
    try:
        return msgspec.json.decode(line, type=_Line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise InputError(f"E136 the line is not a translation: {error}", where, _HINT) from error


@dataclass(frozen=True, slots=True)
class Continued:
    """Looks texts up, and has the others translated.

    Args:
        before: what was translated before.
        typed: the translator, as it is typed.
        options: how it is to work.
    """

    before: Recorded
    typed: str
    options: SentimentOptions

    def translate(self, texts: Sequence[str], *, source: str, target: str) -> list[str]:
        """Translate each text.

        Raises: what making the translator raises, and what it raises, where it is needed.
        """
        known = {text: self.before.translation(text, source, target) for text in texts}
        fresh = [text for text, translation in known.items() if translation is None]
        if fresh:
            rest = find_translator(self.typed, self.options)
            known |= dict(zip(fresh, rest.translate(fresh, source=source, target=target), strict=True))
        return [known[text] or "" for text in texts]


def continued(file: Path, typed: str, options: SentimentOptions) -> Translator:
    """Go on with a file of translations, if it is there.

    Raises: InputError for an invalid file; without one, as `find_translator`.
    """
    return Continued(read_recorded(file), typed, options) if file.is_file() else find_translator(typed, options)
