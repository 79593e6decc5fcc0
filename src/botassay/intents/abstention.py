"""Recognises replies that do not answer: not understanding or handing over, in English, and custom phrases."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from botassay.core.dialog import Utterance
from botassay.core.errors import InputError
from botassay.intents.phrases import folded
from botassay.intents.predictions import silent_names
from botassay.io.sources import lines_of

READ: Final = 400
"""Characters of a reply that are checked: bots say at once that they have no answer."""

SURE: Final = 0.5
"""At this confidence, words about people count as part of the answer, not as a handover."""

_NOT: Final = (
    r"(?:(?:do|did|could|can|was) ?not|(?:don|didn|couldn|can|wasn)'t|(?:(?:am|are|was) )?(?:not able|unable) to|"
    r"(?:was|am) not able to)"
)
_WE: Final = r"\b(?:(?:i|we) |i'm |we're )(?:(?:am|'m) afraid (?:i|we) )?(?:still |really |just )?"
_PEOPLE: Final = (
    r"(?:colleagues?|humans?|persons?|people|staff|team|agents?|operators?|advisors?|recruiters?|someone|somebody|"
    r"members? of (?:staff|our team))"
)
_SEES_TO_IT: Final = r"(?:will|is going to|can) (?:answer|reply|respond|get back|help|take over|look into)"
_LOST: Final = (
    r"(?:understand|get that|catch that|follow|know(?= ?(?:[.!?,;:]|$))|"
    r"know (?:that|this|the answer|what you mean|anything about|enough about|how to (?:answer|help)))"
)
_TELLING: Final = (
    r"(?:information|info|details|data|anything|knowledge)"
    r"(?: (?:about|on|for|regarding) (?:that|this|it)\b|[.!?,;]| yet|$)"
)
_DIFFERENTLY: Final = (
    r"(?:rephrase|say (?:that|it) (?:again|differently)|put it (?:differently|another way)|try (?:asking|wording))"
)
_IT: Final = r"(?:you|it|this|that|your (?:question|request|message))"
_TO: Final = r"(?:on |over |through )?(?:to|with) (?:an? |our |one of our |my )?(?:human |live |real )?"
_SILENT: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_WE}{_NOT} (?:quite |fully |really )?{_LOST}",
        rf"{_WE}{_NOT} (?:answer|help (?:you )?with) (?:that|this|it|your question)\b",
        rf"{_WE}(?:{_NOT} (?:have|find|know) (?:an|any|the)|have no) answer\b",
        rf"{_WE}(?:{_NOT} (?:have|find)|have no|found no)(?: any| the| that| enough| much)? ?{_TELLING}",
        r"\b(?:i|we) have no idea\b",
        r"\bi(?:'m| am) (?:not sure|unsure)(?:(?: that)? (?:i understand|what you mean|i can help)|[.!?,;]|$)",
        rf"\b(?:could|can|would|will) you (?:please )?{_DIFFERENTLY}",
        r"\bplease (?:rephrase|try (?:again in )?other words|ask (?:that|it) differently)",
        r"\b(?:that|this)(?:'s| is) (?:beyond me|(?:beyond|outside)(?: of)? (?:my knowledge|what i (?:know|can)))\b",
    )
)
_HANDS_OVER: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b(?:(?:a|an|one of (?:our|my)|our|my|some) )?{_PEOPLE} {_SEES_TO_IT}",
        rf"(?<!can )\b(?:pass|hand|forward|transfer|connect|refer|put)(?:ing)? {_IT} {_TO}{_PEOPLE}\b",
    )
)
_HOW_IT_GOES: Final = re.compile(r"\b(?:after|once|when|if) you\b|\bfrom (?:\d|nine|eight|seven|ten|mon|morning)")
"""Conditions and times: a sentence about people that has one explains a procedure and hands nothing over."""
_OPENING: Final = re.compile(
    r"(?:(?:thank you|thanks|sorry|hello|hi|hey|ok|okay|sure|hm+|oh|one moment|good (?:morning|day|evening|question)|"
    r"i(?:'m| am) sorry|i see)(?: (?:very much|for [^.!?;]{1,40})|,? [\w']{1,20})?[.!?;]+ )*"
)
_SENTENCE: Final = re.compile(r"[^.!?;]*")


def no_answer(text: str, own: Sequence[str] = (), *, sure: bool = False) -> bool:
    """Return whether a reply does not answer: the bot does not understand, has no answer, or hands over to people.

    A handover is only recognised in the first sentence after a greeting or thanks.

    Args:
        text: the reply.
        own: additional phrases, in lower case, that mean no answer anywhere in a reply.
        sure: the reply has a confident intent (`named_surely`), so that words about people are part of the answer.

    >>> no_answer("Sorry, I didn't quite get that."), no_answer("A colleague will answer you.")
    (True, True)
    >>> no_answer("You can pay by card."), no_answer("Ask the pilot.", own=("ask the pilot",))
    (False, True)
    >>> no_answer("You can pay by card. Our team can help you further.")
    False
    """
    plain = folded(text[:READ]).replace("’", "'")
    if any(phrase in folded(text) for phrase in own) or any(pattern.search(plain) for pattern in _SILENT):
        return True
    return not sure and _hands_over(plain)


def _hands_over(plain: str) -> bool:
    opening = _OPENING.match(plain)
    first = _SENTENCE.match(plain, opening.end() if opening else 0)
    sentence = first.group() if first else ""
    return not _HOW_IT_GOES.search(sentence) and any(pattern.search(sentence) for pattern in _HANDS_OVER)


def named_surely(replies: Iterable[Utterance], silent: frozenset[str] = silent_names()) -> bool:
    """Return whether one of the utterances has an intent, none of the `silent` ones, with a confidence ≥ 0.5."""
    return any(
        utterance.intent is not None
        and folded(utterance.intent) not in silent
        and utterance.confidence is not None
        and utterance.confidence >= SURE
        for utterance in replies
    )


def own_phrases(file: Path) -> tuple[str, ...]:
    """Return the phrases that mean no answer, one per line. Raises InputError if there are none, or not in UTF-8."""
    lines = lines_of(file)
    phrases = tuple(dict.fromkeys(filter(None, map(folded, lines.texts()))))
    if not phrases:
        hint = "list the replies of your bot that mean no answer, one per line"
        raise InputError("E100 the file has no phrases", str(file), hint)
    return phrases
