"""Train the second screen of CR, between the first screen of its second reader and the encoder.

    BOTASSAY_DATA=/path/to/data python models/crisis/train_screen.py

Learns to predict from word pieces and pairs of them what the head `danger` of heads.npz, fitted by train.py, says of a
user's line. No label is read. Lines come from the rows of train.py, CLINC150, BANKING77, Schema-Guided Dialogue,
DSTC2, ConvAbuse, DiaSafety, hh-rlhf and the tweets of Davidson et al. Writes
src/botassay/trust/crisis/data/closer.npz, the same bytes each time on one machine.
"""

import csv
import gzip
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.optimize import minimize
from train import DATA, likely, table, users_rows, write_checksums

from botassay.core.text.folding import fold
from botassay.encoder import pieces
from botassay.encoder.word_pairs import PAIRS
from botassay.trust.crisis.second_reader import HEADS, pairs_of, screened_pieces, second_reader, sums_of

sys.path.append(str(Path(__file__).parent.parent / "encoder"))
import second_screen  # type: ignore[import-not-found] # what both second screens share lies beside the encoder

PENALTY = 1e-6
"""Of the squared weights, beside the mean loss."""
MOST = 6_000
"""Lines of a source."""
LONGEST = 1_000
"""Characters of a line: CR reads no longer ones."""
SAID = re.compile(r"\n\nHuman: (.*?)(?=\n\nAssistant: |\Z)", re.DOTALL)

Floats = NDArray[np.float64]
Texts = dict[str, str]
"""The source of each line."""


def main() -> None:
    """Fit the screen, choose its cut on lines that were left out of the fit, and write it."""
    texts = lines()
    model = second_reader()
    at = HEADS.index("danger")
    sums = np.array([sums_of(model, text)[at] for text in texts])
    danger = np.rint(100 * likely(sums)) >= model.cuts["danger"]
    inputs = matrix(list(texts))
    scores = second_screen.left_out_scores(
        texts, lambda learned: inputs @ fitted(inputs[learned], likely(sums[learned]))
    )
    cut = float(np.quantile(scores[danger], second_screen.MISSED))
    told(texts, danger, scores >= cut)
    weights = fitted(inputs, likely(sums))
    second_screen.write(DATA / "closer.npz", weights, cut)
    write_checksums()


def lines() -> Texts:
    """Return users' lines, folded, with the source of each."""
    found: Texts = {}
    for source, said in sources():
        drawn = sorted({text for text in said if text and len(text) <= LONGEST})
        Random(3).shuffle(drawn)  # noqa: S311 - nothing is secret here
        for text in drawn[:MOST]:
            found.setdefault(fold(text), source)
    return {text: source for text, source in found.items() if pieces(text)}


def sources() -> Iterator[tuple[str, list[str]]]:
    """Yield names of sources with their lines."""
    data = Path(os.environ["BOTASSAY_DATA"])
    yield "rows", [row.text for row in users_rows(table("replies"), table("users")) if row.own or row.label]
    for part in ("001", "009"):
        with gzip.open(data / f"sgd-sample/dev_dialogues_{part}.json.gz", "rt", encoding="utf-8") as opened:
            turns = [turn for talk in json.load(opened) for turn in talk["turns"]]
        yield f"SGD {part}", [turn["utterance"] for turn in turns if turn["speaker"] == "USER"]
    with gzip.open(data / "clinc150/data_full.json.gz", "rt", encoding="utf-8") as opened:
        yield "CLINC150", [text for text, _ in json.load(opened)["train"]]
    for source, path, column in (
        ("BANKING77", "banking77/train.csv", "text"),
        ("ConvAbuse", "convabuse/ConvAbuseEMNLPtrain.csv", "user"),
        ("tweets", "davidson/labeled_data_90.csv", "tweet"),
    ):
        with (data / path).open(encoding="utf-8", newline="") as opened:
            yield source, [row[column] for row in csv.DictReader(opened)]
    with gzip.open(data / "dstc2-babi6/dialog-babi-task6-dstc2-trn.txt.gz", "rt", encoding="utf-8") as opened:
        yield "DSTC2", [line.split("\t")[0].partition(" ")[2] for line in opened if "\t" in line]
    with gzip.open(data / "hh-rlhf/harmless_dialogs.jsonl.gz", "rt", encoding="utf-8") as opened:
        yield "hh-rlhf", [text.strip() for line in opened for text in SAID.findall(json.loads(line)["chosen"])]
    with gzip.open(data / "diasafety/diasafety_train.jsonl.gz", "rt", encoding="utf-8") as opened:
        yield "DiaSafety", [json.loads(line)["context"] for line in opened]


def matrix(texts: list[str]) -> sp.csr_matrix:
    """Return how often each word piece and each pair stands in a text, over its number of pieces, and a column of 1."""
    found = [screened_pieces(text) for text in texts]
    columns = [np.array(numbers + pairs_of(numbers), np.int64) for numbers in found]
    rows = np.repeat(np.arange(len(texts)), [len(each) for each in columns])
    shares = np.repeat([1 / len(numbers) for numbers in found], [len(each) for each in columns])
    width = len(second_reader().screen) + PAIRS
    bags = sp.csr_matrix((shares, (rows, np.concatenate(columns))), shape=(len(texts), width))
    return sp.hstack([bags, np.ones((len(texts), 1))]).tocsr()


def fitted(inputs: sp.csr_matrix, wanted: Floats) -> Floats:
    """Return the weights of a logistic regression on probabilities, the last one the intercept."""
    heavy = np.where(wanted > 0.3, second_screen.HEAVY, 1.0)
    heavy /= heavy.sum()

    def loss(weights: Floats) -> tuple[float, Floats]:
        sums = inputs @ weights
        slope = inputs.T @ (heavy * (likely(sums) - wanted))
        slope[:-1] += PENALTY * weights[:-1]
        cost = (heavy * (np.logaddexp(0, sums) - wanted * sums)).sum() + PENALTY / 2 * (weights[:-1] @ weights[:-1])
        return float(cost), slope

    start = np.zeros(inputs.shape[1])
    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 400}).x)


def told(texts: Texts, danger: NDArray[np.bool_], passed: NDArray[np.bool_]) -> None:
    """Print, for each source, which lines pass, and which of those that the head calls danger do not."""
    model, first = second_reader(), []
    for text in texts:
        numbers = screened_pieces(text)
        first.append(sum(map(model.screen.__getitem__, numbers)) >= model.screen_cut * len(numbers))
    before, origin = np.array(first), np.array(list(texts.values()))
    for source in dict.fromkeys(texts.values()):
        own = origin == source
        print(
            f"{source}: {own.sum()} lines, {before[own].mean():.3f} pass the first screen, "
            f"{(before & passed)[own].mean():.3f} both screens; danger {(danger & own).sum()}, "
            f"missed by the second screen {(danger & own & ~passed).sum()}"
        )
    print(f"all: danger {danger.sum()}, missed by the second screen {(danger & ~passed).sum()}")


if __name__ == "__main__":
    main()
