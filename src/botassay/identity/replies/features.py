"""The features of a reply in the table of weights: words, their kinds, pairs of them, shape and signs."""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Final

from botassay.identity.replies.assertions import asked
from botassay.identity.replies.sentences import LONGEST, sentences

FILE: Final = "kinds.toml"
START, END, OTHER, STOP, ASKS = "(", ")", "_", ".", "?"
"""Beginning and end of a reply, a word without a kind, ends of statements and questions."""
FOLLOWING: Final = 0.7
"""The value of a pair; that of a word is 1."""
_SHAPE: Final = 0.5
_LENGTHS: Final = (0, 1, 2, 4, 8, 15, 25, 40)
_MOST_SENTENCES: Final = 4
_FIRST: Final = 3
"""Number of words at the beginning in which a yes or no answers the question."""
_LINKS: Final = frozenset(
    "i you he she it we they me my your our am is are was were be been have has had do does did can could will would "
    "should may might not a an the this that these those in on at of to from by for with as and or but if so then than "
    "like just only very too also here there what who how why when where which".split()
)
"""Words that are not replaced by their kind in pairs."""
_MARKS: Final = {
    "(action)": re.compile(r"\*[^*\n]{1,300}\*"),
    "(in brackets)": re.compile(r"\A\s*[\[<(*][^\n]{0,300}[\])>*]\s*\Z"),
    "(digit)": re.compile(r"\d"),
    "(quotes)": re.compile(r"[\"“«]"),
    "(smiley)": re.compile(r"[\U0001f000-\U0001faff\u2764-\u27bf]"),
}


@cache
def word_kinds() -> Mapping[str, str]:
    """Return the kind of each word that has one, in capitals."""
    raw = tomllib.loads(files("botassay.identity.replies").joinpath(FILE).read_text("utf-8"))["kinds"]
    return {word: kind.upper() for kind, listed in reversed(raw.items()) for word in listed.split()}


def reply_features(reply: str, question: str | None, signs: Collection[str]) -> dict[str, float]:
    """Return the features of a reply with their values.

    >>> features = reply_features("No pulse here.", "are you human?", ["unclear"])
    >>> [name for name in ("pulse", "BODY", "NO BODY", "asked for human, NO", "sign unclear") if name in features]
    ['pulse', 'BODY', 'NO BODY', 'asked for human, NO', 'sign unclear']
    """
    words, spelt = [], [START]
    for sentence in sentences(reply, quotes=True):
        plain = [word for word in sentence.text.split() if word not in (",", ASKS)]
        words += plain
        spelt += [word if word in _LINKS else word_kinds().get(word, OTHER) for word in plain]
        spelt.append(ASKS if sentence.asks else STOP)
    features = dict.fromkeys(words, 1.0)
    features |= dict.fromkeys((kind for kind in spelt if kind.isupper()), 1.0)
    features |= {f"{first} {second}": FOLLOWING for first, second in pairwise([*spelt, END])}
    features |= dict.fromkeys(_shape(reply[:LONGEST], len(words)), _SHAPE)
    features |= dict.fromkeys(_answers(words, question), 1.0)
    return features | dict.fromkeys((f"sign {name}" for name in signs), 1.0)


def _shape(reply: str, length: int) -> Iterator[str]:
    spoken = sentences(reply, quotes=True)
    yield from (f"(at most {most} words)" for most in _LENGTHS if length <= most)
    count = min(_MOST_SENTENCES, len(spoken))
    yield f"({count} sentence{'' if count == 1 else 's'})"
    if spoken and spoken[-1].asks:
        yield "(ends in a question)"
    if spoken and spoken[0].asks:
        yield "(begins with a question)"
    yield from (name for name, mark in _MARKS.items() if mark.search(reply))


def _answers(words: Sequence[str], question: str | None) -> Iterator[str]:
    """Yield the features of reply and question: what is asked for, repeated words, a yes or no."""
    if not question:
        return
    what = asked(question)
    about = "neither" if what is None else "both" if len(what.sides) > 1 else what.sides[0].value
    yield f"asked for {about}"
    put = {word for sentence in sentences(question, quotes=True) for word in sentence.text.split()}
    if any(word in put and word not in _LINKS for word in words):
        yield "(words of the question)"
    for word in words[:_FIRST]:
        if word_kinds().get(word) in ("YES", "NO"):
            yield f"asked for {about}, {word_kinds()[word]}"
