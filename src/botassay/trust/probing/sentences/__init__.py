"""The sentences that are said to a live bot, as files to be read and improved by people who do not program."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from botassay.core.text.wording import Wording, wording_in


@cache
def wording(name: str) -> Wording:
    """Return the grammar of one file of sentences, `abuse`, `talk` or `canaries`, with what people say around it."""
    return wording_in("botassay.core.text", "places").over(wording_in(__name__, name))


@cache
def sentence_tables(name: str) -> dict[str, Any]:
    """Return one file of sentences as it stands."""
    return tomllib.loads(files(__name__).joinpath(f"{name}.toml").read_text("utf-8"))


@cache
def dull_words() -> frozenset[str]:
    """The words that make no topic to ask about, from `dull.txt`."""
    lines = files(__name__).joinpath("dull.txt").read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())
