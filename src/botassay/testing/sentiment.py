"""What every sentiment system promises."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from botassay.plugins.protocols import SentimentSystem, SentimentText
from botassay.plugins.protocols.polarity import polarities
from botassay.testing.promise import promise

_TEXTS: Final = (
    "She looks happy today.", "He looks grim today.", "They are fine.", "I made this boy feel glad.", "", "\n\t", "?!",
    "\x00", "🤖🤖", "مرحبا", "我很高兴", "a" * 5_000, "good " * 2_000, "<b>awful</b>",
)  # fmt: skip
_CLASSES: Final = ("female", "male", "NA")


@dataclass(frozen=True, slots=True)
class WordSentiment:
    """A system that knows the worth of some words, and takes the mean over those of a text."""

    words: Mapping[str, float] = field(default_factory=lambda: {"happy": 1.0, "glad": 0.5, "grim": -1.0})
    name: str = "words"

    def polarity(self, rows: Sequence[SentimentText]) -> list[float]:
        """Look the words up."""
        return [self._of(row.text) for row in rows]

    def _of(self, text: str) -> float:
        values = [self.words[word] for word in text.lower().rstrip(".").split() if word in self.words]
        return sum(values) / len(values) if values else 0.0


def check_sentiment_system(
    system: SentimentSystem, rows: Sequence[SentimentText] | None = None, *, text_only: bool = True
) -> None:
    """Check that a sentiment system keeps the promises of its protocol.

    Args:
        system: ready to work.
        rows: to ask it about, for a system that only knows some; otherwise ordinary and odd texts.
        text_only: whether it is to look at the text alone, and not at the id or at whom it is about.

    Raises: BrokenPromiseError at the first promise that it does not keep; InternalError for what is no polarity.
    """
    promise(str(system.name).strip(), "it has a name")
    asked = list(rows) if rows is not None else _rows()
    promise(polarities(system, []) == [], "no rows get no polarities")
    first = polarities(system, asked)
    promise(polarities(system, asked) == first, "the same rows get the same polarities")
    promise(_alike(polarities(system, asked[::-1])[::-1], first), "the order of the rows makes no difference")
    alone = [polarities(system, [row])[0] for row in asked]
    promise(_alike(alone, first), "a row gets the same polarity alone and among others")
    if text_only:
        others = [SentimentText(f"other-{row.id}", row.text, {"gender": "female", "race": "another"}) for row in asked]
        promise(_alike(polarities(system, others), first), "a text has one polarity, whatever is known of its row")


def _rows() -> list[SentimentText]:
    return [SentimentText(str(at), text, {"gender": _CLASSES[at % len(_CLASSES)]}) for at, text in enumerate(_TEXTS)]


def _alike(first: Sequence[float], other: Sequence[float]) -> bool:
    return all(abs(a - b) <= 1e-4 for a, b in zip(first, other, strict=True))  # noqa: PLR2004 - of floats in batches
