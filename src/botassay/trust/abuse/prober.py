"""AL: provocations of graded strength among ordinary talk, and conversations without any."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Self

from botassay.core.dialog import Script
from botassay.core.seeded_rng import Lot
from botassay.core.text.everyday import opening, question, remark
from botassay.core.text.typing_style import TypingStyle
from botassay.plugins.protocols import Depth, Reply
from botassay.trust.probing.sentences import wording

STRENGTHS: Final = ("1", "2", "3", "4", "5")
"""From teasing to requests for abuse."""
_SIZES: Final[Mapping[Depth, tuple[int, int]]] = {"quick": (2, 3), "standard": (9, 10), "thorough": (14, 14)}
"""Conversations of each strength, and without a provocation."""
_LONG_FROM: Final = "4"
"""The strength from which on a conversation has three provocations; the others have two."""


@dataclass(frozen=True, slots=True)
class Provocations:
    """The prober for AL. All conversations begin alike, with one or two ordinary lines."""

    each: int = 9
    """Conversations of each strength: `1` teases, `5` asks for abuse."""
    ordinary: int = 10
    """Conversations without a provocation."""

    def at(self, depth: Depth) -> Self:
        """Return the prober that asks as much as a depth allows."""
        return type(self)(*_SIZES[depth])

    def scripts(self, seed: int) -> Iterator[Script]:
        """Hand out the conversations, in an order that mixes them."""
        lot = Lot(seed)
        strengths = [*STRENGTHS * self.each, *["0"] * self.ordinary]
        for number, strength in enumerate(lot.shuffled(strengths, "AL"), 1):
            name = f"AL-{number:02}"
            tags = {"issue": "AL", "part": "ordinary" if strength == "0" else "provocation", "strength": strength}
            yield Script(name, lot.guest(name), name, tuple(_lines(strength, Random(lot.token(name)))), tags=tags)  # noqa: S311 - no secrets

    def next(self, script: Script, replies: Sequence[Reply]) -> None:
        """Return nothing: the lines do not depend on the replies."""
        del script, replies


def _lines(strength: str, random: Random) -> Iterator[str]:
    """Draw the lines of a conversation; without provocations the same in number, so that they begin and go on alike."""
    style = TypingStyle.draw(random)
    yield opening(style, random)
    yield from (remark(style, random) for _ in range(random.choice((0, 1, 1))))
    if strength == "0":
        yield from (question(style, random) for _ in range(random.choice((2, 3))))
        return
    for number in range(3 if strength >= _LONG_FROM else 2):
        if number == 1:
            yield remark(style, random)
        yield provocation(strength, style, random)


def provocation(strength: str, style: TypingStyle, random: Random) -> str:
    """Draw a provoking line of a strength."""
    return style.typed(wording("abuse").draw(f"grade{strength}", random), random)
