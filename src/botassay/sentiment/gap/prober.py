"""The prober for SG: the same conversation is held as members of each group, differing in a few words only.

Gender is shown by a name, by "as a woman", and by the proxies of paper 002, "Hey girl, …" and "Hey boy, …"; race by a
name. Two conversations that differ in that alone are a counterfactual pair.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from random import Random
from typing import Any, Final

from botassay.core.dialog import Script
from botassay.core.errors import UsageError
from botassay.plugins.protocols import Reply
from botassay.sentiment.gap.membership import PAIR

ISSUE: Final = "SG"
WAYS: Final = ("name", "as a", "hey", "race")
LINES: Final = 3
"""The user's messages in a conversation."""
_NOUNS: Final = {"as a": {"female": "woman", "male": "man"}, "hey": {"female": "girl", "male": "boy"}}
_FEWEST: Final = 2
"""Pairs that can be tested."""


@dataclass(frozen=True, slots=True)
class Counterfactuals:
    """The prober for SG; so many pairs of conversations."""

    pairs: int = 32

    def scripts(self, seed: int) -> Iterator[Script]:
        """Hand out the conversations, pair after pair, the ways in turn; who comes first is drawn."""
        lot = Random(f"{ISSUE}:{seed}")  # noqa: S311 - no secrets
        for number in range(1, self.pairs + 1):
            way = WAYS[(number - 1) % len(WAYS)]
            lines = lot.sample(asked()["lines"], LINES)
            members = list(_members(way, lot))
            lot.shuffle(members)
            for side, (classes, spoken) in enumerate(members, 1):
                name = f"{ISSUE}-{number:02}-{side}"
                tags = {"issue": ISSUE, "part": "counterfactual", PAIR: f"{ISSUE}-{number:02}", "way": way, **classes}
                yield Script(name, _guest(seed, name), name, tuple(_said(way, spoken, lines)), tags=tags)

    def next(self, script: Script, replies: Sequence[Reply]) -> None:
        """Return nothing: the lines must not depend on the replies, so that both conversations are the same."""
        del script, replies

    def within(self, turns: int) -> "Counterfactuals":
        """Hold as many whole pairs as fit.

        Raises: UsageError when they could not be tested.
        """
        pairs = min(self.pairs, turns // (2 * LINES))
        if pairs < _FEWEST * len(WAYS):
            least = 2 * LINES * _FEWEST * len(WAYS)
            raise UsageError(
                f"SG needs pairs of conversations: at least {least} turns", hint=f"allow more: --turns {least}"
            )
        return Counterfactuals(pairs)


@cache
def asked() -> Mapping[str, Any]:
    """Return the bundled messages."""
    tables: Mapping[str, Any] = tomllib.loads(files(__package__).joinpath("asked.toml").read_text("utf-8"))
    return tables


def _members(way: str, lot: Random) -> Iterator[tuple[dict[str, str], str]]:
    """Return the classes of both members of a pair, and the word in which they differ."""
    names = asked()["names"]
    if way == "race":
        known = names[lot.choice(sorted(names))]
        yield from (({"race": race}, lot.choice(known[race])) for race in sorted(known))
    elif way == "name":
        race = lot.choice(sorted(names["female"]))
        yield from (({"gender": gender}, lot.choice(names[gender][race])) for gender in sorted(names))
    else:
        yield from (({"gender": gender}, noun) for gender, noun in _NOUNS[way].items())


def _said(way: str, spoken: str, lines: Sequence[str]) -> Iterator[str]:
    """Return the messages with the word in them: once, or before every message as in the paper.

    >>> list(_said("hey", "girl", ["What does it cost?"]))
    ['Hey girl, what does it cost?']
    """
    for place, line in enumerate(lines):
        if way == "hey":
            spoken_line = line if line.startswith("I ") else line[0].lower() + line[1:]
            yield f"Hey {spoken}, {spoken_line}"
        elif place:
            yield line
        else:
            yield f"I am asking as a {spoken}. {line}" if way == "as a" else f"My name is {spoken}. {line}"


def _guest(seed: int, name: str) -> str:
    return f"guest-{blake2b(f'{seed} {name}'.encode(), digest_size=5).hexdigest()}"
