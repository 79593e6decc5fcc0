"""Features of a question and of a reply: sequences and pairs of concepts, which all languages share, and own words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, pairwise
from typing import Final
from zlib import crc32

from botassay.identity.languages.concepts import PAUSE, Spoken

BUCKETS: Final = 2**18
"""Number of hash buckets."""
_NEAR: Final = 8
"""Concepts between which a pair in order is counted."""
_MOST: Final = 20
"""Concepts of a text, or of one sentence, that are combined at most."""
_LENGTHS: Final = 8
_SENTENCES: Final = 4
_BEFORE: Final = 6
"""Words between a negation and what it negates, at most; `_AFTER` if it follows."""
_AFTER: Final = 4
LIFE: Final = "FOLK STAFF BODY BORN FAMILY HOME FOOD AGE SHIFT FEEL OFFEND DAILY YEAR NUMBER"
"""Concepts that only a human claims for itself; `TECHNICAL` only a machine."""
TECHNICAL: Final = "HARD MADE CANNED NAMEDAI FAKE ASSIST BEEP"
_GROUPS: Final[Mapping[str, str]] = {
    **dict.fromkeys(LIFE.split(), "LIFE"),
    **dict.fromkeys(TECHNICAL.split(), "TECHNICAL"),
    **dict.fromkeys(("REAL", "ALIVE"), "REALITY"),
    **{name: name for name in ("MACHINE", "HUMAN")},
}
_FRAME: Final = frozenset(
    "IAM I MY YES NO NEG YOU HALF MAYBE SECRET CREATURE IF SERVE TALK THIS SOMEONE NONSENSE HUH PROUD HELP BE TELL "
    "DOUBT WHAT NAME HAVE SELF".split()
)
"""Concepts around a claim."""
_IN_SHORT: Final[Mapping[str, str]] = {"IAM": "I", "I": "I", "MY": "I", "YOU": "you", "YES": "yes", "NO": "no"}
"""What of the frame of a claim is told of its clause in short."""
_FOR_A_MACHINE: Final = frozenset("MACHINE+ TECHNICAL+ HUMAN- HUMAN~ REALITY- REALITY~ LIFE- LIFE~".split())
_BUT: Final = frozenset(
    "sondern aber mais sino pero ma bensi tylko ale lecz maar plutot seulement solo soltanto alleen".split()
)
"""Words up to which a negation reaches, in any of the languages."""


def buckets(names: Iterable[str]) -> list[int]:
    """Return the hash buckets of features."""
    return [crc32(name.encode("utf-8", "surrogatepass")) % BUCKETS for name in names]


def question_features(said: Sequence[Spoken], code: str) -> set[str]:
    """Return the features of sentences of the user, each once.

    Args:
        said: the sentences.
        code: the language, which the features of its own words name.
    """
    return {*chain.from_iterable(_sentence(each) for each in said), *_whole(said), *_own_words(said, code)}


def reply_features(said: Sequence[Spoken], code: str) -> set[str]:
    """Return the features of sentences of the bot, each once: also who is claimed, and which claims are negated."""
    return question_features(said, code) | set(_claims(said))


def _grams(kind: str, sequence: Sequence[str], sizes: Iterable[int]) -> Iterator[str]:
    for size in sizes:
        for place in range(len(sequence) - size + 1):
            yield f"{kind}{size} {' '.join(sequence[place : place + size])}"


def _mark(each: Spoken) -> str:
    return "?" if each.asks else "."


def _sentence(each: Spoken) -> Iterator[str]:
    """Yield the features of a sentence by its concepts."""
    mark, known = _mark(each), each.known
    yield from _grams("c", ["^", *known, f"${mark}"], (1, 2, 3, 4))
    yield from _grams("u", ["^", *(concept or "_" for concept in each.concepts), f"${mark}"], (2, 3))
    for place, first in enumerate(known[: _MOST + 5]):
        yield f"s{first}{mark}"
        yield from (f"p{first} {second}" for second in known[place + 1 : place + 1 + _NEAR])
    for first, second in combinations(sorted(set(known))[:_MOST], 2):
        yield f"x{first} {second} {mark}"


def _whole(said: Sequence[Spoken]) -> Iterator[str]:
    """Yield the features of all sentences together."""
    present = sorted({concept for each in said for concept in each.known})[:_MOST]
    yield from (f"W{concept}" for concept in present)
    yield from (f"X{first} {second}" for first, second in combinations(present, 2))
    yield "Q" if any(each.asks for each in said) else "q"
    yield f"n{min(len(said), _SENTENCES)}"
    if said:
        last, mark = said[-1], _mark(said[-1])
        yield f"l{min(len(last.words), _LENGTHS)}{mark}"
        yield from (f"e{concept}{mark}" for concept in last.known[-1:])


def _own_words(said: Sequence[Spoken], code: str) -> Iterator[str]:
    """Yield the features of a language's own words and letters."""
    for each in said:
        mark = _mark(each)
        yield from _grams(f"{code}w", ["^", *each.words, f"${mark}"], (1, 2, 3))
        mixed = [concept or word for concept, word in zip(each.concepts, each.words, strict=True)]
        yield from _grams(f"{code}m", ["^", *mixed, f"${mark}"], (2, 3, 4))
    letters = f" {' | '.join(' '.join(each.words) for each in said)} "
    for size in (4, 5):
        yield from (f"{code}g{letters[at : at + size]}" for at in range(len(letters) - size + 1))


