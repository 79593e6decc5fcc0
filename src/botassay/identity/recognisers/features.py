"""Features of the recogniser `default`: n-grams of words, kinds of words and letters, and the label by the grammar.

Words that the bundled grammar lists as machines, people, jobs and so on are replaced by their kind, so that "are you a
droid" becomes "are you a MACHINE", which generalises to nouns that are not in the training texts.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from botassay.core.text.word_memory import WordMemory
from botassay.identity.grammar.bundled import automaton, bundled
from botassay.identity.recognisers.grammar_recogniser import LONGEST, label_of, parts
from botassay.identity.words import words
from botassay.plugins.protocols import AskLabel

BUCKETS: Final = 2**17
"""Number of hash buckets."""
KINDS: Final = {
    "machine": "MACHINE",
    "machine-plural": "MACHINES",
    "an-ai": "MACHINE",
    "person": "PERSON",
    "gendered": "GENDERED",
    "human-job": "JOB",
    "role": "ROLE",
    "name": "NAME",
    "people-plural": "PEOPLE",
    "non-human": "CREATURE",
    "a-young-one": "YOUNG",
    "company-name": "COMPANY",
    "nationality": "NATIONALITY",
    "quality": "QUALITY",
    "machine-quality": "QUALITY",
    "bare-adjective": "BARE",
    "really": "REALLY",
    "place": "PLACE",
    "pet": "CREATURE",
}
"""The kind of the words of each rule; of a word in two rules, the first counts."""
MOST: Final = 80
"""Maximum number of words at the end of a text that are read."""
SIZES: Final = {"w": (1, 2, 3), "a": (1, 2, 3, 4), "l": (1, 2, 3, 4, 5)}
"""Words of an n-gram: of words, of words with their kinds, and of those of the last sentence."""
GAPPED: Final = "a"
"""Of what there are pairs with a gap, too."""
GAPS: Final = (2, 3)
"""How far apart the words of those stand."""
LETTERS: Final = (3, 4, 5)
"""Letters of an n-gram of letters."""


@cache
def _kinds() -> dict[tuple[str, ...], str]:
    by_words: dict[tuple[str, ...], str] = {}
    for rule, kind in KINDS.items():
        for alternative in bundled().rules[rule].alternatives:
            if not any(alternative.references()):
                spelt = words(str(alternative))
                bare = spelt[1:] if len(spelt) > 1 and spelt[0] == "a" else spelt
                if bare:
                    by_words.setdefault(bare, kind)
    return by_words


@cache
def _lengths() -> dict[str, tuple[int, ...]]:
    """Return the possible lengths of kinds by their first word, the longest first."""
    lengths: dict[str, set[int]] = {}
    for spelt in _kinds():
        lengths.setdefault(spelt[0], set()).add(len(spelt))
    return {word: tuple(sorted(sizes, reverse=True)) for word, sizes in lengths.items()}


def with_kinds(spelled: Sequence[str]) -> list[str]:
    """Return words with those of a known kind replaced by the kind.

    >>> with_kinds(("are", "you", "a", "real", "person", "or", "a", "chatbot", "?"))
    ['are', 'you', 'a', 'PERSON', 'or', 'a', 'MACHINE', '?']
    """
    table, lengths = _kinds(), _lengths()
    replaced: list[str] = []
    place = 0
    while place < len(spelled):
        for length in lengths.get(spelled[place], ()):
            kind = table.get(tuple(spelled[place : place + length]))
            if kind:
                replaced.append(kind)
                place += length
                break
        else:
            replaced.append(spelled[place])
            place += 1
    return replaced


class ReadText(NamedTuple):
    """What is read of a text."""

    words: Sequence[str]
    """The last ones."""
    kinds: Sequence[str]
    """Those with their kinds."""
    last: Sequence[str]
    """The same of the last sentence, where there are several."""
    by_grammar: Sequence[str]
    """Features of the labels by the grammar."""

    @property
    def letters(self) -> str:
        """What n-grams of letters are taken of."""
        return f" {' '.join(self.words)} "


def read(text: str) -> ReadText:
    """Read a text."""
    end = text[-LONGEST:]
    spelt = words(end)
    last_words = spelt[-MOST:]
    kinds = with_kinds(last_words)
    cut = [words(part) for part in parts(end)]
    last = with_kinds(cut[0][-MOST:]) if cut else kinds
    return ReadText(last_words, kinds, last, tuple(dict.fromkeys(_by_grammar(spelt, cut))))


def features(text: str) -> list[str]:
    """Return the features of a text, each once, in alphabetical order."""
    found = read(text)
    return sorted({*word_ngrams(found), *letter_ngrams(found), *found.by_grammar})


def word_ngrams(text: ReadText) -> Iterator[str]:
    """Yield the features of neighbouring words, some more than once."""
    for kind, sizes in SIZES.items():
        yield from _grams(kind, framed(text, kind), sizes)
    yield from _gapped(framed(text, GAPPED))


def framed(text: ReadText, kind: str) -> list[str]:
    """Return the words of which the n-grams of a kind are taken, between the marks of the beginning and the end."""
    return ["^", *(text.words if kind == "w" else text.kinds if kind == "a" else text.last), "$"]


def _grams(kind: str, spelled: Sequence[str], sizes: Iterable[int]) -> Iterator[str]:
    for size in sizes:
        for place in range(len(spelled) - size + 1):
            yield f"{kind}{size}{' '.join(spelled[place : place + size])}"


def _gapped(spelled: Sequence[str]) -> Iterator[str]:
    for gap in GAPS:
        for first, second in zip(spelled, spelled[gap:], strict=False):
            yield f"s{gap}{first} {second}"


def letter_ngrams(text: ReadText) -> Iterator[str]:
    """Yield the features of neighbouring letters, some more than once."""
    letters = text.letters
    for size in LETTERS:
        for place in range(len(letters) - size + 1):
            yield f"c{letters[place : place + size]}"


def _by_grammar(spelt: Sequence[str], cut: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield features of the labels by the grammar; none for an unknown text, as people also ask in other words."""
    roots = automaton().roots
    whole, inner = roots(spelt), [roots(part) for part in cut]
    for kind, among in (("g", (whole,)), ("p", inner)):
        yield from (f"{kind}{sorted(roots_there)}" for roots_there in among if roots_there)
    label = label_of(whole, inner)
    if label is not AskLabel.NEGATIVE:
        yield f"G{label}"


