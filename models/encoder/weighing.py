"""Fit how the opinions of the encoder and of the screen are weighed in what a reply is worth.

    BOTASSAY_DATA=... python models/encoder/weighing.py FOLDER

FOLDER holds ``encoder.onnx``; the screen is the one that is shipped. Prints three numbers for `WEIGHTS` of `judging`,
and the shift of sentences against whole replies. It is a logistic regression over the unit of each reply that counts
most, fitted again until that unit stays the same. Each source weighs with the root of its size; those that are no bots
weigh less.
"""

import sys
from math import log, sqrt
from pathlib import Path

import development
import numpy as np
from judging import Judge, split
from sklearn.linear_model import LogisticRegression

from botassay.trust.abuse.direct_insults import insults_directly
from botassay.trust.abuse.replies import screen

ROUNDS = 6
NO_BOTS = 0.3
"""What a source counts whose replies are not those of bots."""
_EDGE = 0.001

Row = tuple[float, float, float]


def logit(share: float) -> float:
    """Give the logit of a share, kept from 0 and 1."""
    kept = min(max(round(share, 3), _EDGE), 1 - _EDGE)
    return log(kept / (1 - kept))


def opinions(judge: Judge, reply: str) -> list[Row]:
    """Give, for each unit of a reply, the opinions on it and whether it is a sentence; none where its form decides."""
    blocks, parts = split(reply)
    texts = [*blocks, *parts]
    if not texts or any(insults_directly(text) for text in texts):
        return []
    encoded = [float(judge.sums(text)[0][:2].sum()) for text in texts]
    screened = screen().scores(texts)
    return [
        (logit(chance), logit(score), float(at >= len(blocks)))
        for at, (text, chance, score) in enumerate(zip(texts, encoded, screened, strict=True))
    ]


def main() -> None:
    """Fit and print."""
    judge = Judge(Path(sys.argv[1]))
    replies, labels, counts = [], [], []
    for source in [*development.clean(), *development.abusive()]:
        found = [rows for text in source.texts if (rows := opinions(judge, text))]
        replies += found
        labels += [source.kind != "clean"] * len(found)
        counts += [(1 if source.bot else NO_BOTS) / sqrt(max(1, len(found)))] * len(found)
    slopes = np.array([1.0, 0.8, -1.5])
    for _ in range(ROUNDS):
        tops = np.array([max(rows, key=lambda row: float(np.dot(slopes, row))) for rows in replies])
        model = LogisticRegression(C=1.0, max_iter=2000).fit(tops, labels, np.array(counts) / np.mean(counts))
        slopes = model.coef_[0]
        print(
            {
                name: round(float(value), 3)
                for name, value in zip(("encoder", "screen", "sentence"), slopes, strict=True)
            },
            "shift",
            round(float(model.intercept_[0]), 3),
        )


if __name__ == "__main__":
    main()
