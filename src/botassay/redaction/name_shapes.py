"""Names by their shape, such as initials or capitals after a label, and words that tell names of bots and kings."""

import re
from collections.abc import Iterator
from typing import Final

from botassay.redaction.name_words import CAPITAL, LAST, PARTICLES, SMALL, first_name, last_name, no_name

_PARTICLE: Final = rf"(?:{'|'.join(sorted(PARTICLES | {'zu', 'zum'}))})"
_WRITTEN: Final = r"[A-ZÀ-ÖØ-ÞĀ-Ž][^\W\d_]+(?:[-'’][^\W\d_]+)*"
_INITIALS: Final = re.compile(
    rf"(?<![\w.&-])(?P<first>(?:[A-Z]\.[ ]?){{1,3}})(?P<of>(?:{_PARTICLE}[ ]){{0,3}})(?P<last>{_WRITTEN})(?![\w@])"
)
_SMALL_INITIALS: Final = re.compile(
    r"(?i)\b(?:regards|by|from|signed|thanks|cheers|gr[üu](?:ß|ss)e|saludos)[,:]?[ \n]+"
    r"(?P<v>(?-i:[a-z]\.[ ]?){1,2}(?P<last>(?-i:[a-z]){3,}))(?![\w@.])"
)
_LETTERS_BEFORE: Final = re.compile(
    r"(?i)\b(?:"
    r"vitamin|plan|type|class|grade|section|option|group|hepatitis|room|gate|terminal|team|exhibit|appendix|figure|"
    r"schedule|part|level|size|letter|answer|model|line|zone|category|article"
    r")[ ]$"
)
_BY: Final = re.compile(r"(?i)\b(?:by|from|signed|attn|regards|sender|recipient)[:,]?[ ]$")
_NO_INITIALS: Final = frozenset("US UK EU UN PO DC LA NY AM PM PS NB VS AD BC IT TV ID".split())
_NO_LAST: Final = frozenset(
    "rex crew coli army navy penney army's government senate congress dollar dollars open".split()
)
_LABEL: Final = (
    r"(?i:"
    r"last ?name|surname|family name|first ?name|forename|full name"
    r"|name(?: on (?:it|(?:the |my )?card))?"
    r"|customer|patient|passenger|guest|pax"
    r"|(?:account ?|card ?|policy ?)?holder"
    r"|beneficiary|applicant|insured|t\.n\.v\.|(?:konto)?inhaber(?:in)?|titulaire|titular|intestatario|nachname"
    r"|vorname|nom|pr[ée]nom|apellidos?|nombre|cognome|recipient|attn|contact"
    r")"
)
_LABELLED: Final = re.compile(
    rf"(?<!\w){_LABEL}(?:[ ]?(?:is|:|=))?[ ]"
    rf"(?P<v>(?:[A-Z]{{1,2}}\.?[ ]){{0,2}}[A-Z][A-Z'’-]{{2,}}(?:,?[ ](?:[A-Z][A-Z'’-]+|{_WRITTEN})){{0,3}})(?![\w@])"
)
_PAIR: Final = re.compile(
    rf"(?<![\w&])(?P<one>{_WRITTEN})[ ]&[ ](?P<two>{_WRITTEN})(?![\w'’&])(?![ ](?:Co|Sons|Son|Ltd|Inc|GmbH|LLC)\b)"
)
_REVERSED: Final = re.compile(
    rf"(?m)(?:^|(?<=[>|:;] ))(?P<last>{_WRITTEN}),[ ](?P<first>{_WRITTEN})"
    r"(?=[ ]*(?:$|[>|;(\d]|[.,][ ]?(?:DOB|born|aged)\b))"
)
"""`Okafor, Grace`, as lists and forms have it."""
_CALLED: Final = re.compile(
    r"(?i)(?:^|(?<=[.!?,\n] ))(?P<v>[^\W\d_]{2,}(?:[ ][^\W\d_]{2,}){1,2})(?=[ ]is my (?:full )?name\b)"
)
_HAN: Final = "\u4e00-\u9fff"
_CHINESE: Final = (
    "王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林高罗羅郑鄭梁谢謝宋唐许許邓鄧冯馮韩韓曹曾彭"
    "萧蕭蔡潘田董袁于余叶葉蒋蔣杜苏蘇魏程吕呂丁沈任姚卢盧"
)
"""Characters of family names."""
_EASTERN: Final = re.compile(
    rf"(?P<a>[{_CHINESE}][{_HAN}]{{0,2}})(?=先生|女士|小姐|太太|老师|老師|经理|經理)"
    rf"|(?:我是|叫|这是|這是)(?P<b>[{_CHINESE}][{_HAN}]{{1,2}})(?=[\s,，。.!！、？?]|$)"
    r"|(?:اسمي|إسمي|اسمه|اسمها)[ ](?P<c>[\u0621-\u064a]{2,12}(?:[ ][\u0621-\u064a]{2,12})?)(?=[\s,.،!]|$)"
    r"|(?:मेरा नाम|उसका नाम)[ ](?P<d>[\u0900-\u097f]{2,15}(?:[ ][\u0900-\u097f]{2,15})?)(?=[ ]है)"
    r"|(?:שמי|קוראים לי)[ ](?P<e>[\u05d0-\u05ea]{2,12}(?:[ ][\u05d0-\u05ea]{2,12})?)(?=[\s,.!]|$)"
)
_TITLE: Final = re.compile(
    r"(?:"
    r"\b(?:"
    r"Mr|Mrs|Ms|Miss|Mx|Herrn?|Hr|Frau|Fräulein|Monsieur|Madame|Mme|Mlle|Señora?|Sra?|Srta|Signora?|Sig|Sig\.ra|Doña|"
    r"Don|Dhr|Mevr|Mevrouw|Meneer|Pani?|Fru|Dr|Dra|Prof|Professor|mr|mrs|ms|miss|dr|prof|herr|frau|señora?"
    r")\.?[ ]"
    r"){1,3}$"
)
_SELF: Final = re.compile(
    r"(?i)(?:"
    r"\b(?:"
    r"i['’]?m|i am|my name is|my name['’]s|name is|this is|it['’]s|call me|ich bin|ich heiße|mein name ist|je suis|"
    r"je m['’]appelle|soy|me llamo|mi nombre es|sono|mi chiamo|ik ben|mijn naam is|eu sou|o meu nome é|jestem|jag är|"
    r"jeg er|here is|meet|hier ist|hier spricht"
    r")[ ]"
    r"|\bich[ ]"
    r")$"
)
_OF_A_BOT: Final = re.compile(
    r"(?i)[,.]?[ ](?:[-–—][ ])?(?:(?:and[ ])?(?:i['’]?m|i am|ich bin|je suis|soy|sono)[ ])?(?:"
    r"your|the|an?|our|die|der|das|dein\w*|ihre?|eure?|unser\w*|votre|ton|ta|le|la|l['’]|un|une|tu|su|el|il|lo|uw|je|"
    r"de|een|o|a|seu|sua|twój|twoja|din|ditt"
    r")[ ]?(?:[\w-]+[ ]){0,3}?(?:"
    r"assist(?:ant|ent|ente|entin|enten|enz)e?"
    r"|asistente|helper|helpbot|bot|chatbot|robot|concierge|companion|ai|ki|ia|helferin|helfer|begleiterin|begleiter"
    r"|hulp|asystent(?:ka)?|guide|agent"
    r")\b(?![ ](?:manager|professor|coach|to|teacher|director))"
)
_CROWNED: Final = re.compile(
    r"[ ]\d{1,3}:\d|[ ]by[ ][A-Z]|[ ]in Wonderland"
    r"|[ ](?:[IVX]{2,5}|V|X)\b(?!['’.]\w)"
    r"|,[ ](?:god|goddess|king|queen|patron saint|emperor)\b"
    r"|['’]s[ ]sake\b"
)
"""Words and numbers behind the name of a king, a god, a saint or a book of the Bible."""
_LEAD: Final = 24
"""Characters before a name that may say who speaks."""