_ABOUT: Final = frozenset({"you", "this", "it", "i", "that", "is", "are", "someone", "somebody", "human", "bot", "we"})


_ABOUT_ONE: Final = (
    "thing", "either-or", "automated", "automated-bare", "an-automated-thing", "synthetic", "alive-or", "model",
)  # fmt: skip
"""Rules for kinds of speakers."""


@cache
def _nouns() -> frozenset[str]:
    """Return the words of the grammar's machines and people, and of their descriptions."""
    rules = bundled().modified().below(*_ABOUT_ONE)
    spelt = (str(alternative) for rule in rules.rules.values() for alternative in rule.alternatives)
    return frozenset(word for alternative in spelt for word in words(alternative)) - _COMMON


_COMMON: Final = frozenset(
    "a i am are is not or and to of by from the in on that who with me my your you it be do can if at for or what like "
    "just so no some any one these those this them they been us we as here there too all really actually".split()
)


def asks_about_kinds(text: str) -> bool:
    """Return whether a text has words that the question needs; most texts do not, and need no recognition."""
    parts = text[-LONGEST:].split()
    return any(map(_has_noun.__getitem__, parts)) and any(map(_is_about.__getitem__, parts))


_has_noun: Final = WordMemory(lambda part: not _nouns().isdisjoint(words(part)))
_is_about: Final = WordMemory(lambda part: not _ABOUT.isdisjoint(words(part)))
