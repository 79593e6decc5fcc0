"""How much a translator would be sent: services charge by the character."""

from collections.abc import Iterable
from dataclasses import dataclass

from botassay.core.errors import UsageError
from botassay.core.text.plural import many
from botassay.settings.sentiment import RoundTripSettings


@dataclass(frozen=True, slots=True)
class TranslationSize:
    """The texts that are translated for a round trip, each once."""

    translator: str
    via: tuple[str, ...]
    texts: int
    characters: int
    """Of the texts, for one language; their translations, about as long, are sent once more."""

    @classmethod
    def of(cls, texts: Iterable[str], settings: RoundTripSettings) -> "TranslationSize":
        """Count texts. Raises UsageError where no translator is named."""
        if not settings.translator:
            raise UsageError("--dry-run counts what a translator is sent", hint="add --translator NAME --via es")
        unique = dict.fromkeys(texts)
        via = tuple(dict.fromkeys(settings.via))
        return cls(settings.translator.partition(":")[0], via, len(unique), sum(map(len, unique)))

    def __str__(self) -> str:
        each = f"{many(self.texts, 'text', 'texts')} of {self.characters:,} characters"
        total = 2 * self.characters * len(self.via)
        return f"{self.translator} via {', '.join(self.via)}: {each}, about {total:,} characters there and back"
