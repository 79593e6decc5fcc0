"""The words of an utterance, spelt one way: what a grammar and a recogniser compare."""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from string import ascii_lowercase
from typing import Final

_TOKEN: Final = re.compile(r"\?[!?]*|[^\W_]+(?:'[^\W_]+)*")
_APOSTROPHES: Final = str.maketrans("’‘`´", "''''")
_KEY: Final = ("human", "robot", "person", "machine", "computer", "chatbot", "automated")
"""Words that a question hangs on: one wrong letter in them is put right."""
_OTHERS: Final = frozenset(
    "root robo parson perron huma hunan hyman haman huan machina marchine commuter compute computed computes automate "
    "automates".split()
)
"""Words of their own that are one letter away from one of those."""


def _misspelt(word: str) -> Iterator[str]:
    """Leave out, double, swap or miss one letter; the first is always right."""
    for at in range(1, len(word)):
        before, after = word[:at], word[at + 1 :]
        yield before + after
        yield before + word[at - 1] + word[at:]
        yield from (before + letter + after for letter in ascii_lowercase)
        yield word[: at - 1] + word[at] + word[at - 1] + after
    yield word + word[-1]


def spellings(part: str) -> dict[str, tuple[str, ...]]:
    """Return contractions, text speak and slips with the words that are meant, out of `spelling.toml`.

    Args:
        part: `questions`, or `replies` for what only replies need.
    """
    raw = tomllib.loads(files(__package__).joinpath("spelling.toml").read_text("utf-8"))[part]
    return {spelled: tuple(meant.split()) for meant, several in raw.items() for spelled in several.split()}


_MEANT: Final = {
    **{wrong: (word,) for word in _KEY for wrong in _misspelt(word) if wrong not in _OTHERS and wrong != word},
    **spellings("questions"),
}


def words(text: str) -> tuple[str, ...]:
    """Give the words of a text and its question marks, in lower case, with other marks left out.

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
