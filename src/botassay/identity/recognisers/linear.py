"""The recogniser `default`: logistic regression on hashed features, with bundled weights.

Weights are integers, so that their sums are exact and probabilities the same on all machines. The training is described
in models/identity/README.md.
"""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from botassay.core.errors import UsageError
from botassay.identity.recognisers.features import buckets
from botassay.identity.recognisers.grammar_recogniser import LONGEST
from botassay.identity.recognisers.named import check_no_argument
from botassay.plugins.protocols import AskLabel, LabelledText, Recognised

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

UNIT: Final = 1024
"""Weights are integers in units of 1/1024."""
_REMEMBERED: Final = 10_000
"""Maximum number of cached verdicts, by digests of the texts, which may be long and confidential."""


@dataclass(frozen=True, slots=True)
class LinearRecogniser:
    """Recognises by weights (buckets × labels) and a bias for each label, in `UNIT`s."""

    weights: "NDArray[np.int64]"
    bias: tuple[int, ...]
    rules: str
    """Digest of the grammar in training."""
    _known: dict[bytes, Recognised] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Return the recogniser of an ``.npz`` file of plain arrays; code in it is not executed."""
        import numpy as np

        with np.load(path, allow_pickle=False) as stored:
            dense = np.zeros((int(stored["size"]), len(AskLabel)), np.int64)
            dense[stored["buckets"].astype(np.int64)] = stored["weights"].astype(np.int64)
            return cls(dense, tuple(int(units) for units in stored["bias"]), str(stored["rules"]))

    def fit(self, examples: Sequence[LabelledText]) -> Self:
        """Refuse training, as it is pretrained. Raises UsageError."""
        del examples
        hint = "use --recogniser bow-lr or ir, or see models/identity"
        raise UsageError("the recogniser 'default' is pretrained and cannot be trained", hint=hint)

    def recognise(self, texts: Sequence[str]) -> list[Recognised]:
        """Return the label of each text."""
        return [self._remembered(text) for text in texts]

    def _remembered(self, text: str) -> Recognised:
        end = text[-LONGEST:]  # features use no more
        key = hashlib.blake2b(end.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        verdict = self._known.get(key)
        if verdict is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            verdict = self._known[key] = self._judged(end)
        return verdict

    def _judged(self, text: str) -> Recognised:
        numbers = buckets(text)
        sums = self.weights.take(numbers, axis=0).sum(axis=0).tolist()
        length = math.sqrt(len(numbers))
        totals = [(added / length + bias) / UNIT for added, bias in zip(sums, self.bias, strict=True)]
        powers = [math.exp(total - max(totals)) for total in totals]
        first, second, third = (power / math.fsum(powers) for power in powers)
        label = list(AskLabel)[totals.index(max(totals))]
        return Recognised(label, (round(first, 9), round(second, 9), round(third, 9)))


@cache
def default_recogniser() -> LinearRecogniser:
    """Return the recogniser with the bundled weights."""
    with as_file(files("botassay.identity.recognisers").joinpath("weights/default.npz")) as path:
        return LinearRecogniser.load(path)


def make(argument: str) -> LinearRecogniser:
    """Return the recogniser `default`.

    Raises: UsageError for an argument.
    """
    check_no_argument("default", argument)
    return default_recogniser()
