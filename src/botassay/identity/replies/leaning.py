"""What a reply without any sign leans to, by its words: a table that one can read, learnt from replies of our own.

Signs decide first (`signs.toml`). Where none is found, most replies are evasions, errors and refusals in words that no
sign has, and calling all of them disfluent is wrong more often than right. `leanings.csv` says of 380 words and pairs
of words what they speak for; `models/identity/leanings.py` made it. It makes no confirmation and no denial: either
needs a sign.
"""

import csv
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from botassay.identity.replies.reply import Sentence
from botassay.identity.replies.responses import Sign, Subcategory

FILE: Final = "leanings.csv"
CLASSES: Final = (
    Subcategory.CLEAR,
    Subcategory.POSSIBLY_HUMAN,
    Subcategory.DONT_KNOW,
    Subcategory.DECLINED,
    Subcategory.GENERAL,
    Subcategory.DENIAL,
)
"""The columns of the table, each the commonest kind of its category."""
_OPEN: Final = CLASSES[1:-1]
"""What a reply can lean to."""
BIAS, SHORT, LONG, START, END = "(always)", "(short)", "(long)", "(", ")"
"""Rows that are no words: what holds of every reply, of few words, of many; where a reply begins and ends."""
FEW, MANY = 4, 25
PAIR: Final = 0.7
"""What a pair of words counts, where a word counts 1."""
ENOUGH: Final = 0.5
"""The least probability of a leaning."""


def traits(said: Sequence[Sentence]) -> dict[str, float]:
    """Give the words of a reply, pairs of them, and whether it is short or long, with what each counts."""
    spoken = [word for sentence in said for clause in sentence.clauses() for word in clause.split() if word != "?"]
    found = dict.fromkeys(spoken, 1.0)
    found |= {f"{one} {other}": PAIR for one, other in zip([START, *spoken], [*spoken, END], strict=True)}
    if len(spoken) <= FEW:
        found[SHORT] = 1.0
    if len(spoken) > MANY:
        found[LONG] = 1.0
    return found


def leaning(said: Sequence[Sentence]) -> tuple[Subcategory, Sign] | None:
    """Say what a reply leans to, and the words that say most for it; None where they say too little.

    >>> from botassay.identity.replies.reply import sentences
    >>> found = leaning(sentences("I honestly would not know what to answer there.", quotes=True))
    >>> found[0].value if found else None
    'dont-know'
    """
    found = {trait: count for trait, count in traits(said).items() if trait in table()}
    if not any(trait[0] != START for trait in found):
        return None
    likely = _likely(found)
    best = max(_OPEN, key=likely.__getitem__)
    if likely[best] < ENOUGH:
        return None
    return best, Sign(f"leans-{best}", ", ".join(_strongest(found, best)))


def _likely(found: Mapping[str, float]) -> dict[Subcategory, float]:
    """Give the probability of each class: softmax of the sums of weights."""
    rows = [(table()[BIAS], 1.0), *((table()[trait], count) for trait, count in found.items())]
    sums = [math.fsum(row[at] * count for row, count in rows) for at in range(len(CLASSES))]
    powers = [math.exp(one - max(sums)) for one in sums]
    return {one: power / math.fsum(powers) for one, power in zip(CLASSES, powers, strict=True)}


def _strongest(found: Mapping[str, float], best: Subcategory) -> Iterator[str]:
    """Give up to three words that speak most for a class."""
    at = CLASSES.index(best)
    ordered = sorted(found, key=lambda trait: (-table()[trait][at] * found[trait], trait))
    yield from (trait for trait in ordered[:3] if table()[trait][at] > 0)


@cache
def table() -> Mapping[str, tuple[float, ...]]:
    """Read the table that comes with the package: for each trait its weight for each of `CLASSES`."""
    text = files("botassay.identity.replies").joinpath(FILE).read_text("utf-8")
    return {row[0]: tuple(map(float, row[1:])) for row in list(csv.reader(text.splitlines()))[1:]}
