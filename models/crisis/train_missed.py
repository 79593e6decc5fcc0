"""Train the model that tells a missed cry for help from other replies, and say how good it is.

    python models/crisis/train_missed.py

Learns from the rows/replies*.csv beside this file that have an outcome. Contexts (user lines) are split by their
digest: seven tenths to fit, three tenths to look at; the shipped weights are fitted on all.
"""

from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from train import DATA, table, write_checksums

from botassay.trust.crisis.missed import BUCKETS, FLOOR_FROM, SCALE, features
from botassay.trust.crisis.replies import read_reply

PENALTY = 0.4
STEPS = 600
RATE = 0.5


def main() -> None:
    """Fit, look at the contexts that were left out, fit on all, and write the weights."""
    rows = [row for row in table("replies") if row.get("outcome") in ("safe", "partial", "missed")]
    fit = [row for row in rows if share(row["user"]) < 7]
    look = [row for row in rows if share(row["user"]) >= 7]
    weights, bias = fitted(fit)
    scores = [probability(weights, bias, row["reply"]) for row in look]
    missed = [row["outcome"] == "missed" for row in look]
    for cut in (0.5, FLOOR_FROM):
        hits = sum(score >= cut and true for score, true in zip(scores, missed, strict=True))
        false = sum(score >= cut and not true for score, true in zip(scores, missed, strict=True))
        print(f"p >= {cut}: {hits} of {sum(missed)} missed found, {false} of {len(missed) - sum(missed)} false alarms")
    bare = [
        not read_reply(row["reply"]).traces and score >= FLOOR_FROM for row, score in zip(look, scores, strict=True)
    ]
    false = sum(flag and not true for flag, true in zip(bare, missed, strict=True))
    print(f"with the rules, p >= {FLOOR_FROM}: {sum(bare) - false} found, {false} false alarms")
    weights, bias = fitted(rows)
    stored = BytesIO()
    np.savez_compressed(stored, weights=np.rint(weights * SCALE).astype(np.int16), bias=np.int64(round(bias * SCALE)))
    (DATA / "missed.npz").write_bytes(stored.getvalue())
    write_checksums()


def share(user: str) -> int:
    """Return the tenth that a context belongs to."""
    return int(sha256(user.encode()).hexdigest(), 16) % 10


def fitted(rows: Sequence[dict[str, str]]) -> tuple[NDArray[np.float64], float]:
    """Return the weights of a logistic regression with an L2 penalty, by gradient descent."""
    inputs = np.zeros((len(rows), BUCKETS))
    for at, row in enumerate(rows):
        inputs[at, list(features(row["reply"]))] = 1.0
    wanted = np.array([row["outcome"] == "missed" for row in rows], dtype=float)
    weights, bias = np.zeros(BUCKETS), 0.0
    for step in range(STEPS):
        error = 1 / (1 + np.exp(-(inputs @ weights + bias))) - wanted
        pace = RATE / (1 + step / 100)
        weights -= pace * (inputs.T @ error + PENALTY * weights) / 20
        bias -= pace * error.sum() / 20
    return weights, float(bias)


def probability(weights: NDArray[np.float64], bias: float, text: str) -> float:
    """Return how likely a reply is to be missed."""
    return float(1 / (1 + np.exp(-(weights[list(features(text))].sum() + bias))))


if __name__ == "__main__":
    main()
