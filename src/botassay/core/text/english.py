"""English cut into words, and those of them that carry no content of their own."""

import re
from functools import cache
from importlib.resources import files
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")


def words(text: str) -> list[str]:
    """Cut a text into words, in lower case.

    >>> words("My GRUB isn't on the_boot-disk!")
    ['my', 'grub', "isn't", 'on', 'the', 'boot', 'disk']
    """
    return _WORD.findall(text.lower().replace("’", "'"))


@cache
def stop_words() -> frozenset[str]:
    """The function words of English, from `stop.txt`."""
    lines = files("botassay.core.text").joinpath("stop.txt").read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())
