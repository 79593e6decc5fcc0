"""Placeholders for names and numbers: sentences that differ in these alone have the same slant, and one cache entry.

A bot that fills blanks in sentences says many such. A word is replaced only if the word lists, VADER and the rules for
the ends of sentences do not know it. What those may read besides stays: the number of words, punctuation, and whether a
word is capitalised, in capital letters, or a number.
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
_PLACEHOLDER: Final = "qqq"
_ZERO: Final = "0"


def with_placeholders(text: str) -> str:
    """Return a text with a placeholder for each word that no list knows; its slant is that of the text.

    >>> with_placeholders("Sadly, Robert's lorry to LEEDS leaves at 10:52.")
    "Sadly, Qqq's qqq to QQQ qqq at 0:0."
    """
    return " ".join(map(_replacements.__getitem__, text.split(" ")))


def _replacement(word: str) -> str:
    """Return the placeholder for a word with the marks around it, or the word itself if anything knows it."""
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


_replacements: Final = WordMemory(_replacement)


def _in_the_case_of(letters: str) -> str:
    if letters.isupper():
        return _PLACEHOLDER.upper()
    return _PLACEHOLDER.capitalize() if letters[0].isupper() else _PLACEHOLDER


def _is_known(word: str) -> bool:
    """Return whether the lists or VADER know a word, with the marks around it or without."""
    spelled = (word.lower(), word.strip(punctuation).lower())
    return not known_words().isdisjoint(spelled) or any(map(shipped().lists.knows, tokens(word)))
