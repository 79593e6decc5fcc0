"""A small recurrent network, `gru:FILE.npz` (Sg in paper 002), trained on your data by models/sentiment/train.py.

Needs torch, which is loaded when a network is made. The file holds arrays alone, no code.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np

from botassay.core.errors import ConfigurationError, InputError, UsageError
from botassay.plugins.protocols import SentimentOptions
from botassay.sentiment.systems.text import TextSystem

WIDTH: Final = 64
"""Numbers of a word, and of what was read."""
LONGEST: Final = 64
"""Words of a text that are read."""
DIGITS: Final = 6
"""Of a polarity: what follows depends on which texts were read at the same time."""
NO_TORCH: Final = "PyTorch, which the GRU needs, is not installed"
_HINT: Final = "pip install 'botassay[torch]'"
_PAD, _UNKNOWN = 0, 1
_WORD: Final = re.compile(r"\w+(?:'\w+)?|[^\w\s]")
_BATCH: Final = 64


def words_of(text: str) -> list[str]:
    """Cut a text into words and signs, in lower case.

    >>> words_of("They don't look happy!")
    ['they', "don't", 'look', 'happy', '!']
    """
    return _WORD.findall(text.lower())[:LONGEST]


class GruNetwork:
    """Reads the words of a text in order; its last state becomes a polarity in [-1, 1].

    Args:
        words: that it knows.
        seed: what its parameters are drawn from.
    """

    def __init__(self, words: Sequence[str], seed: int = 1) -> None:
        import torch
        from torch import nn

        self.words = tuple(words)
        self._numbers = {word: number for number, word in enumerate(self.words, 2)}
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            self.parts = nn.ModuleDict(
                {
                    "word": nn.Embedding(len(self.words) + 2, WIDTH, padding_idx=_PAD),
                    "reader": nn.GRU(WIDTH, WIDTH, batch_first=True),
                    "verdict": nn.Linear(WIDTH, 1),
                }
            )

    def read(self, texts: Sequence[str]) -> Any:
        """Return the polarity of each text as a tensor that can be learned from."""
        import torch
        from torch.nn.utils.rnn import pack_padded_sequence

        rows = [[self._numbers.get(word, _UNKNOWN) for word in words_of(text)] or [_UNKNOWN] for text in texts]
        lengths = torch.tensor([len(row) for row in rows])
        padded = torch.tensor([row + [_PAD] * (int(lengths.max()) - len(row)) for row in rows])
        packed = pack_padded_sequence(self.parts["word"](padded), lengths, batch_first=True, enforce_sorted=False)
        _, ends = self.parts["reader"](packed)
        return torch.tanh(self.parts["verdict"](ends[0])).squeeze(-1)

    def values(self, texts: Sequence[str]) -> list[float]:
        """Return the polarity of each text."""
        import torch

        self.parts.eval()
        values: list[float] = []
        with torch.no_grad():
            for at in range(0, len(texts), _BATCH):
                values += self.read(texts[at : at + _BATCH]).tolist()
        return [round(max(-1.0, min(1.0, value)), DIGITS) for value in values]

    def save(self, file: Path) -> None:
        """Write words and parameters as arrays."""
        parameters = {f"parts.{name}": value.numpy() for name, value in self.parts.state_dict().items()}
        with file.open("wb") as out:
            np.savez_compressed(out, words=np.array(self.words), **parameters)

    @classmethod
    def load(cls, file: Path) -> "GruNetwork":
        """Read a file that was saved.

        Raises: InputError for another kind of file.
        """
        import torch

        held = _arrays(file)
        network = cls([str(word) for word in held.pop("words", np.array([], str))])
        try:
            parameters = {name.removeprefix("parts."): torch.from_numpy(value) for name, value in held.items()}
            network.parts.load_state_dict(parameters)
        except (RuntimeError, TypeError) as error:
            raise InputError(
                "E166 the file is not a GRU of models/sentiment", str(file), "train one: models/sentiment"
            ) from error
        return network


def _arrays(file: Path) -> dict[str, Any]:
    try:
        with np.load(file, allow_pickle=False) as held:
            return dict(held) if isinstance(held, Mapping) else {}
    except (OSError, ValueError, EOFError, BadZipFile, TypeError, AttributeError) as error:
        raise InputError(f"E166 cannot be read: {error}", str(file), "give an .npz file of models/sentiment") from error


def make(address: str, options: SentimentOptions) -> TextSystem:
    """Load a network.

    Raises: UsageError; InputError for a file that holds none; ConfigurationError where torch is not installed.
    """
    del options
    if not address:
        raise UsageError("gru needs a file: gru:FILE.npz", hint="write gru:FILE.npz")
    try:
        network = GruNetwork.load(Path(address))
    except ImportError as error:
        raise ConfigurationError(NO_TORCH, hint=_HINT) from error
    return TextSystem(f"gru:{address}", network.values)
