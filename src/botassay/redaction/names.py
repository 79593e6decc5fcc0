"""Names of people, by lists and shape: a first name with a last name, or a name after words that announce one."""

import re
from collections.abc import Iterator
from typing import Final

from botassay.redaction import name_lists as lists

_LEAD: Final = 12
"""Letters before a name that may hold a title."""
_WORD: Final = r"[A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐÉĘĚŁŃŇŐŘŚŞŠŤŰŹŻŽ](?:['’][A-Z])?[^\W\d_]+(?:[-'’][^\W\d_]+)*"
_PART: Final = r"(?:(?:van|von|de|der|den|del|della|di|da|dos|la|le|el|al|bin|ibn|zu|ter|ten|Mc|Mac|O['’])[ ]?){0,3}"
_INITIAL: Final = r"(?:[A-Z]\.[ ]?){0,2}"
_FULL: Final = re.compile(
    rf"(?<![\w@#/.-])(?P<first>{_WORD})[ ]{_INITIAL}(?:(?P<mid>{_WORD})[ ])??{_PART}(?P<last>{_WORD})(?![\w@])"
)
_LAST_FIRST: Final = re.compile(rf"(?<![\w@#/.-])(?P<last>{_WORD}),[ ](?P<first>{_WORD})(?![\w@-])")
_TITLE: Final = re.compile(
    r"\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Doctor|Sir|Madam|Herr|Herrn|"
    r"Frau|Monsieur|Madame|Mme|Mlle|Señora?|Sra?|Signora?|"
    r"Sig|Nurse|Judge|Captain|Officer|Rev|Father|Sister|Uncle|Aunt|Auntie|"
    rf"Dhr|Mevr)\.?[ ](?P<v>{_INITIAL}{_PART}{_WORD}"
    rf"(?:[ ]{_INITIAL}{_PART}{_WORD}){{0,2}})"
)
_CUE: Final = re.compile(
    r"(?P<cue>(?i:\bmy (?:full |first |last |real |maiden |legal )?name(?:'s|"
    r" is|:)|\bi am called|\bcall me|\bname(?: on (?:the|my) (?:card|account|"
    r"order|booking))?[ ]?(?:is|:|=)|"
    r"\b(?:his|her|their|patient'?s?|customer|client|caller|contact|account "
    r"holder|cardholder|recipient|employee|manager|"
    r"boss|neighbou?r|husband|wife|son|daughter|brother|sister|friend|colleague|"
    r"partner|doctor|mother|father)(?:'s)?(?: full)?(?: name)?(?: is|:| "
    r"was|,| called| named)?|"
    r"\b(?:signed|sincerely|regards|cheers|best|thanks|love|yours|greetings|"
    r"wishes|grüße|cordialement|saludos|atentamente),?|\bthis is|\bi am|"
    r"\bi'm|\bdear|\bhi|\bhello|\bhey|\battn:?|\bc/o|"
    r"\bich hei(?:ß|ss)e|\bmein name ist|\bich bin|\bje m'appelle|\bje suis|"
    r"\bmon nom est|\bme llamo|\bmi nombre es|\bsoy|\bmi chiamo|\bsono|\bik "
    r"heet|\bmijn naam is|"
    r"\bmeu nome é|\bnamed|\bspeak(?:ing)? (?:to|with)|\bask for|\btalk(?:ed|"
    r"ing)? to|\bspoke (?:to|with)|\bmet with|\bappointment (?:for|with)"
    r"|\bbooked (?:by|for)|\bunder the name(?: of)?|\bin the name of|\bbelongs "
    r"to|\bon behalf of|\bcc:|\bfrom:|\bto:)[ ,:\n]{1,2})"
    rf"(?P<v>{_INITIAL}{_WORD}(?:[ ]{_INITIAL}{_PART}{_WORD}){{0,3}})"
)
_SURE: Final = re.compile(
    r"(?i)my (?:full |first |last |real |maiden |legal )?name|called|call "
    r"me|name|heiß|heisse|mein name|m'appelle|mon nom|"
    r"me llamo|mi nombre|mi chiamo|ik heet|mijn naam|meu nome|account holder|cardholder"
)
"""Announcements after which any capitalised word is a name."""
_SMALL: Final = re.compile(
    r"(?i)\b(?:name:|my name is|my name's|call me|i am called|ich heiße|"
    r"mein name ist|je m'appelle|me llamo|mi chiamo)[ ]"
    r"(?P<v>[^\W\d_]{2,}(?:[ ][^\W\d_]{2,})?)"
)
_JOINED: Final = re.compile(r"(?<![^\W\d_])(?P<first>[^\W\d_]{3,})[_.-](?P<last>[^\W\d_]{2,})(?![^\W\d_])")
_CLOSING: Final = re.compile(
    r"(?i)regards|sincerely|signed|yours|wishes|cheers|best,|thanks|love|"
    r"ask for|speak|spoke|talk|met with|appointment|behalf|attn|c/o|"
    r"from:|to:|cc:|i am|i'm|this is|ich bin|je suis|soy|sono|dear|grüße|"
    r"cordialement|saludos|atentamente|belongs to|booked|"
    r"customer|client|patient|caller|contact|recipient|employee|manager|"
    r"boss|husband|wife|son|daughter|brother|sister|friend|"
    r"colleague|partner|doctor|mother|father|neighbo"
)
"""Announcements after which two capitalised words are a name."""
_VERBS: Final = re.compile(
    r"\b(?:[Aa]sk|[Tt]ell|told|asked|[Ee]mail(?:ed)?|texted|messaged|[Rr]"
    r"emind|[Ii]nvite|[Mm]eet|met|[Cc]all|[Cc]alled|"
    rf"[Ss]old to|[Ss]ent to|[Gg]iven to|[Pp]aid to|with|for)[ ](?P<v>{_WORD})(?:'s)?(?![\w])"
)
"""Words before a listed first name that stands alone."""
_ALL_CAPS: Final = re.compile(r"(?<![\w@#/.-])(?P<first>[A-Z]{3,})[ ](?:[A-Z]\.?[ ])?(?P<last>[A-Z]{3,})(?![\w@-])")


