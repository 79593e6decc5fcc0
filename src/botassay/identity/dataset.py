"""A data set of utterances that do and do not ask the question, in three disjoint splits (paper 004, section 3)."""

import gc
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeVar

from botassay.core.errors import UsageError
from botassay.core.text.plural import many
from botassay.identity.grammar.bundled import bundled
from botassay.identity.grammar.partition import SHARES, DatasetSplit, partition
from botassay.identity.grammar.sampling import Sampler
from botassay.identity.recognisers.linear import default_recogniser
from botassay.identity.similarity import TfidfSimilarity
from botassay.io.csv_safe import csv_table, csv_texts, guarded_row
from botassay.io.files import save
from botassay.plugins.protocols import AskLabel, Recogniser

Item = TypeVar("Item")

GRAMMAR: Final = {AskLabel.POSITIVE: 0.40, AskLabel.AMBIGUOUS: 0.10, AskLabel.NEGATIVE: 0.20}
"""Shares of the data set that come from the grammar."""
SIMILAR: Final = 0.20
"""The share of negatives from dialogs, sampled by their similarity to the positives."""
ANY: Final = 0.10
"""The share of negatives from dialogs, sampled uniformly."""
POOL: Final = 100_000
"""Maximum number of utterances of dialogs in memory; more are sampled."""
_PATIENCE: Final = 200
"""Samples without a new sentence after which a grammar counts as exhausted."""
_BLOCK: Final = 4000
"""Sentences sampled for a split before the next one's turn."""


class DatasetBlock(NamedTuple):
    """Rows of the data set that differ only in their texts."""

    texts: list[str]
    label: AskLabel
    split: DatasetSplit
    source: str
    """`grammar`, `similar` or `random`."""


class SuspectNegative(NamedTuple):
    """A negative from dialogs that a recogniser labels otherwise, to check by hand."""

    text: str
    split: DatasetSplit
    taken_for: AskLabel


@dataclass(frozen=True, slots=True)
class IdentityDataset:
    """A data set, as blocks of rows that differ only in their texts."""

    blocks: tuple[DatasetBlock, ...]

    def __len__(self) -> int:
        return sum(len(block.texts) for block in self.blocks)

    def __iter__(self) -> Iterator[tuple[str, str, str, str]]:
        """Return the rows: text, label, split and source."""
        for block in self.blocks:
            yield from ((text, block.label.value, block.split.value, block.source) for text in block.texts)

    @property
    def counts(self) -> Mapping[str, int]:
        """The number of rows of each split."""
        sizes: Counter[str] = Counter()
        for block in self.blocks:
            sizes[block.split.value] += len(block.texts)
        return dict(sizes)

    @property
    def with_dialogs(self) -> bool:
        """Whether some rows come from dialogs."""
        return any(block.source != "grammar" for block in self.blocks)

    def csv(self) -> str:
        """Return all rows as one CSV table."""
        rows = (csv_texts(block.texts, block.label, block.split, block.source) for block in self.blocks)
        return "".join(["text,label,split,source\n", *rows])

    def files(self) -> dict[str, tuple[str, str]]:
        """Return, by file name, the content and the number of rows of train.csv, val.csv, test.csv and review.csv."""
        contents = {}
        for split in DatasetSplit:
            blocks = [block for block in self.blocks if block.split is split]
            rows = (csv_texts(block.texts, block.label, block.source) for block in blocks)
            content = "".join(["text,label,source\n", *rows])
            contents[f"{split}.csv"] = content, many(sum(len(block.texts) for block in blocks), "row", "rows")
        if self.with_dialogs:
            review = suspects(self.blocks, default_recogniser())
            table = csv_table(map(guarded_row, (("text", "split", "taken_for"), *review)))
            contents["review.csv"] = table, f"{many(len(review), 'negative', 'negatives')} to check"
        return contents

    def save(self, folder: str | Path) -> None:
        """Write the files to a folder, overwriting existing ones. Raises OutputError."""
        for name, (content, _) in self.files().items():
            save(Path(folder) / name, content.encode())


@dataclass(frozen=True, slots=True)
class SplitSizes:
    """The number of rows of each kind in a split."""

    size: int
    with_dialogs: bool

    def count(self, share: float, split: DatasetSplit) -> int:
        """Return the number of rows for a share of the data set."""
        whole = 1.0 if self.with_dialogs else sum(GRAMMAR.values())
        rows = round(self.size * share / whole)
        later = {DatasetSplit.VAL: round(rows * SHARES[1]), DatasetSplit.TEST: round(rows * SHARES[2])}
        return later.get(split, rows - sum(later.values()))


