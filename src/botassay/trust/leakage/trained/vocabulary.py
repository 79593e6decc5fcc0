"""Words become numbers, and pairs batches of about equal length."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, Self

from botassay.trust.leakage.trained.pairs import TrainingPair, Words

PAD, UNKNOWN, BEGIN, END = range(4)
MARKS: Final = 4
"""Numbers that stand for no word."""
LARGEST: Final = 50_000
"""Words that a side knows, at most; the words of the secrets always."""
BATCH: Final = 32
POOL: Final = 100 * BATCH
"""Pairs that are sorted by length together."""

Numbered = tuple[list[int], list[int]]
"""What was said, and the answer with its end."""


@dataclass(frozen=True, slots=True)
class PairVocabulary:
    """The words of one side, by number."""

    numbers: dict[str, int]

    @classmethod
    def of(cls, texts: Iterable[Words], secrets: Iterable[Words]) -> Self:
        """Number the most frequent words of some texts, and all of the secrets."""
        certain = dict.fromkeys(sorted(set(chain.from_iterable(secrets))))
        counts = Counter(chain.from_iterable(texts))
        frequent = sorted(counts, key=lambda word: (-counts[word], word))
        kept = list({**certain, **dict.fromkeys(frequent)})[: max(LARGEST, len(certain))]
        return cls({word: number for number, word in enumerate(kept, MARKS)})

    def __len__(self) -> int:
        """How many numbers there are."""
        return MARKS + len(self.numbers)

    def numbered(self, text: Words) -> list[int]:
        """Turn a text into numbers.

        >>> PairVocabulary.of([("hi", "there")], []).numbered(("hi", "you"))
        [4, 1]
        """
        return [self.numbers.get(word, UNKNOWN) for word in text]


@dataclass(frozen=True, slots=True)
class Lexica:
    """The vocabularies of both sides."""

    said: PairVocabulary
    answer: PairVocabulary

    @classmethod
    def of(cls, pairs: Sequence[TrainingPair], keys: Sequence[TrainingPair]) -> Self:
        """Learn the words of both sides."""
        return cls(
            PairVocabulary.of((pair.said for pair in pairs), (key.said for key in keys)),
            PairVocabulary.of((pair.answer for pair in pairs), (key.answer for key in keys)),
        )

    def numbered(self, pairs: Iterable[TrainingPair]) -> list[Numbered]:
        """Turn pairs into numbers."""
        return [(self.said.numbered(pair.said), [*self.answer.numbered(pair.answer), END]) for pair in pairs]


def batches(pairs: Sequence[Numbered], order: Sequence[int]) -> Iterator[list[Numbered]]:
    """Cut pairs, in some order, into batches: those of a pool that are about equally long stand together.

    >>> [len(batch) for batch in batches([([4], [4, 3])] * 70, range(70))]
    [32, 32, 6]
    """
    for start in range(0, len(order), POOL):
        pool = sorted((pairs[at] for at in order[start : start + POOL]), key=lambda pair: tuple(map(len, pair)))
        yield from (pool[at : at + BATCH] for at in range(0, len(pool), BATCH))


def padded(texts: Sequence[list[int]]) -> list[list[int]]:
    """Make texts equally long.

    >>> padded([[5, 6], [7]])
    [[5, 6], [7, 0]]
    """
    longest = max(map(len, texts))
    return [text + [PAD] * (longest - len(text)) for text in texts]
