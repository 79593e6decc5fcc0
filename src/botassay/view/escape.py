"""Makes any text safe to show: one function for each place where it may end up."""

import json
import re
from dataclasses import dataclass
from typing import Final
from unicodedata import category

from botassay.io.csv_safe import guarded

_HIDDEN: Final = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # controls: escape sequences begin here
    "\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff"  # invisible, or turning the direction
    "\ud800-\udfff"  # no characters at all
    "\U000e0000-\U000e0fff"  # tags
    "]"
)
_MARKS: Final = 4
"""Combining marks on one letter."""
_ROOM: Final = 20
"""How many times the characters that are shown are looked at, so that little is lost where marks are left out."""
_MARKDOWN: Final = re.compile(r"[\\`*_{}\[\]()#+!|~<>$]")
_LINKS: Final = {"&": "&amp;", "@": "&#64;", "://": "&#58;//", "www.": "www&#46;"}


def visible(text: str) -> str:
    r"""Put a text on one line, with everything that is hidden or steers a terminal written out.

    >>> visible("fine\n\x1b[31mred")
    'fine \\u{1b}[31mred'
    """
    line = " ".join(text.split())
    return _HIDDEN.sub(lambda match: f"\\u{{{ord(match[0]):x}}}", line)


def visible_lines(text: str) -> str:
    r"""Write out what is hidden or steers a terminal, and leave lines and spaces as they are.

    >>> visible_lines("fine\n  \x1b[31mred")
    'fine\n  \\u{1b}[31mred'
    """
    return _HIDDEN.sub(lambda match: match[0] if match[0] == "\n" else f"\\u{{{ord(match[0]):x}}}", text)


def json_escaped(document: str) -> str:
    r"""Escape what is hidden or steers a terminal in a JSON document, which stays the same document.

    >>> json_escaped('{"said": "fine\u202ered"}\n')
    '{"said": "fine\\u202ered"}\n'
    """
    return _HIDDEN.sub(lambda match: match[0] if match[0] < " " else json.dumps(match[0])[1:-1], document)


def cell(text: str) -> str:
    """Put a text into a cell of a spreadsheet as text: nothing there is taken for a formula.

    >>> cell("=1+1"), cell("fine")
    ("'=1+1", 'fine')
    """
    return guarded(visible(text))


def markdown(text: str) -> str:
    r"""Put a text into Markdown as text: no markup, no HTML, no links, no table cells of its own.

    >>> markdown("<b>*a* | http://x.example")
    '\\<b\\>\\*a\\* \\| http&#58;//x.example'
    """
    line = _MARKDOWN.sub(r"\\\g<0>", visible(text))
    for mark, harmless in _LINKS.items():
        line = line.replace(mark, harmless)
    return line


@dataclass(frozen=True, slots=True)
class Shortened:
    """As much of a text as is shown, inert, and how long the whole of it is where that is more."""

    text: str
    whole: int | None = None


def shortened(text: str, limit: int) -> Shortened:
    """Show so many characters of a text at most.

    >>> shortened("plain", 10), shortened("a word too many", 6)
    (Shortened(text='plain', whole=None), Shortened(text='a word…', whole=15))
    """
    line = _unstacked(visible(text)[: _ROOM * limit])
    return Shortened(line) if len(line) <= limit else Shortened(f"{line[:limit]}…", len(text))


def abridged(name: str, limit: int) -> str:
    """Show a name in so many characters at most: its beginning, and its end, by which names of a kind differ.

    >>> abridged("trains:mean@summer+gossip", 16)
    'trains:…r+gossip'
    """
    line = _unstacked(visible(name[: _ROOM * limit] if len(name) <= limit else name[:limit] + name[-limit:]))
    left = (limit - 1) // 2
    return line if len(name) <= limit and len(line) <= limit else f"{line[:left]}…{line[left + 1 - limit :]}"


def _unstacked(line: str) -> str:
    """Keep so many marks on a letter as a script may need: a thousand of them would cover the page."""
    if line.isascii():
        return line
    letters, stacked = [], 0
    for character in line:
        stacked = stacked + 1 if category(character) in {"Mn", "Me"} else 0
        if stacked <= _MARKS:
            letters.append(character)
        elif stacked == _MARKS + 1:
            letters.append("…")
    return "".join(letters)
