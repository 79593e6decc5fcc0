"""A small convolutional network over word vectors, in whole numbers: the same bytes on every machine.

Two convolutions of width 3 run over the vectors of a text's words, and the greatest value that each filter reaches
anywhere is what the text is judged by, through one hidden layer. So the network can know that a word which no training
text holds is an insult, since its vector lies near those of insults, and tell "you are" before it from "he said".

Weights are whole numbers of 8 bits and activations are cut to 0..255, so that every sum of products is a whole number
below 2**24: single precision holds all of them exactly, in whatever order a linear-algebra library adds them up. Sums
come back to that range by one multiplication and one rounding, which IEEE 754 fixes.

Source: after the convolutional sentence classifier of Kim (2014), https://aclanthology.org/D14-1181.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

REACH = 3
"""How many neighbouring words a filter sees."""

TOP = 255
"""The greatest activation."""

FEW = 4
"""So few parts are looked at one by one, more of them side by side: the fastest way for each."""

_NAMES = ("vectors", "near", "far", "hidden", "output", "near_bias", "far_bias", "hidden_bias", "units")

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Ints = NDArray[np.int64]
Shorts = NDArray[np.int16]
Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class Convolution:
    """A trained network: places of words in, what it adds to the class sums out.

    `vectors` (words + 1, size) holds a vector for each place of the vocabulary, and a last one for the unknown word;
    `near` (size, 3 * filters) and `far` (filters, 3 * filters) the two convolutions, left, middle and right word side
    by side; `hidden` (all filters, width) and `output` (all filters + width, classes) the judge of the greatest
    values. `units` says what one step of the sums counts: of the near, far and hidden sums in activations, of the
    output in the class sums.
    """

    vectors: NDArray[np.int8]
    near: Singles
    far: Singles
    hidden: Singles
    output: Singles
    near_bias: Shorts
    far_bias: Singles
    hidden_bias: Singles
    units: Floats

    @classmethod
    def load(cls, stored: Mapping[str, NDArray[np.generic]]) -> Self | None:
        """Read the network from the arrays of a model file, if it holds one."""
        if "net_vectors" not in stored:
            return None
        part = {name: stored[f"net_{name}"] for name in _NAMES}
        matrices = {name: part[name].astype(np.float32) for name in ("near", "far", "hidden", "output")}
        biases = {name: part[name].astype(np.float32) for name in ("far_bias", "hidden_bias")}
        return cls(
            vectors=part["vectors"].astype(np.int8),
            near_bias=part["near_bias"].astype(np.int16),
            units=part["units"].astype(np.float64),
            **matrices,
            **biases,
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Travel to another process without the table that is worked out from the rest."""
        return type(self), tuple(getattr(self, name) for name in _NAMES)

    @cached_property
    def _table(self) -> Shorts:
        """What each word adds to the sums of its right neighbour, itself and its left one, (3, words, filters)."""
        sums = self.vectors.astype(np.float32) @ self.near
        room = np.iinfo(np.int16).max // (REACH + 1)
        steps = np.rint(sums.astype(np.float64) * self.units[0]).clip(-room, room).astype(np.int16)
        table = np.ascontiguousarray(steps.reshape(len(sums), REACH, -1).transpose(1, 0, 2))
        table[1] += self.near_bias
        return table

    def peaks(self, places: Ints, starts: Ints) -> Bytes:
        """Give the greatest activation of each filter in each part of a stream, (parts, all filters).

        `places` is a stream of words with the separator, place 0, before and after each text; `starts` says where in
        it each part begins. Across a separator no filter sees.
        """
        edges = np.flatnonzero(places == 0)
        near = self._near(places)
        near[edges] = 0
        far = self._far(near.astype(np.float32))
        far[edges] = 0
        return greatest(np.concatenate([near, far], axis=1), starts)

    def _near(self, places: Ints) -> Bytes:
        table = self._table
        sums = table[1][places]
        sums[1:] += table[0][places[:-1]]
        sums[:-1] += table[2][places[1:]]
        sums.clip(0, TOP, out=sums)
        near: Bytes = sums.astype(np.uint8)
        return near

    def _far(self, near: Singles) -> Bytes:
        parts = near @ self.far
        width = parts.shape[1] // REACH
        sums = parts[:, width : 2 * width] + self.far_bias
        sums[1:] += parts[:-1, :width]
        sums[:-1] += parts[1:, 2 * width :]
        return activation(sums, self.units[1])

    def judge(self, peaks: Bytes) -> Floats:
        """Turn the greatest activations (parts, all filters) into class sums, (parts, classes)."""
        seen = peaks.astype(np.float32)
        inner = activation(seen @ self.hidden + self.hidden_bias, self.units[2])
        sums = np.concatenate([seen, inner], axis=1) @ self.output
        classes: Floats = sums.astype(np.float64) * self.units[3]
        return classes


def activation(sums: Singles, unit: float) -> Bytes:
    """Bring whole sums back to whole activations, 0 to `TOP`."""
    sums *= np.float32(unit)
    np.rint(sums, out=sums)
    sums.clip(0, TOP, out=sums)
    return sums.astype(np.uint8)


def greatest(values: Bytes, starts: Ints) -> Bytes:
    """Give the greatest values of each part of a stream (places, filters), (parts, filters); no part is empty."""
    if len(starts) <= FEW:
        return np.maximum.reduceat(values, starts, axis=0)
    lengths = np.diff(starts, append=len(values))
    order = np.argsort(-lengths, kind="stable")
    longer = np.searchsorted(-lengths[order], -np.arange(1, lengths.max(initial=0) + 1), side="right")
    tops = values[starts[order]]
    for step, parts in enumerate(longer[1:].tolist(), start=1):
        np.maximum(tops[:parts], values[starts[order[:parts]] + step], out=tops[:parts])
    found = np.empty_like(tops)
    found[order] = tops
    return found
