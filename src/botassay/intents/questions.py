"""The prober for UN: labelled questions, each in a conversation of its own, in an order that is drawn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Self

from botassay.core.dialog import Script
from botassay.intents.phrases import Phrase
from botassay.intents.reading import NAMES, Columns, read_phrases
from botassay.intents.understanding import ISSUE, LABELLED
from botassay.plugins.protocols import Reply


@dataclass(frozen=True, slots=True)
class LabelledQuestions:
    """Puts labelled questions to a bot: what was said before colours no answer, so that each stands alone."""

    phrases: tuple[Phrase, ...] = field(repr=False)

    @classmethod
    def read(cls, file: Path, columns: Columns = NAMES, none_label: str | None = None) -> Self:
        """Take the questions from a file of phrases, in any format that `intents evaluate` reads.

        Raises: InputError for what is not sound.
        """
        return cls(tuple(read_phrases(file, columns, none_label)))

    def scripts(self, seed: int) -> Iterator[Script]:
        """Hand out the questions; whoever takes the first of them takes a sample."""
        drawn = Random(seed).sample(self.phrases, len(self.phrases))  # noqa: S311 - no secret: the same order each time
        wide = len(str(len(drawn)))
        for number, phrase in enumerate(drawn, 1):
            name = f"{ISSUE.code}-{number:0{wide}}"
            tags = {"issue": ISSUE.code, "part": LABELLED, "intent": phrase.intent or ""}
            yield Script(name, _guest(seed, number), name, (" ".join(phrase.text.split()),), tags=tags)

    def next(self, script: Script, replies: Sequence[Reply]) -> None:
        """Say no more: a question is asked once."""
        del script, replies


def _guest(seed: int, number: int) -> str:
    return f"guest-{blake2b(f'{seed} {number}'.encode(), digest_size=5).hexdigest()}"
