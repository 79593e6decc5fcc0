"""Lists of words and phrases by class, and how they are found in a sentence."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import pairwise
from typing import Final, NamedTuple, Self

from botassay.core.text.english import words
from botassay.core.text.word_memory import WordMemory

_NO_WORD: Final = ("://", "www.", "_", "@")
"""What tells an address, a handle or a name in code from words."""


class Hit(NamedTuple):
    """An entry of the word lists that stands in a sentence, with the classes that it belongs to."""

    text: str
    classes: tuple[str, ...]


def tokens(sentence: str) -> list[str]:
    """Cut a sentence into words, in lower case; a hyphen is a blank, and a possessive loses its ending.

    >>> tokens("The far-left's scheme isn't ours")
    ['the', 'far', 'left', 'scheme', "isn't", 'ours']

    Addresses and names in code are no words.

    >>> tokens("Call clowns_cafe or see https://example.org/a-clown now")
    ['call', 'or', 'see', 'now']
    """
    if not is_readable(sentence):
        sentence = " ".join(filter(is_readable, sentence.split()))
    return [word.removesuffix("'s") for word in words(sentence)]


def is_readable(part: str) -> bool:
    """Return whether a part of a sentence holds no address, handle or name in code."""
    return not any(mark in part for mark in _NO_WORD)


@dataclass(frozen=True, slots=True)
class WordLists:
    """The classes of words, ready to be looked up."""

    entries: Mapping[str, tuple[str, ...]]
    """Classes by word or by words joined by single blanks."""
    phrases: Mapping[str, tuple[int, ...]]
    """For the first word of a phrase, how many words phrases have that begin with it, the longest first."""
    stems: Mapping[str, tuple[tuple[str, str], ...]]
    """By their first three letters: (stem, class) of the wildcards."""

    words: frozenset[str]
    """All words of entries, those within phrases too."""

    beginnings: frozenset[tuple[str, str]]
    """The first two words of each phrase."""
    _alone: WordMemory[tuple[str, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Remember the classes of words that have been looked up."""
        object.__setattr__(self, "_alone", WordMemory(self._classes))

    @classmethod
    def shipped(cls, names: Iterable[str]) -> Self:
        """Read the lists ``words/NAME.txt``, an entry a line; lines with # tell where a list comes from."""
        folder = files("botassay.trust.bias").joinpath("words")
        read = {name: folder.joinpath(f"{name}.txt").read_text("utf-8").splitlines() for name in names}
        return cls.of({name: [line for line in lines if not line.startswith("#")] for name, lines in read.items()})

    @classmethod
    def of(cls, lists: Mapping[str, Iterable[str]]) -> Self:
        """Put lists together, by class; an entry is a word, a phrase, or the beginning of a word and a star."""
        entries, stems = _classes_by_entry(lists)
        phrases = [entry.split() for entry in entries if " " in entry]
        return cls(
            entries,
            _lengths_by_first_word(phrases),
            stems,
            frozenset(word for entry in entries for word in entry.split()),
            frozenset((phrase[0], phrase[1]) for phrase in phrases),
        )

    def hits(self, sentence: Sequence[str]) -> Iterator[Hit]:
        """Find what stands in a sentence, given as words: the longest phrase first, each word once for a class.

        >>> lists = WordLists.of({"partisan": ["far left"], "strong": ["disgrac*"], "value": ["disgraceful"]})
        >>> list(lists.hits(tokens("the far-left's disgraceful scheme")))
        [Hit(text='far left', classes=('partisan',)), Hit(text='disgraceful', classes=('value', 'strong'))]
        """
        if not self.beginnings.isdisjoint(pairwise(sentence)):
            yield from self._longest_first(sentence)
            return
        for word, classes in zip(sentence, map(self._alone.__getitem__, sentence), strict=True):
            if classes:
                yield Hit(word, classes)

    def _longest_first(self, sentence: Sequence[str]) -> Iterator[Hit]:
        place = 0
        while place < len(sentence):
            word = sentence[place]
            length = self._phrase(sentence, place) if word in self.phrases else 1
            text = word if length == 1 else " ".join(sentence[place : place + length])
            if classes := self._alone[word] if length == 1 else self.entries[text]:
                yield Hit(text, classes)
            place += length

    def _phrase(self, sentence: Sequence[str], place: int) -> int:
        for length in self.phrases[sentence[place]]:
            if " ".join(sentence[place : place + length]) in self.entries:
                return length
        return 1

    def _classes(self, word: str) -> tuple[str, ...]:
        """Return the classes of a word that is in no phrase."""
        begun = (name for stem, name in self.stems.get(word[:3], ()) if word.startswith(stem))
        return tuple(dict.fromkeys((*self.entries.get(word, ()), *begun)))

    def knows(self, word: str) -> bool:
        """Return whether a word is an entry, or part of one.

        >>> lists = WordLists.of({"partisan": ["far left"], "strong": ["disgrac*"]})
        >>> [lists.knows(word) for word in ("left", "disgraceful", "right")]
        [True, True, False]
        """
        return word in self.words or any(word.startswith(stem) for stem, _ in self.stems.get(word[:3], ()))


def _classes_by_entry(
    lists: Mapping[str, Iterable[str]],
) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[tuple[str, str], ...]]]:
    """Return the classes of words and phrases, and the wildcards with their classes by their first three letters."""
    entries: dict[str, list[str]] = {}
    stems: dict[str, list[tuple[str, str]]] = {}
    for name, listed in lists.items():
        for entry in listed:
            if entry.endswith("*"):
                stems.setdefault(entry[:3], []).append((entry[:-1], name))
            else:
                entries.setdefault(" ".join(tokens(entry)), []).append(name)
    return (
        {entry: tuple(dict.fromkeys(names)) for entry, names in entries.items()},
        {start: tuple(wildcards) for start, wildcards in stems.items()},
    )


def _lengths_by_first_word(phrases: Iterable[Sequence[str]]) -> dict[str, tuple[int, ...]]:
    """Return for the first word of phrases how many words these have, the longest first."""
    lengths: dict[str, set[int]] = {}
    for phrase in phrases:
        lengths.setdefault(phrase[0], set()).add(len(phrase))
    return {first: tuple(sorted(counts, reverse=True)) for first, counts in lengths.items()}
