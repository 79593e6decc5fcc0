"""A linear classifier of short texts that gives the same bytes wherever and in whatever company a text is scored.

The model is a multinomial logistic regression over four kinds of features, all summed in the order of the text:
words, pairs of neighbouring words, hashed character n-grams of words that the vocabulary lacks (those of known words
are already in the word's weights), and *shapes*: 1- to 4-grams of the kinds of words ("you", "not", "said", insult,
thing ...) in the text with all other words left out, so that "I never in my life called you an idiot" has the shape
"I not said you insult". A network (`convolution`) may stand beside it, whose class sums are added. A long text is
looked at in windows, and its probabilities are those of its worst window, so that no amount of politeness dilutes one
insult. Only numpy and the standard library are needed.

Source: after the logistic regression over n-grams of Davidson, Warmsley, Macy & Weber (2017); the model card in
``models/abuse`` says what was changed and what was measured.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from botassay.trust.abuse.convolution import Convolution
from botassay.trust.abuse.hash_table import HashTable
from botassay.trust.abuse.tokens import SEPARATOR
from botassay.trust.abuse.vocabulary import EDGE, UNKNOWN, NgramReader, NgramVocabulary

WINDOW = 20
"""How many tokens of a long text are weighed together; windows overlap by half."""

KIND_BASE = 64
"""A shape is a number whose digits in this base are kinds; kind 0 stands for no kind."""

LONGEST_SHAPE = 4
_BLOCK = 1024  # texts scored at a time: what is worked out for them stays near the processor
_BLOCK_LETTERS = 1 << 17  # letters of those after which a block ends, since each may take a hundred times its room

Number = TypeVar("Number", np.float64, np.uint8)
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def pair_keys(places: Ints, size: int) -> Ints:
    """Give a number for each two neighbouring words of a stream, (n - 1,), negative where the right one is unknown."""
    keys = places[:-1] * size + places[1:]
    keys[(places[:-1] < 0) | (places[1:] < 0)] = UNKNOWN
    return keys


def shape_keys(kinds: Ints) -> list[Ints]:
    """Give all shapes in a stream of kinds (n,) without zeros: those of length 1 (n,), of length 2 (n - 1,) ..."""
    shapes = [kinds]
    for length in range(2, min(LONGEST_SHAPE, len(kinds)) + 1):
        shapes.append(shapes[-1][:-1] * KIND_BASE + kinds[length - 1 :])
    return shapes


def shape_homes(windows: Ints) -> list[Ints]:
    """Give the windows of all shapes, from those (n,) of the kinds: a shape lies where its second element lies.

    The first may be the separator before a text, which belongs to the text before; no shape reaches further.
    """
    return [windows, *(windows[1 : len(windows) - reach] for reach in range(min(LONGEST_SHAPE, len(windows)) - 1))]


@dataclass(frozen=True, slots=True)
class LinearText:
    """A trained classifier: texts in, class probabilities out."""

    classes: tuple[str, ...]
    vocabulary: NgramVocabulary
    word_weights: Floats
    pairs: HashTable
    shapes: HashTable
    piece_weights: Floats
    bias: Floats
    severity: Floats
    network: Convolution | None = None
    _reader: NgramReader = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Begin to remember what was read."""
        object.__setattr__(self, "_reader", NgramReader(self.vocabulary, self.piece_weights))

    @classmethod
    def load(cls, path: str | Path | BinaryIO) -> Self:
        """Read a model from an ``.npz`` file that holds plain arrays; nothing in the file is executed."""
        with np.load(path, allow_pickle=False) as stored:
            part = {name: stored[name] for name in stored.files}
        words = part["words"].tobytes().decode().split(" ")
        wide = {name: array.astype(np.float64) for name, array in part.items() if array.dtype.kind == "f"}
        return cls(
            classes=tuple(str(name) for name in part["classes"]),
            vocabulary=NgramVocabulary(
                numbers={word: place for place, word in enumerate([SEPARATOR, *words])},
                kinds=np.append(part["kinds"].astype(np.int64), 0),
            ),
            word_weights=wide["word_weights"],
            pairs=HashTable.of(part["pair_keys"], wide["pair_weights"]),
            shapes=HashTable.of(part["shape_keys"], wide["shape_weights"]),
            piece_weights=wide["piece_weights"],
            bias=wide["bias"],
            severity=wide["severity"],
            network=Convolution.load(part),
        )

    def probabilities(self, texts: Sequence[str]) -> Floats:
        """Give the class probabilities of each text, (texts, classes), each row summing to 1.

        A row depends on its own text alone: not on its neighbours, their order, or how texts are cut into batches.
        """
        blocks = [self._block(block) for block in blocks_of(texts)]
        return np.concatenate(blocks) if blocks else np.empty((0, len(self.classes)))

    def __reduce__(self) -> tuple[object, ...]:
        """Travel to another process without the spellings remembered in this one."""
        fields = (self.classes, self.vocabulary, self.word_weights, self.pairs, self.shapes)
        return type(self), (*fields, self.piece_weights, self.bias, self.severity, self.network)

    def _block(self, texts: Sequence[str]) -> Floats:
        places, unknown = self._reader.read(texts)
        parts, counts = spread(places)
        where, weights = self._features(places, parts, unknown)
        totals = overlapping(self._sums(where, weights, int(counts.sum())), counts, np.add) + self.bias
        if self.network:
            starts = np.flatnonzero(np.diff(parts, prepend=-1))
            totals += self.network.judge(overlapping(self.network.peaks(places, starts), counts, np.maximum))
        return self._worst(softmax(totals), np.maximum(counts - 1, 1))

    def _features(self, places: Ints, parts: Ints, unknown: Floats) -> tuple[Ints, Floats]:
        """Give part and weights of every feature, those of one kind in the order of the text."""
        known = np.flatnonzero(places > EDGE)
        where = [parts[known], parts[places == UNKNOWN]]
        weights = [self.word_weights[places[known]], unknown]
        hits, found = self.pairs.find(pair_keys(places, len(self.vocabulary.numbers)))
        where.append(parts[1:][hits])
        weights.append(found)
        kinds = self.vocabulary.kinds[places]
        kept = np.flatnonzero(kinds)
        hits, found = self.shapes.find(np.concatenate(shape_keys(kinds[kept])))
        where.append(np.concatenate(shape_homes(parts[kept]))[hits])
        weights.append(found)
        return np.concatenate(where), np.concatenate(weights)

    def _sums(self, where: Ints, weights: Floats, parts: int) -> Floats:
        """Add the weights up by part, one after another in their order, (parts, classes)."""
        width = len(self.classes)
        cells = where[:, None] * width + np.arange(width)
        totals: Floats = np.bincount(cells.ravel(), weights.ravel(), parts * width).astype(np.float64, copy=False)
        return totals.reshape(parts, width)

    def _worst(self, chances: Floats, counts: Ints) -> Floats:
        """Give for each text its window with the highest severity, the first of equals, (texts, classes)."""
        if len(chances) == len(counts):
            return chances
        severity = np.zeros(len(chances))
        for column, weight in zip(chances.T, self.severity.tolist(), strict=True):
            severity += weight * column
        texts = np.repeat(np.arange(len(counts)), counts)
        order = np.lexsort((np.arange(len(chances)), -severity, texts))
        worst: Floats = chances[order[np.cumsum(counts) - counts]]
        return worst