def name_spans(text: str) -> list[tuple[int, int]]:
    """Return where names of people stand, the longest first; they may overlap."""
    return sorted(_all_spans(text), key=lambda span: (span[0] - span[1], span[0]))


def _all_spans(text: str) -> Iterator[tuple[int, int]]:
    yield from map(_without_words, _TITLE.finditer(text))
    for match in _CUE.finditer(text):
        yield from _announced(match)
    for match in _VERBS.finditer(text):
        if match["v"].lower() in lists.FIRST - lists.NOT_FIRST - lists.NO_NAMES:
            yield match.span("v")
    for match in _SMALL.finditer(text):
        yield from _in_small_letters(match)
    at = 0
    while match_of_two := _FULL.search(text, at):  # names that begin within what is no name
        yield from _full(match_of_two)
        at = match_of_two.start() + len(match_of_two["first"])
    for shape in (_JOINED, _LAST_FIRST, _ALL_CAPS):
        for match in shape.finditer(text):
            if match["first"].lower() in lists.FIRST and match["last"].lower() in lists.LAST:
                yield match.span()


def _in_small_letters(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    words = match["v"].split()
    first, last = words[0].lower(), words[-1].lower()
    if first in lists.FIRST and first not in ("will", "mark", "may", "art"):
        both = len(words) > 1 and (last in lists.LAST or last in lists.FIRST)
        yield match.start("v"), match.end("v") if both else match.start("v") + len(words[0])


def _announced(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    words = match["v"].split()
    first = words[0].lower()
    if first in lists.NO_NAMES or " ".join(words[:2]).lower() in lists.NOT_KNOWN:
        return
    listed = first in lists.FIRST and first not in lists.NOT_FIRST
    full = (
        len(words) > 1
        and words[-1].lower() not in lists.NOT_LAST
        and (first in lists.FIRST or words[-1].lower() in lists.LAST)
    )
    plain = {first, words[-1].lower()}.isdisjoint(lists.NOT_LAST | lists.NO_NAMES)
    two = len(words) > 1 and plain and _CLOSING.search(match["cue"])
    if listed or full or two or _SURE.search(match["cue"]):
        yield _without_words(match)


def _full(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    first, last = match["first"].lower(), match["last"].lower()
    before = match.string[max(0, match.start() - _LEAD) : match.start()].split()
    if before and before[-1].lower().rstrip(".") in lists.CROWNED:
        return
    if f"{first} {last}" in lists.NOT_KNOWN or last in lists.NOT_LAST or first in lists.NO_NAMES:
        return
    if (first in lists.FIRST and (last in lists.LAST or first not in lists.NOT_FIRST)) or (
        last in lists.LAST and last not in lists.COMMON and first not in lists.BEFORE and first not in lists.FIRST
    ):
        yield match.span()


def _without_words(match: re.Match[str]) -> tuple[int, int]:
    """Where an announced name stands, without words behind it that belong to the sentence."""
    words = match["v"].split(" ")
    while len(words) > 1 and words[-1].lower() in lists.NOT_LAST:
        words.pop()
    start = match.start("v")
    return start, start + len(" ".join(words))
