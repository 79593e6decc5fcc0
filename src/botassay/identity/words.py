"""The words of an utterance, spelt one way: what a grammar and a recogniser compare."""

import re
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
    **dict.fromkeys(("humn", "humna", "huamn", "hooman"), ("human",)),
    **dict.fromkeys(("robt", "robto", "rboot", "robbot"), ("robot",)),
    **dict.fromkeys(("persn", "preson", "persom"), ("person",)),
    **dict.fromkeys(("chatbott", "chatobt"), ("chatbot",)),
    **dict.fromkeys(("machin", "mashine"), ("machine",)),
    **dict.fromkeys(("w", "wiht", "wth", "whit"), ("with",)),
    **dict.fromkeys(("thsi", "tihs"), ("this",)),
    **dict.fromkeys(("rly", "realy"), ("really",)),
    **dict.fromkeys(("btw",), ("by", "the", "way")),
}
"""Contractions, text speak and the commonest slips, as the words that are meant."""


def words(text: str) -> tuple[str, ...]:
    """Give the words of a text and its question marks, in lower case, with other marks left out.

    >>> words("R u a ROBOT?!")
    ('are', 'you', 'a', 'robot', '?')
    """
    found: list[str] = []
    for token in _TOKEN.findall(text.lower().translate(_APOSTROPHES)):
        if token in _SPELT:
            found += _SPELT[token]
        elif "?" in token:
            found.append("?")
        else:
            found.append(token)
    return tuple(found)
