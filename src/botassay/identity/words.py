"""The words of an utterance in normalised spelling, for grammar and recognisers."""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from string import ascii_lowercase
from typing import Final

SENTENCE: Final = re.compile(r"[^.!?\n]+[.!?]*")
"""A sentence of a text, with its punctuation."""
_TOKEN: Final = re.compile(r"\?[!?]*|[^\W_]+(?:'[^\W_]+)*")
_APOSTROPHES: Final = str.maketrans("’‘`´", "''''")
_KEY: Final = ("human", "robot", "person", "machine", "computer", "chatbot", "automated")
"""Key words of the question, in which one wrong letter is corrected."""
_OTHERS: Final = frozenset(
    "root robo parson perron huma hunan hyman haman huan machina marchine commuter compute computed computes automate "
    "automates".split()
)
"""Other words that differ from a key word by one letter."""
_FREQUENT: Final = (
    *_KEY,
    *"that this with know just like love tell real would about because whether please talking texting chatting "
    "speaking phone really actually repeating yourself program someone being sound".split(),
)
"""Frequent words of the question, in which two swapped letters, or one too many, are put right."""
_NOT_SLIPS: Final = frozenset(
    "thais thins width wirth witch joust pearson persson pierson regal renal bering boeing "
    "humain maschine programm persoon juist linke louve".split()  # of other languages
)
"""Other words that look like such a slip."""


def misspelt(word: str) -> Iterator[str]:
    """Yield the spellings with one letter left out, doubled, swapped or replaced, except the first."""
    for at in range(1, len(word)):
        before, after = word[:at], word[at + 1 :]
        yield before + after
        yield before + word[at - 1] + word[at:]
        yield from (before + letter + after for letter in ascii_lowercase)
        yield word[: at - 1] + word[at] + word[at - 1] + after
    yield word + word[-1]


def slips(word: str) -> Iterator[str]:
    """Yield the spellings with two letters swapped, or one too many before the end."""
    for at in range(1, len(word)):
        before, after = word[:at], word[at:]
        yield before[:-1] + after[0] + before[-1] + after[1:]
        yield from (before + letter + after for letter in ascii_lowercase)


def spellings(part: str) -> dict[str, tuple[str, ...]]:
    """Return the words meant by contractions, text speak and misspellings, from a part of `spelling.toml`.

    Args:
        part: `questions`, or `replies` for additional ones in replies.
    """
    raw = tomllib.loads(files(__package__).joinpath("spelling.toml").read_text("utf-8"))[part]
    return {spelled: tuple(meant.split()) for meant, several in raw.items() for spelled in several.split()}


_MEANT: Final = {
    **{wrong: (word,) for word in _FREQUENT for wrong in slips(word) if wrong not in _NOT_SLIPS and wrong != word},
    **{wrong: (word,) for word in _KEY for wrong in misspelt(word) if wrong not in _OTHERS and wrong != word},
    **spellings("questions"),
}


def words(text: str) -> tuple[str, ...]:
    """Return the words and question marks of a text, in lower case, without other punctuation.

    >>> words("R u a ROBOT?!"), words("a humam")
    (('are', 'you', 'a', 'robot', '?'), ('a', 'human'))
    """
    spelled: list[str] = []
    for token in _TOKEN.findall(text.lower().translate(_APOSTROPHES)):
        if token in _MEANT:
            spelled += _MEANT[token]
        elif "?" in token:
            spelled.append("?")
        else:
            spelled.append(token)
    return tuple(spelled)
