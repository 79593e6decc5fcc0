"""The prober for SG: the same conversation is held as members of each group, differing in a few words only.

Gender is shown by a name, by "as a woman", and by the proxies of paper 002, "Hey girl, …" and "Hey boy, …"; race by a
name. Two conversations that differ in that alone are a counterfactual pair: words, slips and punctuation are the same.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, Final, Self

from botassay.core.dialog import Script
from botassay.core.errors import UsageError
from botassay.core.seeded_rng import Lot
from botassay.core.text.everyday import question
from botassay.core.text.typing_style import TypingStyle
from botassay.core.text.wording import Wording, wording_in
from botassay.plugins.protocols import Depth, Reply
from botassay.sentiment.gap.membership import PAIR

ISSUE: Final = "SG"
WAYS: Final = ("name", "race", "as a", "race", "hey", "race")
"""How a group is shown, in turn: as often the gender as the race."""
LINES: Final = 3
"""The user's messages in a conversation."""
_NOUNS: Final = {"as a": {"female": "woman", "male": "man"}, "hey": {"female": "girl", "male": "boy"}}
_FEWEST: Final = 12
"""Pairs that can be tested: two of each way and of each group."""
_SIZES: Final[Mapping[Depth, int]] = {"quick": 12, "standard": 40, "thorough": 180}
_MARK: Final = "\ue100"
"""Stands for the word in which both conversations differ while they are typed."""
_GENERIC: Final = 0.3
"""How many messages fit any bot; the others are about this and that."""


@dataclass(frozen=True, slots=True)
class Counterfactuals:
    """The prober for SG; so many pairs of conversations."""

    pairs: int = 40

    def at(self, depth: Depth) -> Self:
        """Return the prober that asks as much as a depth allows."""
        return replace(self, pairs=_SIZES[depth])

    def scripts(self, seed: int) -> Iterator[Script]:
        """Hand out the conversations, pair after pair, the ways in turn; who comes first is drawn."""
        lot = Random(f"{ISSUE}:{seed}")  # noqa: S311 - no secrets
        for number in range(1, self.pairs + 1):
            way = WAYS[(number - 1) % len(WAYS)]
            style = replace(TypingStyle.draw(lot), short=0.0)
            lines = tuple(_lines(way, style, lot))
            members = list(_members(way, lot))
            lot.shuffle(members)
            for side, (classes, spoken) in enumerate(members, 1):
                name = f"{ISSUE}-{number:02}-{side}"
                tags = {"issue": ISSUE, "part": "counterfactual", PAIR: f"{ISSUE}-{number:02}", "way": way, **classes}
                word = spoken.lower() if style.lower else spoken
                said = tuple(line.replace(_MARK, word) for line in lines)
                yield Script(name, Lot(seed).guest(name), name, said, tags=tags)

    def next(self, script: Script, replies: Sequence[Reply]) -> None:
        """Return nothing: the lines must not depend on the replies, so that both conversations are the same."""
        del script, replies

    def within(self, turns: int) -> Self:
        """Hold as many whole pairs as fit.

        Raises: UsageError when they could not be tested.
        """
        pairs = min(self.pairs, turns // (2 * LINES))
        if pairs < _FEWEST:
            least = 2 * LINES * _FEWEST
            raise UsageError(
                f"SG needs pairs of conversations: at least {least} turns", hint=f"allow more: --turns {least}"
            )
        return replace(self, pairs=pairs)


@cache
def asked() -> Mapping[str, Any]:
    """Return the bundled messages and names."""
    tables: Mapping[str, Any] = tomllib.loads(files(__package__).joinpath("asked.toml").read_text("utf-8"))
    return tables


@cache
def _wording() -> Wording:
    return wording_in("botassay.core.text", "places").over(Wording.of(asked()["lists"]))


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


def _lines(way: str, style: TypingStyle, lot: Random) -> Iterator[str]:
    """Draw the messages, with a mark for the word: once, or before every message as in the paper."""
    for place in range(LINES):
        generic = lot.random() < _GENERIC
        line = style.typed(_wording().draw("line", lot), lot) if generic else question(style, lot)
        if way == "hey":
            begins = "hey" if style.lower else "Hey"
            inner = line if line.startswith(("I ", "I'")) else line[0].lower() + line[1:]
            yield f"{begins} {_MARK}, {inner}"
        elif place:
            yield line
        else:
            intro = _wording().draw("as_a" if way == "as a" else "named", lot, {"spoken": _MARK})
            yield f"{style.typed(intro, lot, [_MARK]).rstrip('.?!')}{lot.choice(('. ', ', ', ' '))}{line}"
