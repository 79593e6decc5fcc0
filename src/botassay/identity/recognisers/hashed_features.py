"""The hash buckets of the features of many texts at once, without spelling out their names.

The name of a feature is what `features` gives it, its bucket a checksum of the name: the checksums of n-grams are put
together from those of their words and letters. Each feature of a text counts once, so n-grams are told apart by exact
numbers, not by their checksums.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from botassay.core.text.checksums import LONGEST, Checksums, joined, ngram_checksums
from botassay.identity.recognisers.features import (
    BUCKETS,
    GAPPED,
    GAPS,
    LETTERS,
    SIZES,
    ReadText,
    framed,
    letter_ngrams,
    read,
    word_ngrams,
)

_AT_ONCE: Final = 128
"""Texts at a time: their numbers, and five times those of their words, fit in 63 bits."""
_WORTH: Final = 8
"""Texts from which on a look at all of them at once costs less than spelling names out."""
_BITS: Final = 11
"""Bits of the number of a word."""

Ints = NDArray[np.int64]


class TextBuckets(NamedTuple):
    """The hash buckets of the features of some texts."""

    homes: Ints
    """The number of the text of each feature, in no order."""
    buckets: Ints
    """The bucket of each."""


def buckets_of(texts: Sequence[str]) -> TextBuckets:
    """Return the hash buckets of the features of some texts, as many as each has features."""
    found = [_buckets_of(texts[at : at + _AT_ONCE], at) for at in range(0, len(texts), _AT_ONCE)]
    return TextBuckets(*map(np.concatenate, zip(*found, strict=True)))


def _buckets_of(texts: Sequence[str], before: int) -> TextBuckets:
    """Return those of a few texts, of which the first has a given number."""
    several = list(map(read, texts))
    worth = len(texts) >= _WORTH
    words = _Words.of(several) if worth else None
    letters = [each.letters.encode() if worth and each.letters.isascii() else b"" for each in several]
    parts = [_named(*pair, words=words is None) for pair in zip(several, letters, strict=True)]
    homes = [np.repeat(np.arange(len(texts)), list(map(len, parts)))]
    sums = [np.fromiter(chain.from_iterable(parts), np.int64)]
    for where, found in chain(words.ngrams() if words else (), _letter_ngrams(letters) if worth else ()):
        homes.append(where)
        sums.append(found.astype(np.int64))
    return TextBuckets(np.concatenate(homes) + before, np.concatenate(sums) % BUCKETS)


def _named(text: ReadText, letters: bytes, *, words: bool) -> list[int]:
    """Return the checksums of features whose names are spelt out: those of the grammar, and others if need be.

    Args:
        text: what was read.
        letters: those of which n-grams are worked out otherwise, if any.
        words: whether n-grams of words are spelt out, too.
    """
    names = {*text.by_grammar, *(word_ngrams(text) if words else ()), *(() if letters else letter_ngrams(text))}
    return [crc32(name.encode("utf-8", "surrogatepass")) for name in names]


def _letter_ngrams(letters: Sequence[bytes]) -> Iterator[tuple[Ints, Checksums]]:
    """Yield text and checksum of the n-grams of the letters of texts, in ASCII."""
    for found in ngram_checksums(letters, LETTERS, b"c"):
        # Checksums of 32 bits tell all runs of four bytes apart that stand behind the same first one.
        keys = found.homes << 40 | found.firsts.astype(np.int64) << 32 | found.sums.astype(np.int64)
        first = _first_of_each(keys)
        yield found.homes[first], found.sums[first]


def _first_of_each(keys: Ints) -> Ints:
    """Return where each different number stands; faster than `numpy.unique`."""
    order = keys.argsort()
    chosen: Ints = order[np.diff(keys[order], prepend=-1) != 0]
    return chosen


class _Words(NamedTuple):
    """The words of some texts, each with a number, and of what n-grams are taken."""

    alone: Checksums
    """The checksum of each word."""
    behind: Checksums
    """The same with a blank before it."""
    lengths: Ints
    """The bytes of each."""
    sequences: dict[str, tuple[Ints, Ints]]
    """By kind of n-gram, for each word in a row: its text and its number."""

    @classmethod
    def of(cls, texts: Sequence[ReadText]) -> "_Words | None":
        """Return the words of texts; None where they are too many or too long."""
        rows = {kind: [framed(each, kind) for each in texts] for kind in SIZES}
        numbers = {word: at for at, word in enumerate(dict.fromkeys(chain(*chain(*rows.values()))))}
        encoded = [word.encode("utf-8", "surrogatepass") for word in numbers]
        if len(numbers) >= 1 << _BITS or max(map(len, encoded)) >= LONGEST:
            return None
        return cls(
            np.array(list(map(crc32, encoded)), np.uint32),
            np.array([crc32(b" " + word) for word in encoded], np.uint32),
            np.array(list(map(len, encoded)), np.int64),
            {
                kind: (
                    np.repeat(np.arange(len(texts)), list(map(len, row))),
                    np.array([numbers[word] for word in chain(*row)], np.int64),
                )
                for kind, row in rows.items()
            },
        )

    def ngrams(self) -> Iterator[tuple[Ints, Checksums]]:
        """Yield text and checksum of each n-gram, each once for a text."""
        for kind, sizes in SIZES.items():
            homes, words = self.sequences[kind]
            sums, lengths, keys = self.alone[words], self.lengths[words], words
            for size in range(1, max(sizes) + 1):
                if size > 1:
                    sums, lengths, keys = self._longer(sums, lengths, keys, words[size - 1 :])
                if size in sizes:
                    yield _once(homes, size - 1, keys, joined(f"{kind}{size}".encode(), sums, lengths))
        homes, words = self.sequences[GAPPED]
        for gap in GAPS:
            sums, lengths, keys = self._longer(self.alone[words], self.lengths[words], words, words[gap:])
            yield _once(homes, gap, keys, joined(f"s{gap}".encode(), sums, lengths))

    def _longer(self, sums: Checksums, lengths: Ints, keys: Ints, more: Ints) -> tuple[Checksums, Ints, Ints]:
        """Return n-grams with a further word each: their checksums, their bytes, and numbers that tell them apart."""
        count = len(more)
        added = self.lengths[more] + 1
        return joined(sums[:count], self.behind[more], added), lengths[:count] + added, keys[:count] << _BITS | more


def _once(homes: Ints, reach: int, keys: Ints, sums: Checksums) -> tuple[Ints, Checksums]:
    """Return text and checksum of n-grams whose last word stands so far behind the first; each once for a text."""
    inside = homes[: len(keys)] == homes[reach:]
    where, sums = homes[: len(keys)][inside], sums[inside]
    first = _first_of_each(where << 5 * _BITS | keys[inside])
    return where[first], sums[first]
