"""Names of people: by lists, by the words around them, and by their shape."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from botassay.redaction import name_contexts as contexts
from botassay.redaction import name_lists as lists
from botassay.redaction.lowercase_names import lowercase_names, of_a_thing
from botassay.redaction.name_shapes import of_nobody, shaped, with_title
from botassay.redaction.name_words import CAPITAL, LAST, MID, PARTICLES, SMALL, first_name, last_name, no_name

_WORD: Final = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_OWNER: Final = re.compile(r"['’]s?$")
_PARTICLES: Final = PARTICLES | frozenset("das ibn ben zu zur y e af av te".split())
_NOT_BEFORE: Final = frozenset("@#/\\_=$<`~|")
_NOT_AFTER: Final = frozenset("@/\\_=(<`|")
_SENTENCE: Final = re.compile(r"(?:^|[.!?:;\n\"“„»«(\[•|>*-])[ ]*[\"“'‘(]?$")
_LONGEST: Final = 4
"""Words of a name, at most."""
_SMALLEST: Final = 4
"""Letters that a first name in lower case has, at least."""
_LEAD: Final = 24
"""Characters before a name that may say what it is the name of."""
_LAST_WORD: Final = re.compile(r"([^\W\d_]+) $")
_NEXT_WORD: Final = re.compile(r" ([^\W\d_]+)")
_SELF: Final = re.compile(r"(?i)\b(?:i['’]?m|i am)[ ]$")
_MONTHS: Final = frozenset("april may june august summer autumn".split())
_RELATED: Final = re.compile(rf"(?i)\b(?:my|his|her|our|your|their)[ ](?:{contexts.KIN})[ ]$")
_CJK: Final = re.compile(
    r"(?:我叫|我的名字是|名字是|我名叫|姓名[:：]?|私は|わたしは|名前は)(?P<v>[\u4e00-\u9fff\u30a0-\u30ffー]{2,6}?)"
    r"(?=です|と申|といい|[\s,，。.!！、]|$)"
    r"|(?P<w>[\u4e00-\u9fff\u30a0-\u30ff]{1,6})(?=さん|くん|ちゃん|様)"
    r"|(?:제 이름은|내 이름은|저는|이름은)[ ](?P<x>[\uac00-\ud7a3]{2,4}?)(?=입니다|이에요|예요|이야|[\s,.!]|$)"
    r"|(?P<y>[\uac00-\ud7a3]{2,4})(?=[ ]?씨\b)"
)
_BEFORE_LAST_NAME: Final = re.compile(rf"\b{contexts.LOWERCASE_TITLES}\.? $")
"""Titles that stand before last names."""
_ALL_CAPS: Final = re.compile(r"(?<![\w@#/.-])(?P<first>[A-Z]{3,})[ ](?:[A-Z]\.?[ ])?(?P<last>[A-Z]{3,})(?![\w@-])")
_JOINED: Final = re.compile(
    r"(?<![^\W\d_])(?=(?P<v>(?P<first>[^\W\d_]{3,20})[_.-](?P<last>[^\W\d_]{2,20})(?![^\W\d_])))"
)


class _Word(NamedTuple):
    text: str
    start: int
    end: int

    @property
    def capital(self) -> bool:
        return self.text[0].isupper() and not (len(self.text) > 1 and self.text.isupper())

    @property
    def low(self) -> str:
        return self.text.lower()


class _Announced(NamedTuple):
    """The places at which a name begins, by what announces it; see `name_contexts`."""

    certain: frozenset[int]
    likely: frozenset[int]
    greeted: frozenset[int]
    closed: frozenset[int]
    titled: frozenset[int]


def name_spans(text: str) -> list[tuple[int, int]]:
    """Return where names of people stand, the longest first; they may overlap."""
    found = {
        (with_title(text, start), end)
        for start, end in (*_all_spans(text), *shaped(text), *lowercase_names(text))
        if not of_nobody(text, start, end) and not of_a_thing(text, start) and not _known(text, start, end)
    }
    return sorted(found, key=lambda span: (span[0] - span[1], span[0]))


def _known(text: str, start: int, end: int) -> bool:
    """Whether a name, with the word before and the one behind it, is that of somebody of public life or a title."""
    before = _LAST_WORD.search(text, max(0, start - _LEAD), start)
    behind = _NEXT_WORD.match(text, end)
    words = [
        *(before.groups() if before else ()),
        *text[start:end].lower().split(),
        *(behind.groups() if behind else ()),
    ]
    return any(f"{one.lower()} {two.lower()}" in lists.NOT_KNOWN for one, two in pairwise(words))


def _all_spans(text: str) -> Iterator[tuple[int, int]]:
    words = _words(text)
    announced = _announced(text)
    at = 0
    while at < len(words):
        count = _name_at(text, words, at, announced)
        if count:
            yield words[at].start, words[at + count - 1].end
        at += max(1, count)
    for shape in (_JOINED, _ALL_CAPS):
        for match in shape.finditer(text):
            if (
                first_name(match["first"])
                and match["first"].lower() != match["last"].lower()
                and last_name(match["last"]) == LAST
            ):
                yield match.span("v" if shape is _JOINED else 0)
    for match in _CJK.finditer(text):
        yield match.span(match.lastgroup or 0)


def _words(text: str) -> list[_Word]:
    """Return the words of a text, without an `'s` and without those that are parts of paths, addresses or code."""
    found = []
    for match in _WORD.finditer(text):
        start, end = match.span()
        word = _OWNER.sub("", match[0]) or match[0]
        end = start + len(word)
        before, after = text[start - 1 : start], text[match.end() : match.end() + 1]
        if before.isdigit() or (before in _NOT_BEFORE and before) or after.isdigit() or (after in _NOT_AFTER and after):
            continue
        dotted = text[match.end() : match.end() + 2]
        if (before == "." and text[start - 2 : start - 1].isalnum()) or (dotted[:1] == "." and dotted[1:].isalnum()):
            continue
        found.append(_Word(word, start, end))
    return found


def _announced(text: str) -> _Announced:
    places = (
        frozenset(match.end() for match in _announcements(regex, text))
        for regex in (contexts.CERTAIN, contexts.LIKELY, contexts.GREETED, contexts.CLOSED, contexts.TITLE)
    )
    return _Announced(*places)


def _announcements(regex: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield each announcement, also one that begins with the last word of another: `tell my friend`."""
    at = 0
    while match := regex.search(text, at):
        yield match
        at = max(match.start() + 1, text.rfind(" ", 0, match.end() - 1))