def blocks_of(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Cut texts into blocks of bounded size, so that many long ones take no more memory than one.

    >>> [len(block) for block in blocks_of(["a"] * 1500 + ["a, " * 50_000] * 2)]
    [1024, 477, 1]
    """
    begin = letters = 0
    for at, text in enumerate(texts):
        letters += len(text)
        if at + 1 - begin == _BLOCK or letters >= _BLOCK_LETTERS:
            yield texts[begin : at + 1]
            begin, letters = at + 1, 0
    if begin < len(texts):
        yield texts[begin:]


def spread(places: Ints) -> tuple[Ints, Ints]:
    """Give the part of each token of a stream, and the number of parts of each text.

    A text of up to `WINDOW` words is one part; a longer one has equal parts of at most half a window. A text's closing
    separator belongs to its last part.
    """
    edges = np.flatnonzero(places == EDGE)
    lengths = np.diff(edges) - 1
    counts = np.where(lengths > WINDOW, -(-lengths // (WINDOW // 2)), 1)
    texts = np.repeat(np.arange(len(lengths)), lengths + 1)  # of all tokens but the leading separator
    if len(lengths) == int(counts.sum()):
        return np.concatenate([[0], texts]), counts
    steps = np.arange(len(texts)) - edges[texts]  # from 0 for the first word to the length for the separator
    inner = np.minimum(steps * counts[texts] // np.maximum(lengths[texts], 1), counts[texts] - 1)
    firsts = np.cumsum(counts) - counts
    return np.concatenate([[0], firsts[texts] + inner]), counts


def overlapping(values: NDArray[Number], counts: Ints, join: np.ufunc) -> NDArray[Number]:
    """Join the values of each part (parts, ...) with those of the next of the same text: the values of its windows."""
    if len(values) == len(counts):
        return values
    texts = np.repeat(np.arange(len(counts)), counts)
    followed = np.append(texts[1:] == texts[:-1], [False])
    joined = values.copy()
    joined[followed] = join(values[followed], values[1:][followed[:-1]])
    windows: NDArray[Number] = joined[followed | (counts[texts] == 1)]
    return windows


def softmax(totals: Floats) -> Floats:
    """Turn sums into probabilities, (rows, classes); `math.exp` one by one, since a vector's lanes may differ."""
    shifted = (totals - totals.max(axis=1, keepdims=True)).ravel().tolist()
    powers = np.array([math.exp(value) for value in shifted]).reshape(totals.shape)
    whole = np.zeros(len(powers))
    for column in powers.T:
        whole += column
    return powers / whole[:, None]
