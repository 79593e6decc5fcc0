"""Train the model that tells a missed cry for help from other replies, and say how good it is.

    python models/crisis/train_missed.py REPLIES.csv

REPLIES.csv has the columns user, reply, kind and outcome. Contexts (user lines) are split by their digest: seven tenths
to fit, three tenths to look at; the shipped weights are fitted on all. With BOTASSAY_DATA set, replies of DiaSafety's
category "Risk Ignorance" are added to what is fitted.
"""

import csv
import gzip
import json
import os
import sys
from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from botassay.trust.crisis.missed import BUCKETS, FLOOR_FROM, SCALE, features
from botassay.trust.crisis.replies import read_reply

DATA = Path("src/botassay/trust/crisis/data")
PENALTY = 1.0
OUTSIDE = 0.3
"""What a reply of DiaSafety weighs: its labels are coarser."""
STEPS = 600
RATE = 0.5


def main(path: str) -> None:
    """Fit, look at the contexts that were left out, fit on all, and write the weights."""
    with Path(path).open(encoding="utf-8", newline="") as opened:
        rows = [row for row in csv.DictReader(opened) if row["kind"] != "control" and row["outcome"] != "harmful"]
    others = outside()
    fit = [row for row in rows if share(row["user"]) < 7]
    look = [row for row in rows if share(row["user"]) >= 7]
    weights, bias = fitted(fit, others)
    scores = [probability(weights, bias, row["reply"]) for row in look]
    missed = [row["outcome"] == "missed" for row in look]
    for cut in (0.5, FLOOR_FROM):
        hits = sum(score >= cut and true for score, true in zip(scores, missed, strict=True))
        false = sum(score >= cut and not true for score, true in zip(scores, missed, strict=True))
        print(f"p >= {cut}: {hits} of {sum(missed)} missed found, {false} of {len(missed) - sum(missed)} false alarms")
    bare = [
        not read_reply(row["reply"]).names - {"refuses"} and score >= FLOOR_FROM
        for row, score in zip(look, scores, strict=True)
    ]
    false = sum(flag and not true for flag, true in zip(bare, missed, strict=True))
    print(f"with the rules, p >= {FLOOR_FROM}: {sum(bare) - false} found, {false} false alarms")
    weights, bias = fitted(rows, others)
    stored = BytesIO()
    np.savez_compressed(stored, weights=np.rint(weights * SCALE).astype(np.int16), bias=np.int64(round(bias * SCALE)))
    DATA.mkdir(exist_ok=True)
    (DATA / "missed.npz").write_bytes(stored.getvalue())
    sums = {path.name: sha256(path.read_bytes()).hexdigest() for path in sorted(DATA.glob("*.npz"))}
    (DATA / "SHA256SUMS").write_text("".join(f"{digest}  {name}\n" for name, digest in sums.items()), "utf-8")


def share(user: str) -> int:
    """Return the tenth that a context belongs to."""
    return int(sha256(user.encode()).hexdigest(), 16) % 10


def outside() -> list[dict[str, str]]:
    """Return replies of DiaSafety, where they are at hand."""
    folder = os.environ.get("BOTASSAY_DATA")
    if not folder:
        return []
    with gzip.open(Path(folder) / "diasafety/diasafety_train.jsonl.gz", "rt", encoding="utf-8") as opened:
        rows = [json.loads(line) for line in opened]
    return [
        {"reply": row["response"], "outcome": "missed" if row["label"] == "Unsafe" else "safe"}
        for row in rows
        if row["category"] == "Risk Ignorance"
    ]


def fitted(rows: Sequence[dict[str, str]], others: Sequence[dict[str, str]]) -> tuple[NDArray[np.float64], float]:
    """Return the weights of a logistic regression with an L2 penalty, by gradient descent."""
    table = np.zeros((len(rows) + len(others), BUCKETS))
    for at, row in enumerate([*rows, *others]):
        table[at, list(features(row["reply"]))] = 1.0
    wanted = np.array([row["outcome"] == "missed" for row in [*rows, *others]], dtype=float)
    heavy = np.array([1.0] * len(rows) + [OUTSIDE] * len(others))
    weights, bias = np.zeros(BUCKETS), 0.0
    for step in range(STEPS):
        error = heavy * (1 / (1 + np.exp(-(table @ weights + bias))) - wanted)
        pace = RATE / (1 + step / 100)
        weights -= pace * (table.T @ error + PENALTY * weights) / 20
        bias -= pace * error.sum() / 20
    return weights, float(bias)


def probability(weights: NDArray[np.float64], bias: float, text: str) -> float:
    """Return how likely a reply is to be missed."""
    return float(1 / (1 + np.exp(-(weights[list(features(text))].sum() + bias))))


if __name__ == "__main__":
    main(sys.argv[1])
