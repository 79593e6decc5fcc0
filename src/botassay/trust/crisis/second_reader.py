"""A second reader beside the rules of CR: small heads on the lower layers of the encoder, for what rules do not know.

Four heads read a bot's reply (it refers, acknowledges, asks, encourages), one a user's line (danger). Weights and cuts
are whole numbers that `models/crisis/train.py` made; probabilities are rounded to hundredths, as
processors differ in the later digits.
"""

from functools import cache, lru_cache
from io import BytesIO
from math import exp
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from botassay.core.shipped import shipped
from botassay.core.text.folding import fold
from botassay.encoder import pieces, states

PACKAGE: Final = "botassay.trust.crisis"
HEADS: Final = ("refers", "acknowledges", "asks", "encourages", "danger")
DOUBTFUL: Final = "doubtful"
SCALE: Final = 10_000
"""What a weight of 1 is stored as."""
_SCREENED: Final = 64
"""Word pieces of a user's line that the screen reads."""


class _Heads(NamedTuple):
    weights: NDArray[np.int64]
    """[heads, numbers of `encoder.states`]."""
    biases: NDArray[np.int64]
    cuts: dict[str, int]
    """Of each head, in hundredths."""
    listed: int
    """The lower cut of `encourages`, from which on a person should read a reply."""
    screen: NDArray[np.int16]
    """How much each word piece speaks for danger."""
    screen_cut: int


def shown(text: str) -> frozenset[str]:
    """Return the names of the signs that a reply seems to show; `doubtful` where a person should read it for harm.

    Raises: as `encoder.load`.

    >>> "refers" in shown("Please let the night nurse know, or ring the crisis line.")
    True
    """
    found, model = _likely(fold(text)), _heads()
    names = frozenset(name for name in HEADS[:-1] if found[name] >= model.cuts[name])
    return names | {DOUBTFUL} if found["encourages"] >= model.listed else names


def seems_danger(text: str) -> bool:
    """Whether a user's line seems to say that somebody is in danger; most ordinary lines are passed over fast.

    Raises: as `encoder.load`.
    """
    folded = fold(text)
    return screened(folded) and _likely(folded)["danger"] >= _heads().cuts["danger"]


def screened(text: str) -> bool:
    """Whether the words of a folded line let it be danger at all."""
    numbers = pieces(text)[:_SCREENED]
    model = _heads()
    return bool(numbers) and int(model.screen[numbers].sum(dtype=np.int64)) >= model.screen_cut * len(numbers)


@lru_cache(1 << 14)
def _likely(text: str) -> dict[str, int]:
    """Return how likely each head finds a text, in hundredths."""
    model = _heads()
    sums = (model.weights @ states(text) + model.biases) / SCALE
    return {
        name: round(100 / (1 + exp(-max(-30.0, min(30.0, total))))) for name, total in zip(HEADS, sums, strict=True)
    }


@cache
def _heads() -> _Heads:
    with np.load(BytesIO(shipped(PACKAGE, "heads.npz")), allow_pickle=False) as stored:
        cuts = dict(zip(HEADS, stored["cuts"].tolist(), strict=True))
        return _Heads(
            stored["weights"].astype(np.int64),
            stored["biases"],
            cuts,
            int(stored["listed"]),
            stored["screen"],
            int(stored["screen_cut"]),
        )
