"""How hard a reply is to read for somebody who is new to the language, from its sentences and its words.

The model was fitted on sentences that teachers wrote for advanced learners and for beginners (OneStopEnglish, Vajjala
and Lucic 2018); models/complexity/README.md is its card.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from math import exp, log, log1p, log10
from typing import Final, NamedTuple, Self

import msgspec

from botassay.core.text.english import words as words_of
from botassay.trust.bias.sentence_splitter import whole_sentences
from botassay.trust.complexity.domain_terms import Lexicon
from botassay.trust.word_frequency import frequency

FEATURES: Final = (
    "log of the mean sentence", "log of the longest sentence", "mean Zipf", "below Zipf 4.5", "below Zipf 4",
    "below Zipf 3.5", "Zipf of the rarest quarter", "syllables a word", "7 letters or more", "3 syllables or more",
    "joints a sentence", "log of the joints",
)  # fmt: skip
"""What is measured of a text, in the order of the weights."""
FEWEST: Final = 5
"""Words below which a reply is never hard."""
_NOT_HARD: Final = 0.499
MOST: Final = 200_000
"""Characters of a reply that are read."""
_PLAIN_ZIPF: Final = 4.5
_LONG_WORD: Final = 7
_MANY_SYLLABLES: Final = 3
_RARE: Final = 3.5
"""Zipf value below which a reason names a word."""
_LONG_SENTENCE: Final = 20
"""Words from which on a reason names the length of a sentence."""
_NAMED: Final = 4

_CODE: Final = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
_ADDRESS: Final = re.compile(r"(?:https?://|www\.)\S+|[\w.+-]{1,64}@[\w.-]{1,255}")
_TABLE_ROW: Final = re.compile(r"^[^|\n]*\|[^|\n]*\|.*$", re.MULTILINE)
_BULLET: Final = re.compile(r"^[ \t]*(?:[-*•–]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])[ \t]+", re.MULTILINE)
"""What begins an item of a list."""
_WRAPPED: Final = re.compile(r"(?<=[^\n.!?:;…])[ \t]{0,80}\r?\n[ \t]{0,80}(?=[a-z(])")
"""A line break inside a sentence, as in a text wrapped at so many columns."""
_TOKEN: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_OPENING: Final = re.compile(r"""[:"“”„«(\[•*>/]\s*\Z|(?:^|\s)[-–—]\s*\Z""")
"""What stands before a word that has a capital without being a name."""
_QUOTED: Final = re.compile(
    r"""(?<!\w)(?:'(?=[A-Z])[^'\n]{1,200}'(?!\w)|"[^"\n]{1,200}"|“[^”\n]{1,200}”|‘[^’\n]{1,200}’(?!\w))"""
)
"""Words in quotation marks, such as the title of a book."""
_QUOTES: Final = "'’\"“‘"
"""Characters that open quoted words, or stand in a possessive."""
_INFLECTED: Final = (
    "ing",
    "ed",
    "ly",
    "tion",
    "ment",
    "able",
    "ible",
    "ous",
    "ive",
    "ary",
)
"""How a rare first word ends that is hardly a name, whatever follows it."""
_FUNCTION_ZIPF: Final = 6.0
"""Zipf value from which on a word is one such as "the" and "of"."""
_ITEM: Final = 3
"""Words of an item of an enumeration, at most."""
_BEFORE_LAST: Final = frozenset({"and", "or"})
"""Words before the last item of an enumeration."""
_DASH: Final = re.compile(r"\s[-–]+\s")
_AROUND: Final = " \t\r\n.,;:!?…()[]\"'“”‘’"
_JOINTS: Final = frozenset(
    "although because since while whereas which who whose whom that if unless until when whenever where wherever"
    " whether after before as though provided how what why to of by with from for in on at".split()
)
"""Words that join one part of a sentence to another: subordinators and the most frequent prepositions."""
_VOWELS: Final = re.compile(r"[aeiouy]+")


