"""How alike texts are by their words: tf-idf, and the nearest rule of the grammar."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from botassay.identity.grammar.bundled import bundled
from botassay.identity.grammar.grammar import Alternative
from botassay.identity.labels import Label
from botassay.identity.recognisers.features import KINDS, kinds
from botassay.identity.words import words


class Similarity:
    """The mean cosine of a text's tf-idf with those of given texts."""

    def __init__(self, texts: Sequence[str]) -> None:
        counts = [Counter(words(text)) for text in texts]
        found = Counter(word for one in counts for word in one)
        self._rarity = {word: math.log((1 + len(texts)) / (1 + times)) + 1 for word, times in found.items()}
        self._mean: Counter[str] = Counter()
        for one in counts:
            for word, weight in self._unit(one).items():
                self._mean[word] += weight / len(texts)  # type: ignore[assignment]  # shares, not counts

    def to(self, text: str) -> float:
        """Give the similarity, from 0 (no word in common) to 1."""
        return math.fsum(weight * self._mean[word] for word, weight in self._unit(Counter(words(text))).items())

    def _unit(self, counts: Counter[str]) -> dict[str, float]:
        unseen = max(self._rarity.values(), default=1.0)
        raw = {word: times * self._rarity.get(word, unseen) for word, times in counts.items()}
        length = math.sqrt(math.fsum(value * value for value in raw.values()))
        return {word: value / length for word, value in raw.items()} if length else {}


class Near(NamedTuple):
    """The alternative of a rule that is most like a text."""

    rule: str
    where: str
    alternative: str
    similarity: float
    """The share of words and pairs of words that they have in common, in [0, 1]."""


class NearestRule:
    """Finds the nearest rule of the bundled grammar for texts of one label."""

    def __init__(self, label: Label) -> None:
        self._rules = [
            (rule.name, alternative, grams)
            for rule in bundled().below(label.value).rules.values()
            for alternative in rule.alternatives
            if len(grams := _grams(_spelt(alternative))) > 1
        ]

    def nearest(self, text: str) -> Near:
        """Find the nearest rule; of equals, the first."""
        said = _grams(kinds(words(text)))
        rule, alternative, grams = max(self._rules, key=lambda row: len(said & row[2]) / len(said | row[2]))
        return Near(rule, alternative.where, str(alternative), len(said & grams) / len(said | grams))


_STANDS_FOR = {"a-machine": ("a", "MACHINE"), "a-person": ("a", "PERSON"), "thing": ("a", "MACHINE"), "a": ("a",)}


def _spelt(alternative: Alternative) -> list[str]:
    found: list[str] = []
    for part in alternative.parts:
        if isinstance(part, str):
            found += kinds(words(part))
        elif part.rule in KINDS:
            found.append(KINDS[part.rule])
        else:
            found += _STANDS_FOR.get(part.rule, ())
    return found


def _grams(said: Iterable[str]) -> frozenset[str]:
    row = [word for word in said if word != "?"]
    return frozenset(row) | {f"{one} {other}" for one, other in pairwise(row)}
