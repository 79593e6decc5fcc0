"""A reply cut into sentences and clauses, spelt one way: what signs are looked for in."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from botassay.identity.words import spellings, words

LONGEST: Final = 20_000
"""Characters of a reply that are looked at."""
BREAK: Final = " , "
"""What stands between the clauses of a sentence."""
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
"""More contractions and slips than the recognisers know, which have to read the questions alone."""


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
    """Cut a reply, at most `LONGEST` characters of it, into sentences.

    Args:
        reply: as the bot gave it; markup in angle brackets is left out.
        quotes: whether what stands between quotation marks belongs to it; a reply that is quoted as a whole does.

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