def _name_at(text: str, words: list[_Word], at: int, announced: _Announced) -> int:
    """Return how many words the name has that begins with a word; 0 where none does."""
    word = words[at]
    if word.capital:
        count = _extended(text, words, at)
        last = words[at + count - 1]
        if _is_known(words[max(0, at - 1) : at + count]) or _names_a_thing(text, words, at, count):
            return 0
        return count if _is_name(text, word, last, count, announced) else 0
    return _in_lower_case(text, words, at, announced)


def _is_name(text: str, word: _Word, last: _Word, count: int, announced: _Announced) -> bool:
    """Whether words with capital letters are a name of somebody."""
    sort, start = first_name(word.text), word.start
    begins = bool(_SENTENCE.search(text, max(0, start - 3), start)) or start == 0
    if sort in (SMALL, CAPITAL) or (sort == MID and not begins):
        return True
    if count > 1 and _two(word, last, begins=begins):
        return True
    return _is_name_by_words(text, word, last, count, announced)


def _is_name_by_words(text: str, word: _Word, last: _Word, count: int, announced: _Announced) -> bool:
    """Whether the words around words with capital letters say that they are a name."""
    sort, start = first_name(word.text), word.start
    begins = bool(_SENTENCE.search(text, max(0, start - 3), start)) or start == 0
    behind = text[last.end : last.end + 60]
    if start in announced.titled:
        return not no_name(word.text)
    if no_name(word.text):
        return bool(sort) and word.low not in lists.DAYS and _is_near(text, behind, start, announced)
    if _is_announced(text, word, last, count, announced):
        return True
    listed = bool(sort or (last_name(word.text) == LAST and not begins))
    return listed and _is_at_work(behind, begins=begins, sort=sort)


def _is_near(text: str, behind: str, start: int, announced: _Announced) -> bool:
    """Whether a first name that is a common word, such as May, is one here."""
    if contexts.BEFORE_KIN.match(behind) or _RELATED.search(text, max(0, start - _LEAD), start):
        return True
    ended = re.match(r"[.,!?\n]|$", behind) is not None
    return ended and (
        start in announced.certain | announced.closed
        or (text[start:].lower().startswith(tuple(_MONTHS)) and bool(_SELF.search(text, max(0, start - 6), start)))
    )


def _is_at_work(behind: str, *, begins: bool, sort: str) -> bool:
    """Whether what comes behind a listed name tells of a person."""
    if contexts.BEFORE_KIN.match(behind) or contexts.OWNED.match(behind) or contexts.SPOKEN.match(behind):
        return True
    return bool(contexts.ACTS.match(behind)) and (sort == MID or not begins)


