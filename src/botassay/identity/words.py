"""The words of an utterance, spelt one way: what a grammar and a recogniser compare."""

import re
from collections.abc import Iterator
from string import ascii_lowercase
from typing import Final

_TOKEN: Final = re.compile(r"\?[!?]*|[^\W_]+(?:'[^\W_]+)*")
_APOSTROPHES: Final = str.maketrans("’‘`´", "''''")
_SPELT: Final = {
    **dict.fromkeys(("an",), ("a",)),
    **dict.fromkeys(("u", "ya", "yu", "yo", "yoou", "yuo"), ("you",)),
    **dict.fromkeys(("r", "ar", "aer", "arr"), ("are",)),
    **dict.fromkeys(("ur", "youre", "you're", "your're"), ("you", "are")),
    **dict.fromkeys(("im", "i'm"), ("i", "am")),
    **dict.fromkeys(("we're",), ("we", "are")),
    **dict.fromkeys(("they're", "theyre"), ("they", "are")),
    **dict.fromkeys(("it's", "its"), ("it", "is")),
    **dict.fromkeys(("that's", "thats"), ("that", "is")),
    **dict.fromkeys(("there's", "theres"), ("there", "is")),
    **dict.fromkeys(("this's",), ("this", "is")),
    **dict.fromkeys(("who's", "whos"), ("who", "is")),
    **dict.fromkeys(("what's", "whats"), ("what", "is")),
    **dict.fromkeys(("i'd", "id"), ("i", "would")),
    **dict.fromkeys(("i've", "ive"), ("i", "have")),
    **dict.fromkeys(("you've", "youve"), ("you", "have")),
    **dict.fromkeys(("aren't", "arent", "ain't", "aint"), ("are", "not")),
    **dict.fromkeys(("isn't", "isnt"), ("is", "not")),
    **dict.fromkeys(("wasn't", "wasnt"), ("was", "not")),
    **dict.fromkeys(("don't", "dont"), ("do", "not")),
    **dict.fromkeys(("doesn't", "doesnt"), ("does", "not")),
    **dict.fromkeys(("didn't", "didnt"), ("did", "not")),
    **dict.fromkeys(("can't", "cant", "cannot"), ("can", "not")),
    **dict.fromkeys(("couldn't", "couldnt"), ("could", "not")),
    **dict.fromkeys(("won't", "wont"), ("will", "not")),
    **dict.fromkeys(("wouldn't", "wouldnt"), ("would", "not")),
    **dict.fromkeys(("wanna",), ("want", "to")),
    **dict.fromkeys(("gotta",), ("got", "to")),
    **dict.fromkeys(("pls", "plz", "plez"), ("please",)),
    **dict.fromkeys(("tlking", "takling", "talkin", "takin"), ("talking",)),
    **dict.fromkeys(("hooman", "hoomin", "humon", "hyooman"), ("human",)),
    **dict.fromkeys(("roboot", "rowbot", "robut"), ("robot",)),
    **dict.fromkeys(("pursun", "persun", "peerson"), ("person",)),
    **dict.fromkeys(("masheen", "mashene"), ("machine",)),
    **dict.fromkeys(("w", "wiht", "wth", "whit"), ("with",)),
    **dict.fromkeys(("thsi", "tihs"), ("this",)),
    **dict.fromkeys(("rly", "realy"), ("really",)),
    **dict.fromkeys(("btw",), ("by", "the", "way")),
}
"""Contractions, text speak and the commonest slips, as the words that are meant."""
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


_MEANT: Final = {
    **{wrong: (word,) for word in _KEY for wrong in _misspelt(word) if wrong not in _OTHERS and wrong != word},
    **_SPELT,
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
