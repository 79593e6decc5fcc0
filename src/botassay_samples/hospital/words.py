"""The words for services and states, from `words.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

import msgspec


@dataclass(frozen=True, slots=True)
class HospitalWords:
    """The words of the bot; `words.toml` explains each part."""

    services: Mapping[str, tuple[str, ...]]
    types: Mapping[str, tuple[str, ...]]
    states: Mapping[str, str]


_TEXT: Final = files(__package__).joinpath("words.toml").read_text("utf-8")
WORDS: Final = msgspec.convert(tomllib.loads(_TEXT), HospitalWords)
