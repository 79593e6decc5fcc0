"""Weights of features that are found by number, a million a tenth of a second."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

_ROOM = 4  # slots for each key, at least
_SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2**64 / the golden ratio, odd: neighbouring numbers end up far apart
_NOWHERE = np.iinfo(np.int64).min  # no feature has this number

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class HashTable:
    """A hash table: keys of one slot lie side by side, the first of them where `firsts` says.

    `keys` (m + 1,) and `weights` (m + 1, classes) end with a key that is never looked for, where empty slots lead;
    `last` says which key has no other of the same slot behind it. A slot has a number of `bits`.
    """

    bits: int
    firsts: NDArray[np.int32]
    keys: Ints
    weights: Floats
    last: NDArray[np.bool_]

    @classmethod
    def of(cls, keys: Ints, weights: Floats) -> Self:
        """Make a table of different keys (m,) and their weights (m, classes)."""
        bits = max(1, (_ROOM * len(keys) - 1).bit_length())
        slots = _slots(keys, bits)
        order = np.argsort(slots, kind="stable")
        slots = slots[order]
        firsts = np.full(1 << bits, len(keys), np.int32)
        firsts[slots[::-1]] = np.arange(len(keys), dtype=np.int32)[::-1]
        return cls(
            bits,
            firsts,
            np.append(keys[order], _NOWHERE),
            np.concatenate([weights[order], np.zeros((1, weights.shape[1]))]),
            np.append(slots[1:] != slots[:-1], [True, True])[: len(keys) + 1],
        )

    def find(self, keys: Ints) -> tuple[Ints, Floats]:
        """Give which of `keys` are in the table, in their order, and the weights (hits, classes) of those."""
        at = self.firsts.take(_slots(keys, self.bits)).astype(np.int64)
        found = self.keys.take(at) == keys
        rest = np.flatnonzero(~(found | self.last[at]))
        while len(rest):
            at[rest] += 1
            found[rest] = self.keys[at[rest]] == keys[rest]
            rest = rest[~(found[rest] | self.last[at[rest]])]
        hits = np.flatnonzero(found)
        return hits, self.weights.take(at.take(hits), axis=0)


def _slots(keys: Ints, bits: int) -> Ints:
    mixed = keys.view(np.uint64) * _SPREAD
    mixed >>= np.uint64(64 - bits)
    return mixed.view(np.int64)
