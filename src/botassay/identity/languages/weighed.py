"""Weights of the features of questions and replies, learned as models/identity/README.md says.

Weights are integers, so that their sums are exact and verdicts the same on all machines.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from botassay.identity.languages.concept_features import BUCKETS, buckets

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

UNIT: Final = 64
"""Weights are integers in units of 1/64."""


@dataclass(frozen=True, slots=True)
class FeatureWeights:
    """Weights (buckets × classes) and a bias for each class, in `UNIT`s."""

    by_bucket: "NDArray[np.int16]"
    bias: tuple[int, ...]

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Return the weights of an ``.npz`` file of plain arrays; code in it is not executed."""
        import numpy as np

        with np.load(path, allow_pickle=False) as stored:
            dense = np.zeros((BUCKETS, len(stored["bias"])), np.int16)
            dense[np.cumsum(stored["steps"], dtype=np.int64)] = stored["weights"]
            return cls(dense, tuple(int(units) for units in stored["bias"]))

    def scores(self, features: Iterable[str]) -> tuple[float, ...]:
        """Return what the features say for each class: log odds of a question, or log weights of classes."""
        import numpy as np

        found = buckets(features)
        sums = self.by_bucket[found].sum(axis=0, dtype=np.int64).tolist() if found else [0] * len(self.bias)
        length = math.sqrt(max(1, len(found)))
        return tuple((added / length + bias) / UNIT for added, bias in zip(sums, self.bias, strict=True))


@cache
def bundled_weights(name: str) -> FeatureWeights:
    """Return the bundled weights: `questions` or `replies`."""
    with as_file(files("botassay.identity.languages").joinpath(f"weights/{name}.npz")) as path:
        return FeatureWeights.load(path)
