"""The encoder, loaded when its first value is asked for."""

from functools import cache, lru_cache
from math import exp
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from botassay.core.errors import ConfigurationError
from botassay.core.shipped import shipped
from botassay.encoder.equal_treatment import without_equal_treatment
from botassay.encoder.graph import lower_half, upper_half
from botassay.encoder.wordpiece import WordPieces

LONGEST: Final = 158
"""Word pieces of a text that are read: 160 with the marks around them."""
LONGEST_LINE: Final = 64
"""Word pieces that are read of the user's line before a reply, the last ones."""
DIGITS: Final = 3
"""Digits of a value: processors differ in the later ones."""
_REMEMBERED: Final = 1 << 16
PACKAGE: Final = "botassay.encoder"
_WORDS: Final = "mul_3"
"""The state that holds the words' own embeddings, as the graph names it."""
_LAYERS: Final = ("layernormalization_39", "layernormalization_91")
"""The states after the first and the third layer, as the graph names them."""


class _Networks(NamedTuple):
    """What runs the encoder."""

    lower: Any
    """The first three layers."""
    upper: Any
    """The others, and the heads."""


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
    _networks()
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


def states(text: str) -> NDArray[np.float64]:
    """Return what the lower layers make of a text: means over its first 158 word pieces, two layers of 384 numbers.

    The upper layers were taught insults and prejudice; the first and the third still tell what a text is about.

    Raises: as `load`.
    """
    layers = _networks().lower.run(_LAYERS, _inputs(pieces(text)[:LONGEST]))
    return np.concatenate([np.asarray(layer, np.float64)[0].mean(0) for layer in layers])


def word_embeddings(text: str) -> NDArray[np.float32]:
    """Return the embeddings of the first 158 word pieces of a text with the marks around them, [1, n, 384].

    Raises: as `load`.
    """
    ids = _inputs(pieces(text)[:LONGEST])["input_ids"]
    return np.asarray(_embedding_network().run(None, {"input_ids": ids})[0], np.float32)


def pieces(text: str) -> list[int]:
    """Return the numbers of the word pieces of a text."""
    return _word_pieces().numbers(text)


def _run(numbers: list[int], output: str, before: list[int] | None = None) -> list[float]:
    """Return an output for one text, or for two with a mark between them."""
    networks, inputs = _networks(), _inputs(numbers, before)
    (state,) = networks.lower.run(_LAYERS[-1:], inputs)
    (values,) = networks.upper.run([output], {"attention_mask": inputs["attention_mask"], _LAYERS[-1]: state})
    logits: list[float] = np.asarray(values, np.float64).ravel().tolist()
    return logits


def _inputs(numbers: list[int], before: list[int] | None = None) -> dict[str, NDArray[np.int64]]:
    vocabulary = _word_pieces().vocabulary
    start, end = vocabulary["[CLS]"], vocabulary["[SEP]"]
    first = [start, *(numbers if before is None else before), end]
    second = [] if before is None else [*numbers, end]
    inputs = {
        "input_ids": [*first, *second],
        "attention_mask": [1] * (len(first) + len(second)),
        "token_type_ids": [0] * len(first) + [1] * len(second),
    }
    return {name: np.array([row], np.int64) for name, row in inputs.items()}


@cache
def _word_pieces() -> WordPieces:
    lines = shipped(PACKAGE, "vocab.txt").decode().splitlines()
    return WordPieces({piece: number for number, piece in enumerate(lines)})


@cache
def _networks() -> _Networks:
    """The lower layers and the upper ones: where the lower ones are enough, the upper ones rest."""
    whole = shipped(PACKAGE, "encoder.onnx")
    return _Networks(session(lower_half(whole, _LAYERS)), session(upper_half(whole, _LAYERS[-1])))


@cache
def _embedding_network() -> Any:
    """What looks up embeddings; apart from the layers, which run whole, whatever is asked of them."""
    return session(lower_half(shipped(PACKAGE, "encoder.onnx"), (_WORDS,)))


def session(network: bytes) -> Any:
    """Return what runs a network: in one thread, keeping no memory between texts of different lengths.

    Raises: ConfigurationError where onnxruntime cannot be imported.
    """
    try:
        import onnxruntime
    except ImportError as error:
        raise ConfigurationError(
            f"onnxruntime cannot be imported, and without it AL, B and CR cannot be rated: {error}",
            hint="install onnxruntime; where it does not exist for the platform, rate other issues with --issues",
        ) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False
    options.log_severity_level = 4
    return onnxruntime.InferenceSession(network, options, ["CPUExecutionProvider"])
