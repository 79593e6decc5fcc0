"""Splits replies into sentences and clauses in normalised spelling."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from botassay.identity.words import spellings, words

LONGEST: Final = 20_000
"""Maximum number of characters of a reply that are read."""
BREAK: Final = " , "
"""The separator of the clauses of a sentence."""
_LONGEST_WORD: Final = 40

_MARKUP: Final = re.compile(r"</?[A-Za-z][^<>]{0,80}>:?")
_SMILEY: Final = re.compile(
    r"[\U0001f000-\U0001faff\u2600-\u27bf]\ufe0f?|(?<![A-Za-z0-9])[:;][-']?[)(DPp/](?![A-Za-z0-9])"
)
_ABBREVIATED: Final = re.compile(r"\ba\. ?i\.(?=\W|$)", re.IGNORECASE)
_QUOTED: Final = re.compile(r'"[^"\n]{1,300}"|“[^”\n]{1,300}”|«[^»\n]{1,300}»|(?<!\w)\'[^\'\n]{1,300}\'(?!\w)')
_SENTENCE: Final = re.compile(r"(?<=[.!?…;])[)\"”*_']*\s+|\n+|(?<=[!?…])(?=[^\s!?…)\"”*_'])")
_CLAUSE: Final = re.compile(r"[,:()\[\]*—–]+|(?<=\s)[-/]+(?=\s)|\.{2,}|…")
_CONNECTED: Final = re.compile(
    r"(?<= )(?=(?:(?<!anything )(?<!everything )(?<!nothing )but"
    r"|although|though|because|however|while|yet|and (?:i|also|you|a|not))(?: |$))"
)
_SPELT: Final = spellings("replies")
"""Contractions and misspellings in replies, in addition to those in questions."""


class Sentence(NamedTuple):
    """A sentence of a reply."""

    text: str
    """Its words, with ` , ` between clauses."""
    asks: bool
    """Whether it ends in a question mark."""

    def clauses(self) -> list[str]:
        """Return its clauses."""
        return self.text.split(BREAK)


def sentences(reply: str, *, quotes: bool) -> tuple[Sentence, ...]:
    """Return the sentences of a reply, of at most `LONGEST` characters of it.

    Args:
        reply: the reply; markup in angle brackets is ignored.
        quotes: whether to include quoted text; a reply that is a quotation as a whole is always included.

    >>> sentences("No, I'm not. I am an A.I.!", quotes=True)
    (Sentence(text='no , i am not', asks=False), Sentence(text='i am a ai', asks=False))
    """
    return _known(reply[:LONGEST], quotes=quotes)


@lru_cache(maxsize=16)  # a reply is looked at for claims, signs and components in turn
def _known(reply: str, *, quotes: bool) -> tuple[Sentence, ...]:
    text = _ABBREVIATED.sub("AI", _SMILEY.sub(". ", _MARKUP.sub(" ", reply)))
    if not quotes:
        bare = _QUOTED.sub(" quoted ", text)
        text = bare if words(bare.replace(" quoted ", " ")) else text
    return tuple(_sentences(text))


def _sentences(text: str) -> Iterator[Sentence]:
    for raw in _SENTENCE.split(text):
        clauses = [" ".join(cut) for part in _CLAUSE.split(raw) for cut in _cut(part)]
        if clauses:
            yield Sentence(BREAK.join(clauses), clauses[-1].endswith("?"))


def _cut(part: str) -> Iterator[list[str]]:
    spelled = " ".join(spelling[:_LONGEST_WORD] for word in words(part) for spelling in _SPELT.get(word, (word,)))
    for clause in _CONNECTED.split(spelled):
        if clause.strip():
            yield clause.split()
