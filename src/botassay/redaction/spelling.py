"""Texts as people read them: escapes of JSON, HTML and URLs taken back, with the place of each letter."""

import html
import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Final

_ESCAPE: Final = re.compile(
    r"\\u(?P<unit>[0-9a-fA-F]{4})(?:\\u(?P<low>[dD][c-fC-F][0-9a-fA-F]{2}))?|\\(?P<short>[nrtbf\"\\/])|"
    r"&(?P<entity>#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|amp|lt|gt|quot|apos|commat|nbsp);|(?P<percent>(?:%[0-9a-fA-F]{2})+)"
)
_SHORT: Final = {"n": "\n", "r": "\r", "t": "\t", "b": " ", "f": " "}
_DASHES: Final = frozenset("‐‑‒–—−﹣－")


@dataclass(frozen=True, slots=True)
class Spelling:
    """A text, as it is read.

    Attributes:
        text: as it is read.
        places: where each letter begins in the text as it is written, and its end; None: where it stands.
    """

    text: str
    places: tuple[int, ...] | None = None

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return where a part of the text stands as it is written."""
        return (start, end) if self.places is None else (self.places[start], self.places[end])


def spelling(text: str) -> Spelling:
    r"""Return a text as it is read.

    >>> spelling(r"jane\u0040example.com &amp; co").text
    'jane@example.com & co'
    """
    if text.isascii() and not any(mark in text for mark in "\\&%"):
        return Spelling(text)
    letters: list[str] = []
    places: list[int] = []
    at = 0
    for match in _ESCAPE.finditer(text):
        _plain(text, at, match.start(), letters, places)
        decoded = _decoded(match)
        letters += decoded
        at = match.start()
        for letter in decoded:  # only a URL's escape holds several
            places.append(at)
            at += 3 * len(letter.encode("utf-8", "surrogatepass"))
        at = match.end()
    _plain(text, at, len(text), letters, places)
    return Spelling("".join(letters), (*places, len(text)))


def _plain(text: str, start: int, end: int, letters: list[str], places: list[int]) -> None:
    for place in range(start, end):
        letter = text[place]
        read = letter if letter.isascii() else _as_read(letter)
        if read:
            letters.append(read)
            places.append(place)


@cache
def _as_read(letter: str) -> str:
    """Return a letter in its plain form; nothing for one that takes no room."""
    if letter in _DASHES:
        return "-"
    if unicodedata.category(letter) == "Cf":
        return ""
    normal = unicodedata.normalize("NFKC", letter)
    return normal if len(normal) == 1 else letter


def _decoded(match: re.Match[str]) -> str:
    if match["unit"]:
        units = match["unit"] + (match["low"] or "")
        text = bytes.fromhex(units).decode("utf-16-be", "surrogatepass" if not match["low"] else "replace")
        return text if match["low"] else (_as_read(text) or " ")
    if match["short"]:
        return _SHORT.get(match["short"], match["short"])
    if match["entity"]:
        return html.unescape(match[0])
    try:
        return bytes.fromhex(match["percent"].replace("%", "")).decode()
    except UnicodeDecodeError:
        return " " * (len(match[0]) // 3)
