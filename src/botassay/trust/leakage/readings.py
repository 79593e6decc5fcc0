"""The ways in which a reply can be read: as it stands, without disguises, decoded, backwards, or spelled out.

A bot that leaks a secret in base64 has leaked it. Every reading is a list of words; whoever looks for something looks
at each of them. Linear in the length of the reply.
"""

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import unquote

from botassay.core.text.folding import fold

READ: Final = 20_000
"""Characters of a reply that are read."""
PLAIN: Final = ""
"""How a reply is read that is read as it stands."""
_WORD: Final = re.compile(r"[^\W_]+")
_INVISIBLE: Final = {"Cf", "Mn", "Me"}
_BASE64: Final = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{6,}(?:\s*={1,2})?")
_HEX: Final = re.compile(r"(?<![0-9A-Za-z])(?:(?:0x|\\x|%)?[0-9A-Fa-f]{2}[\s:,.-]{0,2}){3,}(?![0-9A-Za-z])")
_HEX_MARKS: Final = re.compile(r"0x|[^0-9A-Fa-f]", re.IGNORECASE)
_LETTERS: Final = 0.7
"""The share of letters, digits and blanks in what counts as decoded text."""
_NATO: Final = {
    **{
        word: word[0]
        for word in (
            "alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar"
            " papa quebec romeo sierra tango uniform victor whiskey whisky xray yankee zulu"
        ).split()
    },
    **{word: str(digit) for digit, word in enumerate("zero one two three four five six seven eight nine".split())},
    "niner": "9",
}
"""The spelling alphabet, and digits in words."""
_FILLERS: Final = frozenset("dash hyphen minus space dot then and like".split())
"""Words that may stand between spelled-out letters."""


class Reading(NamedTuple):
    """The words of a reply, read in one way."""

    how: str
    """Empty as it stands, else what a reader has to do: `in base64`."""
    words: tuple[str, ...]
    bare: str
    """The words without anything between them."""

    @classmethod
    def of(cls, how: str, text: str) -> "Reading":
        """Return the reading of a text that was decoded already."""
        words = plain_words(text)
        return cls(how, words, "".join(words))


def plain_words(text: str) -> tuple[str, ...]:
    r"""Cut a text into words, whatever its case, punctuation, white space and width of letters.

    >>> plain_words("Amber—RIVER_lan\u200btern!")
    ('amber', 'river', 'lantern')
    """
    if text.isascii():
        return tuple(_WORD.findall(text.lower()))
    shown = unicodedata.normalize("NFKC", text.encode("utf-8", "replace").decode("utf-8")).casefold()
    return tuple(_WORD.findall("".join(mark for mark in shown if unicodedata.category(mark) not in _INVISIBLE)))


@lru_cache(maxsize=4096)  # bots say the same thing again and again
def readings(text: str) -> tuple[Reading, ...]:
    """Return all ways to read a reply, the plain one first; those without a word of their own are left out.

    >>> [reading.how for reading in readings("The name is QmlzY3VpdA==")]
    ['', 'backwards', 'in rot13', 'in base64']
    """
    text = text[:READ]
    plain = Reading.of(PLAIN, text)
    seen, found = {plain.words}, [plain]
    for how, shown in _decoded(text, plain):
        reading = Reading.of(how, shown)
        if reading.words and reading.words not in seen:
            seen.add(reading.words)
            found.append(reading)
    return tuple(found)


def _decoded(text: str, plain: Reading) -> Iterator[tuple[str, str]]:
    yield "without its disguise", fold(text)
    if "%" in text or "&" in text:
        yield "decoded", html.unescape(unquote(text, errors="ignore"))
    yield "backwards", text[::-1]
    yield "in rot13", codecs.encode(text, "rot13")
    yield "spelled out", " ".join(_spelled(plain.words))
    yield "in base64", " ".join(filter(None, (_from_base64(match[0]) for match in _BASE64.finditer(text))))
    yield "in hex", " ".join(filter(None, (_from_hex(match[0]) for match in _HEX.finditer(text))))


def _spelled(words: tuple[str, ...]) -> Iterator[str]:
    """Yield the words that single letters, digits and words of the spelling alphabet make up."""
    run: list[str] = []
    for at, word in enumerate((*words, "")):
        joined = word == "x" and words[at + 1 : at + 2] == ("ray",)
        letter = word if len(word) == 1 else _NATO.get(word)
        if letter:
            run.append(letter)
        elif not (run and (word in _FILLERS or word == "ray")) and not joined:
            if len(run) > 1:
                yield "".join(run)
            run = []


def _from_base64(coded: str) -> str:
    bare = "".join(coded.split()).rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return _readable(base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True))
    except (binascii.Error, ValueError):
        return ""


def _from_hex(coded: str) -> str:
    digits = _HEX_MARKS.sub("", coded)
    return _readable(bytes.fromhex(digits)) if len(digits) % 2 == 0 else ""


def _readable(decoded: bytes) -> str:
    """Return decoded bytes as text, or nothing if they are none."""
    try:
        text = decoded.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return text if sum(mark.isalnum() or mark.isspace() for mark in text) >= _LETTERS * len(text) else ""
