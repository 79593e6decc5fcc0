"""Intra-rule partitioning: a grammar for training, one for validation and one for test (paper 004, appendix A)."""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from hashlib import blake2b
from typing import Final

from botassay.identity.grammar.grammar import Alternative, Grammar

DUPLICATED: Final = 0.25
"""The share of a rule's probability mass that all splits share: the paper's p."""
SHARES: Final = (0.70, 0.15, 0.15)


class DatasetSplit(StrEnum):
    """A part of the data set."""

    TRAIN = "train"
    VAL = "val"
    TEST = "test"


def partition(grammar: Grammar, salt: str) -> dict[DatasetSplit, Grammar]:
    """Return a grammar for each split, with the alternatives of all rules marked `split` divided between them.

    Args:
        grammar: the grammar; rules of fewer than four alternatives are not divided.
        salt: salt of the hash.
    """
    rules = {split: dict(grammar.rules) for split in DatasetSplit}
    for name, rule in grammar.rules.items():
        if rule.splits and len(rule.alternatives) > len(DatasetSplit):
            for split, alternatives in zip(DatasetSplit, shared_out(rule.alternatives, salt), strict=True):
                rules[split][name] = replace(rule, alternatives=alternatives)
    return {split: replace(grammar, rules=rules[split]) for split in DatasetSplit}


def shared_out(alternatives: Sequence[Alternative], salt: str) -> tuple[tuple[Alternative, ...], ...]:
    """Return the alternatives of each split: the most likely ones in all, each other one in a single split.

    The most likely ones are shared until their mass reaches `DUPLICATED`, but at least three are left to divide.
    """
    ordered = sorted(alternatives, key=lambda alternative: (-alternative.weight, str(alternative)))
    common = _common(ordered)
    rest = sorted(ordered[common:], key=lambda alternative: _salted(str(alternative), salt))
    ends = _ends(len(rest))
    return tuple(
        (*ordered[:common], *rest[start:end]) for start, end in zip((0, *ends), (*ends, len(rest)), strict=True)
    )


def _common(ordered: Sequence[Alternative]) -> int:
    whole = sum(alternative.weight for alternative in ordered)
    mass, count = 0.0, 0
    while mass < DUPLICATED * whole and count < len(ordered) - len(DatasetSplit):
        mass += ordered[count].weight
        count += 1
    return count


def _ends(count: int) -> tuple[int, int]:
    """Return where to cut a number of items by the shares, with at least one in each part."""
    second = min(max(round(count * (SHARES[0] + SHARES[1])), 2), count - 1)
    first = min(max(round(count * SHARES[0]), 1), second - 1)
    return first, second


def _salted(text: str, salt: str) -> tuple[bytes, str]:
    return blake2b(f"{text}::{salt}".encode(), digest_size=8).digest(), text
