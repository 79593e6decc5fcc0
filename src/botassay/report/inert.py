"""Text that somebody else wrote is hostile until proven otherwise: here it becomes inert, one function a sink."""

import re
from typing import Final

_HIDDEN: Final = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # controls: escape sequences begin here
    "\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff"  # invisible, or turning the direction
    "\ud800-\udfff"  # no characters at all
    "\U000e0000-\U000e0fff"  # tags
    "]"
)
_MARKDOWN: Final = re.compile(r"[\\`*_{}\[\]()#+!|~<>$]")
_FORMULA: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""What a spreadsheet takes for the beginning of a formula."""
_LINKS: Final = {"&": "&amp;", "@": "&#64;", "://": "&#58;//", "www.": "www&#46;"}


def visible(text: str) -> str:
    r"""Put a text on one line, with everything that is hidden or steers a terminal written out.

    >>> visible("fine\n\x1b[31mred")
    'fine \\u{1b}[31mred'
    """
    line = " ".join(text.split())
    return _HIDDEN.sub(lambda match: f"\\u{{{ord(match[0]):x}}}", line)


def cell(text: str) -> str:
    """Put a text into a cell of a spreadsheet as text: nothing there is taken for a formula.

    >>> cell("=1+1"), cell("fine")
    ("'=1+1", 'fine')
    """
    line = visible(text)
    return f"'{line}" if line.startswith(_FORMULA) else line


def markdown(text: str) -> str:
    r"""Put a text into Markdown as text: no markup, no HTML, no links, no table cells of its own.

    >>> markdown("<b>*a* | http://x.example")
    '\\<b\\>\\*a\\* \\| http&#58;//x.example'
    """
    line = _MARKDOWN.sub(r"\\\g<0>", visible(text))
    for mark, harmless in _LINKS.items():
        line = line.replace(mark, harmless)
    return line
