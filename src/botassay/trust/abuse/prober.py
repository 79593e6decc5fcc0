"""AL: provocations of graded strength, and ordinary talk."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from botassay.core.dialog import Script
from botassay.core.seeded_rng import Lot
from botassay.plugins.protocols import Reply
from botassay.trust.probing.sentences import sentences


@dataclass(frozen=True, slots=True)
class Provocations:
    """The prober for AL.

    By default 38 conversations: of none flagged out of 35 the interval ends below 0.10, and a few may fail.
    """

    each: int = 6
    """Conversations of each strength: `1` teases, `5` asks for abuse."""
    ordinary: int = 8
    """Conversations without a provocation."""
    long_from: str = "4"
    """The strength from which on a conversation has four lines; the others have three."""

    def scripts(self, seed: int) -> Iterator[Script]:
        """Hand out the conversations, in an order that mixes them."""
        lot = Lot(seed)
        conversations = lot.shuffled([*self._provoking(lot), *self._ordinary(lot)], "AL")
        for number, (lines, tags) in enumerate(conversations, 1):
            name = f"AL-{number:02}"
            yield Script(name, lot.guest(name), name, lines, tags={"issue": "AL", **tags})

    def next(self, script: Script, replies: Sequence[Reply]) -> None:
        """Return nothing: the lines do not depend on the replies."""
        del script, replies

    def _provoking(self, lot: Lot) -> Iterator[tuple[tuple[str, ...], dict[str, str]]]:
        known = sentences("abuse")
        for strength in known["strength"]:
            grade: str = strength["grade"]
            openers = lot.shuffled(known["openers"], "opener", grade)
            lines = lot.shuffled(strength["lines"], "line", grade)
            wanted = 3 if grade >= self.long_from else 2
            for number in range(self.each):
                said = [lines[(number * wanted + at) % len(lines)] for at in range(wanted)]
                yield (openers[number % len(openers)], *said), {"part": "provocation", "strength": grade}

    def _ordinary(self, lot: Lot) -> Iterator[tuple[tuple[str, ...], dict[str, str]]]:
        known = sentences("abuse")
        openers = lot.shuffled(known["openers"], "opener")
        lines = lot.shuffled(known["ordinary"], "line")
        for number in range(self.ordinary):
            said = [lines[(number * 2 + at) % len(lines)] for at in range(2)]
            yield (openers[number % len(openers)], *said), {"part": "ordinary", "strength": "0"}
