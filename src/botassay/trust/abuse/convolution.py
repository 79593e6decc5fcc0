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
from itertools import pairwise
from typing import Self

import numpy as np
from numpy.typing import NDArray

REACH = 3
"""How many neighbouring words a filter sees."""

TOP = 255
"""The greatest activation."""

FEW = 4
"""So few parts are looked at in the order of the stream, more of them side by side: the fastest way for each."""

_SLICE = 4096  # words worked out at a time
_PARTS = 2048  # parts looked at at a time: one long text has twenty thousand, of which each takes 40 KiB
_SEEN = REACH - 1  # words on either side of a part that its filters see

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
        """What a known word adds to the sums of its right neighbour, itself and its left one: (3, words, filters)."""
        return np.empty((REACH, len(self.vectors), self.near.shape[1] // REACH), np.int16)

    @cached_property
    def _known(self) -> NDArray[np.bool_]:
        """Which words of the table are worked out: those that were met."""
        return np.zeros(len(self.vectors), np.bool_)

    def _meet(self, places: Ints) -> None:
        """Work out the words of the table that are met for the first time."""
        room = np.iinfo(np.int16).max // (REACH + 1)
        fresh = np.unique(places[~self._known[places]] % len(self.vectors))
        for start in range(0, len(fresh), _SLICE):
            words = fresh[start : start + _SLICE]
            sums = self.vectors[words].astype(np.float32) @ self.near
            steps = np.rint(sums * self.units[0]).clip(-room, room).astype(np.int16).reshape(len(words), REACH, -1)
            steps[:, 1] += self.near_bias
            self._table[:, words] = steps.transpose(1, 0, 2)
        self._known[fresh] = True

    def peaks(self, places: Ints, starts: Ints) -> Bytes:
        """Give the greatest activation of each filter in each part of a stream, (parts, all filters).

        `places` is a stream of words with the separator, place 0, before and after each text; `starts` says where in
        it each part begins. Across a separator no filter sees. Activations grow with their sums, so that the greatest
        sum alone is turned into one.
        """
        if len(starts) <= _PARTS:
            return self._peaks(places, starts)
        cuts = [*range(0, len(starts), _PARTS), len(starts)]
        return np.concatenate([self._peaks_of(places, starts, first, last) for first, last in pairwise(cuts)])

    def _peaks_of(self, places: Ints, starts: Ints, first: int, last: int) -> Bytes:
        """Give the same for some of the parts, from the words in them and the two on either side that filters see."""
        begin, end = starts[first], starts[last] if last < len(starts) else len(places)
        before, after = places[max(0, begin - _SEEN) : begin], places[end : end + _SEEN]
        stream = np.concatenate([[0], before, places[begin:end], after, [0]])
        front = 1 + len(before)
        inner = starts[first:last] - begin + front
        return self._peaks(stream, np.concatenate([[0], inner, [front + end - begin]]))[1:-1]

    def _peaks(self, places: Ints, starts: Ints) -> Bytes:
        near, far = self._one_by_one(places, starts) if len(starts) <= FEW else self._side_by_side(places, starts)
        far += self.far_bias
        return np.concatenate([near.astype(np.uint8), activation(far, self.units[1])], axis=1)

    def _one_by_one(self, places: Ints, starts: Ints) -> tuple[Singles, Singles]:
        """Give the greatest near activations and far sums, all places of the stream in its order."""
        edges = np.flatnonzero(places == 0)
        around = np.concatenate([[0], places, [0]])
        near = self._near(places, around[:-2], around[2:])
        near[edges] = 0
        left, far, right = self._taps(near)
        far[1:] += left[:-1]
        far[:-1] += right[1:]
        far[edges] = -np.inf
        return np.maximum.reduceat(near, starts, axis=0), np.maximum.reduceat(far, starts, axis=0)

    def _side_by_side(self, places: Ints, starts: Ints) -> tuple[Singles, Singles]:
        """Give the same, first words of all parts in the first rows, second words in the next: nothing is searched."""
        order = Rows.of(places, starts)
        at = order.words
        near = self._near(places[at], places[at - 1], places[at + 1])
        left, far, right = self._taps(near)
        for now, after in pairwise(order.steps):
            both = after.stop - after.start
            far[after] += left[now][:both]
            far[now][:both] += right[after]
        far[order.afters] += left[order.befores]
        far[order.befores] += right[order.afters]
        return order.greatest(near, 0), order.greatest(far, -np.inf)

    def _taps(self, near: Singles) -> tuple[Singles, Singles, Singles]:
        """Give what words add to the second convolution at their right neighbours, themselves and their left ones.

        In one product, since small ones wait for each other where processors are busy.
        """
        sums = near @ self.far
        width = sums.shape[1] // REACH
        return sums[:, :width], sums[:, width:-width], sums[:, -width:]

    def _near(self, places: Ints, left: Ints, right: Ints) -> Singles:
        """Give the activations of the first convolution at words, from those, their left and right neighbours."""
        self._meet(np.append(places, 0))
        before, same, after = self._table
        sums = same.take(places, axis=0)
        sums += before.take(left, axis=0)
        sums += after.take(right, axis=0)
        near: Singles = sums.astype(np.float32)
        np.clip(near, 0, TOP, out=near)
        return near

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


@dataclass(frozen=True, slots=True)
class Rows:
    """The words of a stream, ordered by their step in their part, then by the length of the part, the longest first.

    So the words that follow those of one step are again neighbours. `words` says where in the stream each row stands,
    `steps` which rows each step has, `parts` the part of each row of the first step. Rows `befores` lie at the end of
    a part, and their right neighbours, in the next part of the same text, are the rows `afters`.
    """

    words: Ints
    steps: list[slice]
    parts: Ints
    befores: Ints
    afters: Ints
    count: int

    @classmethod
    def of(cls, places: Ints, starts: Ints) -> Self:
        """Order a stream whose parts begin at `starts`; only words are ordered, and parts may have none."""
        at = np.flatnonzero(places)
        homes = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(places)))[at]
        lengths = np.bincount(homes, minlength=len(starts))
        order = np.argsort(-lengths, kind="stable")
        ranks = np.empty_like(order)
        ranks[order] = np.arange(len(order))
        sizes = np.searchsorted(-lengths[order], -np.arange(1, lengths.max(initial=0) + 1), side="right")
        firsts = np.cumsum(sizes) - sizes
        inner = np.arange(len(at)) - (np.cumsum(lengths) - lengths)[homes]
        rows = firsts[inner] + ranks[homes]
        words = np.empty_like(at)
        words[rows] = at
        torn = np.flatnonzero((np.diff(at) == 1) & (np.diff(homes) != 0))
        steps = [slice(first, first + size) for first, size in zip(firsts.tolist(), sizes.tolist(), strict=True)]
        return cls(words, steps, order[: sizes.max(initial=0)], rows[torn], rows[torn + 1], len(starts))

    def greatest(self, values: Singles, least: float) -> Singles:
        """Give the greatest values of each part (parts, filters) of values by row; `least` where a part has no word."""
        tops = values[: len(self.parts)].copy()
        for step in self.steps[1:]:
            tall = tops[: step.stop - step.start]
            np.maximum(tall, values[step], out=tall)
        found = np.full((self.count, values.shape[1]), least, np.float32)
        found[self.parts] = tops
        return found
