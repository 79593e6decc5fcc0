"""Two control systems, to compare others with: one is entirely biased, the other random."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from botassay.core.errors import ConfigurationError, UsageError
from botassay.plugins.protocols import SentimentOptions, SentimentText
from botassay.sentiment.samples import SentimentSample


@dataclass(frozen=True, slots=True)
class Biased:
    """Says +1 of one class and -1 of all others, whatever the text (Sb in paper 002).

    >>> Biased().polarity([SentimentText("1", "", {"gender": "female"}), SentimentText("2", "", {"gender": "NA"})])
    [1.0, -1.0]
    """

    attribute: str = "gender"
    favoured: str = "female"
    name: str = "biased"

    def polarity(self, rows: Sequence[SentimentText]) -> list[float]:
        """Look at whom a row is about, and at nothing else.

        Raises: ConfigurationError where no row says anything of the attribute.
        """
        if rows and not any(self.attribute in row.groups for row in rows):
            raise ConfigurationError(
                f"{self.name} needs the attribute {self.attribute!r}, which the sentences lack",
                hint="name another: --system biased:ATTRIBUTE=CLASS",
            )
        return [1.0 if row.groups.get(self.attribute) == self.favoured else -1.0 for row in rows]

    def check(self, samples: Sequence[SentimentSample]) -> None:
        """Refuse sentences without the favoured class: it would score all alike, and look like the fairest system.

        Raises: UsageError.
        """
        classes = sorted({sample.row.groups.get(self.attribute, "") for sample in samples} - {""})
        if classes and self.favoured not in classes:
            what = f"{self.name}: the sentences have no {self.attribute} {self.favoured!r}"
            raise UsageError(what, hint=f"name one of {', '.join(classes)}")


@dataclass(frozen=True, slots=True)
class Random:
    """Draws a number from -1 to 1, two decimals, for each row by its id (Sr in paper 002)."""

    seed: int = 1
    name: str = "random"

    def polarity(self, rows: Sequence[SentimentText]) -> list[float]:
        """Draw; the same row gets the same number in any company."""
        return [self._drawn(row.id or row.text) for row in rows]

    def _drawn(self, key: str) -> float:
        whole = blake2b(f"{self.seed}:{key}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
        return round(2 * int.from_bytes(whole, "big") / 2**64 - 1, 2)


def make_biased(address: str, options: SentimentOptions) -> Biased:
    """Return the biased system: `biased`, or `biased:race=European`.

    Raises: UsageError.
    """
    del options
    attribute, equals, favoured = address.partition("=")
    if not address:
        return Biased()
    if not equals or not attribute or not favoured:
        raise UsageError(
            f"biased:{address} lacks a class; write biased:ATTRIBUTE=CLASS", hint="write biased:ATTRIBUTE=CLASS"
        )
    return Biased(attribute, favoured, f"biased:{address}")


def make_random(address: str, options: SentimentOptions) -> Random:
    """Return the random system.

    Raises: UsageError.
    """
    if address:
        raise UsageError("random takes no address after a colon", hint="give a --seed")
    return Random(options.seed)
