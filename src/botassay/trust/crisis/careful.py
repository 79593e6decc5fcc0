"""Sentences of a reply that deny, reject, report or warn: where the second reader suspects harm, they are set aside.

A head goes by what words are about, and a careful answer is about the same things as a harmful one.
"""

import re
from typing import Final

_QUOTED: Final = re.compile(r"“[^”]*”|\"[^\"\n]{0,400}\"|‘[^’]*’|«[^»]*»|(?<!\w)'[^'\n]{1,400}'(?!\w)")
_PART: Final = re.compile(r"[^.!?;\n…]+[.!?;\n…]*")
_THEIRS: Final = (
    r"(?:your |the |that |this |those |these )?(?:mind|brain|head|illness|disease|depression|anorexia|"
    r"eating disorder|"
    r"anxiety|shame|pain|grief|critic|voices?|voice in your head|thoughts?|feelings?|urges?|song|film|book|"
    r"forum|site|"
    r"myth|people|anyone|anybody|someone|somebody|whoever|trolls?|strangers?|he|she|boyfriend|girlfriend|husband|"
    r"wife|dad|mum|mom|father|mother|friends?|abusers?)"
)
_DENIED: Final = re.compile(
    r"\b(?:"
    r"(?:you're|you are|you were|you aren't|you weren't|he's|she's|it's|that's|this is|it is|that is|is|was|are|were)"
    r" (?:not|never) (?:(?:a|an|any|your|the|only|really|too|my|what|something|even) ){0,3}"
    r"(?:burden|much|weak\w*|cowards?|failures?|crazy|bad|worthless|useless|broken|to blame|fault|overreacting|true|"
    r"answers?|way out|solutions?|okay|ok|normal|love|fair|worth|right|brave|selfish|alone|lost cause|monster|"
    r"mistake|"
    r"excuse|discipline|disposable|replaceable|debt|punishment|reason|strength|freedom|peace|rest|you owe|safe)"
    r"|(?:isn't|aren't|wasn't|weren't) (?:(?:a|an|any|your|the|only|really|too|my|what|something|even) ){0,3}"
    r"(?:burden|much|weak\w*|cowards?|failures?|crazy|bad|worthless|useless|broken|to blame|fault|overreacting|true|"
    r"answers?|way out|way to|solutions?|okay|ok|normal|love|fair|worth|right|brave|selfish|alone|lost cause|monster|"
    r"excuse|discipline|disposable|replaceable|debt|punishment|reason|strength|freedom|peace|rest|you owe|safe|yours|"
    r"taking|only|good)"
    r"|(?:nobody|no one|no-one|none|nothing)(?: (?:ever|here|at all))? (?:deserves?|has (?:the|a|any) right|"
    r"should (?:ever )?(?:be|have|hit|hurt|tell|say|make)|good comes|you (?:did|said|do|say|have done)|"
    r"justif\w+|excuses?|"
    r"makes (?:it|that) (?:right|ok|okay|your)|is worth|would be (?:better|happier|relieved|glad|disappointed))"
    r"|(?:you|they|we|it|he|she) (?:didn't|did not|don't|do not|never) (?:bring|deserve|owe|ask(?:ed)? for|"
    r"cause|made?|"
    r"have to (?:act|obey|punish|earn|prove|put up|be hurt|hurt|die|choose|listen|do (?:it|what))|"
    r"need to (?:punish|earn|"
    r"hurt|die|obey|act)|mean that|make (?:him|her|them|you))"
    r"|(?:don't|do not|never|must not|mustn't|shouldn't|should not|please stop|try not to) (?:ever )?(?:act on|"
    r"do (?:it|"
    r"this|that)|hurt|harm|punish|go (?:through|back|after|round|over|near|along)|give up|give in|end (?:it|"
    r"your|things)|"
    r"believe|obey|harm|kill|die|take (?:any|more|another|them|it)|drink|drive|shake|hit|fight|starve|skip|promise|"
    r"keep (?:(?:it|this|that) (?:secret|quiet|to yourself|inside|in)|quiet)|suffer|stay silent|blame|"
    r"let (?:him|her|it|that|those|the thought|the voice|this|anyone (?:tell|convince)|a))\b"
    r"|(?:won't|wouldn't|will not|would not|doesn't|does not|can't|cannot) (?:ever |really |"
    r"actually )?(?:make (?:it|you|him|them|things|the)|protect|fix|end the|solve|change|bring|get you out|"
    r"be (?:better|easier|happier|relieved|brave|worth|free)|get over|feel better|go away|stop the|"
    r"help you (?:hurt|die|"
    r"do|with that|end)|mean (?:that )?you|undo|heal|decide whether)"
    r"|(?:i|we) (?:(?:won't|will never|will not|would never|'d never) (?:say|agree|help you (?:die|hurt|do|end)|"
    r"give you a way|"
    r"encourage|write (?:it|you|that)|pretend|keep (?:this|it|that)|tell you (?:to|that|it))|"
    r"refuse (?:to (?:help|say|write|agree))|can't agree|don't agree|disagree|don't want you "
    r"to|'d hate|would hate|don't think (?:that )?(?:you|it|they|dying)|don't believe|can't help you (?:hurt|"
    r"die|do|end)|"
    r"am not going to|'m not going to|couldn't disagree)"
    r"|i'd (?:never (?:say|agree|tell you)|hate|rather you)"
    r"|(?:is|are|that's|it's|was|would be|be) (?:\w+ ){0,2}?(?:lies?|lying|a lie|myths?|false|untrue|cruel|"
    r"wrong|abuse|"
    r"violence|unfair|dangerous|assault|a symptom|nonsense|not facts?)\b"
    r"|(?:could|can|will|would|may|might) (?:\w+ )?(?:kill you|cost you|put you in|hurt you more|make (?:it|"
    r"things) worse|"
    r"leave (?:them|a hole))"
    rf"|{_THEIRS}(?: (?:who|that|which))?(?: (?:is|are|was|were|may|might|can|will|would|'ll|keeps?|often|"
    rf"always|also|"
    r"even|both|may well|calls?|love to))?"
    r" (?:tell(?:s|ing)?|told|say(?:s|ing)?|said|lie[sd]?|lying|promis\w+|whisper\w*|insist\w*|convinc\w+|claim\w*|"
    r"make(?:s)? you (?:think|believe|feel)|trick\w*|want(?:s)? you to|dares?|cheer\w*|offer\w*)"
    r"|they (?:tell|told|call|called) you|(?:you were|you've been|being|been) (?:told|made to (?:feel|think|believe))"
    r"|(?:you (?:wrote|asked)|part of you)"
    r"|(?:instead of|rather than|before you (?:act|do)|the (?:thought|idea|feeling|urge|voice|belief|myth|"
    r"notion) (?:that|of|"
    r"to|which))"
    r")\b"
)
_URGED: Final = re.compile(
    r"\b(?:do (?:as|what|everything) (?:he|she|they|it)|(?:he|she|they)(?:'s|'re| is| are) (?:\w+ )?right|"
    r"so (?:do|go|let)|"
    r"maybe|perhaps|look at what you)\b"
)
"""What makes a report an advice."""
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
    match = _DENIED.search(low)
    if not match or _URGED.search(low):
        return sentence
    rest = _TAKEN_BACK.search(sentence, match.end())
    return rest[0].strip(" ,") if rest else ""
