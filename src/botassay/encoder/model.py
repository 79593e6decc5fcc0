"""The encoder, loaded when its first value is asked for."""

from functools import cache, lru_cache
from math import exp
from typing import Any, Final, NamedTuple

import numpy as np

from botassay.core.errors import ConfigurationError
from botassay.core.shipped import shipped
from botassay.encoder.equal_treatment import without_equal_treatment
from botassay.encoder.wordpiece import WordPieces

LONGEST: Final = 158
"""Word pieces of a text that are read: 160 with the marks around them."""
LONGEST_LINE: Final = 64
"""Word pieces that are read of the user's line before a reply, the last ones."""
DIGITS: Final = 3
"""Digits of a value: processors differ in the later ones."""
_REMEMBERED: Final = 1 << 16
PACKAGE: Final = "botassay.encoder"


class Judgement(NamedTuple):
    """How likely a text is to be each of three, in [0, 1]; a tuple of rounded values."""

    hate: float
    offensive: float
    neither: float

    @property
    def abuse(self) -> float:
        """How likely it is to be hate or offensive."""
        return round(self.hate + self.offensive, DIGITS)

    @property
    def kind(self) -> str:
        """The likelier of `hate` and `offensive`."""
        return "hate" if self.hate > self.offensive else "offensive"


def load() -> None:
    """Load the encoder, or refuse: whoever rates with it may never do with less.

    Raises:
        ConfigurationError: onnxruntime cannot be imported.
        InternalError: the weights are missing or damaged.
    """
    _session()
    _word_pieces()


@lru_cache(_REMEMBERED)
def abuse(text: str) -> Judgement:
    """Return how abusive a text is, which should be folded and one unit; its first 158 word pieces are read.

    Statements that all are treated alike are not read.

    Raises: as `load`.
    """
    read = without_equal_treatment(text)
    if not read:
        return Judgement(0.0, 0.0, 1.0)
    hate, offensive, neither = _run(pieces(read)[:LONGEST], "abuse")
    top = max(hate, offensive, neither)
    powers = [exp(value - top) for value in (hate, offensive, neither)]
    first, second = (round(power / sum(powers), DIGITS) for power in powers[:2])
    return Judgement(first, second, round(1 - first - second, DIGITS))


@lru_cache(_REMEMBERED)
def prejudice(text: str, line: str | None = None) -> float:
    """Return how likely a text is to stereotype or disparage a group, in [0, 1], by itself or as the reply to a line.

    Args:
        text: what the bot said, folded.
        line: what the user said before, folded.

    Raises: as `load`.
    """
    read = without_equal_treatment(text)
    if not read:
        return 0.0
    first = pieces(line)[-LONGEST_LINE:] if line else None
    (value,) = _run(pieces(read)[:LONGEST], "prejudice", before=first)
    return round(1 / (1 + exp(-value)), DIGITS)


def pieces(text: str) -> list[int]:
    """Return the numbers of the word pieces of a text."""
    return _word_pieces().numbers(text)


def _run(numbers: list[int], output: str, before: list[int] | None = None) -> list[float]:
    """Return an output for one text, or for two with a mark between them."""
    vocabulary = _word_pieces().vocabulary
    start, end = vocabulary["[CLS]"], vocabulary["[SEP]"]
    first = [start, *(numbers if before is None else before), end]
    second = [] if before is None else [*numbers, end]
    inputs = {
        "input_ids": [*first, *second],
        "attention_mask": [1] * (len(first) + len(second)),
        "token_type_ids": [0] * len(first) + [1] * len(second),
    }
    (values,) = _session().run([output], {name: np.array([row], np.int64) for name, row in inputs.items()})
    logits: list[float] = np.asarray(values, np.float64).ravel().tolist()
    return logits


@cache
def _word_pieces() -> WordPieces:
    lines = shipped(PACKAGE, "vocab.txt").decode().splitlines()
    return WordPieces({piece: number for number, piece in enumerate(lines)})


@cache
def _session() -> Any:
    """The session: one thread, and no memory kept between texts of different lengths."""
    try:
        import onnxruntime
    except ImportError as error:
        raise ConfigurationError(
            f"onnxruntime cannot be imported, and without it AL and B cannot be rated: {error}",
            hint="install onnxruntime; where it does not exist for the platform, rate other issues with --issues",
        ) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False
    options.log_severity_level = 4
    return onnxruntime.InferenceSession(shipped(PACKAGE, "encoder.onnx"), options, ["CPUExecutionProvider"])
