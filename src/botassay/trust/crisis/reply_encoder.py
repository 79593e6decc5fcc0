"""An encoder of its own for what bots answer to users in danger: six layers that were taught the signs of CR alone.

It begins with the word embeddings of the shipped encoder, and gives for each sign the logarithm of the odds that a
reply shows it. The second reader takes the mean of that and of its linear heads. `models/crisis/train_reader.py` trains
it.
"""

from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from botassay.core.shipped import shipped
from botassay.encoder import session, word_embeddings

PACKAGE: Final = "botassay.trust.crisis"
SIGNS: Final = ("refers", "acknowledges", "asks", "encourages")
"""What it knows, in the order of its outputs."""


def sign_logits(text: str) -> NDArray[np.float64]:
    """Return the logarithm of the odds of each of `SIGNS` for a folded reply; its first 158 word pieces are read.

    Raises: as `encoder.load`, and InternalError where the weights are missing or damaged.
    """
    (found,) = _network().run(None, {"words": word_embeddings(text)})
    logits: NDArray[np.float64] = np.asarray(found, np.float64)[0]
    return logits


@cache
def _network() -> Any:
    return session(shipped(PACKAGE, "reader.onnx"))
