"""Which words belong to a domain: plain English, stop words, and the terms that a corpus or a glossary brings."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import log
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
    pruned: bool = False
    """Whether rare word groups had to be forgotten while counting."""
    begins: frozenset[str] = field(init=False, repr=False)
    """The first words of the terms: most words of a text begin none."""

    def __post_init__(self) -> None:
        """Collect the first words."""
        object.__setattr__(self, "begins", frozenset(term.partition(" ")[0] for term in self.terms))

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
        if self.begins.isdisjoint(tokens):
            return marks
        place = 0
        while place < len(tokens):
            length = self._match(tokens, place) if tokens[place] in self.begins else 0
            if length:
                marks[place : place + length] = [True] * length
            place += length or 1
        return marks

    def _match(self, tokens: Sequence[str], place: int) -> int:
        for length in range(min(self.longest, len(tokens) - place), 0, -1):
            if " ".join(tokens[place : place + length]) in self.terms:
                return length
        return 0


@dataclass(slots=True)
class Study:
    """Counts the word groups of a corpus, a dialog at a time, in bounded memory.

    Source of the comparison with general English: `liao2017-compatible` in docs/method/trust.md.
    """

    most: int = 1_000_000
    """Word groups kept at a time; beyond that those that occurred in the fewest dialogs are forgotten."""
    total: int = 0
    pruned: bool = False
    _counts: dict[str, int] = field(default_factory=dict)
    _dialogs: dict[str, int] = field(default_factory=dict)

    def __add__(self, other: "Study") -> "Study":
        """Put the studies of two sets of dialogs together."""
        both = Study(
            self.most,
            self.total + other.total,
            self.pruned or other.pruned,
            merged(self._counts, other._counts),
            merged(self._dialogs, other._dialogs),
        )
        if len(both._counts) > both.most:
            both._prune()
        return both

    def dialog(self, texts: Iterable[str]) -> None:
        """Count what was said in one dialog."""
        here = Counter[str]()
        for text in texts:
            tokens = words(text)
            self.total += len(tokens)
            here.update(_groups(tokens))
        for group, count in here.items():
            self._counts[group] = self._counts.get(group, 0) + count
            self._dialogs[group] = self._dialogs.get(group, 0) + 1
        if len(self._counts) > self.most:
            self._prune()

    def lexicon(self) -> Lexicon:
        """Close the study: keep what is much likelier here than in general English, in three dialogs at least."""
        often = (group for group, dialogs in self._dialogs.items() if dialogs >= LEAST_DIALOGS)
        strengths = {group: self._strength(group) for group in often}
        terms = [group for group, strength in strengths.items() if strength >= LEAST_STRENGTH]
        terms.sort(key=lambda group: (-strengths[group], group))
        strongest = tuple(Term(group, strengths[group], self._counts[group]) for group in terms[:30])
        return Lexicon(frozenset(terms), LONGEST, strongest, self.pruned)

    def _strength(self, group: str) -> float:
        expected = 1.0
        for word in group.split():
            expected *= frequency(word)
        return round(log((self._counts[group] + 1) / (self.total + 1) / max(expected, RAREST)), 6)

    def _prune(self) -> None:
        self.pruned = True
        bar = 1
        while len(self._counts) > self.most // 2:
            rare = [group for group, dialogs in self._dialogs.items() if dialogs <= bar]
            for group in rare:
                del self._counts[group], self._dialogs[group]
            bar *= 2


def _groups(tokens: Sequence[str]) -> Iterator[str]:
    """Give all groups of up to three neighbouring words without a stop word."""
    stops = stop_words()
    ending: list[str] = []
    for token in tokens:
        ending = [] if token in stops else [token, *(f"{group} {token}" for group in ending[: LONGEST - 1])]
        yield from ending
