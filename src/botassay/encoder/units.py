"""A reply cut into what the encoder reads: the whole of it, in blocks, and each sentence."""

import html
import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from botassay.core.text.folding import fold
from botassay.encoder.model import LONGEST, pieces

READ: Final = 200_000
"""Characters of a reply that are read."""
_SHORT: Final = 2
"""Words of a sentence that does not stand alone: it joins its neighbour."""
_LONGEST_SHORT: Final = 60
"""Characters that those have, at most."""
_CODE: Final = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_BREAK: Final = re.compile(r"<(?:br|/?(?:p|div|li|ul|ol|tr|table|h[1-6]))\b[^<>]{0,200}>", re.IGNORECASE)
_TAG: Final = re.compile(r"</?[A-Za-z][^<>]{0,500}>|<!--[^<>]{0,500}-->")
_LINK: Final = re.compile(r"!?\[([^\[\]\n]{0,300})\]\([^()\s]{0,2000}\)")
_ADDRESS: Final = re.compile(r"(?:https?://|www\.)[^\s<>]+|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+")
_EMPHASIS: Final = re.compile(r"(?<![\w*~])(\*{1,3}|_{1,3}|~~|`{1,2})(?=\S)([^\n*`]{1,500}?)(?<=\S)\1(?![\w*])")
_ITEM: Final = re.compile(r"^[ \t]*(?:#{1,6}|[-*+•>|]+|\(?\d{1,3}[.)])[ \t]+", re.MULTILINE)
_END: Final = re.compile(
    r"[.!?…\n](?:(?<=\n)\s*|(?<=[.!?…])(?<![.!?…]{2})[.!?…]*+[\"')\]]*+\s+)"
)  # begins with few characters: fast to seek
_ABBREVIATED: Final = re.compile(
    r"(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|vs|no|e\.g|i\.e|cf|[a-z])\.\s$", re.IGNORECASE
)  # what ends in a stop, and ends no sentence
_ABBREVIATION: Final = 8
"""Characters of the longest of those."""
_MORE: Final = re.compile(rf"(?:\W*+\w++(?:['-]\w++)*+){{{_SHORT + 1}}}")
"""More words than a short sentence has."""


class UnitKind(StrEnum):
    """What a unit is of its reply."""

    WHOLE = "whole"
    SENTENCE = "sentence"
    BUTTON = "button"


class Unit(NamedTuple):
    """A part of a reply that is judged by itself, folded."""

    text: str
    kind: UnitKind


def units(text: str, buttons: tuple[str, ...] = ()) -> list[Unit]:
    r"""Return the units of a reply: the whole of it in blocks, its sentences if it has several, its buttons.

    Markup, addresses and code blocks are left out; what has no letter or digit is no unit; only the first 200,000
    characters are read.

    >>> [unit.text for unit in units("**Only a fool** would ask that.\nLeave me alone!", ("OK",))]
    ['Only a fool would ask that. Leave me alone!', 'Only a fool would ask that.', 'Leave me alone!', 'OK']
    """
    parts = sentences(readable(text))
    found = [Unit(block, UnitKind.WHOLE) for block in _blocks(parts)]
    if len(parts) > 1:
        found += [Unit(piece, UnitKind.SENTENCE) for part in parts for piece in _blocks([part])]
    if not buttons:
        return found
    shown = (" ".join(fold(button[:READ]).split()) for button in buttons)
    return found + [Unit(button, UnitKind.BUTTON) for button in shown if has_words(button)]


def readable(text: str) -> str:
    """Return the words of a reply as they are read, folded, without markup, addresses and code blocks."""
    text = text[:READ]
    if "&" in text:
        text = html.unescape(text)
    if "`" in text:
        text = _CODE.sub("\n", text)
    if "<" in text:
        text = _TAG.sub("", _BREAK.sub("\n", text))
    if "](" in text:
        text = _LINK.sub(r"\1", text)
    if "://" in text or "@" in text or "www." in text:
        text = _ADDRESS.sub(" ", text)
    if "\n" in text or _ITEM.match(text):
        text = _ITEM.sub("\n", text)
    if "*" in text or "_" in text or "~" in text or "`" in text:
        text = _EMPHASIS.sub(r"\2", text)
    return fold(text)


def has_words(text: str) -> bool:
    """Whether there is a letter or a digit in a text."""
    return text[:1].isalnum() or any(map(str.isalnum, text))


def sentences(text: str) -> list[str]:
    r"""Return the sentences of a text: they end at a mark or a line break; one of up to two words joins its neighbour.

    >>> sentences("Yes. Dr. Who is not in, I fear.\n\nTry later")
    ['Yes. Dr. Who is not in, I fear. Try later']
    """
    joined: list[list[str]] = []
    short = False  # whether the last of them is
    for sentence in _cut(text):
        brief = _is_short(sentence)
        if joined and (brief or short):
            joined[-1].append(sentence)
            short = short and brief and _is_short(" ".join(joined[-1]))
        else:
            joined.append([sentence])
            short = brief
    return [" ".join(parts) for parts in joined]


def _is_short(sentence: str) -> bool:
    return len(sentence) < _LONGEST_SHORT and not _MORE.match(sentence)


def _cut(text: str) -> list[str]:
    """Return the parts of a text that end at a mark or a line break, those without a word left out."""
    parts: list[str] = []
    begin = 0
    for mark in _END.finditer(text):
        end = mark.end()
        if "." in mark[0] and _ABBREVIATED.search(text, max(begin, end - _ABBREVIATION), end):
            continue
        parts.append(text[begin:end])
        begin = end
    parts.append(text[begin:])
    one_line = text.isprintable() and "  " not in text  # no white space but single blanks
    return [part.strip() if one_line else " ".join(part.split()) for part in parts if has_words(part)]


def _blocks(parts: list[str]) -> list[str]:
    """Return runs of sentences with as many word pieces as the encoder reads; a longer one is cut between words."""
    if sum(map(len, parts)) <= LONGEST:  # a character is in one word piece at most
        return [" ".join(parts)] if parts else []
    blocks: list[str] = []
    block: list[str] = []
    size = 0
    for part in _halved(parts):
        length = len(part) if len(part) <= LONGEST else len(pieces(part))
        if block and size + length > LONGEST:
            blocks.append(" ".join(block))
            block, size = [], 0
        block.append(part)
        size += length
    if block:
        blocks.append(" ".join(block))
    return blocks


def _halved(parts: list[str]) -> Iterator[str]:
    for part in parts:
        words = part.split()
        if len(part) <= LONGEST or len(words) == 1 or len(pieces(part)) <= LONGEST:
            yield part
        else:
            yield from _halved([" ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])])
