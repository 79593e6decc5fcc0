"""Words become places in a vocabulary, in whatever spelling; what was read once is remembered.

A chunk is what stands between two spaces. Most chunks of a text have been met before, and are looked up as a whole.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from sys import byteorder
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from botassay.core.text.folding import disguised_spellings, plain_spellings, swaps
from botassay.trust.abuse.tokens import LETTERS_READ, SEPARATOR, chunks, is_ignored, pieces_of, tokens

FIRST_ABUSIVE_KIND = 40
"""Kinds from this number on are abusive words: only those are looked for behind a disguise."""

EDGE = 0
"""The place of the separator: it is word 0 of every vocabulary."""

UNKNOWN = -1
IGNORED = -2
_CODE = np.dtype(np.int32)
_REMEMBERED = 1 << 17  # chunks and words remembered at a time: a stream of new words cannot fill the memory

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class NgramVocabulary:
    """The known words and their kinds: it turns tokens into numbers.

    `numbers` maps a word to its place; the separator has place 0. `kinds` (words + 1,) holds the kind of the word in
    each place (0: none), and a last 0 for place -1, the unknown word. `swapped` leads from abusive words with two
    letters exchanged back to those.
    """

    numbers: dict[str, int]
    kinds: Ints
    swapped: dict[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Work out the table of exchanged letters: of two words, the one where they stand further to the left."""
        abusive = self.kinds >= FIRST_ABUSIVE_KIND
        words = [word for word, bad in zip(self.numbers, abusive.tolist(), strict=False) if bad]
        found = [(at, other, word) for word in words for at, other in enumerate(swaps(word))]
        table = {other: word for _, other, word in sorted(found, reverse=True)}
        object.__setattr__(self, "swapped", table)

    def places(self, words: Sequence[str]) -> Ints:
        """Give the place of each token, -1 where the token is not literally in the vocabulary."""
        get = self.numbers.get
        return np.array([get(word, UNKNOWN) for word in words], np.int64)

    def recognise(self, token: str) -> int:
        """Give the place of a token in another spelling, -1 where there is none, -2 where it carries no word."""
        word = token[:LETTERS_READ]
        ignored = is_ignored(word)
        for spelling in () if ignored else plain_spellings(word):
            if spelling in self.numbers:
                return self.numbers[spelling]
        for spelling in disguised_spellings(word, self.swapped):
            place = self.numbers.get(spelling, EDGE)
            if place and self.kinds[place] >= FIRST_ABUSIVE_KIND:
                return place
        return IGNORED if ignored else UNKNOWN


class NgramReader:
    """Reads texts with one vocabulary, and remembers the chunks it has met.

    Unknown words are weighed by their pieces, `piece_weights` (buckets, classes).
    """

    def __init__(self, vocabulary: NgramVocabulary, piece_weights: Floats) -> None:
        self._vocabulary = vocabulary
        self._piece_weights = piece_weights
        self._lock = Lock()
        self._chunks = _Chunks(vocabulary)
        self._weights = np.empty((0, piece_weights.shape[1]))

    def read(self, texts: Sequence[str]) -> tuple[Ints, Floats]:
        """Give the places of all words of a stream of texts, and the weights (unknown, classes) of the unknown ones."""
        parts = chunks(texts)
        with self._lock:
            if self._chunks.size > _REMEMBERED:
                self._chunks = _Chunks(self._vocabulary)
                self._weights = self._weights[:0]
            codes = np.frombuffer(b"".join(map(self._chunks.__getitem__, parts)), _CODE)
            strange = self._chunks.strange[len(self._weights) :]
            if strange:
                self._weights = np.concatenate([self._weights, sums_of_pieces(strange, self._piece_weights)])
            weights = self._weights
        return np.maximum(codes, UNKNOWN).astype(np.int64), weights[UNKNOWN - codes[codes < 0]]


class _Chunks(dict[str, bytes]):
    """The codes of chunks: the places of their words; -1 for the first unknown word, -2 for the next ..."""

    def __init__(self, vocabulary: NgramVocabulary) -> None:
        super().__init__()
        self._vocabulary = vocabulary
        self._codes: dict[str, bytes] = {}
        self.strange: list[str] = []

    @property
    def size(self) -> int:
        """How many chunks and words are remembered."""
        return len(self) + len(self._codes) + len(self.strange)

    def __missing__(self, chunk: str) -> bytes:
        if chunk.removeprefix("@").isalnum() or chunk == SEPARATOR:  # surely one token
            codes = self._code(chunk)
        else:
            codes = b"".join([self._code(token) for token in tokens(chunk)])
        if len(chunk) <= LETTERS_READ:
            self[chunk] = codes
        return codes

    def _code(self, token: str) -> bytes:
        """Give the code of a token, none if it carries no word."""
        place = self._vocabulary.numbers.get(token)
        if place is not None:
            return place.to_bytes(_CODE.itemsize, byteorder, signed=True)
        code = self._codes.get(token)
        if code is None:
            code = self._coded(token, self._vocabulary.recognise(token))
            if len(token) <= LETTERS_READ:
                self._codes[token] = code
        return code

    def _coded(self, token: str, place: int) -> bytes:
        if place == IGNORED:
            return b""
        if place == UNKNOWN:
            self.strange.append(token)
            place = -len(self.strange)
        return place.to_bytes(_CODE.itemsize, byteorder, signed=True)


def sums_of_pieces(words: Sequence[str], weights: Floats) -> Floats:
    """Add up the weights (buckets, classes) of the pieces of each word, in their order, (words, classes)."""
    homes, buckets = pieces_of(words, len(weights))
    columns = [np.bincount(homes, column[buckets], len(words)) for column in weights.T]
    return np.stack(columns, axis=1)
