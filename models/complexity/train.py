"""Fit the model of plain language on aligned sentences: writes ``plain.json``, always the same bytes.

    BOTASSAY_DATA=... python models/complexity/train.py [FILE]

FILE is ``src/botassay/trust/complexity/plain.json`` unless it is given. Logistic regression without an intercept on the
differences of standardised features between the advanced and the elementary sentence of a pair; seconds.
"""

import gzip
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from botassay.trust.complexity.plain_language import FEATURES, features, parse

WEIGHTS = Path(__file__).parents[2] / "src/botassay/trust/complexity/plain.json"
PENALTY = 0.1
"""C of the regression."""
DECIMALS = 6  # beyond these, the last bits of another machine's linear algebra would show

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Features of aligned sentences, a row a pair."""

    advanced: Floats
    elementary: Floats

    def __len__(self) -> int:
        return len(self.advanced)

    def of(self, rows: NDArray[np.int64]) -> "Pairs":
        """Return some of the pairs."""
        return Pairs(self.advanced[rows], self.elementary[rows])


@dataclass(frozen=True, slots=True)
class Fitted:
    """What `plain.json` holds."""

    mean: Floats
    scale: Floats
    weight: Floats
    bar: float

    def scores(self, columns: Floats) -> Floats:
        """Score texts by their features."""
        scored: Floats = ((columns - self.mean) / self.scale) @ self.weight
        return scored


def data() -> Path:
    """Give the folder of the data sets, as BOTASSAY_DATA names it."""
    return Path(os.environ["BOTASSAY_DATA"])


def texts() -> list[tuple[str, str]]:
    """Read the pairs of OneStopEnglish, advanced and elementary; a pair that stands several times counts once."""
    with gzip.open(data() / "onestopenglish/advanced_elementary.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return list(dict.fromkeys((row["advanced"], row["elementary"]) for row in rows))


def measured(said: Sequence[str]) -> Floats:
    """Give the features of texts, a row a text."""
    rows = []
    for text in said:
        parsed = parse(text, excused=False)
        rows.append(features(parsed, parsed.words))
    return np.array(rows, float)


def pairs(kept: Sequence[tuple[str, str]]) -> Pairs:
    """Measure pairs of texts."""
    return Pairs(measured([advanced for advanced, _ in kept]), measured([elementary for _, elementary in kept]))


def fit(some: Pairs, columns: Sequence[int] | None = None, penalty: float = PENALTY) -> Fitted:
    """Fit the weights; `columns` names the features that count, all of them by default."""
    every = np.vstack([some.advanced, some.elementary])
    mean, scale = every.mean(axis=0), every.std(axis=0)
    used = list(range(len(FEATURES)) if columns is None else columns)
    apart = ((some.advanced - some.elementary) / scale)[:, used]
    both, harder = np.vstack([apart, -apart]), np.repeat([1, 0], len(some))
    weight = np.zeros(len(FEATURES))
    weight[used] = LogisticRegression(C=penalty, fit_intercept=False, max_iter=1000).fit(both, harder).coef_[0]
    fitted = Fitted(mean, scale, weight, 0.0)
    return Fitted(mean, scale, weight, float(np.median(fitted.scores(some.advanced))))


def document(fitted: Fitted) -> str:
    """Write a model as JSON: a row for each of the twelve features."""
    columns = (np.round(part, DECIMALS).tolist() for part in (fitted.mean, fitted.scale, fitted.weight))
    rows = [
        json.dumps({"feature": name, "mean": mean, "scale": scale, "weight": weight})
        for name, mean, scale, weight in zip(FEATURES, *columns, strict=True)
    ]
    return '{\n"bar": ' + str(round(fitted.bar, DECIMALS)) + ',\n"rows": [\n' + ",\n".join(rows) + "\n]\n}\n"


def main() -> None:
    """Fit and write."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else WEIGHTS
    path.write_text(document(fit(pairs(texts()))), "utf-8")


if __name__ == "__main__":
    main()
