"""Names that are written small, as people write them in a chat: what announces them, and what is rare in English."""

import re
from collections.abc import Iterator
from typing import Final

from botassay.redaction import name_lists as lists
from botassay.redaction.name_contexts import KIN, WHOSE
from botassay.redaction.name_words import CAPITAL, LAST, MID, SMALL, first_name, last_name, no_name

_WORD: Final = re.compile(r"(?:[od]['’])?[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_PARTICLES: Final = frozenset("van von der den de del della di da dos du la le el al bin ibn abu bint ter ten".split())
_TITLES: Final = r"(?:mr|mrs|ms|miss|dr|herr|hr|frau|prof)"
_NAMED: Final = re.compile(
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
"""What a name follows, known or not."""
_LIKELY: Final = re.compile(
    r"(?i)(?<![\w'’-])(?:"
    r"im|i['’]m|i am|this is|it['’]?s|its me|it['’]?s me|hey its|me again|from|to|for|by|with|and|or|add|ask(?: for)?|"
    r"tell|ask|call|ring|text|email|message|contact|met|saw|know|knows|thank|thanks|cheers|regards|love|sincerely|hi|"
    rf"hey|hello|dear|order for|gift for|by the name|between|says|said|is|not|but|{WHOSE} (?:{KIN})|(?:the )?(?:{KIN})"
    r")[ ,]{1,2}[\"“'‘]?"
)
"""What often stands before a name that lists know."""
_BEHIND: Final = re.compile(
    r"[ ]?(?:$|[.,!?;:)\n\"”(]|(?:here|speaking|again|pls|please|and|from|is|was|has|had|have|said|says|told|who|will"
    r"|would|can|can['’]?t|could|at|on|in|for|by|took|takes|lives|works|left|gave|still|wants|needs|signed|phone|tel"
    r"|mail|email|picks|pick|born|btw|lol|asked|knows|promised|called|thinks|did|does|didn['’]?t|to|pls|thx|or)\b)"
)
"""What stands behind a name in a sentence."""
_STARTS: Final = re.compile(
    r"(?i)^[ ]*(?P<v>[^\W\d_]+(?:[-'’][^\W\d_]+)*)(?=[ ](?:lives|wants|asked|told|said|says|took|gave|promised|called|"
    r"lost|forgot|paid|signed|booked|can['’]t log|needs|works|speaking)\b|[ ]\((?:my|our|the|his|her)\b|,[ ]?(?:my|"
    r"our)\b)"
)
"""A name that begins a message."""
_ALONE: Final = re.compile(r"(?:^|(?<=[,.;\n] ))(?P<v>[a-zà-ž]{3,}(?:-[a-zà-ž]+)? [a-zà-ž]{4,})(?=$|[,.;\n])")
"""Two words that are all of a message, or of a part of it."""
_OWNER: Final = re.compile(
    r"(?<![\w'’-])(?P<v>[a-zà-ž]{4,})['’]s (?:"
    r"name|account|phone|number|birthday|house|place|email|mail|card|order|booking|appointment|room|login|car|surgery|"
    r"address|wedding"
    r")\b"
)
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
_SELF: Final = re.compile(
    r"(?i)(?:^|(?<=[.,!?] )|(?<=hi )|(?<=hey )|(?<=hello ))(?:i['’]?m|its|it['’]s|this is) "
    r"(?P<v>(?!(?:rich|sandy|rusty|frank|merry|joy|art|max)\b)(?-i:[a-z]{3,}))"
    r"(?=,| (?:here|again|from|speaking|btw|by the way)\b)"
)
_ORDERED: Final = re.compile(
    r"(?<![\w.-])(?P<a>[A-ZÀ-Ž][^\W\d_'’-]*(?:[-'’][^\W\d_]+)*), (?P<b>[A-ZÀ-Ž][^\W\d_]*(?:-[^\W\d_]+)*)(?=$|[\n.;)])"
    r"|(?<![\w.-])(?P<c>[A-ZÀ-Ž]{3,}) (?P<d>[A-ZÀ-Ž][a-zà-ž]{2,})(?=$|[\n.,;)])"
)
"""A last name and a first name, as registers write them."""
_TITLED: Final = re.compile(
    rf"(?i)(?<![\w'’-])(?:{_TITLES})\.? (?P<v>(?:(?:van|von|de|der|den|di|da|del|la|le|al|el|bin|ter|ten) ){{0,2}}"
    r"[^\W\d_]{2,}(?:[-'’][^\W\d_]+)*)"
)
_FAMILY: Final = re.compile(r"(?i)\b(?:the|our friends the|die|les) (?P<v>[^\W\d_]{3,})s(?=[ .,!?]|$)")
_SPELLED: Final = re.compile(r"(?<![\w-])(?P<v>[A-Za-z](?:[-. ][A-Za-z]){3,})(?![\w-])")
_SPELLING: Final = re.compile(r"(?i)\b(?:spell(?:ed|t|ing)?|spelled as|buchstabiert|letters)\b[^.\n]{0,12}$")
_RARE: Final = 2.9
"""The Zipf frequency below which a word of English is so rare that behind a sure announcement it is a name."""
_UNUSUAL: Final = 3.7
"""That below which a word behind a title, or behind a first name, is a last name."""
_FREQUENT: Final = 5.3
"""That from which on a word is no last name even behind what is a first name and nothing else."""
_USUAL: Final = 4.4
"""That from which on a word is no name where it is only likely that one follows."""
_SHORTEST: Final = 3
_MOST: Final = 3
"""Words of a name."""
_NOT_PETS: Final = re.compile(
    r"(?i)\b(?:"
    r"dog|cat|puppy|kitten|pet|hamster|rabbit|bunny|horse|pony|parrot|goldfish|fish|tortoise|turtle|bird|car|van|boat|"
    r"robot|roomba|hoover|plant|starter|doll|teddy|bot|chatbot|phone|network|wifi|team|band|group|company|shop|store|"
    r"product|movie|film|song|book|game|character|street|place|hotel|restaurant|school|hospital"
    r")(?:['’]?s)?(?: name)?(?: is| was)?(?: called| named|:)?[ ]$"
)
"""What is named by people, and is none."""
_LEAD: Final = 40
"""Letters before a name that may say that it is of a pet or a thing."""


def of_a_thing(text: str, start: int) -> bool:
    """Whether what stands before a name says that it is of a pet or a thing.

    >>> of_a_thing("my dog's name is rex", 17), of_a_thing("my son's name is rex", 17)
    (True, False)
    """
    return _NOT_PETS.search(text, max(0, start - _LEAD), start) is not None


def small_names(text: str) -> Iterator[tuple[int, int]]:
    """Yield where names stand that are written small or as registers write them; they may overlap.

    >>> text = "put it under kowalczyk pls"
    >>> sorted({text[start:end] for start, end in small_names(text)})
    ['kowalczyk']
    """
    for way, sure in ((_NAMED, True), (_LIKELY, False)):
        for match in _each(way, text):
            span = _announced(text, match.end(), sure=sure)
            if span and not of_a_thing(text, span[0]):
                yield span
    for way in (_STARTS, _ALONE, _OWNER):
        yield from (match.span("v") for match in way.finditer(text) if _is_listed(match["v"]))
    for way in (_RELATED, _SELF):
        yield from (match.span("v") for match in way.finditer(text) if match["v"] in _WORDS)
    yield from _registered(text)
    yield from (match.span("v") for match in _TITLED.finditer(text) if _titled(match["v"]))
    yield from (match.span("v") for match in _FAMILY.finditer(text) if _of_a_family(match["v"]))
    for match in _SPELLED.finditer(text):
        if _SPELLING.search(text, max(0, match.start() - _LEAD), match.start()):
            yield match.span("v")


def _is_listed(words: str) -> bool:
    """Whether a word is a first name, or two are a first and a last name."""
    first, *others = words.split()
    return _listed(first) and all(last_name(other) == LAST and _frequency(other) < _USUAL for other in others)


def _each(way: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield each announcement, also one that begins within another."""
    at = 0
    while match := way.search(text, at):
        yield match
        at = match.start() + 1


def _announced(text: str, start: int, *, sure: bool) -> tuple[int, int] | None:
    """Return where the name stands that begins at a place; None where none does."""
    words: list[re.Match[str]] = []
    at = start
    while len(words) < _MOST + 2 and (match := _WORD.match(text, at)):
        words.append(match)
        if text[match.end() : match.end() + 1] != " ":
            break
        at = match.end() + 1
    if not words or not words[0][0].islower():
        return None
    count = _length([word[0] for word in words], sure=sure)
    if not count:
        return None
    end = words[count - 1].end()
    if not sure and count == 1 and not _BEHIND.match(text, end):
        return None
    owner = re.search(r"['’]s$", text[start:end])
    return start, end - (len(owner[0]) if owner else 0)


def _length(words: list[str], *, sure: bool) -> int:
    """Return how many of the words are a name; 0 where they begin none."""
    plain = [re.sub(r"['’]s$", "", word) for word in words]
    count = 1 + (sure and plain[0] in _SIZES and len(plain) > 1 and _listed(plain[1]))
    if _by_both(plain, sure=sure):
        count = 2
    elif not _begins(plain[count - 1], sure=sure):
        return 0
    while count < len(plain) and count < _MOST:
        ahead = count
        while ahead < len(plain) - 1 and plain[ahead] in _PARTICLES:
            ahead += 1
        if not _can_follow(plain[ahead], sure=sure):
            break
        count = ahead + 1
    return count


_SIZES: Final = frozenset("big little old young uncle auntie aunt tiny fat crazy".split())
"""What stands before a first name in a nickname."""


def _begins(word: str, *, sure: bool) -> bool:
    """Whether a word can begin a name by itself."""
    if no_name(word):
        return False
    return _listed(word) or (sure and (_rare(word) or _by_last(word) or word in _WORDS - _VERBS))


def _by_both(words: list[str], *, sure: bool) -> bool:
    """Whether two words are a first and a last name, though each of them may be a word."""
    if len(words) == 1 or not last_name(words[1]) or no_name(words[1]) or (no_name(words[0]) and not sure):
        return False
    if first_name(words[0]) == SMALL and _frequency(words[1]) < _FREQUENT:
        return True  # ji-woo park
    if last_name(words[1]) != LAST:
        return False
    if sure and bool(first_name(words[0])) and _frequency(words[1]) < _UNUSUAL:
        return True  # can özdemir
    apart = words[0].split("-")
    rare = _rare(words[0]) or (len(apart) > 1 and all(_frequency(part) < _USUAL for part in apart))
    return rare or (bool(first_name(words[0])) and _frequency(words[1]) < _USUAL and _frequency(words[0]) < _USUAL)


def _listed(word: str) -> bool:
    """Whether a word written small is a first name by lists, and hardly anything else."""
    low = word.lower()
    known = first_name(low) in (SMALL, CAPITAL, MID) and len(low) >= _SHORTEST and not no_name(low)
    if low in lists.COMMON_WORDS or low in _WORDS:
        return False
    return known and (first_name(low) != MID or low in lists.OFTEN_GIVEN or _frequency(low) < _USUAL + 0.6)


_WORDS: Final = frozenset(
    "rich rusty sandy merry joy hope faith grace frank will mark may june august april summer autumn dawn rose lily "
    "daisy ivy violet olive pearl ruby amber iris heather hazel holly jasmine ginger sage rosemary basil robin drew "
    "pat chase miles grant bill rob sue penny dean earl duke reed glen dale cliff clay brook lane wade chuck nick jack "
    "art gene ray guy max".split()
)
"""First names that are words."""


_VERBS: Final = frozenset("will may mark sue drew rob pat grant chase wade bill rich art reed lane".split())
"""Those of them that go on with a sentence behind `my sister`."""


def _by_last(word: str) -> bool:
    """Whether a word written small is a last name and hardly anything else."""
    return last_name(word) == LAST and len(word) > _SHORTEST and _frequency(word) < _USUAL


def _rare(word: str) -> bool:
    """Whether a word is no word of English, as far as it is known how often words occur."""
    return len(word) > _SHORTEST and _frequency(word) < _RARE and not no_name(word)


def _can_follow(word: str, *, sure: bool) -> bool:
    """Whether a word can be the second one of a name."""
    if no_name(word) or len(word) < 2:  # noqa: PLR2004 - a letter is no name
        return False
    if last_name(word) == LAST and _frequency(word) < _USUAL:
        return True
    return _listed(word) or (sure and _rare(word))


def _registered(text: str) -> Iterator[tuple[int, int]]:
    for match in _ORDERED.finditer(text):
        last, first = match["a"] or match["c"], match["b"] or match["d"]
        if first_name(first) in (SMALL, CAPITAL, MID) and last_name(last) and not no_name(first) and not no_name(last):
            yield match.span()


def _titled(words: str) -> bool:
    """Whether what stands behind a title written small is a name."""
    *particles, word = words.split()
    if not word.islower() or word in lists.NEVER_TITLED or no_name(word):
        return False
    if particles or _listed(word) or last_name(word) == LAST:
        return True
    return len(word) > _SHORTEST and _frequency(word) < _UNUSUAL


def _of_a_family(word: str) -> bool:
    """Whether `the …s` is a family."""
    return (word[0].isupper() and last_name(word) == LAST) or word.lower() in _FAMILIES


_FAMILIES: Final = frozenset(
    "smith jones miller johnson williams brown davis wilson meier müller schmidt garcia".split()
)


def _frequency(word: str) -> float:
    """Return how often a word occurs in English, on the scale of Zipf."""
    from wordfreq import zipf_frequency  # a fifth of a second to import: only where a word is asked about

    return float(zipf_frequency(word, "en"))
