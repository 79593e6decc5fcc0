"""The recogniser `default`: logistic regression on hashed features, with bundled weights.

Weights are integers, so that their sums are exact and probabilities the same on all machines. The training is described
in models/identity/README.md.
"""

import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from botassay.core.errors import UsageError
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
        """Return the label of each text; many at a time cost less, and are remembered."""
        ends = {_key(text): text[-LONGEST:] for text in texts}  # features use no more
        found = {key: verdict for key in ends if (verdict := self._known.get(key))}
        missing = [key for key in ends if key not in found]
        if missing:
            found |= zip(missing, self._judged([ends[key] for key in missing]), strict=True)
            if len(self._known) + len(missing) > _REMEMBERED:
                self._known.clear()
            self._known.update(found)
        return [found[_key(text)] for text in texts]

    def _judged(self, texts: Sequence[str]) -> Iterator[Recognised]:
        import numpy as np

        from botassay.identity.recognisers.hashed_features import buckets_of

        homes, buckets = buckets_of(texts)
        order = homes.argsort(kind="stable")
        counts = np.bincount(homes, minlength=len(texts))
        sums = np.add.reduceat(self.weights.take(buckets[order], axis=0), counts.cumsum() - counts)
        return map(self._weighed, sums.tolist(), counts.tolist())

    def _weighed(self, sums: Sequence[int], features: int) -> Recognised:
        """Return the label of a text with so many features, whose weights have these sums."""
        length = math.sqrt(features)
        totals = [(added / length + bias) / UNIT for added, bias in zip(sums, self.bias, strict=True)]
        powers = [math.exp(total - max(totals)) for total in totals]
        first, second, third = (power / math.fsum(powers) for power in powers)
        label = list(AskLabel)[totals.index(max(totals))]
        return Recognised(label, (round(first, 9), round(second, 9), round(third, 9)))


def _key(text: str) -> bytes:
    return hashlib.blake2b(text[-LONGEST:].encode("utf-8", "surrogatepass"), digest_size=16).digest()


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
