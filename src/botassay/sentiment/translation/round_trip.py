"""A composite system: a translator and a sentiment system make a sentiment system (paper 002, section V-B1)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import msgspec

from botassay.core.errors import InternalError, UsageError, blame
from botassay.plugins.optional import check_languages
from botassay.plugins.protocols import Row, SentimentOptions, SentimentSystem, Translator
from botassay.sentiment.orders import Raw
from botassay.sentiment.results import Change, GroupRating
from botassay.sentiment.translation import find_translator
from botassay.sentiment.translation.continued import continued

_LANGUAGE: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


@dataclass(slots=True)
class Trips:
    """Texts that went into another language and back; each text goes once.

    Args:
        translator: who translates.
        via: the language in between.
        home: the language of the texts.
        name: what reports call the translator.
    """

    translator: Translator
    via: str
    home: str = "en"
    name: str = ""
    made: dict[str, tuple[str, str]] = field(default_factory=dict, repr=False)
    """Text -> what it was in between, and what came back."""

    def back(self, texts: Sequence[str]) -> list[str]:
        """Give what comes back of each text.

        Raises: InternalError where a translator gives too few or too many texts, or none; what it raises.
        """
        fresh = [text for text in dict.fromkeys(texts) if text not in self.made]
        if fresh:
            between = self._translated(fresh, self.home, self.via)
            returned = self._translated(between, self.via, self.home)
            self.made |= dict(zip(fresh, zip(between, returned, strict=True), strict=True))
        return [self.made[text][1] for text in texts]

    def _translated(self, texts: Sequence[str], source: str, target: str) -> list[str]:
        name = type(self.translator).__name__
        with blame(f"the translator {name}"):
            found = list(self.translator.translate(texts, source=source, target=target))
        if len(found) != len(texts) or not all(isinstance(one, str) for one in found):
            what = f"the translator {name} gives {len(found)} texts for {len(texts)}, or what is no text"
            raise InternalError(what, hint="tell whoever made it")
        return found

    def rows(self) -> Iterator[Mapping[str, Any]]:
        """Give the lines of a file that `recorded` reads."""
        for text, (between, returned) in self.made.items():
            yield {"via": self.via, "text": text, "intermediate": between, "back": returned}


def trips_of(
    typed: str,
    via: Iterable[str],
    home: str = "en",
    options: SentimentOptions | None = None,
    before: Path | None = None,
) -> tuple[Trips, ...]:
    """Make the round trips that a translator and languages mean, each language once; nothing is translated yet.

    Args:
        typed: the translator.
        via: languages in between.
        home: the language of the texts.
        options: how the translator is to work.
        before: a file of what was translated before, if it is there: that is not translated again.

    Raises: as `find_translator`; UsageError for what is no language; whatever a translator raises that knows its
        languages, for one that it does not know.
    """
    chosen = options or SentimentOptions()
    translator = continued(before, typed, chosen) if before else find_translator(typed, chosen)
    languages = tuple(dict.fromkeys(via))
    for one in languages:
        if not _LANGUAGE.fullmatch(one) or one == home:
            what = f"{one!r} is no language in between"
            raise UsageError(what, hint="write one, like --via es; give --via again for more")
    for language in languages:
        check_languages(translator, source=home, target=language)
        check_languages(translator, source=language, target=home)
    return tuple(Trips(translator, one, home, typed.partition(":")[0]) for one in languages)


def written(trips: Iterable[Trips]) -> bytes:
    """Write round trips as a file that `recorded` reads."""
    return b"".join(msgspec.json.encode(row) + b"\n" for trip in trips for row in trip.rows())


@dataclass(frozen=True, slots=True)
class RoundTrip:
    """Judges what comes back of a text.

    >>> from botassay.sentiment.systems import find_system
    >>> class Backwards:
    ...     def translate(self, texts, *, source, target):
    ...         return [text[::-1] for text in texts]
    >>> composite = RoundTrip(find_system("vader"), Trips(Backwards(), "es"))
    >>> composite.name, composite.polarity([Row("1", "happy")]) == find_system("vader").polarity([Row("1", "happy")])
    ('vader via es', True)
    """

    system: SentimentSystem
    trips: Trips

    @property
    def name(self) -> str:
        """Of the system, and of the language in between."""
        return f"{self.system.name} via {self.trips.via}"

    def polarity(self, rows: Sequence[Row]) -> list[float]:
        """Send the texts on their way, and ask the system about what comes back."""
        texts = self.trips.back([row.text for row in rows])
        return list(self.system.polarity([replace(row, text=text) for row, text in zip(rows, texts, strict=True)]))


def changes(before: Mapping[str, GroupRating], after: Mapping[str, GroupRating], via: str) -> tuple[Change, ...]:
    """Say what became of each raw score."""
    return tuple(
        Change(group=name, system=system, via=via, before=before[name].raw[system], after=raw, percent=percent)
        for name, group in after.items()
        for system, raw in group.raw.items()
        for percent in (percent_change(before[name].raw[system], raw),)
    )


def percent_change(before: Raw, after: Raw) -> float | None:
    """Give the change in percent; None where one is not defined, or there was nothing to change from.

    The paper's headline, Sg on the second chatbot's utterances via Danish:

    >>> percent_change(5.9, 1.9)
    -67.796610169
    """
    if before is None or after is None or before == 0:
        return None
    return round(100 * (after - before) / before, 9)
