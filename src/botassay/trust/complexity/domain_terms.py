"""Which words belong to a domain: plain English, stop words, and the terms that a corpus or a glossary brings."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from hashlib import blake2b
from math import log
from operator import add
from typing import Final

from botassay.core.evidence import merged
from botassay.core.text.english import stop_words, words
from botassay.trust.word_frequency import frequency

LONGEST: Final = 3
"""Words in a domain term, at most."""
LEAST_DIALOGS: Final = 3
LEAST_STRENGTH: Final = 2.0
RAREST: Final = 1e-9
"""Frequency that general English has at least: of a word that it does not know, or of a rare combination."""


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the domain."""

    text: str
    strength: float | None = None
    """How much likelier than in general English, as a natural logarithm; None for a glossary's."""
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The terms of one domain, ready to be looked up."""

    terms: frozenset[str] = frozenset()
    """Words joined by single blanks."""
    longest: int = LONGEST
    strongest: tuple[Term, ...] = ()
    """The first thirty, for the report."""
    sampled: bool = False
    """Whether the terms are those of a sample of the dialogs."""
    begins: Mapping[str, Sequence[int]] = field(init=False, repr=False, compare=False)
    """How many words the terms have, the longest first, by their first word: most words of a text begin none."""

    def __post_init__(self) -> None:
        """Collect the first words."""
        lengths: dict[str, set[int]] = {}
        for term in self.terms:
            lengths.setdefault(term.partition(" ")[0], set()).add(term.count(" ") + 1)
        begins = {word: sorted(some, reverse=True) for word, some in lengths.items()}
        object.__setattr__(self, "begins", begins)

    @classmethod
    def glossary(cls, entries: Iterable[str]) -> "Lexicon":
        """Return the lexicon of a glossary."""
        terms = sorted({" ".join(words(entry)) for entry in entries} - {""})
        longest = max((term.count(" ") + 1 for term in terms), default=1)
        return cls(frozenset(terms), longest, tuple(map(Term, terms[:30])))

    def marked(self, tokens: Sequence[str]) -> list[bool]:
        """Say of each token whether it stands in a term; terms are matched longest first, from the left.

        >>> Lexicon.glossary(["boot disk", "grub"]).marked(["my", "boot", "disk", "boots", "grub"])
        [False, True, True, False, True]
        """
        marks = [False] * len(tokens)
        for place in self.places(tokens):
            marks[place] = True
        return marks

    def places(self, tokens: Sequence[str]) -> list[int]:
        """Return where the tokens stand that belong to terms."""
        found: list[int] = []
        begins, end = self.begins, 0
        if not begins:
            return found
        for place, token in enumerate(tokens):
            if place >= end and token in begins:
                end = place + self._match(tokens, place)
                found += range(place, end)
        return found

    def _match(self, tokens: Sequence[str], place: int) -> int:
        for length in self.begins[tokens[place]]:
            end = place + length
            if length == 1 or (end <= len(tokens) and " ".join(tokens[place:end]) in self.terms):
                return length
        return 0


@dataclass(slots=True)
class GroupCounts:
    """Word groups of the dialogs whose ids have digests with equally many zeros in front."""

    total: int = 0
    """Words."""
    counts: dict[str, int] = field(default_factory=dict)
    """How often each group occurs."""
    dialogs: dict[str, int] = field(default_factory=dict)
    """In how many dialogs."""

    def __add__(self, other: "GroupCounts") -> "GroupCounts":
        """Put the groups of two sets of dialogs together."""
        counts, dialogs = merged(self.counts, other.counts), merged(self.dialogs, other.dialogs)
        return GroupCounts(self.total + other.total, counts, dialogs)

    def see(self, texts: Iterable[str]) -> None:
        """Count what was said in one dialog."""
        here: list[str] = []
        for text in texts:
            tokens = words(text)
            self.total += len(tokens)
            here += _groups(tokens)
        for group, count in Counter(here).items():
            self.counts[group] = self.counts.get(group, 0) + count
            self.dialogs[group] = self.dialogs.get(group, 0) + 1


@dataclass(slots=True)
class Study:
    """Counts the word groups of a corpus, or of a sample of its dialogs, in bounded memory.

    A dialog belongs to stratum k if the digest of its id begins with k zeros, as one in 2^(k+1) does. Where the groups
    of all strata are too many, the lowest one goes, and with it half of the dialogs. A stratum is counted whole or not
    at all, so the sample does not depend on the order in which dialogs come, or on how studies are added up.
    Source of the comparison with general English: `liao2017-compatible` in docs/method/trust.md.
    """

    most: int = 1_000_000
    """Word groups of all strata, at most."""
    lowest: int = 0
    """The stratum from which on dialogs are counted."""
    strata: dict[int, GroupCounts] = field(default_factory=dict)

    def __add__(self, other: "Study") -> "Study":
        """Put the studies of two sets of dialogs together."""
        lowest = max(self.lowest, other.lowest)
        strata = merged(self.strata, other.strata)
        both = Study(self.most, lowest, {zeros: each for zeros, each in strata.items() if zeros >= lowest})
        both._bound()
        return both

    def dialog(self, name: str, texts: Iterable[str]) -> None:
        """Count what was said in the dialog with an id."""
        stratum = _zeros(name)
        if stratum >= self.lowest:
            self.strata.setdefault(stratum, GroupCounts()).see(texts)
            self._bound()

    def _bound(self) -> None:
        while sum(len(each.counts) for each in self.strata.values()) > self.most:
            self.strata.pop(self.lowest, None)
            self.lowest += 1

    def lexicon(self) -> Lexicon:
        """Close the study: keep what is much likelier here than in general English, in three dialogs at least."""
        whole = reduce(add, self.strata.values(), GroupCounts())
        often = (group for group, dialogs in whole.dialogs.items() if dialogs >= LEAST_DIALOGS)
        strengths = {group: _strength(group, whole) for group in often}
        terms = [group for group, strength in strengths.items() if strength >= LEAST_STRENGTH]
        terms.sort(key=lambda group: (-strengths[group], group))
        strongest = tuple(Term(group, strengths[group], whole.counts[group]) for group in terms[:30])
        return Lexicon(frozenset(terms), LONGEST, strongest, sampled=self.lowest > 0)


def _zeros(name: str) -> int:
    """Return how many zeros the digest of an id begins with."""
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return 64 - int.from_bytes(digest).bit_length()


def _strength(group: str, whole: GroupCounts) -> float:
    expected = 1.0
    for word in group.split():
        expected *= frequency(word)
    return round(log((whole.counts[group] + 1) / (whole.total + 1) / max(expected, RAREST)), 6)


def _groups(tokens: Sequence[str]) -> Iterator[str]:
    """Give all groups of up to three neighbouring words without a stop word."""
    stops = stop_words()
    word = pair = ""  # that end here
    for token in tokens:
        if token in stops:
            word = pair = ""
            continue
        yield token
        if word:
            longer, pair = pair, f"{word} {token}"
            yield pair
            if longer:
                yield f"{longer} {token}"
        word = token