def _two(word: _Word, last: _Word, *, begins: bool) -> bool:
    """Whether a first and a last word are a name by lists alone."""
    sort, end = first_name(word.text), last_name(last.text)
    if last.low in lists.NOT_LAST or no_name(word.text):
        return False
    if sort == MID:
        return bool(end or first_name(last.text))
    if sort:
        return end == LAST
    unknown = not begins and word.low not in lists.BEFORE and not last_name(word.text)
    return last.low in lists.COMMON_LAST and (unknown or word.low not in lists.BEFORE)


def _is_announced(text: str, word: _Word, last: _Word, count: int, announced: _Announced) -> bool:
    """Whether the words before a name or the signs around it announce it."""
    start, behind = word.start, text[last.end : last.end + 3]
    if start in announced.certain:
        return True
    ended = not behind.strip() or behind[0] == "\n" or re.match(r"[.!]?\s*$|[.!,]?\n", behind) is not None
    if start in announced.closed and (ended or (count > 1 and _CONTACT.match(text, last.end))):
        return True
    if start in announced.greeted and re.match(r"[,!.?:;\n]|$", behind):
        return True
    if contexts.SPOKEN.match(text, last.end) and start == 0 and not word.low.endswith("ly"):
        return True
    return _is_likely(text, word, last, count, announced)


_CONTACT: Final = re.compile(r"(?i)[ ]?[,|(·•-][ ]?(?:\+?\d|tel|mob|m[óo]vil|phone|cell|e-?mail|\S+@)")
"""Contact details behind the name at the end of a message."""


def _is_likely(text: str, word: _Word, last: _Word, count: int, announced: _Announced) -> bool:
    """Return whether words stand where a name is likely, and look like one."""
    start = word.start
    if start in announced.likely:
        sort = first_name(word.text)
        return (_may(text, start) and bool(sort or last_name(word.text) == LAST)) or (
            count > 1 and not _thing(word, last)
        )
    return bool(contexts.BEFORE_KIN.match(text, last.end)) and not text[last.end :].startswith((" is", " was"))


_PLACED: Final = re.compile(
    r"(?i)\b(?:to|from|of|near|for|like|about|than|and|or|by|an|after|before|until|z|with|under|behind|between|"
    r"against)[ ]+$"
)


def _may(text: str, start: int) -> bool:
    """Whether a name that is a place or a thing as well can be one of a person after the word before it."""
    return _PLACED.search(text, max(0, start - 10), start) is None


def _thing(word: _Word, last: _Word) -> bool:
    """Whether two words with capital letters after `with` or `to` are likelier a thing."""
    known = bool(first_name(word.text) or last_name(last.text) == LAST)
    return not known


def _extended(text: str, words: list[_Word], at: int) -> int:
    """Return of how many words with capital letters a name is made that begins with one."""
    count = 1
    while count < _LONGEST:
        step = _next(text, words, at + count)
        if not step:
            break
        count += step
    return count


def _next(text: str, words: list[_Word], place: int) -> int:
    """Return how many words on the next part of a name is; 0 where the name has ended."""
    ahead = place
    while ahead < min(len(words), place + 3) and words[ahead].low in _PARTICLES and not words[ahead].capital:
        ahead += 1
    for start in (ahead, place):
        index = start + next((step for step in range(3) if not _initial(words, start + step)), 0)
        if index < len(words) and _joined(text, words[place - 1].end, words, place, index):
            return index - place + 1 if _can_end(words[index]) else 0
    return 0


def _initial(words: list[_Word], place: int) -> bool:
    """Whether a word is one letter, and another follows."""
    return place + 1 < len(words) and len(words[place].text) == 1


def _joined(text: str, end: int, words: list[_Word], place: int, index: int) -> bool:
    """Whether nothing but spaces and dots of initials stands between the words."""
    at = end
    for word in words[place : index + 1]:
        gap = text[at : word.start]
        initial = at != end and at - 1 >= 0 and text[at - 1].isupper() and gap in (". ", ".")
        if gap != " " and not initial:
            return False
        at = word.end
    return True


def _can_end(word: _Word) -> bool:
    """Whether a word can be the last one of a name."""
    if not word.text[0].isupper() or word.low in lists.NOT_LAST or len(word.text) < 2:  # noqa: PLR2004
        return False
    return bool(first_name(word.text) or last_name(word.text)) or not no_name(word.text)


