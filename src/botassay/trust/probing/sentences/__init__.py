"""The sentences that are said to a live bot, as files to be read and improved by people who do not program."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def sentences(name: str) -> dict[str, Any]:
    """Read one file of sentences: `abuse`, `talk` or `canaries`."""
    return tomllib.loads(files(__name__).joinpath(f"{name}.toml").read_text("utf-8"))


@cache
def dull_words() -> frozenset[str]:
    """The words that make no topic to ask about, from `dull.txt`."""
    lines = files(__name__).joinpath("dull.txt").read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())
