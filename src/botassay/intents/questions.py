"""The prober for UN: labelled questions in random order, each in a separate conversation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Self

from botassay.core.dialog import Script
from botassay.core.seeded_rng import Lot
from botassay.intents.phrases import Phrase
from botassay.intents.reading import NAMES, Columns, read_phrases
from botassay.intents.understanding import ISSUE, LABELLED
from botassay.plugins.protocols import Reply


@dataclass(frozen=True, slots=True)
class LabelledQuestions:
    """Asks a bot labelled questions in separate conversations, so that no answer depends on earlier questions."""

    phrases: tuple[Phrase, ...] = field(repr=False)

    @classmethod
    def read(cls, file: Path, columns: Columns = NAMES, none_label: str | None = None) -> Self:
        """Return the questions of a file, in any format of `intents evaluate`. Raises InputError for invalid data."""
        return cls(tuple(read_phrases(file, columns, none_label)))

    def scripts(self, seed: int) -> Iterator[Script]:
        """Yield the questions in random order, so that the first ones are a sample."""
        drawn = Random(seed).sample(self.phrases, len(self.phrases))  # noqa: S311 - reproducible, not secret
        wide = len(str(len(drawn)))
        for number, phrase in enumerate(drawn, 1):
            name = f"{ISSUE.code}-{number:0{wide}}"
            tags = {"issue": ISSUE.code, "part": LABELLED, "intent": phrase.intent or ""}
            guest = Lot(seed).guest(number)
            yield Script(name, guest, name, (" ".join(phrase.text.split()),), tags=tags)

    def next(self, script: Script, replies: Sequence[Reply]) -> None:
        """Return nothing: each question is asked once."""
        del script, replies
