"""What a bot says when it has no answer: phrases of deferral and of not understanding, in English, and one's own."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from botassay.corpora.files import lines_of, undecodable
from botassay.errors import InputError
from botassay.intents.phrases import folded

READ: Final = 400
"""How many characters of a reply are looked at: who has no answer says so at once."""

_NOT: Final = r"(?:(?:do|did|could|can) ?not|(?:don|didn|couldn|can)'t|(?:am|was) not able to)"
_PEOPLE: Final = (
    r"(?:colleagues?|humans?|persons?|people|staff|team|agents?|operators?|advisors?|recruiters?|someone|somebody|"
    r"members? of (?:staff|our team))"
)
_SEES_TO_IT: Final = r"(?:will|is going to|can) (?:answer|reply|respond|get back|help|take over|look into)"
_LOST: Final = (
    r"(?:understand|get that|catch that|follow|know (?:that|this|the answer|what you mean|how to (?:answer|help)))"
)
_DIFFERENTLY: Final = (
    r"(?:rephrase|say (?:that|it) (?:again|differently)|put it (?:differently|another way)|try (?:asking|wording))"
)
_IT: Final = r"(?:you|it|this|that|your (?:question|request|message))"
_TO: Final = r"(?:on |over |through )?to (?:an? |our |one of our |my )?"
_PATTERNS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b(?:i|we) (?:(?:am|'m) afraid (?:i|we) |still |really )?{_NOT} (?:quite |fully |really )?{_LOST}",
        rf"\b(?:i|we) {_NOT} (?:answer|help (?:you )?with) (?:that|this|it|your question)\b",
        rf"\b(?:i|we) (?:{_NOT} (?:have|find|know) (?:an|any|the)|have no) answer\b",
        r"\bi(?:'m| am) (?:not sure|unsure)(?: that)? (?:i understand|what you mean|i can help)",
        rf"\b(?:could|can|would|will) you (?:please )?{_DIFFERENTLY}",
        r"\bplease (?:rephrase|try (?:again in )?other words|ask (?:that|it) differently)",
        r"\b(?:that|this) is beyond me\b",
        rf"\b(?:(?:a|an|one of (?:our|my)|our|my|some) )?{_PEOPLE} {_SEES_TO_IT}",
        rf"\b(?:pass|hand|forward|transfer|connect|refer|put) {_IT} {_TO}{_PEOPLE}\b",
    )
)


def no_answer(text: str, own: Sequence[str] = ()) -> bool:
    """Say whether a reply is none: the bot does not understand, has no answer, or hands over to people.

    Args:
        text: what the bot says; its beginning is looked at.
        own: further phrases, in lower case, that mean the same wherever they stand in a reply.

    >>> no_answer("Sorry, I didn't quite get that."), no_answer("A colleague will answer you.")
    (True, True)
    >>> no_answer("You can pay by card."), no_answer("Ask the pilot.", own=("ask the pilot",))
    (False, True)
    """
    plain = folded(text[:READ]).replace("’", "'")
    return any(phrase in folded(text) for phrase in own) or any(pattern.search(plain) for pattern in _PATTERNS)


def own_phrases(file: Path) -> tuple[str, ...]:
    """Read phrases that mean no answer, one a line.

    Raises: InputError when there are none, or for a line that is not UTF-8.
    """
    lines = lines_of(file)
    found = []
    for line in lines:
        if undecodable(line):
            raise InputError("E111 the line is not UTF-8", lines.place(), "save the file as UTF-8")
        found.append(folded(line))
    phrases = tuple(dict.fromkeys(filter(None, found)))
    if not phrases:
        raise InputError("holds no phrases", str(file), "write what your bot says when it has no answer, one a line")
    return phrases
