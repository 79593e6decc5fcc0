"""Runs of letters, digits and underscores in a text."""

import re
from typing import Final

_RUN: Final = re.compile(r"\w+")
_MARKS: Final = "".join(mark if mark.isalnum() or mark == "_" else " " for mark in map(chr, range(128)))
"""For `str.translate`: ASCII characters outside of runs become blanks, as splitting is faster than searching."""


def runs(text: str) -> list[str]:
    r"""Return the runs of letters, digits and underscores, as ``\w+`` finds them.

    >>> runs("snake_case isn't 5 o'clock"), runs("déjà-vu")
    (['snake_case', 'isn', 't', '5', 'o', 'clock'], ['déjà', 'vu'])
    """
    return text.translate(_MARKS).split() if text.isascii() else _RUN.findall(text)
