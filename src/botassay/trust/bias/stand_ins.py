"""Sentences that differ in names and numbers alone have the same slant: such words get a stand-in.

Then what was worked out for one of them holds for all, as in the replies of a bot that fills blanks in sentences. Only
words are replaced that neither the word lists nor VADER nor the rules for the ends of sentences know. What those may
look at besides stays: how many words there are, marks, and whether a word begins with a capital letter, is in capital
letters, or is a number.
"""

import re
from string import punctuation
from typing import Final

from botassay.core.text.tone import known_words
from botassay.core.text.word_memory import WordMemory
from botassay.trust.bias.bias_lexicon import shipped
from botassay.trust.bias.sentence_splitter import is_abbreviation
from botassay.trust.bias.wordlists import is_readable, tokens

_LONGEST: Final = 20
"""Characters of a word that is replaced, at most: the rules for the ends of sentences look no further back than 24."""
_WORD: Final = re.compile(r"([^A-Za-z0-9]*)([A-Za-z]+)((?:'s)?[^A-Za-z0-9]*)")
_NUMBER: Final = re.compile(r"[^A-Za-z0-9]*[0-9]+(?:[.,:/-]?[0-9]+)*[^A-Za-z0-9]*")
_DIGITS: Final = re.compile(r"[0-9]+")
_STAND_IN: Final = "qqq"
_ZERO: Final = "0"


def with_stand_ins(text: str) -> str:
    """Return a text with a stand-in for each word that no list knows; its slant is that of the text.

    >>> with_stand_ins("Sadly, Robert's lorry to LEEDS leaves at 10:52.")
    "Sadly, Qqq's qqq to QQQ qqq at 0:0."
    """
    return " ".join(map(_stand_ins.__getitem__, text.split(" ")))


def _stand_in(word: str) -> str:
    """Return what stands for what is between two blanks, itself if anything knows it."""
    if not word.isascii() or len(word) > _LONGEST or any(map(str.isspace, word)) or not is_readable(word):
        return word
    if named := _WORD.fullmatch(word):
        before, letters, behind = named.groups()
        other = before + _in_the_case_of(letters) + behind
        return word if is_abbreviation(letters.lower()) or _is_known(word) else other
    if _NUMBER.fullmatch(word):
        other = _DIGITS.sub(_ZERO, word)
        return word if _is_known(word) or _is_known(other) else other
    return word


_stand_ins: Final = WordMemory(_stand_in)


def _in_the_case_of(letters: str) -> str:
    if letters.isupper():
        return _STAND_IN.upper()
    return _STAND_IN.capitalize() if letters[0].isupper() else _STAND_IN


def _is_known(word: str) -> bool:
    """Whether the lists or VADER know a word, with the marks around it or without."""
    spelled = (word.lower(), word.strip(punctuation).lower())
    return not known_words().isdisjoint(spelled) or any(map(shipped().lists.knows, tokens(word)))
