"""Well-known assistants that say their name: with the maker, "I'm Claude, made by Anthropic" confirms a machine.

The bare name only implies it. Names and makers are in `assistants.toml`, with the date of the list.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from botassay.identity.replies.sentences import Sentence

_SPEAKER: Final = (
    r"(?:i am|my name is|i am called|this is|it is|you are (?:talking|speaking|chatting) (?:to|with)|call me)"
)
_MADE: Final = (
    r"(?:made|built|created|developed|designed|trained|programmed|produced|provided) (?:and \S+ )?by (?:\S+ )?"
)
_LEAD: Final = r"(?:^|, )(?:(?:hi|hello|hey|yes|no|well|nope|sure) )?"


class NamedAssistant(NamedTuple):
    """The words by which a reply names a known assistant as its speaker, and whether it also names the maker."""

    words: str
    with_maker: bool


def named_assistant(spoken: Sequence[Sentence]) -> NamedAssistant | None:
    """Return the assistant that a reply says it is, if it is a known one.

    Args:
        spoken: the sentences of the reply.
    """
    stated = [sentence.text for sentence in spoken if not sentence.asks]
    for maker, pattern in _patterns().items():
        words = next((match.group().strip(" ,") for match in map(pattern.search, stated) if match), None)
        if words:
            made = re.compile(rf"(?<![^ ]){_MADE}{re.escape(maker)}(?![^ ,?])")
            return NamedAssistant(words, any(map(made.search, stated)))
    return None


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    """Return by maker how its assistants name themselves; no further noun or surname follows."""
    raw = tomllib.loads(files("botassay.identity.replies").joinpath("assistants.toml").read_text("utf-8"))
    return {
        maker: re.compile(
            rf"{_LEAD}{_SPEAKER} (?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})"
            rf"(?= ,|$| and (?:i|was|am) | {_MADE})"
        )
        for maker, names in raw["makers"].items()
    }
