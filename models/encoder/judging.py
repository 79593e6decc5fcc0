"""Scores of replies by the exported graph, as the shipped checker works them out: one text at a time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
from network import Tokenizer
from numpy.typing import NDArray

from botassay.core.text.folding import fold
from botassay.encoder.equal_treatment import without_equal_treatment
from botassay.encoder.operating_point import OpinionWeights
from botassay.encoder.units import UnitKind, units
from botassay.trust.abuse.replies import DIGITS, screen, weighed

Doubles = NDArray[np.float64]

WEIGHTS = OpinionWeights(encoder=0.593, screen=0.705, shift=0.026)
"""How the opinions of the encoder and of the screen are weighed; `weighing` fits them."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The highest chance of abuse over the blocks and over the sentences of a reply, and of hate over all."""

    whole: float
    sentence: float
    hate: float
    word_count: int


class Judge:
    """The graph in `folder`."""

    def __init__(self, folder: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(str(folder / "encoder.onnx"), options)
        self._tokens = Tokenizer()
        self._known: dict[tuple[str, str], tuple[Doubles, float]] = {}

    def sums(self, text: str, line: str = "") -> tuple[Doubles, float]:
        """Give the chances of the classes of a text, and the one of prejudice."""
        if (text, line) not in self._known:
            read = without_equal_treatment(text)
            if not read:
                return np.array([0.0, 0.0, 1.0]), 0.0
            pieces, types = self._tokens([read], [line])[0]
            feed = {
                "input_ids": np.array([pieces], np.int64),
                "attention_mask": np.ones((1, len(pieces)), np.int64),
                "token_type_ids": np.array([types], np.int64),
            }
            sums, leaning = self._session.run(["abuse", "prejudice"], feed)
            powers = np.exp(sums[0] - sums[0].max()).astype(np.float64)
            self._known[text, line] = powers / powers.sum(), 1 / (1 + float(np.exp(-leaning[0, 0])))
        return self._known[text, line]

    def abuse(self, text: str) -> Judged:
        """Give how abusive a reply is."""
        blocks, parts = split(text)
        if not blocks:
            return Judged(0, 0, 0, 0)
        whole, single = ([self.sums(part)[0] for part in group] for group in (blocks, parts))
        return Judged(
            max(self._worth(part) for part in blocks),
            max((self._worth(part) for part in parts), default=0.0),
            max(float(chances[0]) for chances in [*whole, *single]),
            len(text.split()),
        )

    def _worth(self, part: str) -> float:
        """Give what a unit is worth, with the opinion of the screen, whatever its form says."""
        encoded = round(float(self.sums(part)[0][:2].sum()), DIGITS)
        (screened,) = screen().scores([part])
        return weighed(encoded, screened, WEIGHTS) if screened >= screen().cut else 0.0

    def all_abuse(self, texts: Iterable[str]) -> list[Judged]:
        """Give how abusive replies are."""
        return [self.abuse(text) for text in texts]

    def prejudice(self, text: str, line: str = "") -> float:
        """Give how prejudiced a reply is; beside the line that it answers, if there is one."""
        blocks, parts = split(text)
        alone = [self.sums(part)[1] for part in [*blocks, *parts]]
        beside = [self.sums(block, fold(line))[1] for block in blocks[:1]] if line else []
        return max([*alone, *beside], default=0.0)


def split(text: str) -> tuple[list[str], list[str]]:
    """Give the blocks of a reply, and its sentences if it has several."""
    found = units(text)[:64]
    return tuple([unit.text for unit in found if unit.kind is kind] for kind in (UnitKind.WHOLE, UnitKind.SENTENCE))  # type: ignore[return-value]


def flagged(found: Sequence[Judged], whole: float, sentence: float) -> NDArray[np.bool_]:
    """Say which replies are flagged at an operating point."""
    return np.array([judged.whole >= whole or judged.sentence >= sentence for judged in found], bool)
