"""Where a sentence of English ends: not at an abbreviation, not inside 3.5, not in the middle of an ellipsis."""

import re
from collections.abc import Iterator
from typing import Final

LONGEST: Final = 60
"""Words between blanks that a sentence has at most; a longer one is cut, so that time stays linear in the text."""
_END: Final = re.compile(
    r"[.!?…\r\n](?:(?<=[\r\n])[\r\n]*|(?<=[.!?…])(?<![.!?…]{2})[.!?…]*+[\"'”’»)\]]*+(?=\s))"
)  # begins with few characters: fast to seek
_LAST_WORD: Final = re.compile(r"[^\s(\[\"'“‘«]*\Z")
_NEVER_LAST: Final = re.compile(
    "mr|mrs|ms|mx|messrs|dr|prof|st|sr|jr|rev|hon|gen|col|capt|lt|sgt|sen|rep|gov|pres|vs|cf|viz|eg|ie|e.g|i.e|"
    "u.s|u.k|u.n|e.u|u.s.a|ed|eds|dept|univ|ave|blvd|rd|mt|incl|[a-hj-z]".replace(".", r"\.")
)
"""Abbreviations and initials after which a sentence goes on."""
_BEFORE_NUMBERS: Final = re.compile("no|nos|nr|vol|fig|p|pp|approx|tel|ext|ca|min|max|art|sec")
"""Abbreviations after which a sentence goes on with a number."""
_SOMETIMES_LAST: Final = re.compile(
    "a.m|p.m|etc|inc|ltd|co|corp|plc|ph.d|b.c|a.d|ft|hrs?|"
    "jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun".replace(".", r"\.")
)
"""Abbreviations after which a sentence goes on if the next word does not begin with a capital letter."""
_LOOK_BACK: Final = 24
"""Characters in which the last word is looked for: longer ones are no abbreviations."""


def sentences(text: str) -> Iterator[str]:
    """Cut a text into sentences; a line ends one too.

    >>> list(sentences("Dr. Lee pays 3.5 % at 5 p.m. on Friday... or later. Why? It is the law."))
    ['Dr. Lee pays 3.5 % at 5 p.m. on Friday... or later.', 'Why?', 'It is the law.']
    """
    for sentence in whole_sentences(text):
        yield from _bounded(sentence)


def whole_sentences(text: str) -> Iterator[str]:
    """Cut a text into sentences, long ones too; blanks around them stay, and the last one may be empty."""
    start = 0
    for mark in _END.finditer(text):
        if _ends(text, start, mark):
            yield text[start : mark.end()]
            start = mark.end()
    yield text[start:]


def _ends(text: str, start: int, mark: re.Match[str]) -> bool:
    sign = mark[0]
    follower = text[mark.end() + 1 : mark.end() + 2]
    if sign.startswith(("..", "…")):
        return not follower.islower()
    if not sign.startswith("."):
        return True
    found = _LAST_WORD.search(text, max(start, mark.start() - _LOOK_BACK), mark.start())
    word = found[0].lower() if found else ""
    if word.isdecimal():
        return bool(text[start : mark.start() - len(word)].strip())  # "1." counts what follows
    if _BEFORE_NUMBERS.fullmatch(word):
        return not follower.isdecimal()
    if _SOMETIMES_LAST.fullmatch(word):
        return follower.isupper()
    return not _NEVER_LAST.fullmatch(word)


def is_abbreviation(word: str) -> bool:
    """Return whether a word in lower case is an abbreviation, after whose full stop a sentence may go on.

    >>> is_abbreviation("mr"), is_abbreviation("lee")
    (True, False)
    """
    return any(listed.fullmatch(word) for listed in (_NEVER_LAST, _BEFORE_NUMBERS, _SOMETIMES_LAST))


def _bounded(sentence: str) -> Iterator[str]:
    words = sentence.split()
    for start in range(0, len(words), LONGEST):
        yield " ".join(words[start : start + LONGEST])
