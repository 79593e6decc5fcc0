"""What the training of both second screens shares: folds by digest, scores of texts that were left out, the file.

A second screen stands between a list of words and the encoder. It learns what the encoder says of many texts from
weights of word pieces and pairs of them; `models/bias/train_screen.py` and `models/crisis/train_screen.py` train one
each.
"""

from collections.abc import Callable, Iterable
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

FOLDS: Final = 4
HEAVY: Final = 5.0
"""Weight in the fit of a text that the encoder probably flags; any other has 1."""
MISSED: Final = 0.005
"""Share of the texts flagged by the encoder that the screen may miss."""
_LARGEST: Final = 30_000
"""The largest stored weight, a whole number."""

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


def left_out_scores(keys: Iterable[str], scores_after: Callable[[Mask], Floats]) -> Floats:
    """Return the score of each text by a fit without it.

    Args:
        keys: a text's own words, whose digest says which fold it belongs to.
        scores_after: fits weights to the texts that a mask selects, and returns the scores of all texts by them.
    """
    folds = np.array([int(sha256(key.encode()).hexdigest(), 16) % FOLDS for key in keys])
    scores = np.zeros(len(folds))
    for fold in range(FOLDS):
        scores[folds == fold] = scores_after(folds != fold)[folds == fold]
    return scores


def write(path: Path, weights: Floats, cut: float) -> None:
    """Write weights and a cut as whole numbers.

    Args:
        path: the file, of NumPy's format `npz`.
        weights: of word pieces and pairs; the last one is the intercept, which the stored cut takes in.
        cut: the lowest score that passes, on the scale of the weights.
    """
    scale = _LARGEST / np.abs(weights[:-1]).max()
    stored = BytesIO()
    np.savez_compressed(
        stored,
        weights=np.rint(weights[:-1] * scale).astype(np.int16),
        cut=np.int64(np.floor((cut - weights[-1]) * scale)),
    )
    path.write_bytes(stored.getvalue())
