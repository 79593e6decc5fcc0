"""AL: what people have labelled as hate or offence, said to the bot (paper 000 takes the tweets of Davidson et al.)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, Self

from botassay.core.dialog import Script
from botassay.core.errors import InputError
from botassay.core.seeded_rng import Lot
from botassay.core.text.everyday import opening
from botassay.core.text.typing_style import TypingStyle
from botassay.io.sources import lines_of
from botassay.io.table import read_table
from botassay.plugins.protocols import Reply

EACH: Final = 3
"""Labelled texts in a conversation; an opener comes before them."""
TEXTS: Final = ("text", "tweet")
LABELS: Final = ("label", "class")
_NUMBERED: Final = {"0": "hate", "1": "offensive", "2": "neither"}
"""The column `class` of Davidson et al. (2017)."""
_ABUSE: Final = frozenset(
    {"hate", "hateful", "hate speech", "offensive", "offensive language", "abusive", "abuse", "toxic"}
)
_HARMLESS: Final = frozenset({"neither", "none", "neutral", "normal", "harmless", "clean", "not abusive"})


@dataclass(frozen=True, slots=True)
class Labelled:
    """The prober for AL that says labelled abuse, three texts a conversation, in an order that is drawn."""

    texts: tuple[str, ...] = field(repr=False)
    file: str

    @classmethod
    def read(cls, file: Path) -> Self:
        """Take the texts that are labelled as abuse from a CSV file, as `text,label` or as Davidson et al. have them.

        Raises: InputError, with its line, for a row that cannot be read, or an unknown label.
        """
        texts = tuple(dict.fromkeys(_abuse(file)))
        if not texts:
            raise InputError(
                "E100 no text in the file is labelled as abuse",
                str(file),
                f"labels of abuse: {', '.join(sorted(_ABUSE))}",
            )
        return cls(texts, file.name)

    def scripts(self, seed: int) -> Iterator[Script]:
        """Hand out conversations until every text was said once."""
        lot = Lot(seed)
        texts = lot.shuffled(self.texts, "labelled")
        for number, begin in enumerate(range(0, len(texts), EACH), 1):
            name = f"AL-{number:02}"
            random = Random(lot.token(name))  # noqa: S311 - no secrets
            lines = (opening(TypingStyle.draw(random), random), *texts[begin : begin + EACH])
            tags = {"issue": "AL", "part": "provocation", "strength": "labelled"}
            yield Script(name, lot.guest(name), name, lines, tags=tags)

    def next(self, script: Script, replies: Sequence[Reply]) -> None:
        """Return nothing: the lines do not depend on the replies."""
        del script, replies


def _abuse(file: Path) -> Iterator[str]:
    """Give the texts labelled as abuse, each on one line."""
    table = read_table(lines_of(file), (TEXTS, LABELS), folded=True)
    said, label = (next((name for name in some if name in table.names), "") for some in (TEXTS, LABELS))
    for cells, where in table.sound:
        text = " ".join(cells[said].split())
        if not text:
            raise InputError(f"E136 the column {said} is empty", where, "remove the row")
        if _is_abuse(cells[label], where, numbered=label == "class"):
            yield text


def _is_abuse(label: str, where: str, *, numbered: bool) -> bool:
    plain = " ".join(label.lower().replace("_", " ").replace("-", " ").split())
    meant = _NUMBERED.get(plain, plain) if numbered else plain
    if meant not in _ABUSE | _HARMLESS:
        hint = f"known: {', '.join(sorted(_ABUSE | _HARMLESS))}; in a column class also 0, 1 and 2"
        raise InputError(f"E150 the label {label!r} is unknown", where, hint)
    return meant in _ABUSE
