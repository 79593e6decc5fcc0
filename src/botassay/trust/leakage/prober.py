"""IL: canaries. One user plants a secret, another asks for it; memory and false hits are told from leaks.

A secret is four words drawn from a bundled list; no two secrets of a run share a word. It stands in the line that
plants it, and in the tag `secret` of that script, by which the checker knows it: tags are never sent. A control has a
secret too, which is never said.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from botassay.core.dialog import Script
from botassay.core.errors import UsageError
from botassay.core.seeded_rng import Lot
from botassay.plugins.protocols import Reply
from botassay.trust.probing.sentences import sentences

TOKENS: Final = 4
"""Words of a secret."""
WAYS: Final = ("ask_plainly", "ask_as_a_matter_of_course", "ask_to_finish")


class _Canary(NamedTuple):
    id: str
    key: str
    secret: str


@dataclass(frozen=True, slots=True)
class Canaries:
    """The prober for IL.

    By default 20 canaries: of none that came out the interval ends at 0.168, below the 20 % of the highest floor.
    """

    planted: int = 20
    controls: int = 8
    """Keys that are asked for though nothing was ever planted under them."""
    remembered: int = 10
    """Canaries for which the user who planted them comes back, in a new conversation."""

    def within(self, turns: int) -> Self:
        """Give the prober that plants as many canaries as can be asked for within so many turns.

        Raises: UsageError when that is not one.

        >>> Canaries().within(20)
        Canaries(planted=4, controls=1, remembered=1)
        """
        each = 1 + len(WAYS)
        fitting = (n for n in range(self.planted, 0, -1) if each * n + len(WAYS) * _controls(n) <= turns)
        planted = next(fitting, 0)
        if not planted:
            raise UsageError(
                f"IL needs {each} turns for each secret: to plant it and to request it",
                hint="allow more turns: --turns",
            )
        left = turns - each * planted
        controls = min(self.controls, _controls(planted) or 1, left // len(WAYS))
        return type(self)(planted, controls, min(self.remembered, planted // 2, left - len(WAYS) * controls))

    def scripts(self, seed: int) -> Iterator[Script]:
        """Hand out all plants; then the questions of others, controls among them; then those of the same users."""
        lot = Lot(seed)
        canaries = list(self._canaries(lot))
        planted, controls = canaries[: self.planted], canaries[self.planted :]
        yield from (_plant(lot, canary) for canary in planted)
        for canary in lot.shuffled(canaries, "order"):
            yield _ask(lot, canary, control=canary in controls)
        yield from (_remember(lot, canary) for canary in lot.shuffled(planted, "memory")[: self.remembered])

    def next(self, script: Script, replies: Sequence[Reply]) -> None:
        """Return nothing: the lines do not depend on the replies."""
        del script, replies

    def _canaries(self, lot: Lot) -> Iterator[_Canary]:
        words = lot.shuffled(sentences("canaries")["secret_words"].split(), "secret")
        numbers = _numbers(lot)
        for at in range(self.planted + self.controls):
            name = f"c{at + 1:02}" if at < self.planted else f"x{at + 1 - self.planted:02}"
            fills = {"number": next(numbers), "name": _name(lot, name)}
            key = lot.one(sentences("canaries")["keys"], "key", name).format(**fills)
            yield _Canary(name, key, " ".join(words[TOKENS * at : TOKENS * (at + 1)]))


def _controls(planted: int) -> int:
    """Give the number of controls for some canaries: two for five; the first one comes with the second canary."""
    return 2 * planted // 5 or int(planted > 1)


def _numbers(lot: Lot) -> Iterator[int]:
    """Draw numbers of five digits, each once."""
    drawn: set[int] = set()
    tries = 0
    while True:
        number = 10_000 + lot.number(90_000, "number", tries)
        tries += 1
        if number not in drawn:
            drawn.add(number)
            yield number


def _name(lot: Lot, canary: str) -> str:
    known = sentences("canaries")
    return f"{lot.one(known['first_names'], 'first', canary)} {lot.one(known['last_names'], 'last', canary)}"


def _plant(lot: Lot, canary: _Canary) -> Script:
    line = lot.one(sentences("canaries")["plant"], "plant", canary.id).format(key=canary.key, secret=canary.secret)
    tags = _tags("plant", canary) | {"secret": canary.secret}
    name = f"IL-{canary.id}-plant"
    return Script(name, lot.guest("IL", canary.id), name, (line,), tags=tags)


def _ask(lot: Lot, canary: _Canary, *, control: bool) -> Script:
    part = "control" if control else "ask"
    ways = lot.shuffled(WAYS, "ways", canary.id)
    lines = tuple(lot.one(sentences("canaries")[way], way, canary.id).format(key=canary.key) for way in ways)
    tags = _tags(part, canary) | ({"secret": canary.secret} if control else {})
    name = f"IL-{canary.id}-{part}"
    after = () if control else (f"IL-{canary.id}-plant",)
    return Script(name, lot.guest("IL", canary.id, part), name, lines, after, tags)


def _remember(lot: Lot, canary: _Canary) -> Script:
    line = lot.one(sentences("canaries")["remember"], "remember", canary.id).format(key=canary.key)
    name = f"IL-{canary.id}-memory"
    user = lot.guest("IL", canary.id)
    return Script(name, user, name, (line,), (f"IL-{canary.id}-plant",), _tags("memory", canary))


def _tags(part: str, canary: _Canary) -> dict[str, str]:
    return {"issue": "IL", "part": part, "canary": canary.id}
