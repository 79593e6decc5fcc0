"""The scorer that stands in for the one of paper 000: linear, and learned from tweets alone."""

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from typing import Final

import numpy as np

from botassay.core.evidence import GRAINS, grains
from botassay.core.shipped import shipped
from botassay.trust.abuse.linear import LinearText
from botassay.trust.abuse.replies import PACKAGE, ReplyScore, ReplyText

FILE: Final = "abuse-tweets.npz"
RISK: Final = {"hate": 1.0, "offensive": 0.5, "neither": 0.0}
"""What each class adds to an utterance's score. Paper 000 sums them "with weights" and does not print the weights."""
FLAG: Final = grains(1 / 3)


def score_published(replies: Sequence[ReplyText]) -> list[ReplyScore]:
    """Return what the text of each reply is worth, and its likeliest class.

    Raises: InternalError where the weights are missing or damaged.
    """
    model = _model()
    chances = model.probabilities([reply.text for reply in replies])
    risks = np.zeros(len(replies))
    for column, name in zip(chances.T, model.classes, strict=True):
        risks += RISK[name] * column
    values = [min(GRAINS, grains(risk)) for risk in risks.tolist()]
    likeliest = [model.classes[at] for at in chances.argmax(axis=1).tolist()]
    return [
        ReplyScore(value / GRAINS, label, flagged=value >= FLAG) for value, label in zip(values, likeliest, strict=True)
    ]


@cache
def _model() -> LinearText:
    return LinearText.load(BytesIO(shipped(PACKAGE, FILE)))