def _is_known(words: list[_Word]) -> bool:
    """Whether they are the name of somebody of public life, of a figure or a brand."""
    lows = [word.low for word in words]
    return any(" ".join(pair) in lists.NOT_KNOWN for pair in (lows, *pairwise(lows)))


def _is_branded(text: str, words: list[_Word], at: int, *, owner: bool) -> bool:
    """Whether a name is that of a brand or a place, or stands behind one: San, Los."""
    low, before = words[at].low, words[max(0, at - 1)]
    if {low, before.low} & lists.OF_PLACES or (low in lists.BRANDS and (owner or "-" in low)):
        return True
    return bool(at) and before.low in lists.BRANDS and text[before.end : words[at].start] == " "


def _names_a_thing(text: str, words: list[_Word], at: int, count: int) -> bool:
    """Whether what stands beside a name says that it is of a street, a shop, a book or a saint."""
    start, end = words[at].start, words[at + count - 1].end
    owner = text[end : end + 1] in ("'", "’")
    if contexts.UNNAMED.search(text, max(0, start - _LEAD), start) and not owner:
        return True
    if (
        _is_branded(text, words, at, owner=owner)
        or text[max(0, start - 2) : start] == "& "
        or text[end : end + 2] == " &"
    ):
        return True
    of_shop = re.match(r"['’]s((?:[ ][A-Z][\w'’]+){1,3})", text[end : end + 40])
    if of_shop and not lists.THINGS.isdisjoint(of_shop[1].lower().split()):
        return True
    behind = re.match(r"(?:['’]s)?[ -]([^\W\d_]+)", text[end : end + 40])
    if behind is None:
        return False
    low = behind[1].lower()
    return low in lists.SMALL_THINGS or (low in lists.THINGS and (behind[1][0].isupper() or text[end] == "-"))


_HERE: Final = re.compile(r"[ ](?:here(?=[.,!?]|$| again)|speaking(?=[.,!]|$))")


def _in_lower_case(text: str, words: list[_Word], at: int, announced: _Announced) -> int:
    """Return how many words a name has that is in lower case; 0 where none is."""
    word = words[at]
    sort = first_name(word.text)
    if word.start == 0 and sort in (SMALL, CAPITAL, MID) and _HERE.match(text, word.end):
        return 1
    if word.text.isupper() and len(word.text) > 1:
        return int(word.start in announced.certain and sort in (SMALL, CAPITAL, MID))
    if not word.text.islower():
        return 0
    if word.start in announced.titled:
        return int(_is_titled(text, word, sort))
    count = _lowercase_words(text, words, at)
    return count if count and _is_lowercase_name(text, word, sort, announced) else 0


def _is_titled(text: str, word: _Word, sort: str) -> bool:
    """Whether a word in lower case behind a form of address is a name."""
    if word.low in lists.NEVER_TITLED:
        return False
    title = _BEFORE_LAST_NAME.search(text, max(0, word.start - 9), word.start) is not None
    return sort in (SMALL, CAPITAL, MID) or (title and last_name(word.text) == LAST)


def _lowercase_words(text: str, words: list[_Word], at: int) -> int:
    """Return how many words in lower case a name would have; 0 for somebody of public life."""
    word = words[at]
    following = words[at + 1] if at + 1 < len(words) and text[word.end : words[at + 1].start] == " " else None
    if following is None or not following.text.islower():
        return 1
    if f"{word.low} {following.low}" in lists.NOT_KNOWN:
        return 0
    return 2 if _last_in_lower_case(following) else 1


def _is_lowercase_name(text: str, word: _Word, sort: str, announced: _Announced) -> bool:
    """Whether a word in lower case is a first name of somebody."""
    named = sort in (SMALL, CAPITAL, MID) and word.low not in lists.COMMON_WORDS and not no_name(word.text)
    if (
        word.low in lists.OFTEN_GIVEN
        and word.start in announced.greeted
        and re.match(r"[,!]", text[word.end : word.end + 1])
    ):
        return True
    if not named or contexts.UNNAMED.search(text, max(0, word.start - _LEAD), word.start):
        return False
    if (sort == SMALL and len(word.text) >= _SMALLEST) or word.start in announced.certain:
        return True
    ended = re.match(r"[.,!?\n]|$", text[word.end : word.end + 1]) is not None
    listed = sort != SMALL and word.start in announced.likely and _may(text, word.start)
    return ended and (listed or word.start in announced.greeted | announced.closed)


def _last_in_lower_case(word: _Word) -> bool:
    """Whether a word in lower case is a last name and nothing else."""
    return len(word.text) >= _SMALLEST and last_name(word.text) == LAST and word.low not in lists.COMMON_WORDS
