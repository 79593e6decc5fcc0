"""English cut into words, and those of them that carry no content of their own."""

import re
from functools import cache
from importlib.resources import files
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")

_ALNUM: Final = "".join(mark if mark.isalnum() else " " for mark in map(chr, range(128)))
"""For each character of ASCII itself or, where it belongs to no word, a blank: to cut such texts into words faster."""


def words(text: str) -> list[str]:
    """Cut a text into words, in lower case.

    >>> words("My GRUB isn't on the_boot-disk!")
    ['my', 'grub', "isn't", 'on', 'the', 'boot', 'disk']
    """
    lowered = text.lower().replace("’", "'")
    return _WORD.findall(lowered) if "'" in lowered or not lowered.isascii() else lowered.translate(_ALNUM).split()


@cache
def stop_words() -> frozenset[str]:
    """The function words of English, from `stop.txt`."""
    lines = files("botassay.core.text").joinpath("stop.txt").read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())
