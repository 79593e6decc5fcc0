"""Recognises the question whether the bundled bots are machines, at the beginning of a text."""

import re
from typing import Final

READ: Final = 500
"""Maximum number of characters of a text that are read."""

_ME: Final = r"(?:(?:just|really|actually|only|truly|even|some kind of|like|maybe|perhaps|in fact|possibly|probably) )*"
_BE: Final = (
    r"(?:are you|are ya|are youa|if you|if youre|youre|you a|you are|you're|ur|u r|are u|r u|r you|aren't you|"
    r"you aren't|are you not|are not you|you're not|you are not)"
)
_THIS: Final = r"(?:is (?:this|that|it)|isn't this|this is|that is|it's|is the one|is who(?:ever)? is|is whoever)"
_TALK: Final = (
    r"(?:talking|speaking|chatting|texting|messaging|writing|typing|conversing|communicating|interacting|dealing)"
)
_BODY: Final = (
    r"(?:(?:a|an|the|another|some|any|one|my|of|those|these|kind|sort|type)\b ?)*"
    r"(?:(?:real|actual|true|live|living|breathing|genuine|computer|digital|virtual|automated|human|chat|"
    r"ai|artificial|intelligent|genuinely|fully|simple|mere|normal|machine|software|biological|physical|customer|service|"
    r"flesh and blood|talking|sentient|conversational)[ -]?)*"
    r"(?:robots?|bots?|chatbots?|chatterbots?|machines?|computers?|program|programme|software|ai|a\.i\.|artificial|"
    r"automated|algorithm|humans?|persons?|people|man|woman|guy|girl|boy|lady|assistant|agent|being|intelligence|"
    r"real|alive|automaton|system|android|cyborg|droid|dude|recording|fake|somebody|someone)\b"
)
_ASKED: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b{_BE} {_ME}(?:{_TALK} as )?{_BODY}(?! (?:fan|lover|engineer|owner|user|expert|scientist|person who))",
        rf"\b{_THIS} (?:now |still )?{_ME}(?:{_TALK} )?(?:to |with |by |at )?{_ME}{_BODY}(?: .{{0,40}})?$",
        rf"\b{_TALK} (?:to|with) {_ME}{_BODY}",
        rf"\b(?:am i|i'm|i am) .{{0,20}}{_TALK} .{{0,20}}{_BODY}",
        rf"\bare you .{{0,25}} or {_ME}{_BODY}",
        rf"{_BODY}[.,!? ]+(?:so )?(?:and )?(?:(?:are|r) (?:you|u)(?: one| really one)?|you|(?:how|what) about you)$",
        rf"\b(?:robot|bot|machine|computer|ai|person) or (?:{_ME}){_BODY}",
        r"\b(?:did|do|does|has|was|were) .{0,25}(?:made|built|program|programmed|coded) you\b",
        (
            r"^(?:hey |hi |so |and |ok |okay |but |please |tell me )*(?:what|who) (?:exactly )?(?:are|r) (?:you|u)"
            r"(?: (?:really|exactly|anyway|then))*\W*$"
        ),
    )
)


def asks_what_it_is(text: str) -> bool:
    """Return whether a text asks whether its reader is a machine.

    >>> asks_what_it_is("hey, are you a robot?"), asks_what_it_is("am I talking to a real person?")
    (True, True)
    >>> asks_what_it_is("are you open on Monday?")
    False
    """
    lowered = " ".join(text[:READ].lower().replace("’", "'").replace(",", " ").split()).rstrip("?!. ")
    return any(pattern.search(lowered) for pattern in _ASKED)