_SHORTEST: Final = 3
"""Letters that a last name which no list holds must exceed, behind two initials."""


def shaped(text: str) -> Iterator[tuple[int, int]]:
    """Yield where names stand that their shape tells."""
    yield from (match.span() for match in _INITIALS.finditer(text) if _initialled(text, match))
    yield from (match.span("v") for match in _SMALL_INITIALS.finditer(text) if last_name(match["last"]) == LAST)
    yield from (match.span("v") for match in _LABELLED.finditer(text) if _is_of_a_person(match["v"]))
    yield from (match.span("v") for match in _CALLED.finditer(text))
    yield from (match.span() for match in _REVERSED.finditer(text) if _is_reversed(match))
    for match in _PAIR.finditer(text):
        if first_name(match["one"]) == first_name(match["two"]) == SMALL:
            yield match.span("one")
            yield match.span("two")
    yield from (match.span(match.lastgroup or 0) for match in _EASTERN.finditer(text))


def _is_of_a_person(value: str) -> bool:
    """Whether what stands behind a label has a name of a person, and nothing that names something else."""
    words = re.findall(r"[^\W\d_]{3,}", value)
    return any(first_name(word) or last_name(word) for word in words) and not any(map(no_name, words))


def _is_reversed(match: re.Match[str]) -> bool:
    """Whether two words around a comma are a last name and a first name."""
    return first_name(match["first"]) in {SMALL, CAPITAL} and not no_name(match["last"])


def _initialled(text: str, match: re.Match[str]) -> bool:
    """Whether initials and a word are a name."""
    letters, word = re.sub(r"\W", "", match["first"]), match["last"]
    if letters in _NO_INITIALS or no_name(word) or word.lower() in _NO_LAST:
        return False
    if _LETTERS_BEFORE.search(text, max(0, match.start() - _LEAD), match.start()):
        return False
    if _BY.search(text, max(0, match.start() - _LEAD), match.start()):
        return True
    return last_name(word) == LAST or bool(match["of"]) or (len(letters) > 1 and len(word) > _SHORTEST)


def with_title(text: str, start: int) -> int:
    """Return where a name begins with the form of address before it.

    >>> with_title("for Mrs. Okafor", 9), with_title("for Okafor", 4)
    (4, 4)
    """
    title = _TITLE.search(text, max(0, start - _LEAD), start)
    return title.start() if title else start


def of_nobody(text: str, start: int, end: int) -> bool:
    """Whether what stands around a name says that it is a bot's, a king's or a god's.

    >>> of_nobody("I'm Nova, your shopping helper", 4, 8), of_nobody("I'm Nova, your neighbour", 4, 8)
    (True, False)
    """
    if _CROWNED.match(text, end):
        return True
    return _SELF.search(text, max(0, start - _LEAD), start) is not None and _OF_A_BOT.match(text, end) is not None
