"""CRC-32 of many runs of bytes at once: hashes of n-grams of letters, and of words."""

from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Checksums = NDArray[np.uint32]

_STEPS: Final = np.array([crc32(bytes([byte ^ 0xFF])) ^ 0xFF000000 for byte in range(256)], np.uint32)
"""What a byte makes of the state of the checksum."""
LONGEST: Final = 64
"""Bytes behind others that checksums are joined for, at most."""


class NgramChecksums(NamedTuple):
    """Runs of equally many bytes, in the order of the texts and of their places in them."""

    homes: NDArray[np.int64]
    """The number of the text in which each stands."""
    firsts: NDArray[np.uint8]
    """The first byte of each."""
    sums: Checksums
    """The checksum of each."""


def ngram_checksums(texts: Sequence[bytes], lengths: Collection[int], before: bytes = b"") -> Iterator[NgramChecksums]:
    """Yield the checksums of all runs of each length, the shortest first, as `zlib.crc32` gives them.

    Args:
        texts: some bytes each.
        lengths: bytes of a run.
        before: what stands in front of each run when its checksum is worked out.

    >>> [found.sums.tolist() == [crc32(b"c:ab"), crc32(b"c:bc")] for found in ngram_checksums([b"abc"], (2,), b"c:")]
    [True]
    """
    homes = np.repeat(np.arange(len(texts)), [len(text) for text in texts])
    letters = np.frombuffer(b"".join(texts), np.uint8)
    states = np.full(len(letters), crc32(before) ^ 0xFFFFFFFF, np.uint32)
    for length in range(1, max(lengths) + 1):
        states = states[: max(len(letters) - length + 1, 0)]  # so many begin early enough
        states = _STEPS[(states ^ letters[length - 1 :]) & 0xFF] ^ (states >> np.uint32(8))
        if length in lengths:
            inside = homes[: len(states)] == homes[length - 1 :]
            yield NgramChecksums(homes[: len(states)][inside], letters[: len(states)][inside], ~states[inside])


def joined(before: bytes | Checksums, sums: Checksums, lengths: NDArray[np.int64]) -> Checksums:
    """Return the checksums of runs of bytes behind others, from those of both.

    Args:
        before: what stands before all of them, or checksums of what stands before each.
        sums: checksums of the runs.
        lengths: how many bytes each of them has, `LONGEST` at most where there are different ones before.

    >>> joined(b"ab", np.array([crc32(b"cd")], np.uint32), np.array([2])).tolist() == [crc32(b"abcd")]
    True
    """
    if isinstance(before, bytes):
        longest = int(lengths.max(initial=0))
        return _behind(before, 1 << longest.bit_length())[lengths] ^ sums
    for place, table in enumerate(_tables()):
        sums = sums ^ table[lengths, (before >> np.uint32(8 * place)) & 0xFF]
    return sums


@lru_cache(64)
def _behind(before: bytes, longest: int) -> Checksums:
    """Return what bytes add to the checksums of up to so many behind them: (bytes behind,)."""
    return _shifted(np.array(crc32(before), np.uint32), longest)


@cache
def _tables() -> Checksums:
    """Return what each byte of a checksum adds to that of bytes behind: (its place, bytes behind, its value)."""
    values = np.arange(256, dtype=np.uint32)
    return np.stack([_shifted(values << np.uint32(8 * place), LONGEST) for place in range(4)])


def _shifted(sums: Checksums, longest: int) -> Checksums:
    """Return what becomes of checksums where zeros follow, from none to the greatest number of them: (zeros, ...)."""
    shifted = [sums]
    for _ in range(longest):
        shifted.append(_STEPS[shifted[-1] & 0xFF] ^ (shifted[-1] >> np.uint32(8)))
    return np.stack(shifted)
