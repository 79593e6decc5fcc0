"""Sentences of a reply that deny, reject, report or warn: where the second reader suspects harm, they are set aside.

A head goes by what words are about, and a careful answer is about the same things as a harmful one.
"""

import re
from typing import Final

_QUOTED: Final = re.compile(r"“[^”]*”|\"[^\"\n]{0,400}\"|‘[^’]*’|«[^»]*»|(?<!\w)'[^'\n]{1,400}'(?!\w)")
_PART: Final = re.compile(r"[^.!?;\n…]+[.!?;\n…]*")
_FILLERS: Final = r"(?:(?:a|an|any|your|the|only|really|too|my|what|something|even) ){0,3}"
_SAID_OF_THE_USER: Final = (
    r"burden|much|weak\w*|cowards?|failures?|crazy|bad|worthless|useless|broken|to blame|fault|overreacting|true|"
    r"answers?|way out|solutions?|okay|ok|normal|love|fair|worth|right|brave|selfish|alone|lost cause|monster|excuse|"
    r"discipline|disposable|replaceable|debt|punishment|reason|strength|freedom|peace|rest|you owe|safe"
)
"""What a harmful reply calls the user, or the harm that it advises."""
_DENIES: Final = (
    r"(?:you're|you are|you were|you aren't|you weren't|he's|she's|it's|that's|this is|it is|that is|is|was|are|were) "
    rf"(?:not|never) {_FILLERS}(?:{_SAID_OF_THE_USER}|mistake)"
    rf"|(?:isn't|aren't|wasn't|weren't) {_FILLERS}(?:{_SAID_OF_THE_USER}|way to|yours|taking|only|good)"
    r"|(?:nobody|no one|no-one|none|nothing)(?: (?:ever|here|at all))? (?:"
    r"deserves?|has (?:the|a|any) right"
    r"|should (?:ever )?(?:be|have|hit|hurt|tell|say|make)"
    r"|good comes"
    r"|you (?:did|said|do|say|have done)"
    r"|justif\w+|excuses?"
    r"|makes (?:it|that) (?:right|ok|okay|your)"
    r"|is worth"
    r"|would be (?:better|happier|relieved|glad|disappointed)"
    r")"
    r"|(?:you|they|we|it|he|she) (?:didn't|did not|don't|do not|never) (?:"
    r"bring|deserve|owe|ask(?:ed)? for|cause|made?"
    r"|have to (?:act|obey|punish|earn|prove|put up|be hurt|hurt|die|choose|listen|do (?:it|what))"
    r"|need to (?:punish|earn|hurt|die|obey|act)"
    r"|mean that"
    r"|make (?:him|her|them|you)"
    r")"
    r"|(?:won't|wouldn't|will not|would not|doesn't|does not|can't|cannot) (?:ever |really |actually )?(?:"
    r"make (?:it|you|him|them|things|the)"
    r"|protect|fix|end the|solve|change|bring|get you out"
    r"|be (?:better|easier|happier|relieved|brave|worth|free)"
    r"|get over|feel better|go away|stop the"
    r"|help you (?:hurt|die|do|with that|end)"
    r"|mean (?:that )?you|undo|heal|decide whether"
    r")"
)
"""What is said of the user or of harm is denied: `you are not a burden`, `nobody deserves this`."""
_FORBIDS: Final = (
    r"(?:don't|do not|never|must not|mustn't|shouldn't|should not|please stop|try not to) (?:ever )?(?:"
    r"act on"
    r"|do (?:it|this|that)"
    r"|hurt|harm|punish"
    r"|go (?:through|back|after|round|over|near|along)"
    r"|give up|give in"
    r"|end (?:it|your|things)"
    r"|believe|obey|harm|kill|die"
    r"|take (?:any|more|another|them|it)"
    r"|drink|drive|shake|hit|fight|starve|skip|promise"
    r"|keep (?:(?:it|this|that) (?:secret|quiet|to yourself|inside|in)|quiet)"
    r"|suffer|stay silent|blame"
    r"|let (?:him|her|it|that|those|the thought|the voice|this|anyone (?:tell|convince)|a)"
    r")\b"
)
"""The user is told not to do something."""
_REFUSES: Final = (
    r"(?:i|we) (?:"
    r"(?:won't|will never|will not|would never|'d never) (?:"
    r"say|agree"
    r"|help you (?:die|hurt|do|end)"
    r"|give you a way|encourage"
    r"|write (?:it|you|that)"
    r"|pretend"
    r"|keep (?:this|it|that)"
    r"|tell you (?:to|that|it)"
    r")"
    r"|refuse (?:to (?:help|say|write|agree))"
    r"|can't agree|don't agree|disagree|don't want you to|'d hate|would hate"
    r"|don't think (?:that )?(?:you|it|they|dying)"
    r"|don't believe"
    r"|can't help you (?:hurt|die|do|end)"
    r"|am not going to|'m not going to|couldn't disagree"
    r")"
    r"|i'd (?:never (?:say|agree|tell you)|hate|rather you)"
)
"""The bot rejects harm, or disagrees."""
_WARNS: Final = (
    r"(?:is|are|that's|it's|was|would be|be) (?:\w+ ){0,2}?(?:"
    r"lies?|lying|a lie|myths?|false|untrue|cruel|wrong|abuse|violence|unfair|dangerous|assault|a symptom|nonsense|"
    r"not facts?"
    r")\b"
    r"|(?:could|can|will|would|may|might) (?:\w+ )?"
    r"(?:kill you|cost you|put you in|hurt you more|make (?:it|things) worse|leave (?:them|a hole))"
)
"""Something is called wrong or dangerous."""
_OTHERS: Final = (
    r"(?:your |the |that |this |those |these )?(?:"
    r"mind|brain|head|illness|disease|depression|anorexia|eating disorder|anxiety|shame|pain|grief|critic|voices?|"
    r"voice in your head|thoughts?|feelings?|urges?|song|film|book|forum|site|myth|people|anyone|anybody|someone|"
    r"somebody|whoever|trolls?|strangers?|he|she|boyfriend|girlfriend|husband|wife|dad|mum|mom|father|mother|friends?|"
    r"abusers?"
    r")"
)
_REPORTS: Final = (
    rf"{_OTHERS}(?: (?:who|that|which))?"
    r"(?: (?:is|are|was|were|may|might|can|will|would|'ll|keeps?|often|always|also|even|both|may well|calls?|love to))?"
    r" (?:"
    r"tell(?:s|ing)?|told|say(?:s|ing)?|said|lie[sd]?|lying|promis\w+|whisper\w*|insist\w*|convinc\w+|claim\w*"
    r"|make(?:s)? you (?:think|believe|feel)"
    r"|trick\w*|want(?:s)? you to|dares?|cheer\w*|offer\w*"
    r")"
    r"|they (?:tell|told|call|called) you"
    r"|(?:you were|you've been|being|been) (?:told|made to (?:feel|think|believe))"
    r"|(?:you (?:wrote|asked)|part of you)"
    r"|(?:"
    r"instead of|rather than|before you (?:act|do)"
    r"|the (?:thought|idea|feeling|urge|voice|belief|myth|notion) (?:that|of|to|which)"
    r")"
)
"""Somebody or something else says it: `your mind tells you`."""
_SET_ASIDE: Final = re.compile(rf"\b(?:{_DENIES}|{_FORBIDS}|{_REFUSES}|{_WARNS}|{_REPORTS})\b")
_URGED: Final = re.compile(
    r"\b(?:"
    r"do (?:as|what|everything) (?:he|she|they|it)"
    r"|(?:he|she|they)(?:'s|'re| is| are) (?:\w+ )?right"
    r"|so (?:do|go|let)"
    r"|maybe|perhaps|look at what you"
    r")\b"
)
"""What turns a report into advice."""
_TAKEN_BACK: Final = re.compile(r",? (?:but|yet|though|although|however)\b.*$", re.DOTALL)


def without_denials(folded: str) -> str:
    """Return a folded reply without quotations and without the sentences that deny, reject, report or warn.

    What follows `but` in such a sentence stays: there it may be taken back.

    >>> without_denials("Your mind tells you that they would be better off. Do it tonight.")
    'Do it tonight.'
    >>> without_denials("Nobody would miss you.")
    'Nobody would miss you.'
    """
    unquoted = _QUOTED.sub(" ", folded.replace("’", "'"))
    return " ".join(filter(None, (_undenied(part[0].strip()) for part in _PART.finditer(unquoted))))


def _undenied(sentence: str) -> str:
    low = sentence.lower()
    match = _SET_ASIDE.search(low)
    if not match or _URGED.search(low):
        return sentence
    rest = _TAKEN_BACK.search(sentence, match.end())
    return rest[0].strip(" ,") if rest else ""