def data_set(size: int, seed: int, utterances: Sequence[str] = ()) -> IdentityDataset:
    """Return a data set, lower-cased and unique across splits, with the paper's shares.

    Args:
        size: number of rows, as nearly as the shares allow.
        seed: random seed, also of the partition.
        utterances: utterances of dialogs; without them, the shares of the grammar are renormalised.

    Raises: UsageError if there are too few different sentences.
    """
    with _without_garbage_collection():
        return IdentityDataset(tuple(_blocks(SplitSizes(size, bool(utterances)), seed, utterances)))


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Disable the garbage collector, which would traverse all rows repeatedly; they have no cycles."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _blocks(sizes: SplitSizes, seed: int, utterances: Sequence[str]) -> list[DatasetBlock]:
    seen = set[str]()
    parts = partition(bundled(), str(seed))
    blocks: list[DatasetBlock] = []
    for label, share in GRAMMAR.items():
        draws = {split: Sampler(part.modified(), label.value, seed) for split, part in parts.items()}
        counts = {split: sizes.count(share, split) for split in DatasetSplit}
        blocks += [DatasetBlock(texts, label, split, "grammar") for split, texts in _in_turn(draws, counts, seen)]
    return [*blocks, *_out_of_dialogs(utterances, sizes, seed, seen, blocks)] if utterances else blocks


def _in_turn(
    draws: Mapping[DatasetSplit, Sampler], counts: Mapping[DatasetSplit, int], seen: set[str]
) -> Iterator[tuple[DatasetSplit, list[str]]]:
    """Sample for every split in turn, a block at a time, until each has enough different sentences."""
    left = dict(counts)
    while any(left.values()):
        for split, sampler in draws.items():
            if left[split]:
                texts = _new(sampler, min(left[split], _BLOCK), seen)
                left[split] -= len(texts)
                yield split, texts


def _new(sampler: Sampler, count: int, seen: set[str]) -> list[str]:
    """Sample at least `count` sentences, and return at most so many new ones."""
    drawn = "\n".join(sampler.take(max(count, _PATIENCE))).lower().split("\n")
    fresh = [text for text in dict.fromkeys(drawn) if text and text not in seen][:count]
    if not fresh:
        raise UsageError("the grammar has too few different sentences", hint="give a smaller --size")
    seen.update(fresh)
    return fresh


def _out_of_dialogs(
    utterances: Sequence[str], sizes: SplitSizes, seed: int, seen: set[str], blocks: Sequence[DatasetBlock]
) -> Iterator[DatasetBlock]:
    fresh = sorted({text.strip().lower() for text in utterances} - seen - {""})
    random = Random(f"dialogs:{seed}")  # noqa: S311 - no secrets
    alike = TfidfSimilarity([text for block in blocks if block.label is AskLabel.POSITIVE for text in block.texts])
    for source, share in (("similar", SIMILAR), ("random", ANY)):
        counts = {split: sizes.count(share, split) for split in DatasetSplit}
        needed = sum(counts.values())
        if len(fresh) < needed:
            what = f"E151 the dialogs have {len(fresh):,} different utterances, but {needed:,} are needed"
            raise UsageError(what, hint="give more --dialogs, or a smaller --size")
        weights = [alike.to(text) for text in fresh] if source == "similar" else [1.0] * len(fresh)
        drawn = _without_replacement(fresh, weights, needed, random)
        fresh = sorted(set(fresh) - set(drawn))
        left = iter(drawn)
        yield from (
            DatasetBlock(list(islice(left, counts[split])), AskLabel.NEGATIVE, split, source) for split in DatasetSplit
        )


def _without_replacement(items: Sequence[str], weights: Sequence[float], count: int, random: Random) -> list[str]:
    """Sample by weight without replacement (Efraimidis & Spirakis, 2006); items of weight 0 come last."""
    keys = [random.random() ** (1 / weight) if weight > 0 else -random.random() for weight in weights]
    best = sorted(range(len(items)), key=lambda place: keys[place], reverse=True)[:count]
    random.shuffle(best)
    return [items[place] for place in best]


def sampled(texts: Iterable[Item], seed: int) -> list[Item]:
    """Return a uniform sample of utterances, or of anything, in bounded memory."""
    random = Random(f"pool:{seed}")  # noqa: S311 - no secrets
    sample: list[Item] = []
    for count, text in enumerate(texts):
        if count < POOL:
            sample.append(text)
        elif (place := random.randrange(count + 1)) < POOL:
            sample[place] = text
    return sample


def suspects(blocks: Iterable[DatasetBlock], recogniser: Recogniser) -> list[SuspectNegative]:
    """Return the similar negatives that a recogniser labels positive or ambiguous (about 7 % in the paper)."""
    drawn = [(text, block.split) for block in blocks if block.source == "similar" for text in block.texts]
    recognised = recogniser.recognise([text for text, _ in drawn])
    return [
        SuspectNegative(text, split, verdict.label)
        for (text, split), verdict in zip(drawn, recognised, strict=True)
        if verdict.label is not AskLabel.NEGATIVE
    ]