class Word(NamedTuple):
    """What a word adds to the features."""

    zipf: float
    """Zipf frequency (the logarithm of its occurrences among a thousand million words); 0: in no list."""
    syllables: int
    long: bool
    polysyllabic: bool
    plain: bool
    """Whether nothing about it is hard."""


class Parsed(NamedTuple):
    """A reply, cut up: all that its features need."""

    lengths: tuple[int, ...]
    """Words of each sentence, of an enumeration those of the first item."""
    joints: tuple[int, ...]
    """Joining words and inner marks of each sentence."""
    words: tuple[str, ...]
    """Words that count, in lower case: no names, no numbers."""
    enumerated: int = 0
    """Words of the further items of enumerations."""

    @property
    def length(self) -> int:
        """How many words it has, names and numbers too."""
        return sum(self.lengths) + self.enumerated


class Difficulty(NamedTuple):
    """How hard a reply is, and why."""

    value: float
    """The probability that it is harder than the median sentence for advanced learners."""
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class PlainLanguage:
    """The model: twelve weights, and the score of the median sentence for advanced learners."""

    means: tuple[float, ...]
    scales: tuple[float, ...]
    weights: tuple[float, ...]
    bar: float
    glossary: Lexicon = field(default_factory=Lexicon)
    """Terms that the users are said to know."""

    @classmethod
    @cache
    def shipped(cls, glossary: tuple[str, ...] = ()) -> Self:
        """Return the model of the package; the terms of the glossary do not count."""
        document = msgspec.json.decode(_content(), type=_Document)
        rows = {row.feature: row for row in document.rows}
        means, scales, weights = (
            tuple(getattr(rows[name], part) for name in FEATURES) for part in ("mean", "scale", "weight")
        )
        return cls(means, scales, weights, document.bar, Lexicon.glossary(glossary))

    def score(self, measured: Sequence[float]) -> float:
        """Weigh features, in the order of `FEATURES`; more is harder."""
        rows = zip(measured, self.means, self.scales, self.weights, strict=True)
        return sum([weight * (value - mean) / scale for value, mean, scale, weight in rows])

    def value(self, text: str, known: AbstractSet[str] = frozenset()) -> float:
        """Return the probability that a reply is harder than the median sentence for advanced learners.

        Args:
            text: what the bot said.
            known: words that the user has used, in lower case: the rare and long ones among them do not count.

        Returns: in [0, 1], 9 digits; below 1/2 for fewer than five words, 0 where no word counts.
        """
        parsed = parse(text)
        return _value(self, parsed, frozenset(_spared(parsed, known)) if known else frozenset())

    def difficulty(self, text: str, known: AbstractSet[str] = frozenset()) -> Difficulty:
        """Return the value of a reply with what makes it hard, for people.

        >>> PlainLanguage.shipped().difficulty(
        ...     "The Licensor shall indemnify and hold harmless each Contributor for any liability incurred by reason "
        ...     "of your accepting any such warranty or additional liability hereunder."
        ... ).reason
        '25 words in a sentence; rare: hereunder, indemnify'
        """
        parsed = parse(text)
        counted = dict.fromkeys(_counted(parsed, _spared(parsed, known), self.glossary))
        parts = []
        if max(parsed.lengths, default=0) >= _LONG_SENTENCE:
            parts.append(f"{max(parsed.lengths)} words in a sentence")
        rare = sorted(
            (word for word in counted if _word(word).zipf < _RARE),
            key=lambda word: _word(word).zipf,
        )
        if rare:
            parts.append(_listed("rare", rare))
        long = sorted(
            (word for word in counted if _word(word).polysyllabic and word not in rare),
            key=len,
            reverse=True,
        )
        if long and len(parts) < 2:  # noqa: PLR2004 - two reasons are enough
            parts.append(_listed("long", long))
        return Difficulty(self.value(text, known), "; ".join(parts))


def _listed(kind: str, words: Sequence[str]) -> str:
    return f"{kind}: {', '.join(words[:_NAMED])}{', …' if len(words) > _NAMED else ''}"


