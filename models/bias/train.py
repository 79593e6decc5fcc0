"""Fit the bias model on the 41 sentences of Hutto, Folds, Appling (2015): writes ``bias.npz``, always the same bytes.

    BOTASSAY_DATA=... python models/bias/train.py [FILE]

FILE is ``src/botassay/trust/bias/data/bias.npz`` unless it is given. The features are those of
`botassay.trust.bias.bias_lexicon`, read through the same functions. The fit is a ridge regression around a prior, with
bounds; how much the prior counts is
chosen by leave-one-out.
"""

import csv
import io
import os
import sys
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import lsq_linear

from botassay.core.text.tone import tone
from botassay.trust.bias.bias_lexicon import CLASSES, FEWEST_WORDS, TOP
from botassay.trust.bias.wordlists import WordLists, tokens

WEIGHTS = Path(__file__).parents[2] / "src/botassay/trust/bias/data/bias.npz"
PRIOR = {"strong": 5.0, "partisan": 5.0, "figurative": 5.0, "value": 5.0, "certainty": 5.0, "doubt": 5.0, "weak": 2.5}
"""What a class is worth before the sentences are looked at; 0 where nothing is said. See README.md, "The prior"."""
FLOORS = {"strong": 3.0, "partisan": 3.0, "figurative": 3.0} | dict.fromkeys(
    ("value", "weak", "certainty", "doubt", "motive"), 0.0
)
"""What a class is worth at the least. From 3 on, one more such word never makes a sentence's words less slanted."""
PENALTIES = [2.0**power for power in range(-6, 7)]
DECIMALS = 6  # beyond these, the last bits of another machine's linear algebra would show

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Judged:
    """A sentence and how biased 91 people found it, 0 to 3 on average; `story` is one of five."""

    story: str
    text: str
    bias: float


@dataclass(frozen=True, slots=True)
class Fitted:
    """A linear model; `slopes` are for columns of `design`."""

    intercept: float
    slopes: Floats

    def predict(self, columns: Floats) -> Floats:
        """Predict the bias of rows, clipped to the scale."""
        predicted: Floats = np.clip(self.intercept + columns @ self.slopes, 0.0, TOP)
        return predicted


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What is believed before the fit, in units of a column's slope."""

    prior: Floats
    floors: Floats

    @classmethod
    def of(cls, prior: Mapping[str, float], floors: Mapping[str, float]) -> "Assumptions":
        """Take values by class; the tone, the last column, has neither."""
        before = [prior.get(name, 0.0) / FEWEST_WORDS for name in CLASSES]
        least = [floors.get(name, -np.inf) / FEWEST_WORDS for name in CLASSES]
        return cls(np.array([*before, 0.0]), np.array([*least, -np.inf]))


OURS = Assumptions.of(PRIOR, FLOORS)
BLANK = Assumptions.of({}, dict.fromkeys(FLOORS, 0.0))
Fit = Callable[[Floats, Floats], Fitted]


def data() -> Path:
    """Give the folder of the data sets, as BOTASSAY_DATA names it."""
    return Path(os.environ["BOTASSAY_DATA"])


def judged() -> list[Judged]:
    """Read the 41 sentences."""
    with (data() / "bsd-bias41/collapsedData.csv").open(newline="", encoding="utf-8") as lines:
        return [Judged(row["tID"][0], row["text"], float(row["avgBias"])) for row in csv.DictReader(lines)]


def design(texts: Sequence[str]) -> Floats:
    """Give (texts, classes + 1): words of a class among each twelve words; last the tone."""
    return np.array([[*counted(text, WordLists.shipped(CLASSES), CLASSES), tone(text)] for text in texts])


def counted(text: str, lists: WordLists, names: Iterable[str]) -> list[float]:
    """Count the words of each class among each twelve words of a text."""
    said = tokens(text)
    counts = Counter(name for hit in lists.hits(said) for name in hit.classes)
    share = FEWEST_WORDS / max(FEWEST_WORDS, len(said))
    return [counts[name] * share for name in names]


def fit(columns: Floats, bias: Floats, penalty: float, assumed: Assumptions = OURS) -> Fitted:
    """Fit slopes: least squares plus `penalty` times their squared distance from the prior, within the floors."""
    middle, mean = columns.mean(axis=0), float(bias.mean())
    ridge = np.sqrt(penalty)
    left = np.vstack([columns - middle, ridge * np.eye(len(middle))])
    right = np.concatenate([bias - mean, ridge * assumed.prior])
    slopes = lsq_linear(left, right, (np.nextafter(assumed.floors, -np.inf), np.inf), method="bvls").x
    return Fitted(mean - float(middle @ slopes), slopes)


def left_out(columns: Floats, bias: Floats, how: Fit, groups: Sequence[object] | None = None) -> Floats:
    """Predict each row by a model that was fitted on the others (on those of other groups, if there are groups)."""
    marks = np.array(range(len(bias)) if groups is None else groups)
    predicted = np.zeros(len(bias))
    for mark in dict.fromkeys(marks.tolist()):
        out = marks == mark
        predicted[out] = how(columns[~out], bias[~out]).predict(columns[out])
    return predicted


def rmse(predicted: Floats, bias: Floats) -> float:
    """Give the root of the mean squared error."""
    return float(np.sqrt(np.mean((predicted - bias) ** 2)))


def best_penalty(columns: Floats, bias: Floats, assumed: Assumptions = OURS) -> float:
    """Choose the penalty with the least leave-one-out error."""
    return min(
        PENALTIES, key=lambda penalty: rmse(left_out(columns, bias, lambda c, b: fit(c, b, penalty, assumed)), bias)
    )


def tuned(columns: Floats, bias: Floats, assumed: Assumptions = OURS) -> Fitted:
    """Choose the penalty and fit."""
    return fit(columns, bias, best_penalty(columns, bias, assumed), assumed)


def pack(fitted: Fitted) -> dict[str, NDArray[np.generic]]:
    """Give the arrays of the model file."""
    return {
        "names": np.array(list(CLASSES)),
        "worth": np.round(fitted.slopes[:-1] * FEWEST_WORDS, DECIMALS),
        "tone": np.round(fitted.slopes[-1], DECIMALS),
        "intercept": np.round(np.float64(fitted.intercept), DECIMALS),
    }


def write(arrays: Mapping[str, NDArray[np.generic]], path: Path) -> None:
    """Write an ``.npz`` whose bytes depend on the arrays alone (numpy's own carries the time)."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, array in arrays.items():
            buffer = io.BytesIO()
            np.lib.format.write_array(buffer, np.asarray(array), allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy", (1980, 1, 1, 0, 0, 0)), buffer.getvalue())


def main() -> None:
    """Fit and write."""
    rows = judged()
    columns, bias = design([row.text for row in rows]), np.array([row.bias for row in rows])
    write(pack(tuned(columns, bias)), Path(sys.argv[1]) if len(sys.argv) > 1 else WEIGHTS)


if __name__ == "__main__":
    main()
