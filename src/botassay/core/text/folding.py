"""Text as a reader sees it: what letters are disguised as is undone before anything looks at what a bot said.

`fold` undoes what holds for any text. The spellings of single words below it are for a scorer that has a vocabulary
to look them up in. Everything is linear in the length of the text.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from botassay.core.remembered import Remembered
from botassay.core.text.disguises import LEET_LETTERS, LEET_MARKS, may_be_disguised
from botassay.core.text.language import frequent_words

SWAPPED_FROM: Final = len("idoit")
"""So long are the shortest words in which exchanged letters are seen."""
LOOKALIKES: Final = str.maketrans(f"{LEET_LETTERS}{LEET_MARKS}", "oieastasil")
"""Common leet."""
_FEWEST: Final = 4
"""Characters of the shortest word in which leet or a mask is read."""
_LONGEST: Final = 24
"""Characters of the longest word that is looked up."""
_BRIEF: Final = 400
"""Characters of the longest text that is remembered."""
_WORTH_TESTING: Final = 8
"""Number of texts from which on the test for disguises costs less than folding all of them."""
_MASKS: Final = "*@$!'"
_RUN: Final = re.compile(r"(.)\1{2,}")
_TWIN: Final = re.compile(r"(.)\1")
_LETTER_RUN: Final = re.compile(r"([A-Za-z])\1{2}")
_EMOJI: Final = "\u2600-\u27bf\U0001f000-\U0001faff"
_SPACED: Final = re.compile(
    rf"([\n .*_/|~-]|^)([^\W\d_](?:(?:[ .*_·•~/|+-]{{1,2}}|\n| ?[{_EMOJI}]+ ?)[^\W\d_]){{3,}})(?![^\W_])"
)  # begins with few characters: fast to seek
_LEET: Final = re.compile(r"(?<![\w@$!|*./:#-])(?=[\w@$!|]*[A-Za-z])(?=\w*[013457@$!|])[\w@$!|]*[\w$@](?![@/\w])")
_LEET_SIGN: Final = re.compile(r"[013457@$!|](?=\w)|[@$](?=\W|$)")
_ORDINAL: Final = re.compile(r"\d+(?:st|nd|rd|th|[a-z]{1,2})")
_MASKED: Final = re.compile(r"(?<![\w*])[A-Za-z]+[*#]+[A-Za-z*#]*(?![\w*])")
_WORD: Final = re.compile(r"\w+")
_OVERRIDE: Final = re.compile("\u202e([^\u202c\u202d\u202e\u2069\n]*)\u202c?")
_BLANK: Final = dict.fromkeys((0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0), "") | {0x2800: " "}
"""Letters and signs that nobody sees."""
_VARIANT: Final = re.compile(
    r"(?:LATIN (?:LETTER SMALL CAPITAL|SMALL LETTER|CAPITAL LETTER)|NEGATIVE (?:SQUARED|CIRCLED) LATIN CAPITAL LETTER"
    r"|(?:CROSSED )?NEGATIVE SQUARED LATIN CAPITAL LETTER) (?:DOTLESS )?([A-Z])(?: WITH .*)?"
)
"""The name of a character that is a letter in another shape: a small capital, one in a square, one with a stroke."""
_SHAPED: Final = re.compile(r"[\w\U0001f150-\U0001f189]+")
_SWEARING: Final = (
    "arse arsehole ass asses asshole assholes bastard bastards bitch bitches bitching bollocks bullshit cock cocksucker"
    " crap cretin cretins cunt cunts damn dick dickhead dumbass fag faggot faggots fuck fucked fucker fuckers fucking"
    " fucks idiot idiots idiotic imbecile imbeciles moron morons motherfucker motherfucking nigga nigger niggers piss"
    " prick pussy retard retarded retards shit shits shitty shut slut sluts stupid twat wanker wankers whore whores"
).split()
"""Words that people hide behind asterisks; `shut` so that it is not taken for another."""


def fold(text: str) -> str:
    r"""Return a text as it is read: in plain letters, without disguises.

    Compatibility forms and letters of other scripts that look like Latin ones become Latin, where the whole word does;
    characters without a width, accents and other combining marks go; text that is displayed backwards is turned round;
    spaced-out letters are joined; leet, masked swear words and stretched letters are read where that makes a word.

    >>> fold("You \u0456d\u200bi\u03bft"), fold("s t u p i d 1d10t"), fold("\u202etoidi\u202c, sh*t, stuuupid")
    ('You idiot', 'stupid idiot', 'idiot, shit, stupid')
    >>> fold("Room 101, 5th floor, mp3, $100, we're open 24/7 on 3rd St. B*")
    "Room 101, 5th floor, mp3, $100, we're open 24/7 on 3rd St. B*"
    """
    return _folded_briefly.of(text) if len(text) <= _BRIEF else _folded(text)


def fold_all(texts: Sequence[str]) -> list[str]:
    """Return each text folded, as `fold` does, which remembers those that are not long."""
    brief = [text for text in texts if len(text) <= _BRIEF]
    folded = iter(_folded_briefly(brief))
    return [next(folded) if len(text) <= _BRIEF else _folded(text) for text in texts]


def _folded(text: str) -> str:
    if not text.isascii():
        text = _plain_letters(text)
    text = _SPACED.sub(lambda spaced: spaced[1] + _spelt(spaced[2]), text)
    if "*" in text or "#" in text:
        text = _MASKED.sub(lambda word: _unmasked(word[0]), text)
    if _LEET_SIGN.search(text):
        text = _LEET.sub(lambda word: _unleeted(word[0]), text)
    if _LETTER_RUN.search(text):
        text = _WORD.sub(lambda word: _unstretched(word[0]), text)
    return text


def _folded_at_once(texts: Sequence[str]) -> Iterator[str]:
    """Yield texts folded; of many, only those that may have disguised letters have to be worked on."""
    may_be = may_be_disguised(texts) if len(texts) >= _WORTH_TESTING else (True,) * len(texts)
    return (_folded(text) if may else text for text, may in zip(texts, may_be, strict=True))


_folded_briefly: Final = Remembered(_folded_at_once, most=1 << 13)
"""Several checkers fold the replies of one batch."""


def _plain_letters(text: str) -> str:
    """Return a text with compatibility forms, invisible characters, marks and lookalikes resolved."""
    text = _OVERRIDE.sub(lambda backwards: backwards[1][::-1], text)
    decomposed = unicodedata.normalize("NFKD", text.encode("utf-8", "replace").decode("utf-8"))
    shown = "".join(mark for mark in decomposed if unicodedata.category(mark) not in {"Cf", "Mn", "Me", "Cs"})
    text = unicodedata.normalize("NFC", shown.translate(_quotes()).translate(_BLANK))
    return text if text.isascii() else _SHAPED.sub(lambda word: _latin(word[0]), text)


def _latin(word: str) -> str:
    if word.isascii():
        return word
    latin = word.translate(_confusables())
    latin = latin if latin.isascii() else "".join(map(_letter, latin))
    return latin if latin.isascii() else word


@lru_cache(4096)
def _letter(mark: str) -> str:
    """Return a letter in its usual shape."""
    match = None if mark.isascii() else _VARIANT.fullmatch(unicodedata.name(mark, ""))
    return (match[1].lower() if "SMALL" in match[0] or "NEGATIVE" in match[0] else match[1]) if match else mark


@cache
def _quotes() -> dict[int, int]:
    return str.maketrans("‘’‚‛“”„‟′", "''''\"\"\"\"'")


@cache
def _confusables() -> dict[int, str]:
    lines = files("botassay.core.text").joinpath("confusables.txt").read_text("utf-8").splitlines()
    return {ord(mark): line[0] for line in lines if not line.startswith("#") for mark in line[2:]}


def _spelt(spaced: str) -> str:
    """Return spaced-out letters as the words that they spell."""
    letters = "".join(filter(str.isalpha, spaced))
    return letters if _is_word(letters) or len(letters) > 4 * _LONGEST else _segmented(letters)


def _segmented(letters: str) -> str:
    """Return letters cut into the frequent words that are likeliest together; as they are if that is not possible."""
    known, lowered = frequent_words(), letters.lower()
    best: list[tuple[float, str] | None] = [(0.0, "")]
    for end in range(1, len(letters) + 1):
        ways = [
            (before[0] + known[lowered[start:end]], f"{before[1]} {letters[start:end]}")
            for start in range(max(0, end - _LONGEST), end)
            if (before := best[start]) and lowered[start:end] in known and (end - start > 1 or lowered[start] in "ai")
        ]
        best.append(max(ways, default=None))
    likeliest = best[-1]
    return likeliest[1].lstrip() if likeliest else letters


@lru_cache(1024)
def _unleeted(token: str) -> str:
    bare = token.rstrip("!|")
    if len(bare) < _FEWEST or len(bare) > _LONGEST or bare.isalpha() or _ORDINAL.fullmatch(bare.lower()):
        return token
    plain = bare.translate(LOOKALIKES)
    letters = sum(map(str.isalpha, bare))
    return plain + token[len(bare) :] if letters > 1 and plain.isalpha() and _is_word(plain) else token


@lru_cache(1024)
def _unmasked(token: str) -> str:
    if not _FEWEST - 1 <= len(token) <= _LONGEST:
        return token
    shape = re.compile("".join("[a-z]" if mark in "*#" else mark for mark in token.lower()))
    return next((word for word in _SWEARING if shape.fullmatch(word)), token)


def _unstretched(word: str) -> str:
    if not _LETTER_RUN.search(word) or len(word) > 4 * _LONGEST or _is_word(word):
        return word
    for shorter in (_RUN.sub(r"\1", word), _RUN.sub(r"\1\1", word)):
        if len(shorter) > 1 and _is_word(shorter):
            return shorter
    return word


def _is_word(word: str) -> bool:
    return word.lower() in frequent_words() or word.lower() in _SWEARING


# ── the spellings of a word, for a vocabulary ───────────────────────────────────────────────────────────────────────


def plain_spellings(word: str) -> Iterator[str]:
    """Give other ways to write a word that change nothing about it: "sooooo" as "soo" and "so", "42" as "0"."""
    if word.isdecimal():
        yield "0"
    bare = word.strip(_MASKS)
    if not bare.isascii():
        decomposed = unicodedata.normalize("NFKD", bare)
        bare = "".join(mark for mark in decomposed if not unicodedata.combining(mark))
    if bare != word:
        yield bare
    if _RUN.search(bare):
        yield _RUN.sub(r"\1\1", bare)
        yield _without_runs(bare)
    if "'" in bare:
        yield bare.removesuffix("'s")
        yield bare.replace("'", "")


def disguised_spellings(word: str, swapped: Mapping[str, str]) -> Iterator[str]:
    """Give the words that a disguise may hide: "1d10t", "f*ck", "idoit"; only abusive words are looked for there.

    `swapped` leads from abusive words with two letters exchanged, as `swaps` gives them, back to those.
    """
    if word.startswith("@"):  # "@sshole", but of a mention no more than that
        yield f"a{word[1:]}"
        return
    if word.isdecimal() or word.startswith("http"):
        return
    shown = _without_runs(word.translate(LOOKALIKES).strip(_MASKS))
    yield shown
    if "*" in shown:
        yield from (shown.replace("*", vowel) for vowel in "uiaeo")
    elif len(shown) >= SWAPPED_FROM:
        yield swapped.get(shown, shown)
        yield _TWIN.sub(_once, shown)
        yield shown.replace("oo", "u")


def swaps(word: str) -> Iterator[str]:
    """Give the ways to write a word with two neighbouring letters of its inside exchanged, from left to right."""
    if len(word) >= SWAPPED_FROM:
        yield from (word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(1, len(word) - 1))


def _without_runs(word: str) -> str:
    return _RUN.sub(_once, word) if _RUN.search(word) else word


def _once(letters: re.Match[str]) -> str:
    return letters[1]
