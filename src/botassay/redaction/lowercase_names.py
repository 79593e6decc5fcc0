"""Names in lower case, as people type them in a chat, found by the words around them and by lists of names.

A word that no list holds counts as a name only where it is announced (`put it under …`) and rare in English.
"""

import re
from collections.abc import Iterator
from typing import Final

from botassay.redaction import name_lists as lists
from botassay.redaction.name_contexts import KIN, LOWERCASE_TITLES, WHOSE
from botassay.redaction.name_words import CAPITAL, LAST, MID, PARTICLES, SMALL, first_name, last_name, no_name
from botassay.redaction.word_frequency import zipf

_WORD: Final = re.compile(r"(?:[od]['’])?[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_PARTICLES: Final = PARTICLES | {"ibn", "abu", "bint"}
_CERTAIN: Final = re.compile(
    r"(?i)(?<![\w'’-])(?:"
    r"(?:my|his|her|their|your|our|the|full|first|last|given|family|maiden|middle|sur) ?(?:(?:full|first|last|sur) ?)?"
    r"names?(?:['’]s| is| was| on it is| here is|:| =)?"
    r"|surname(?: is|:)?|forename(?: is|:)?|nachname(?: ist|:)?|vorname(?: ist|:)?"
    r"|(?:it['’]?s |its |is |be |put it |put that |booked |reserved |listed |registered |filed |look )?under"
    r"(?: the name)?(?: of)?"
    r"|in the name(?: of)?|the name of"
    r"|(?:they|everyone|everybody|people|friends|you can|please|just) (?:all )?call me"
    r"|i go by|goes by|my name['’]?s|belongs? to|passenger \d|guest \d|traveller \d|ich hei(?:ß|ss)e|mein name ist"
    r"|ich bin|je m['’]appelle|me llamo|mi chiamo|ik ben|ik heet|jestem|nazywam si[ęe]|meu nome [ée]|jag heter"
    r"|jeg heter|hier ist|hier spricht|to whom it may concern,|on behalf of|account of"
    r"|(?:policy|card|account) ?holder(?: is|:|,)?"
    r")[ ]{1,2}(?:is )?(?:a certain )?[\"“'‘]?"
)
"""Words after which a name comes for certain, whether or not a list holds it."""
_LIKELY: Final = re.compile(
    r"(?i)(?<![\w'’-])(?:"
    r"im|i['’]m|i am|this is|it['’]?s|its me|it['’]?s me|hey its|me again|from|to|for|by|with|and|or|add|ask(?: for)?|"
    r"tell|ask|call|ring|text|email|message|contact|met|saw|know|knows|thank|thanks|cheers|regards|love|sincerely|hi|"
    rf"hey|hello|dear|order for|gift for|by the name|between|says|said|is|not|but|{WHOSE} (?:{KIN})|(?:the )?(?:{KIN})"
    r")[ ,]{1,2}[\"“'‘]?"
)
"""Words after which a name may come: only what lists hold as a name counts behind them."""
_AFTER: Final = re.compile(
    r"[ ]?(?:"
    r"$|[.,!?;:)\n\"”(]"
    r"|(?:"
    r"here|speaking|again|pls|please|and|from|is|was|has|had|have|said|says|told|who|will|would|can|can['’]?t|could|"
    r"at|on|in|for|by|took|takes|lives|works|left|gave|still|wants|needs|signed|phone|tel|mail|email|picks|pick|born|"
    r"btw|lol|asked|knows|promised|called|thinks|did|does|didn['’]?t|to|pls|thx|or"
    r")\b"
    r")"
)
"""How a sentence goes on after a name of one word that is only likely."""
_AT_START: Final = re.compile(
    r"(?i)^[ ]*(?P<v>[^\W\d_]+(?:[-'’][^\W\d_]+)*)(?="
    r"[ ](?:"
    r"lives|wants|asked|told|said|says|took|gave|promised|called|lost|forgot|paid|signed|booked|can['’]t log|needs|"
    r"works|speaking"
    r")\b"
    r"|[ ]\((?:my|our|the|his|her)\b"
    r"|,[ ]?(?:my|our)\b"
    r")"
)
"""A first word of a message before what people do or are: `kasia wants`, `kasia (my sister`."""
_ALONE: Final = re.compile(r"(?:^|(?<=[,.;\n] ))(?P<v>[a-zà-ž]{3,}(?:-[a-zà-ž]+)? [a-zà-ž]{4,})(?=$|[,.;\n])")
"""Two words that are a whole message, or all that stands between two commas or full stops."""
_OWNING: Final = re.compile(
    r"(?<![\w'’-])(?P<v>[a-zà-ž]{4,})['’]s (?:"
    r"name|account|phone|number|birthday|house|place|email|mail|card|order|booking|appointment|room|login|car|surgery|"
    r"address|wedding"
    r")\b"
)
"""Whose name, phone or booking it is: `kasia's phone`."""
_RELATED: Final = re.compile(
    rf"(?i)(?<![\w'’-]){WHOSE} (?:{KIN}) "
    r"(?P<v>(?!(?:will|may|mark|sue|drew|rob|pat|grant|chase|wade|bill|rich|art)\b)(?-i:[a-z]{3,}))(?="
    r"$|[.,!?;)]"
    r"| (?:"
    r"is|was|has|had|lives|said|says|told|will|can|and|wants|needs|works|took|picks|left|came|gave|who|asked|lost|"
    r"bought|ordered"
    r")\b"
    r")"
)
"""A word behind `my sister` or the like, unless it can be a verb there."""
_SELF: Final = re.compile(
    r"(?i)(?:^|(?<=[.,!?] )|(?<=hi )|(?<=hey )|(?<=hello ))(?:i['’]?m|its|it['’]s|this is) "
    r"(?P<v>(?!(?:rich|sandy|rusty|frank|merry|joy|art|max)\b)(?-i:[a-z]{3,}))"
    r"(?=,| (?:here|again|from|speaking|btw|by the way)\b)"
)
"""How people introduce themselves: `hi, its kasia here`."""
_IN_REGISTERS: Final = re.compile(
    r"(?<![\w.-])(?P<a>[A-ZÀ-Ž][^\W\d_'’-]*(?:[-'’][^\W\d_]+)*), (?P<b>[A-ZÀ-Ž][^\W\d_]*(?:-[^\W\d_]+)*)(?=$|[\n.;)])"
    r"|(?<![\w.-])(?P<c>[A-ZÀ-Ž]{3,}) (?P<d>[A-ZÀ-Ž][a-zà-ž]{2,})(?=$|[\n.,;)])"
)
"""A last name before a first name, as registers write them: `Okafor, Ann` or `OKAFOR Ann`."""
_TITLED: Final = re.compile(
    rf"(?i)(?<![\w'’-]){LOWERCASE_TITLES}\.? "
    rf"(?P<v>(?:(?:{'|'.join(sorted(PARTICLES))}) ){{0,2}}[^\W\d_]{{2,}}(?:[-'’][^\W\d_]+)*)"
)
"""A word behind a title, with particles such as `van der` before it."""
_FAMILY: Final = re.compile(r"(?i)\b(?:the|our friends the|die|les) (?P<v>[^\W\d_]{3,})s(?=[ .,!?]|$)")
"""A family: `the okafors`."""
_SPELLED: Final = re.compile(r"(?<![\w-])(?P<v>[A-Za-z](?:[-. ][A-Za-z]){3,})(?![\w-])")
"""A word spelled letter by letter: `k-o-w-a-l`."""
_SPELLING: Final = re.compile(r"(?i)\b(?:spell(?:ed|t|ing)?|spelled as|buchstabiert|letters)\b[^.\n]{0,12}$")
_RARE: Final = 2.9
"""Zipf frequency in English below which a word behind a certain announcement is a name."""
_UNUSUAL: Final = 3.7
"""Zipf frequency below which a word behind a title, or behind a first name, is a last name."""
_COMMON: Final = 4.4
"""Zipf frequency from which on a word is no name where one is only likely."""
_VERY_COMMON: Final = 5.3
"""Zipf frequency from which on a word is no last name, even behind a word that is nothing but a first name."""
_OFTEN_GIVEN: Final = _COMMON + 0.6
"""Zipf frequency below which a first name that is also a word counts as one."""
_SHORTEST: Final = 3
"""Letters that a last name or a rare word must exceed, and a first name have, at least."""
_MOST: Final = 3
"""Words of a name, at most."""
_OF_A_THING: Final = re.compile(
    r"(?i)\b(?:"
    r"dog|cat|puppy|kitten|pet|hamster|rabbit|bunny|horse|pony|parrot|goldfish|fish|tortoise|turtle|bird|car|van|boat|"
    r"robot|roomba|hoover|plant|starter|doll|teddy|bot|chatbot|phone|network|wifi|team|band|group|company|shop|store|"
    r"product|movie|film|song|book|game|character|street|place|hotel|restaurant|school|hospital"
    r")(?:['’]?s)?(?: name)?(?: is| was)?(?: called| named|:)?[ ]$"
)
"""Words before a name that say that it is the name of a pet or a thing."""
_LEAD: Final = 40
"""Characters before a name that are searched for such words, or for words about spelling."""


def of_a_thing(text: str, start: int) -> bool:
    """Return whether the words before a name say that it is the name of a pet or a thing.

    >>> of_a_thing("my dog's name is rex", 17), of_a_thing("my son's name is rex", 17)
    (True, False)
    """
    return _OF_A_THING.search(text, max(0, start - _LEAD), start) is not None


def lowercase_names(text: str) -> Iterator[tuple[int, int]]:
    """Yield the begin and end of each name in lower case, or in the order of registers; they may overlap.

    >>> text = "put it under kowalczyk pls"
    >>> sorted({text[start:end] for start, end in lowercase_names(text)})
    ['kowalczyk']
    """
    yield from _announced(text)
    tested = (
        (_AT_START, _is_known_name),
        (_ALONE, _is_known_name),
        (_OWNING, _is_known_name),
        (_RELATED, _AMBIGUOUS.__contains__),
        (_SELF, _AMBIGUOUS.__contains__),
        (_TITLED, _is_titled_name),
        (_FAMILY, _is_family),
    )
    for regex, is_name in tested:
        yield from (match.span("v") for match in regex.finditer(text) if is_name(match["v"]))
    yield from _in_registers(text)
    yield from _spelled(text)


def _is_known_name(words: str) -> bool:
    """Return whether one word is a first name, or two are a first and a last name, by lists."""
    first, *others = words.split()
    return _is_first_name(first) and all(last_name(other) == LAST and zipf(other) < _COMMON for other in others)


def _announced(text: str) -> Iterator[tuple[int, int]]:
    """Yield the names of people that words before them announce."""
    for regex, certain in ((_CERTAIN, True), (_LIKELY, False)):
        for match in _announcements(regex, text):
            span = _name_at(text, match.end(), certain=certain)
            if span and not of_a_thing(text, span[0]):
                yield span


def _announcements(regex: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield each match of an announcement, also one that begins within another."""
    at = 0
    while match := regex.search(text, at):
        yield match
        at = match.start() + 1


def _name_at(text: str, start: int, *, certain: bool) -> tuple[int, int] | None:
    """Return the begin and end of the name that begins at a place; None where none does."""
    words = _words_from(text, start)
    if not words or not words[0][0].islower():
        return None
    count = _length([word[0] for word in words], certain=certain)
    if not count:
        return None
    end = words[count - 1].end()
    if not certain and count == 1 and not _AFTER.match(text, end):
        return None
    owner = re.search(r"['’]s$", text[start:end])
    return start, end - (len(owner[0]) if owner else 0)


def _words_from(text: str, start: int) -> list[re.Match[str]]:
    """Return the words from a place on that single blanks join, at most as many as a name with two particles has."""
    words: list[re.Match[str]] = []
    at = start
    while len(words) < _MOST + 2 and (match := _WORD.match(text, at)):
        words.append(match)
        if text[match.end() : match.end() + 1] != " ":
            break
        at = match.end() + 1
    return words


def _length(words: list[str], *, certain: bool) -> int:
    """Return how many of the words are a name; 0 where they begin with none."""
    plain = [re.sub(r"['’]s$", "", word) for word in words]
    count = 1 + (certain and plain[0] in _BEFORE_NICKNAMES and len(plain) > 1 and _is_first_name(plain[1]))
    if len(plain) > 1 and _are_first_and_last(plain[0], plain[1], certain=certain):
        count = 2
    elif not _can_begin(plain[count - 1], certain=certain):
        return 0
    while count < len(plain) and count < _MOST:
        ahead = count
        while ahead < len(plain) - 1 and plain[ahead] in _PARTICLES:
            ahead += 1
        if not _can_follow(plain[ahead], certain=certain):
            break
        count = ahead + 1
    return count


_BEFORE_NICKNAMES: Final = frozenset("big little old young uncle auntie aunt tiny fat crazy".split())
"""What stands before a first name in a nickname: `big tony`."""


def _can_begin(word: str, *, certain: bool) -> bool:
    """Return whether a word can be a name by itself, or the first word of one."""
    if no_name(word):
        return False
    return _is_first_name(word) or (
        certain and (_is_rare(word) or _is_last_name(word) or word in _AMBIGUOUS - _AMBIGUOUS_VERBS)
    )


def _are_first_and_last(first: str, last: str, *, certain: bool) -> bool:
    """Return whether two words are a first and a last name together, even if each alone could be a word."""
    if no_name(last) or (no_name(first) and not certain):
        return False
    if first_name(first) == SMALL and last_name(last) and zipf(last) < _VERY_COMMON:
        return True  # ji-woo park
    return last_name(last) == LAST and _can_precede(first, last, certain=certain)


def _can_precede(first: str, last: str, *, certain: bool) -> bool:
    """Return whether a word can be the first name before a last name that is no word of English."""
    known = bool(first_name(first))
    if certain and known and zipf(last) < _UNUSUAL:
        return True  # can özdemir
    if _is_rare(first) or _has_unusual_parts(first):
        return True
    return known and zipf(last) < _COMMON and zipf(first) < _COMMON


def _has_unusual_parts(word: str) -> bool:
    """Return whether a word has a hyphen, and no part of it is common in English: `min-jun`."""
    parts = word.split("-")
    return len(parts) > 1 and all(zipf(part) < _COMMON for part in parts)


def _is_first_name(word: str) -> bool:
    """Return whether a word in lower case is a first name by lists, and hardly anything else."""
    low = word.lower()
    if low in lists.COMMON_WORDS or low in _AMBIGUOUS or len(low) < _SHORTEST or no_name(low):
        return False
    sort = first_name(low)
    if sort == MID:
        return low in lists.OFTEN_GIVEN or zipf(low) < _OFTEN_GIVEN
    return sort in (SMALL, CAPITAL)


_AMBIGUOUS: Final = frozenset(
    "rich rusty sandy merry joy hope faith grace frank will mark may june july august april summer autumn dawn rose "
    "lily daisy ivy violet olive pearl ruby amber iris heather hazel holly jasmine ginger sage rosemary basil robin "
    "drew pat chase miles grant bill rob sue penny dean earl duke reed glen dale cliff clay brook lane wade chuck "
    "nick jack art gene ray guy max".split()
)
"""First names that are also English words."""
_AMBIGUOUS_VERBS: Final = frozenset("will may mark sue drew rob pat grant chase wade bill rich art reed lane".split())
"""Those of them that, mostly as verbs, do not count even behind a certain announcement."""


def _is_last_name(word: str) -> bool:
    """Return whether a word in lower case is a last name by lists, and hardly anything else."""
    return last_name(word) == LAST and len(word) > _SHORTEST and zipf(word) < _COMMON


def _is_rare(word: str) -> bool:
    """Return whether a word is so rare in English that it is likely a name."""
    return len(word) > _SHORTEST and zipf(word) < _RARE and not no_name(word)


def _can_follow(word: str, *, certain: bool) -> bool:
    """Return whether a word can be the second or third one of a name."""
    if no_name(word) or len(word) < 2:  # noqa: PLR2004 - a letter is no name
        return False
    if last_name(word) == LAST and zipf(word) < _COMMON:
        return True
    return _is_first_name(word) or (certain and _is_rare(word))


def _in_registers(text: str) -> Iterator[tuple[int, int]]:
    """Yield the names whose last name stands before the first."""
    for match in _IN_REGISTERS.finditer(text):
        last, first = match["a"] or match["c"], match["b"] or match["d"]
        if first_name(first) in (SMALL, CAPITAL, MID) and last_name(last) and not no_name(first) and not no_name(last):
            yield match.span()


def _spelled(text: str) -> Iterator[tuple[int, int]]:
    """Yield the words that are spelled letter by letter, where something before them says so."""
    for match in _SPELLED.finditer(text):
        if _SPELLING.search(text, max(0, match.start() - _LEAD), match.start()):
            yield match.span("v")


def _is_titled_name(words: str) -> bool:
    """Return whether what follows a title in lower case is a name."""
    *particles, word = words.split()
    if not word.islower() or word in lists.NEVER_TITLED or no_name(word):
        return False
    if particles or _is_first_name(word) or last_name(word) == LAST:
        return True
    return len(word) > _SHORTEST and zipf(word) < _UNUSUAL


def _is_family(word: str) -> bool:
    """Return whether the word in `the …s` names a family."""
    return (word[0].isupper() and last_name(word) == LAST) or word.lower() in _FAMILIES


_FAMILIES: Final = frozenset(
    "smith jones miller johnson williams brown davis wilson meier müller schmidt garcia".split()
)
"""Last names that count in lower case, too."""
