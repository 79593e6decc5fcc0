"""Print the figures of the scorer of ``--method paper`` that the model card states.

    BOTASSAY_DATA=... python models/abuse/evaluate.py

Needs scikit-learn, as `train` does, and botassay on the path. What `screen` prints is about the screen, and
``models/encoder`` has the figures of the encoder.
"""

from collections.abc import Sequence

import numpy as np
import sources
import train
from numpy.typing import NDArray
from sklearn.metrics import classification_report, f1_score
from sources import CLASSES, Row

from botassay.trust.abuse import linear

CUT = 1 / 3
FOLDS = 5

Floats = NDArray[np.float64]


def tweets() -> None:
    """Five folds over the tweets."""
    rows = sources.tweets()
    chances = np.zeros((len(rows), len(CLASSES)))
    for fold in range(FOLDS):
        inner = [row for at, row in enumerate(rows) if at % FOLDS != fold]
        features = train.learn([row.text for row in inner], sources.lexicon())
        counts = train.matrix([row.text for row in rows[fold::FOLDS]], features)
        chances[fold::FOLDS] = linear.softmax(train.fit(inner, features).decision_function(counts))
    _report_tweets("tweets alone", rows, chances)


def _report_tweets(name: str, rows: Sequence[Row], chances: Floats) -> None:
    truth = np.array([CLASSES.index(row.label) for row in rows])
    guess = chances.argmax(axis=1)
    print(f"tweets, {FOLDS} folds, {name}")
    print(classification_report(truth, guess, target_names=CLASSES, digits=3))
    scores = chances @ np.array(train.SEVERITY)
    print("mean s per class", {label: round(float(scores[truth == at].mean()), 3) for at, label in enumerate(CLASSES)})
    shares = {label: round(float((scores[truth == at] >= CUT).mean()), 3) for at, label in enumerate(CLASSES)}
    print("flagged per class", shares)
    words = np.array([len(row.text.split()) for row in rows])
    for low, high in ((0, 5), (6, 10), (11, 15), (16, 20), (21, 999)):
        at = np.flatnonzero((words >= low) & (words <= high))
        whole = f1_score(truth[at], guess[at], average="weighted")
        single = f1_score(truth[at], guess[at], average=None, labels=[0, 1, 2])
        print(f"  {low}-{high} words, n={len(at)}: weighted F1 {whole:.3f}, per class", np.round(single, 3))


def paper() -> None:
    """The model that learned the tweets alone, on the restaurant corpus."""
    scorer = linear.LinearText.load(train.WEIGHTS / "abuse-tweets.npz")
    texts = sources.restaurant()
    chances = scorer.probabilities(texts)
    counts = np.bincount(chances.argmax(axis=1), minlength=len(CLASSES))
    print(
        "tweets alone on DSTC2, argmax %",
        dict(zip(CLASSES, np.round(100 * counts / len(texts), 2).tolist(), strict=True)),
    )
    scores = chances @ np.array(train.SEVERITY)
    print(f"mean s {scores.mean():.4f} max {scores.max():.3f} flagged {100 * (scores >= CUT).mean():.2f} %")


if __name__ == "__main__":
    tweets()
    paper()
