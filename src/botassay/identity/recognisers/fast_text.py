"""The recognisers `fasttext` and `fasttext-folded`: fastText with the settings of paper 004.

`fasttext` learns words as they are typed, as in the paper; `fasttext-folded` learns them without capitals and with
punctuation apart, which generalises better. Both require the extra `fasttext`.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final, Self

from botassay.core.extras import library
from botassay.identity.recognisers.baselines import treebank
from botassay.identity.recognisers.named import check_labels, check_no_argument, likeliest, untrained
from botassay.plugins.protocols import AskLabel, LabelledText, Recognised

MISSING: Final = "pip install 'botassay[fasttext]'"
"""The command that installs fastText."""
SETTINGS: Final[dict[str, Any]] = {
    "dim": 300,
    "wordNgrams": 3,
    "epoch": 10,
    "lr": 0.5,
    "bucket": 100_000,
    "minCount": 1,
    "seed": 1,
}
"""Size, n-grams and epochs are the paper's. `bucket` bounds memory: 1.2 kB each."""
_PREFIX: Final = "__label__"


class FastText:
    """Learns with fastText, in one thread, so that the same examples give the same model.

    Args:
        folded: whether words are learned without capitals and with punctuation apart.

    Raises: ConfigurationError if fastText is not installed.
    """

    training: ClassVar = "required"

    def __init__(self, *, folded: bool = False) -> None:
        self._folded = folded
        self._library = library("fasttext", "fasttext")
        self._model: Any = None

    def fit(self, examples: Sequence[LabelledText]) -> Self:
        """Train."""
        check_labels(examples)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "examples.txt"
            lines = [f"{_PREFIX}{example.label.value} {self._words(example.text)}\n" for example in examples]
            Random(SETTINGS["seed"]).shuffle(lines)  # noqa: S311 - no secrets; in order, the last label would dominate
            file.write_text("".join(lines), "utf-8", "replace")
            self._model = self._library.train_supervised(str(file), thread=1, verbose=0, **SETTINGS)
        return self

    def recognise(self, texts: Sequence[str]) -> list[Recognised]:
        """Return the label of each text."""
        if self._model is None:
            raise untrained("fasttext")
        return [self._recognised(text) for text in texts]

    def _recognised(self, text: str) -> Recognised:
        spelled = self._words(text).encode("utf-8", "replace").decode()
        names, probabilities = self._model.predict(spelled, k=len(AskLabel))
        whole = float(sum(probabilities)) or 1.0
        return likeliest(
            {
                AskLabel(name.removeprefix(_PREFIX)): float(p) / whole
                for name, p in zip(names, probabilities, strict=True)
            }
        )

    def _words(self, text: str) -> str:
        """Return the words of a text on one line, without labels of fastText."""
        plain = text.replace(_PREFIX, " ")
        return " ".join(treebank(plain) if self._folded else plain.split()) or "."


def make(argument: str) -> FastText:
    """Return the recogniser `fasttext`.

    Raises: UsageError for an argument, ConfigurationError if fastText is not installed.
    """
    check_no_argument("fasttext", argument)
    return FastText()


def make_folded(argument: str) -> FastText:
    """Return the recogniser `fasttext-folded`; arguments and errors are those of `make`."""
    check_no_argument("fasttext-folded", argument)
    return FastText(folded=True)
