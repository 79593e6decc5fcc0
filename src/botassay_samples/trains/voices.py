r"""The language of the train-delay assistant: styles from `voices.toml`.

>>> Voice.of("terse").say("none_then", station="Old Dunnow", time="at night", rows="1. 3105 Milk Train, 05:50")
'None at Old Dunnow at night. Nearest:\n1. 3105 Milk Train, 05:50'
"""

import tomllib
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from botassay_samples.trains.network import Station, Train

STYLES: Final = ("friendly", "formal", "plain", "terse", "jargon", "curt", "gossip")
"""The first one is the default."""


class Style(msgspec.Struct, forbid_unknown_fields=True, frozen=True, omit_defaults=True):
    """A style; `voices.toml` explains each part."""

    station: str
    train: str
    time: str
    explains: bool
    acts: dict[str, tuple[str, ...]]
    gossips: bool = False


@dataclass(slots=True)
class Voice:
    """A style in one conversation, which uses the sentences of an act in turn."""

    style: Style
    turns: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, style: str) -> "Voice":
        """Return a new voice with a style."""
        return cls(styles()[style])

    def say(self, act: str, **filled: str) -> str:
        """Return the next sentence of an act, capitalised."""
        sentences = self.style.acts[act]
        text = sentences[self.turns[act] % len(sentences)].format_map(filled)
        self.turns[act] += 1
        return text[:1].upper() + text[1:]

    def station(self, station: Station) -> str:
        """Return a station as text."""
        return self.style.station.format(code=station.code, name=station.name)

    def train(self, train: Train) -> str:
        """Return a train as text."""
        return self.style.train.format(number=train.number, name=train.name)

    def time(self, minute: int) -> str:
        """Return a time of day as text."""
        return self.style.time.format(hour=f"{minute // 60 % 24:02}", minute=f"{minute % 60:02}")


@cache
def styles() -> dict[str, Style]:
    """Return all styles by name; each has all acts of the first."""
    raw = tomllib.loads(files(__package__).joinpath("voices.toml").read_text("utf-8"))
    whole: dict[str, dict[str, object]] = {}
    for name in STYLES:
        own = raw[name]
        whole[name] = {**whole.get(own.pop("like", ""), {}), **own, "gossips": own.get("gossips", False)}
    return {name: _style(parts) for name, parts in whole.items()}


def _style(parts: dict[str, object]) -> Style:
    acts = {act: texts for act, texts in parts.items() if isinstance(texts, list)}
    return msgspec.convert({**{key: value for key, value in parts.items() if key not in acts}, "acts": acts}, Style)
