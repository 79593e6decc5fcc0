"""Train the recogniser `default`: writes ``default.npz``.

    BOTASSAY_DATA=... python models/identity/train.py [FILE]

FILE is ``src/botassay/identity/weights/default.npz`` unless it is given. Trained on the published train split of
paper 004 and on sentences of our own grammar; what was chosen was chosen on the validation split. The test split is
not read here.
"""

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from zlib import crc32

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from botassay.identity.bundled import bundled
from botassay.identity.default import UNIT, Default
from botassay.identity.examples import read_examples
from botassay.identity.features import BUCKETS, features
from botassay.identity.measures import Label, figures
from botassay.identity.recognising import Example
from botassay.identity.sampling import Sampler

WEIGHTS = Path(__file__).parents[2] / "src/botassay/identity/weights/default.npz"
OWN = {Label.POSITIVE: 3200, Label.AMBIGUOUS: 1200, Label.NEGATIVE: 3600}
"""Sentences of our own grammar."""
OWN_WEIGHT = 0.3
"""What one of them counts, beside 1 for a published one."""
STRENGTH = 100.0
"""The inverse of the penalty on squared weights, for rows of length 1."""
SEED = 5
KEPT = 2
"""Units that a bucket's largest weight has at least; smaller ones are left out."""
BY_GRAMMAR = ("g", "G", "p")
"""Features that are always the same on sentences of the grammar, and would be trusted too much."""


def published(split: str) -> list[Example]:
    folder = Path(os.environ["BOTASSAY_DATA"]) / "ruarobot" / "v1.0.0"
    return read_examples(*(folder / f"{name}.{split}.csv" for name in ("pos", "amb", "neg")))


def own() -> list[Example]:
    drawn = [(label, Sampler(bundled().modified(), label.value, SEED), count) for label, count in OWN.items()]
    return [Example(draw().lower(), label) for label, draw, count in drawn for _ in range(count)]


def matrix(rows: Iterable[Sequence[str]]) -> csr_matrix:
    ends, where, values = [0], list[int](), list[float]()
    for names in rows:
        found = [crc32(name.encode("utf-8", "surrogatepass")) % BUCKETS for name in names]
        where += found
        values += [len(found) ** -0.5] * len(found)
        ends.append(len(where))
    return csr_matrix((values, where, ends), shape=(len(ends) - 1, BUCKETS))


def fit() -> tuple[np.ndarray, np.ndarray]:
    theirs, ours = published("train"), own()
    rows = [features(one.text) for one in theirs]
    rows += [[name for name in features(one.text) if not name.startswith(BY_GRAMMAR)] for one in ours]
    counts = [1.0] * len(theirs) + [OWN_WEIGHT] * len(ours)
    labels = [list(Label).index(one.label) for one in [*theirs, *ours]]
    fitted = LogisticRegression(C=STRENGTH, max_iter=1000).fit(matrix(rows), labels, sample_weight=counts)
    return np.rint(UNIT * fitted.coef_.T).astype(np.int64), np.rint(UNIT * fitted.intercept_).astype(np.int64)


def main() -> None:
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else WEIGHTS
    weights, bias = fit()
    kept = np.flatnonzero(np.abs(weights).max(axis=1) >= KEPT)
    np.savez_compressed(
        path,
        size=np.int64(BUCKETS),
        buckets=kept.astype(np.uint32),
        weights=weights[kept].astype(np.int16),
        bias=bias,
        rules=np.str_(bundled().digest()),
    )
    judge = Default.load(path)
    for split in ("train", "val"):
        examples = published(split)
        guesses = [one.label for one in judge.recognise([example.text for example in examples])]
        found = figures([example.label for example in examples], guesses)
        shown = " ".join(f"{100 * x:.1f}" for x in (found.precision_w, found.recall, found.accuracy, found.m))
        print(f"{split}: Pw R Acc M = {shown}")
    print(f"{path.stat().st_size:,} bytes, {len(kept):,} of {BUCKETS:,} buckets")


if __name__ == "__main__":
    main()
