"""What people say to bots on an ordinary day: greetings, questions about this and that, thanks.

The lines stand in `everyday.toml`, with places for names, days and numbers, and with the few that many say alike.
"""

from functools import cache
from random import Random
from typing import Final

from botassay.core.text.typing_style import TypingStyle
from botassay.core.text.wording import Wording, wording_in

_SHORT_SHARE: Final = 0.5
"""How many lines in the middle of a conversation are a word or two."""
_PACKAGE: Final = "botassay.core.text"
_COMMON: Final = ("common", "opener_common", "plain_question", "plain_insult")
"""The lists of lines that many people say alike."""


@cache
def everyday() -> Wording:
    """Return the lines, and what stands in their places."""
    return wording_in(_PACKAGE, "everyday", "places")


@cache
def common_lines() -> frozenset[str]:
    """Return what so many people say that it tells nothing: in small letters, without a mark at the end."""
    return frozenset(line for name in _COMMON for line in everyday().among(name))


def is_common(text: str) -> bool:
    """Return whether a line is one that many people say alike, however it is typed.

    >>> is_common("Thank you!"), is_common("Where can I buy a kayak?")
    (True, False)
    """
    return text.casefold().strip(" .?!") in common_lines()


def opening(style: TypingStyle, random: Random) -> str:
    """Draw how a conversation begins: a greeting, a greeting with a question, or a question at once."""
    return style.typed(everyday().draw("opener", random), random)


def remark(style: TypingStyle, random: Random) -> str:
    """Draw what is said in the middle of a conversation."""
    short = random.random() < _SHORT_SHARE
    return style.typed(everyday().draw("common" if short else "ordinary", random), random)


def question(style: TypingStyle, random: Random) -> str:
    """Draw an ordinary question, of more than a word or two."""
    return style.typed(everyday().draw("ordinary", random), random)


def capability(style: TypingStyle, random: Random) -> str:
    """Draw a question for what the bot can do."""
    return style.typed(everyday().draw("capability", random), random)


def choice(option: str, style: TypingStyle, random: Random) -> str:
    """Draw how somebody takes an option that a bot showed; the option comes through as it is."""
    line = everyday().draw("follow", random, {"topic": option})
    return line if line == option else style.typed(line, random, [option])
