"""A composite system: a translator and a sentiment system make a sentiment system (paper 002, section V-B1)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import msgspec

from botassay.core.errors import InternalError, UsageError, blame
from botassay.plugins.optional import check_languages
from botassay.plugins.protocols import SentimentOptions, SentimentSystem, SentimentText, Translator
from botassay.sentiment.orders import Raw
from botassay.sentiment.translation import find_translator
from botassay.sentiment.translation.recorded import continued

_LANGUAGE: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


@dataclass(slots=True)
class RoundTrips:
    """Round-trip translations of texts; each text is translated once.

    Args:
        translator: who translates.
        via: the pivot language.
        home: the language of the texts.
        name: what reports call the translator.
    """

    translator: Translator
    via: str
    home: str = "en"
    name: str = ""
    results: dict[str, tuple[str, str]] = field(default_factory=dict, repr=False)
    """Text -> its translation, and what that is translated back to."""

    def back(self, texts: Sequence[str]) -> list[str]:
        """Return each text translated there and back.

        Raises: InternalError where a translator gives too few or too many texts, or none; what it raises.
        """
        fresh = [text for text in dict.fromkeys(texts) if text not in self.results]
        if fresh:
            between = self._translated(fresh, self.home, self.via)
            returned = self._translated(between, self.via, self.home)
            self.results |= dict(zip(fresh, zip(between, returned, strict=True), strict=True))
        return [self.results[text][1] for text in texts]

    def _translated(self, texts: Sequence[str], source: str, target: str) -> list[str]:
        name = type(self.translator).__name__
        with blame(f"the translator {name}"):
            translated = list(self.translator.translate(texts, source=source, target=target))
        if len(translated) != len(texts) or not all(isinstance(text, str) for text in translated):
            what = f"{len(translated)} results for {len(texts)} texts, or one that is not a text"
            raise InternalError(
                f"the translator {name} returned {what}", hint="report this to the author of the translator"
            )
        return translated

    def rows(self) -> Iterator[Mapping[str, Any]]:
        """Return the lines of a file that `recorded` reads."""
        for text, (between, returned) in self.results.items():
            yield {"via": self.via, "text": text, "intermediate": between, "back": returned}


def trips_of(
    typed: str,
    via: Iterable[str],
    home: str = "en",
    options: SentimentOptions | None = None,
    before: Path | None = None,
) -> tuple[RoundTrips, ...]:
    """Return a round trip for each pivot language; nothing is translated yet.

    Args:
        typed: the translator.
        via: pivot languages.
        home: the language of the texts.
        options: how the translator is to work.
        before: a file of earlier translations, if it exists: they are not made again.

    Raises: as `find_translator`; UsageError for an invalid language code; any error of a translator that knows its
        languages, for one that it does not know.
    """
    languages = tuple(dict.fromkeys(via))
    for language in languages:
        if not _LANGUAGE.fullmatch(language) or language == home:
            what = f"{language!r} is not a pivot language"
            raise UsageError(what, hint="write the code of another language, such as --via es")
    chosen = options or SentimentOptions()
    translator = continued(before, typed, chosen) if before else find_translator(typed, chosen)
    for language in languages:
        check_languages(translator, source=home, target=language)
        check_languages(translator, source=language, target=home)
    return tuple(RoundTrips(translator, language, home, typed.partition(":")[0]) for language in languages)


def written(trips: Iterable[RoundTrips]) -> bytes:
    """Write round trips as a file that `recorded` reads."""
    return b"".join(msgspec.json.encode(row) + b"\n" for trip in trips for row in trip.rows())


@dataclass(frozen=True, slots=True)
class RoundTripSystem:
    """Scores a text after its round trip.

    >>> from botassay.sentiment.systems import find_system
    >>> class Backwards:
    ...     def translate(self, texts, *, source, target):
    ...         return [text[::-1] for text in texts]
    >>> composite = RoundTripSystem(find_system("vader"), RoundTrips(Backwards(), "es"))
    >>> happy = [SentimentText("1", "happy")]
    >>> composite.name, composite.polarity(happy) == find_system("vader").polarity(happy)
    ('vader via es', True)
    """

    system: SentimentSystem
    trips: RoundTrips

    @property
    def name(self) -> str:
        """The name of the system and the pivot language."""
        return f"{self.system.name} via {self.trips.via}"

    def polarity(self, rows: Sequence[SentimentText]) -> list[float]:
        """Return the polarity of each text after its round trip."""
        texts = self.trips.back([row.text for row in rows])
        return list(self.system.polarity([replace(row, text=text) for row, text in zip(rows, texts, strict=True)]))


def percent_change(before: Raw, after: Raw) -> float | None:
    """Return the change in percent; None where one is not defined, or there was nothing to change from.

    The paper's headline, Sg on the second chatbot's utterances via Danish:

    >>> percent_change(5.9, 1.9)
    -67.796610169
    """
    if before is None or after is None or before == 0:
        return None
    return round(100 * (after - before) / before, 9)