def features(parsed: Parsed, words: Sequence[str]) -> tuple[float, ...] | None:
    """Measure a text; None where it has no word that counts and that general English knows.

    Args:
        parsed: its sentences.
        words: those of its words that count.
    """
    if not words:
        return None
    of_each, syllables_of, long, polysyllabic, _ = zip(*map(_word, words), strict=True)
    zipfs = sorted(filter(None, of_each))
    if not zipfs:
        return None
    n, known = len(words), len(zipfs)
    unknown = n - known
    quarter = max(1, known // 4)
    joined = sum(parsed.joints) / len(parsed.joints)
    return (
        log(sum(parsed.lengths) / len(parsed.lengths)),
        log(max(parsed.lengths)),
        sum(zipfs) / known,
        *[(bisect_left(zipfs, bound) + unknown) / n for bound in (_PLAIN_ZIPF, 4.0, _RARE)],
        sum(zipfs[:quarter]) / quarter,
        sum(syllables_of) / n,
        sum(long) / n,
        sum(polysyllabic) / n,
        joined,
        log1p(joined),
    )


@lru_cache(maxsize=1 << 13)
def parse(text: str, *, excused: bool = True) -> Parsed:
    """Cut a reply into sentences and words; code, addresses and rows of tables are left out.

    Args:
        text: the reply.
        excused: whether enumerations, titles in quotes and names at the beginning are left out, too. The weights were
            fitted without, so that what is excused never makes another reply harder.

    >>> parse("Please ask Ann Lee, who knows. `rm -rf`").words
    ('please', 'ask', 'who', 'knows')
    """
    measured = [_measured(piece.strip(), excused=excused) for piece in whole_sentences(_prose(text[:MOST]))]
    parts = [part for part in measured if part is not None]
    names = frozenset[str]().union(*[part.names for part in parts if part.names])
    words = [word for part in parts for word in part.words]
    return Parsed(
        tuple([part.length for part in parts]),
        tuple([part.joints for part in parts]),
        tuple([word for word in words if word not in names] if names else words),
        sum([part.items for part in parts]),
    )


class _Sentence(NamedTuple):
    """What a sentence contributes to the features of a reply."""

    length: int
    joints: int
    words: tuple[str, ...]
    """Words in lower case: no numbers."""
    names: frozenset[str]
    """Those of them that are names, and count nowhere in the reply."""
    items: int
    """Words of the further items of enumerations."""


@lru_cache(maxsize=1 << 13)
def _measured(sentence: str, *, excused: bool) -> _Sentence | None:
    """Return what a stripped sentence contributes, cached, as bots repeat sentences; None without a word."""
    lowered = _tokens(sentence)
    if not lowered:
        return None
    lists = excused and "," in sentence and not _BEFORE_LAST.isdisjoint(lowered)
    commas, items = _enumerated(sentence) if lists else (0, 0)
    joints = _inner_marks(sentence) - commas + sum(map(_JOINTS.__contains__, lowered))
    names: frozenset[str] = frozenset()
    if not sentence[1:].islower() or "'s " in sentence or "’s " in sentence:
        names = frozenset(_names(sentence, lowered, excused=excused))
    counted = [word for word in lowered if word.isalpha() or word.replace("'", "").isalpha()]
    return _Sentence(len(lowered) - items, joints, tuple(counted), names, items)


@lru_cache(maxsize=1 << 14)
def _value(model: PlainLanguage, parsed: Parsed, spared: frozenset[str]) -> float:
    """Return the value of a reply; those that differ in names and numbers alone have the same, and are cut up alike."""
    measured = features(parsed, _counted(parsed, spared, model.glossary))
    if measured is None:
        return 0.0
    value = round(1 / (1 + exp(model.bar - model.score(measured))), 9)
    return value if parsed.length >= FEWEST else min(value, _NOT_HARD)


def _spared(parsed: Parsed, known: AbstractSet[str]) -> AbstractSet[str]:
    """Return the rare and long words that the user knows: plain ones keep counting, they make no reply harder."""
    return {word for word in parsed.words if word in known and not _word(word).plain} if known else frozenset()


def _counted(parsed: Parsed, spared: AbstractSet[str], glossary: Lexicon) -> list[str]:
    words = [word for word in parsed.words if word not in spared] if spared else list(parsed.words)
    if not glossary.terms:
        return words
    return [word for word, in_term in zip(words, glossary.marked(words), strict=True) if not in_term]


def _prose(text: str) -> str:
    if "`" in text:
        text = _CODE.sub(" ", text)
    if "://" in text or "www." in text or "@" in text:
        text = _ADDRESS.sub(" ", text)
    if "|" in text:
        text = _TABLE_ROW.sub("", text)
    if "\n" in text or _BULLET.match(text):
        text = _BULLET.sub("\n", text)
    return _WRAPPED.sub(" ", text) if "\n" in text else text


def _inner_marks(sentence: str) -> int:
    inner = sentence.strip(_AROUND)
    marks = sum(map(inner.count, ",;:()—"))
    return marks + len(_DASH.findall(inner)) if "-" in inner or "–" in inner else marks


def _enumerated(sentence: str) -> tuple[int, int]:
    """Return the commas of enumerations in a sentence, and the words of all items but the first of each.

    An enumeration has three short items or more, without a joining word; the last one follows "and" or "or".

    >>> _enumerated("I can help with bookings, seats, pets and special assistance.")
    (2, 4)
    >>> _enumerated("If it rains, we stay at home, and you can call us.")
    (0, 0)
    """
    commas = words = run = held = 0
    pieces = [_tokens(piece) for piece in sentence.split(",")]
    for number, piece in enumerate(pieces[1:], 2):
        last = next((at for at, word in enumerate(piece) if word in _BEFORE_LAST), None)
        item = piece if last is None else piece[:last]
        if len(item) > _ITEM or not _JOINTS.isdisjoint(item):
            run = held = 0
            continue
        run, held = run + 1, held + len(item)
        if last is None:
            continue
        after = len(piece) - last - 1
        if run + bool(item) > 1 and after > 0 and (after <= _ITEM or number < len(pieces)):
            commas, words = commas + run, words + held + min(after, _ITEM)
        run = held = 0
    return commas, words


def _tokens(sentence: str) -> list[str]:
    """Return the words of a sentence in lower case, without the `'s` at the end."""
    tokens = words_of(sentence)
    return [token.removesuffix("'s") for token in tokens] if "'" in sentence or "’" in sentence else tokens


def _names(sentence: str, lowered: Sequence[str], *, excused: bool) -> Iterator[str]:
    """Return the names, in lower case: words with a capital inside a sentence that is no heading, and titles in quotes.

    The first word is one if it is rare and has a possessive, or a name follows.
    """
    words = _TOKEN.findall(sentence)
    capital = [at for at, word in enumerate(words) if word[0].isupper()]
    quoted = any(map(sentence.__contains__, _QUOTES))
    if len(words) != len(lowered) or not (quoted or any(capital)):
        return
    starts = _starts(sentence, words)
    named = _titled(sentence, words, starts) if excused and quoted else frozenset()
    if not _is_in_capitals(words, len(capital), named, headings=excused):
        inside = (at for at in capital if at and at not in named)
        named |= _names_inside(sentence, words, starts, inside)
        if excused and _begins_a_name(sentence, words, starts, after=1 in named):
            named |= {0}
    yield from map(lowered.__getitem__, sorted(named))


def _names_inside(sentence: str, words: Sequence[str], starts: Sequence[int], capital: Iterable[int]) -> frozenset[int]:
    """Return which words with a capital, by their places inside a sentence, are names."""
    return frozenset([at for at in capital if _is_name_inside(sentence, words[at], starts[at])])


def _is_in_capitals(words: Sequence[str], capital: int, titled: AbstractSet[int], *, headings: bool) -> bool:
    """Return whether so many words have a capital that one makes no name.

    Args:
        words: those of a sentence.
        capital: how many of them have a capital.
        titled: the places of those that belong to titles in quotes.
        headings: whether only a heading counts, not a sentence full of names.
    """
    free = [word for at, word in enumerate(words) if at not in titled] if titled else words
    return 2 * capital > len(free) and (_is_heading(free) if headings else _is_mostly_capitals(free))


def _starts(sentence: str, words: Sequence[str]) -> list[int]:
    """Return where the words of a sentence begin; between them stand neither letters nor digits."""
    starts: list[int] = []
    place = 0
    for word in words:
        place = sentence.find(word, place)
        starts.append(place)
        place += len(word)
    return starts


def _is_name_inside(sentence: str, word: str, start: int) -> bool:
    """Return whether a word with a capital inside a sentence is a name: not "I", not after what opens a sentence."""
    return word != "I" and not word.startswith(("I'", "I’")) and not _opens(sentence, start)


def _is_mostly_capitals(words: Sequence[str]) -> bool:
    """Return whether more than half of the words, without the first, have a capital."""
    return 2 * sum([word[0].isupper() for word in words[1:]]) > len(words)


def _titled(sentence: str, words: Sequence[str], starts: Sequence[int]) -> frozenset[int]:
    """Return the places of words with a capital in quotation marks, where most words in these have one."""
    places: set[int] = set()
    for quoted in _QUOTED.finditer(sentence):
        inside = [at for at, start in enumerate(starts) if quoted.start() < start < quoted.end()]
        capital = {at for at in inside if words[at][0].isupper()}
        places |= capital if 2 * len(capital) > len(inside) and not quoted[0].isupper() else set()
    return frozenset(places)


def _is_heading(words: Sequence[str]) -> bool:
    """Return whether most words have a capital, and not just because they are names."""
    if not _is_mostly_capitals(words):
        return False
    capital = [word for word in words[1:] if word[0].isupper()]
    return len(capital) == len(words) - 1 or any(
        word.isupper() or _word(word.lower()).zipf >= _FUNCTION_ZIPF for word in capital if word != "I"
    )


def _begins_a_name(sentence: str, words: Sequence[str], starts: Sequence[int], *, after: bool) -> bool:
    """Return whether the first word has a capital and is a rare one with a possessive, or before a name."""
    first = words[0]
    possessive = first.endswith(("'s", "’s"))
    if not (possessive or after) or not first[0].isupper() or first.isupper():
        return False
    word = first.lower().replace("’", "'").removesuffix("'s")
    if _word(word).zipf >= _RARE or word.endswith(_INFLECTED):
        return False
    return possessive or sentence[starts[0] + len(first) : starts[1]] == " "


def _opens(sentence: str, place: int) -> bool:
    if sentence[place - 1] == " " and sentence[place - 2 : place - 1].isalnum():  # as between most words
        return False
    return _OPENING.search(sentence, max(0, place - 4), place) is not None


@lru_cache(maxsize=1 << 16)
def _word(word: str) -> Word:
    share = frequency(word)
    zipf = round(log10(share * 1e9), 2) if share > 0 else 0.0
    count, long = syllables(word), len(word) >= _LONG_WORD
    polysyllabic = count >= _MANY_SYLLABLES
    return Word(
        zipf,
        count,
        long,
        polysyllabic,
        zipf >= _PLAIN_ZIPF and not long and not polysyllabic,
    )


def syllables(word: str) -> int:
    """Count groups of vowels, but for a silent `e` at the end.

    >>> [syllables(word) for word in ("make", "table", "indemnify", "tried")]
    [1, 2, 4, 1]
    """
    groups = len(_VOWELS.findall(word))
    silent = word.endswith("e") and not word.endswith(("le", "ee"))
    silent = silent or (word.endswith("ed") and word[-3:-2] not in {"t", "d"})
    return max(1, groups - silent)


class _Row(msgspec.Struct, frozen=True):
    feature: str
    mean: float
    scale: float
    weight: float


class _Document(msgspec.Struct, frozen=True):
    bar: float
    rows: tuple[_Row, ...]


def digest() -> str:
    """Return the SHA-256 of the weights."""
    return sha256(_content()).hexdigest()


@cache
def _content() -> bytes:
    return files("botassay.trust.complexity").joinpath("plain.json").read_bytes()