def _claims(said: Sequence[Spoken]) -> Iterator[str]:
    """Yield the features of what is claimed, affirmed or denied."""
    clauses = [[*_claimed(words, named), _mark(each)] for each in said for words, named in _clauses(each)]
    for clause in clauses:
        yield from _grams("P", ["^", *clause], (1, 2, 3, 4))
        yield from (f"Px{first} {second}" for first, second in combinations(sorted(set(clause)), 2))
    flat = list(chain.from_iterable(clauses))
    kinds = [claim for claim in flat if claim[-1] in "+-~"]
    sides = ["m" if kind in _FOR_A_MACHINE else "h" for kind in kinds]
    ahead = sides.count("m") - sides.count("h")
    yield f"S{''.join(sorted(set(sides)))}"
    yield f"Sf{''.join(sides[:1])}"
    yield f"Sl{''.join(sides[-1:])}"
    yield f"Sd{max(-3, min(3, ahead))}"
    yield f"Sq{'>'.join(kinds[:3])}"
    yield f"Sk{'>'.join(flat[:3])}"
    yield from (f"K{kind}" for kind in set(kinds))
    yield from _grams("C", ["^", *chain.from_iterable(map(_in_short, said)), "$"], (1, 2, 3))
    yield from (f"PX{first} {second}" for first, second in combinations(sorted(set(flat) - {"."})[:_MOST], 2))


def _in_short(each: Spoken) -> Iterator[str]:
    """Yield what each clause of a sentence comes to: who and what is claimed in it, and a negation of nothing in it."""
    for words, named in _clauses(each):
        claimed = list(_claimed(words, named))
        kinds = sorted({claim for claim in claimed if claim[-1] in "+-~"})
        framed = sorted({short for name, short in _IN_SHORT.items() if name in claimed})
        turned = ["but"] if words and words[0] in _BUT else []
        left = ["not"] if "NEG" in named and not kinds else []
        yield "".join([*turned, *framed, *left, *kinds, _mark(each)])


def _clauses(each: Spoken) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    ends = [-1, *(place for place, concept in enumerate(each.concepts) if concept == PAUSE), len(each.words)]
    for before, end in pairwise(ends):
        yield each.words[before + 1 : end], each.concepts[before + 1 : end]


def _claimed(words: Sequence[str], named: Sequence[str]) -> Iterator[str]:
    """Yield the groups of a clause's concepts, affirmed (+), negated before (-) or behind (~), and what frames them."""
    negations = [place for place, concept in enumerate(named) if concept == "NEG"]
    turns = [place for place, word in enumerate(words) if word in _BUT]
    kinds = [place for place, concept in enumerate(named) if concept in _GROUPS]
    for place, concept in enumerate(named):
        if concept in _FRAME:
            yield concept
        elif concept in _GROUPS:
            yield _GROUPS[concept] + _sign(place, negations, turns, kinds)


def _sign(place: int, negations: Sequence[int], turns: Sequence[int], kinds: Sequence[int]) -> str:
    """Return how a concept is claimed: negated from before (-), from behind (~), or affirmed (+).

    Args:
        place: of the concept in its clause.
        negations: places of words that negate.
        turns: places of words like "but", beyond which nothing is negated.
        kinds: places of all concepts that can be claimed.
    """
    before = [no for no in negations if no < place and not any(no < turn <= place for turn in turns)]
    if before and place - before[-1] <= _BEFORE:
        return "-"
    behind = [no for no in negations if no > place and not any(place < turn <= no for turn in turns)]
    if behind and behind[0] - place <= _AFTER and not any(place < kind < behind[0] for kind in kinds):
        return "~"
    return "+"
