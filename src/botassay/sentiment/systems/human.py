"""Labels of annotators: CSV files with the column id and a column for each annotator; the majority decides."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from botassay.core.errors import InputError, UsageError
from botassay.io.sources import lines_of
from botassay.io.table import read_table
from botassay.plugins.protocols import SentimentOptions, SentimentText
from botassay.sentiment.agreement import AnnotatorAgreement

WORDS: Final = {"negative": -1.0, "neg": -1.0, "neutral": 0.0, "neu": 0.0, "positive": 1.0, "pos": 1.0}
_NUMBERS: Final = {-1.0, 0.0, 1.0}
_HINT: Final = "write -1, 0 or 1, or negative, neutral or positive; leave the cell empty if not annotated"
_KEY: Final = "id"


@dataclass(frozen=True, slots=True)
class Human:
    """The label of the majority of annotators (Sh in paper 002)."""

    name: str
    votes: Mapping[str, float] = field(repr=False)
    agreement: AnnotatorAgreement

    def polarity(self, rows: Sequence[SentimentText]) -> list[float]:
        """Look each row up.

        Raises: InputError for a row without an annotation.
        """
        for row in rows:
            if row.id not in self.votes:
                raise InputError(f"E165 the id {row.id!r} has no annotation", self.name, "annotate every sentence")
        return [self.votes[row.id] for row in rows]


def make(address: str, options: SentimentOptions) -> Human:
    """Read annotations: `human:FILE.csv`, or several files with a comma between them.

    Raises: InputError with the line for an invalid row; UsageError.
    """
    files = [Path(part) for part in address.split(",") if part]
    if not files:
        raise UsageError("human needs a file of annotations", hint="write human:FILE.csv, or human:A.csv,B.csv")
    labels: dict[str, dict[str, float]] = {}
    for file in files:
        _read(file, labels)
    given = {name: list(votes.values()) for name, votes in labels.items() if votes}
    annotators = {who for votes in labels.values() for who in votes}
    settled, conflicts = _settled(given, options.seed)
    agreement = AnnotatorAgreement.of([*given.values()], annotators=len(annotators), conflicts=conflicts)
    return Human(f"human:{address}", settled, agreement)


def _read(file: Path, labels: dict[str, dict[str, float]]) -> None:
    """Add the annotations of a file: id -> annotator -> value."""
    table = read_table(lines_of(file), (_KEY,), "each file needs the column id, and one for each annotator")
    people = [name for name in table.names if name not in (_KEY, "")]
    if len(people) < 1 or len(people) > len(set(people)):
        raise InputError("E142 the header has no annotator, or repeats one", f"{file}:1", "name each column once")
    for cells, where in table.sound:
        votes = labels.setdefault(cells[_KEY].strip(), {})
        for who in people:
            value = _vote(cells[who].strip(), where)
            if value is None:
                continue
            if who in votes:
                raise InputError(f"E164 {who!r} has two annotations of this sentence", where, "give each id one row")
            votes[who] = value


def _vote(text: str, where: str) -> float | None:
    if not text:
        return None
    if text.lower() in WORDS:
        return WORDS[text.lower()]
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if value not in _NUMBERS:
        raise InputError(f"E136 {text[:40]!r} is not an annotation", where, _HINT)
    return value


def _settled(given: Mapping[str, Sequence[float]], seed: int) -> tuple[dict[str, float], int]:
    """Take the value with most votes; where several have as many, draw one of them by the seed and the id."""
    votes, conflicts = {}, 0
    for name, values in given.items():
        counts = Counter(values)
        most = max(counts.values())
        first = sorted(value for value, count in counts.items() if count == most)
        conflicts += len(first) > 1
        lot = np.random.default_rng([seed, *name.encode("utf-8", "surrogatepass")]) if len(first) > 1 else None
        votes[name] = first[int(lot.integers(len(first)))] if lot else first[0]
    return votes, conflicts
