"""Which words belong to a domain: plain English, stop words, and the terms that a corpus or a glossary brings."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from math import log
from typing import Final, Self

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
    """Lengths of the terms in words, the longest first, by their first word: most words of a text begin no term."""

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
        """Return the places of the tokens that belong to terms."""
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
    repeats: dict[str, int] = field(default_factory=dict)
    """How many of the occurrences are repeats within a dialog; groups without any are left out, as most are."""

    def __iadd__(self, other: "GroupCounts") -> Self:
        """Add the groups of other dialogs, which stay as they are."""
        self.total += other.total
        _add(self.counts, other.counts)
        _add(self.repeats, other.repeats)
        return self

    def dialogs(self, group: str) -> int:
        """Return in how many dialogs a group occurs."""
        return self.counts.get(group, 0) - self.repeats.get(group, 0)

    def see(self, texts: Iterable[str]) -> None:
        """Count what was said in one dialog."""
        here: list[str] = []
        for text in texts:
            tokens = words(text)
            self.total += len(tokens)
            here += _groups(tokens)
        for group, count in Counter(here).items():
            self.counts[group] = self.counts.get(group, 0) + count
            if count > 1:
                self.repeats[group] = self.repeats.get(group, 0) + count - 1


def _add(counts: dict[str, int], more: Mapping[str, int]) -> None:
    for group, count in more.items():
        counts[group] = counts.get(group, 0) + count


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
        both = Study(self.most)
        both += self
        both += other
        return both

    def __iadd__(self, other: "Study") -> Self:
        """Add the study of other dialogs, which stays as it is."""
        self.lowest = max(self.lowest, other.lowest)
        self.strata = {zeros: each for zeros, each in self.strata.items() if zeros >= self.lowest}
        for zeros, each in other.strata.items():
            if zeros >= self.lowest:
                mine = self.strata.setdefault(zeros, GroupCounts())
                mine += each
        self._bound()
        return self

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
        total = sum(each.total for each in self.strata.values())
        counts = dict(self._frequent())
        strengths = {group: _strength(group, count, total) for group, count in counts.items()}
        terms = [group for group, strength in strengths.items() if strength >= LEAST_STRENGTH]
        terms.sort(key=lambda group: (-strengths[group], group))
        strongest = tuple(Term(group, strengths[group], counts[group]) for group in terms[:30])
        return Lexicon(frozenset(terms), LONGEST, strongest, sampled=self.lowest > 0)

    def _frequent(self) -> Iterator[tuple[str, int]]:
        """Yield each group that occurs in enough dialogs, with its count, without adding up all strata."""
        strata = [self.strata[zeros] for zeros in sorted(self.strata)]
        small = GroupCounts()  # a quarter of the dialogs
        for each in strata[2:]:
            small += each
        parts = [*strata[:2], small]
        for place, part in enumerate(parts):
            before, after = parts[:place], parts[place + 1 :]
            for group, count in part.counts.items():
                if before and any(group in each.counts for each in before):
                    continue
                others = [each for each in after if group in each.counts]
                if part.dialogs(group) + sum([each.dialogs(group) for each in others]) >= LEAST_DIALOGS:
                    yield group, count + sum([each.counts[group] for each in others])


def _zeros(name: str) -> int:
    """Return how many zeros the digest of an id begins with."""
    digest = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return 64 - int.from_bytes(digest).bit_length()


def _strength(group: str, count: int, total: int) -> float:
    expected = 1.0
    for word in group.split():
        expected *= frequency(word)
    return round(log((count + 1) / (total + 1) / max(expected, RAREST)), 6)


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
