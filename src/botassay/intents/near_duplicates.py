"""Near-duplicates: phrases of different intents with nearly the same words."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final

from botassay.intents.documents import NearDuplicates
from botassay.intents.phrases import Phrase

LIKE: Final = 0.8
"""Minimum Jaccard similarity of the lower-cased words of near-duplicates."""
_ROUNDING: Final = 1e-9


def bag(text: str) -> frozenset[str]:
    """Return the set of lower-cased words of a text, without surrounding punctuation.

    >>> sorted(bag("Where is my card, where?"))
    ['card', 'is', 'my', 'where']
    """
    return frozenset(filter(None, (word.strip(".,;:!?\"'()[]…“”¿¡") for word in text.lower().split())))


def jaccard(first: frozenset[str], second: frozenset[str]) -> float:
    """Return the share of words that two sets have in common.

    >>> jaccard(frozenset("abc"), frozenset("bcd"))
    0.5
    """
    return len(first & second) / len(first | second) if first or second else 0.0


def near_duplicates(phrases: Sequence[Phrase]) -> tuple[NearDuplicates, ...]:
    """Return pairs of phrases of different intents with nearly the same words, the most similar first.

    Only phrases that share one of their rarest words are compared; all others are less similar (prefix filtering,
    Chaudhuri, Ganti and Kaushik 2006).
    """
    bags = [bag(phrase.text) for phrase in phrases]
    pairs = [
        NearDuplicates(
            text=phrases[at].text,
            intent=str(phrases[at].intent),
            where=phrases[at].where,
            other_text=phrases[other].text,
            other_intent=str(phrases[other].intent),
            other_where=phrases[other].where,
            likeness=round(likeness, 9),
        )
        for at, other in _candidates(phrases, bags)
        if (likeness := jaccard(bags[at], bags[other])) >= LIKE
    ]
    return tuple(sorted(pairs, key=lambda pair: (-pair.likeness, pair.intent, pair.other_intent, pair.text)))


def _candidates(phrases: Sequence[Phrase], bags: Sequence[frozenset[str]]) -> Iterator[tuple[int, int]]:
    frequency = Counter(word for words in bags for word in words)
    with_word: dict[str, list[int]] = defaultdict(list)
    for place, words in enumerate(bags):
        rarest = sorted(words, key=lambda word: (frequency[word], word))
        near: set[int] = set()
        for word in rarest[: len(words) - ceil(LIKE * len(words) - _ROUNDING) + 1]:
            near.update(with_word[word])
            with_word[word].append(place)
        for other in sorted(near):
            if None not in (pair := (phrases[other].intent, phrases[place].intent)) and pair[0] != pair[1]:
                yield other, place
