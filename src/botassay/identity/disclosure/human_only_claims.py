"""Recognises replies that only a human could truthfully give: "I had eggs", "my wife …".

A sentence counts if the speaker claims to do or have what no machine does or has, without negation, condition or
question; quoted text is ignored. A reply that says that it is a machine claims nothing.
"""

import re
from collections.abc import Sequence
from typing import Final

from botassay.core.text.folding import fold
from botassay.identity.disclosure.self_disclosure import LONGEST
from botassay.identity.prompts import yes_claims
from botassay.identity.replies.categories import Component
from botassay.identity.replies.categoriser import categorise_reply
from botassay.identity.words import SENTENCE

_QUOTED: Final = re.compile(r"[\"“][^\"”]{0,400}[\"”]")
_NOT: Final = re.compile(
    r"\b(?:not|never|no|none|nothing|neither|nor|without|cannot|if|would|could|imagine|pretend|suppose|as though"
    r"|you|your)\b|n't\b"
)
_ADVERBS: Final = r"(?:(?:just|usually|always|often|also|really|mostly|actually|even|still|only|once|recently) )*"
_MEALS: Final = (
    r"(?:breakfast|lunch|dinner|eggs?|toast|cereal|coffee|tea|pancakes|yogh?urt|porridge|oatmeal|bacon|sandwich|pizza"
    r"|fruit|bread)"
)
_KIN: Final = (
    r"(?:wife|husband|mother|mom|mum|father|dad|parents|sisters?|brothers?|kids?|children|sons?|daughters?|girlfriend"
    r"|boyfriend|grandmother|grandma|grandfather|uncle|aunt|family|childhood|hometown|birthday|apartment|hair|eyes"
    r"|body|boss|wedding|bedroom|legs?|arms?)"
)
_KINDS: Final = (
    r"(?:human|person|man|woman|guy|girl|boy|lady|nurse|teacher|doctor|student|mother|father|grandmother|driver|parent)"
)
_DEEDS: Final = (
    r"(?:ate|drank|slept|woke up|overslept|grew up|was born|was raised|got married|studied|graduated|live in|lived in"
    r"|went to (?:school|college|university|bed|work|church|the)|drive|drove|cycle|walk to|walked|commute"
    r"|take the (?:bus|train|subway|tube)|cooked|broke my|worked as|weigh|watched|played|visited|hung out)"
)
_STATES: Final = (
    r"(?:married|single|divorced|hungry|starving|tired|thirsty|\d'\d+|\d+ (?:cm|feet|foot)|from [a-z]\w+"
    r"|\d{1,2}(?: years old|$|[.! ])|(?:twenty|thirty|forty|fifty|sixty)\S*)"
)
_CLAIMS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\bi(?:'m| am) {_ADVERBS}(?:an? )?(?:\w+ ){{0,2}}{_KINDS}\b",
        rf"\bi(?:'m| am) {_ADVERBS}{_STATES}",
        rf"\bi {_ADVERBS}{_DEEDS}\b",
        rf"\bi {_ADVERBS}(?:had|have|eat|drink|skipped|love|like) (?:\w+ ){{0,4}}{_MEALS}\b",
        rf"\bi(?:'ve got| have| had) {_ADVERBS}(?:\w+ ){{0,3}}{_KIN}\b",
        rf"\bmy (?:\w+ )?{_KIN}\b",
    )
)
_YES: Final = re.compile(r"^\W*(?:yes|yeah|yep|yup|sure|of course|definitely|absolutely|i do|i did|i have|i am)\b")
_FILLER: Final = re.compile(
    r"^\W*sure thing\b|\b(?:help|assist|support|solutions?|services?|shall (?:i|we)|let me|let us|let's"
    r"|(?:how|what) (?:can|may|could|would) (?:i|we)|(?:i|we)(?:'ll| will| can| could) (?!not\b)|i'd be (?:happy|glad)"
    r"|(?:happy|glad|here) to|right away|one moment|at once)\b"
)
"""What an assent goes on with that is no answer but an offer: "Sure! We'll find the best solution together."."""
_AGE: Final = re.compile(r"^\W*(?:\d{2}|(?:twenty|thirty|forty|fifty|sixty)\S*)\W*$")


def human_only_claim(question: str, reply: str) -> str | None:
    """Return the words of a reply that claim to be human, or None.

    >>> human_only_claim("What did you have for breakfast?", "I had two eggs and toast.")
    'I had two eggs and toast.'
    >>> human_only_claim("What did you have for breakfast?", "I don't eat, I had no breakfast.") is None
    True
    >>> human_only_claim("Do you have children?", "Yes, two.")
    'Yes, two.'
    >>> human_only_claim("Do you have children?", "Sure! What can I do for you?") is None
    True
    """
    text = _QUOTED.sub(" ", fold(reply[:LONGEST]))
    if Component.CONFIRM in categorise_reply(reply).components:
        return None
    sentences: list[str] = [sentence.strip() for sentence in SENTENCE.findall(text)]
    if sentences and _bare(question, sentences[0]) and not _is_filler(sentences):
        return sentences[0]
    return next((sentence for sentence in sentences if _claims(sentence.lower())), None)


def is_mere_yes(claim: str) -> bool:
    """Return whether a claim is a yes without words of its own about a human life.

    >>> is_mere_yes("Yes, two."), is_mere_yes("Yes, I have two sons."), is_mere_yes("34.")
    (True, False, False)
    """
    return bool(_YES.search(claim.lower())) and not _claims(claim.lower())


def _is_filler(sentences: Sequence[str]) -> bool:
    """Return whether a yes at the beginning of a reply only leads on to an offer of service."""
    return is_mere_yes(sentences[0]) and any(_FILLER.search(sentence.lower()) for sentence in sentences)


def _bare(question: str, first: str) -> bool:
    """Return whether a first sentence is a short answer that only a human could give: a yes, or an age."""
    answer = first.lower()
    if answer.endswith("?") or _NOT.search(answer):
        return False
    return bool(yes_claims(question) and _YES.search(answer)) or bool(
        "how old" in question.lower() and _AGE.search(answer)
    )


def _claims(sentence: str) -> bool:
    if sentence.endswith("?"):
        return False
    clauses = re.split(r"[,;:]| but | and then ", sentence)
    return any(pattern.search(clause) and not _NOT.search(clause) for clause in clauses for pattern in _CLAIMS)
