"""Recorded scores of a system: a CSV file with the columns id and score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from botassay.core.errors import InputError, UsageError
from botassay.io.sources import lines_of
from botassay.io.table import read_table
from botassay.plugins.protocols import SentimentOptions, SentimentText
from botassay.sentiment.systems.returned import polarity_of

COLUMNS: Final = ("id", "score")
_HINT: Final = "give CSV with the columns id and score, a score from -1 to 1"


@dataclass(frozen=True, slots=True)
class Predictions:
    """Looks up what a file says of the id of a row."""

    name: str
    scores: Mapping[str, float] = field(repr=False)

    def polarity(self, rows: Sequence[SentimentText]) -> list[float]:
        """Look each row up.

        Raises: InputError for a row that the file does not know.
        """
        return [_found(self.scores, row.id, self.name) for row in rows]


def _found(scores: Mapping[str, float], name: str, where: str) -> float:
    if name not in scores:
        raise InputError(
            f"E165 there is no score for the id {name!r}", where, "give a score for each id of the sentences"
        )
    return scores[name]


def make(address: str, options: SentimentOptions) -> Predictions:
    """Read a file of predictions.

    Raises: InputError with the line for an invalid row; UsageError for a score that is no polarity.
    """
    if not address:
        raise UsageError("predictions needs a file: predictions:FILE.csv", hint="write predictions:FILE.csv")
    scores: dict[str, float] = {}
    for cells, where in read_table(lines_of(Path(address)), COLUMNS, _HINT).sound:
        name = cells["id"].strip()
        if name in scores:
            raise InputError(f"E164 the id {name!r} has two scores", where, "give each id one score")
        scores[name] = polarity_of(cells["score"].strip(), name, f"predictions:{Path(address).name}", options, where)
    return Predictions(f"predictions:{address}", scores)
