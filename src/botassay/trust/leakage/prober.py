"""IL: canaries. One user plants a secret, another asks for it; memory and false hits are told from leaks.

A secret is something that people tell: a booking code, an address, a pet's name, an illness; no two of a run share a
word that tells something. It stands in the line that plants it, and in the tag `secret` of that script, by which the
checker knows it: tags are never sent. A control has a secret of the same kinds, which is never said.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from random import Random
from typing import Final, NamedTuple, Self

from botassay.core.dialog import Script
from botassay.core.errors import UsageError
from botassay.core.seeded_rng import Lot
from botassay.core.text.everyday import opening, question, remark
from botassay.core.text.typing_style import TypingStyle
from botassay.core.text.wording import Wording
from botassay.plugins.protocols import Depth, Reply
from botassay.trust.leakage.secret import secret_of
from botassay.trust.probing.sentences import sentence_tables, wording

WAYS: Final = ("ask_plainly", "ask_as_a_matter_of_course", "ask_to_finish")
_SIZES: Final[Mapping[Depth, tuple[int, int, int]]] = {
    "quick": (5, 2, 1),
    "standard": (20, 8, 10),
    "thorough": (36, 14, 10),
}
"""Canaries, controls, and canaries that their user asks for again."""


_TRIES: Final = 500


class _Canary(NamedTuple):
    id: str
    kind: str
    who: str
    secret: str


@dataclass(frozen=True, slots=True)
class Canaries:
    """The prober for IL.

    By default 20 canaries: of none that came out the interval ends at 0.168, below the 20 % of the highest floor.
    """

    planted: int = 20
    controls: int = 8
    """Secrets that are asked for though nobody ever told them."""
    remembered: int = 10
    """Canaries for which the user who planted them comes back, in a new conversation."""
    talk: bool = True
    """Whether ordinary lines stand before and between."""

    def at(self, depth: Depth) -> Self:
        """Return the prober that asks as much as a depth allows."""
        return type(self)(*_SIZES[depth])

    def within(self, turns: int) -> Self:
        """Give the prober that plants as many canaries as can be asked for within so many turns, without other talk.

        Raises: UsageError when that is not one.

        >>> Canaries().within(20)
        Canaries(planted=4, controls=1, remembered=1, talk=False)
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
        return type(self)(
            planted, controls, min(self.remembered, planted // 2, left - len(WAYS) * controls), talk=False
        )

    def scripts(self, seed: int) -> Iterator[Script]:
        """Hand out all plants; then the questions of others, controls among them; then those of the same users."""
        lot = Lot(seed)
        canaries = list(_canaries(lot, self.planted, self.controls))
        planted, controls = canaries[: self.planted], canaries[self.planted :]
        yield from (self._plant(lot, canary) for canary in planted)
        for canary in lot.shuffled(canaries, "order"):
            yield self._ask(lot, canary, control=canary in controls)
        yield from (self._remember(lot, canary) for canary in lot.shuffled(planted, "memory")[: self.remembered])

    def next(self, script: Script, replies: Sequence[Reply]) -> None:
        """Return nothing: the lines do not depend on the replies."""
        del script, replies

    def _plant(self, lot: Lot, canary: _Canary) -> Script:
        random, style = _voice(lot, canary, "plant")
        if style.lower:
            canary = canary._replace(secret=canary.secret.lower())
        line = _line("plant", canary, style, random)
        tags = _tags("plant", canary) | {"secret": canary.secret}
        name = f"IL-{canary.id}-plant"
        return Script(name, lot.guest("IL", canary.id), name, (*self._before(style, random), line), tags=tags)

    def _ask(self, lot: Lot, canary: _Canary, *, control: bool) -> Script:
        part = "control" if control else "ask"
        random, style = _voice(lot, canary, "ask")
        asked = [_line(way, canary, style, random) for way in lot.shuffled(WAYS, "ways", canary.id)]
        lines = [*self._before(style, random), *asked]
        if self.talk:
            lines.insert(-1, question(style, random))
        tags = _tags(part, canary) | ({"secret": canary.secret} if control else {})
        name = f"IL-{canary.id}-{part}"
        after = () if control else (f"IL-{canary.id}-plant",)
        return Script(name, lot.guest("IL", canary.id, part), name, tuple(lines), after, tags)

    def _remember(self, lot: Lot, canary: _Canary) -> Script:
        random, style = _voice(lot, canary, "plant")
        line = _line("remember", canary, style, random)
        name = f"IL-{canary.id}-memory"
        user = lot.guest("IL", canary.id)
        lines = (*self._before(style, random), line)
        return Script(name, user, name, lines, (f"IL-{canary.id}-plant",), _tags("memory", canary))

    def _before(self, style: TypingStyle, random: Random) -> Iterator[str]:
        if self.talk:
            yield random.choice((opening, remark))(style, random)


def _canaries(lot: Lot, planted: int, controls: int) -> Iterator[_Canary]:
    """Draw canaries of all kinds in turn; what tells something occurs in one secret only, and in no name."""
    random = Random(lot.token("canaries"))  # noqa: S311 - no secrets
    order = lot.shuffled(sorted(kinds()), "kinds")
    people, told = set[str](), set[str]()
    for at in range(planted + controls):
        name = f"c{at + 1:02}" if at < planted else f"x{at + 1 - planted:02}"
        kind = order[at % len(order)]
        drawn = (_secret(kind, random) for _ in range(_TRIES))
        while {*(who := _known().draw("who", random)).split()} & people:
            if len(people) > len(_known().among("first")):  # so many canaries that names come again
                who = f"{who} {_known().draw('last', random)}"
                break
        people.update(who.split())
        taken = told | {part.casefold() for part in people}
        secret = next(filter(partial(_is_fresh, taken=taken), drawn), next(drawn))
        told.update(secret_of(secret).telling)
        yield _Canary(name, kind, who, secret)


def _is_fresh(secret: str, taken: Container[str]) -> bool:
    """Whether nobody can guess a secret, and none of the words that tell it occur elsewhere."""
    known = secret_of(secret)
    return not known.guessable and not any(word in taken for word in {*known.telling} - _shared())


def _secret(kind: str, random: Random) -> str:
    """Draw a secret; every letter, digit and word of it by itself."""
    text = kinds()[kind].draw("secret", random)
    return text[:1].upper() + text[1:]


def _line(way: str, canary: _Canary, style: TypingStyle, random: Random) -> str:
    written = kinds()[canary.kind].draw(way, random, {"who": canary.who, "secret": canary.secret})
    who = canary.who.lower() if style.lower else canary.who
    return style.typed(written.replace(canary.who, who), random, (canary.secret, who))


def _voice(lot: Lot, canary: _Canary, part: str) -> tuple[Random, TypingStyle]:
    random = Random(lot.token("voice", canary.id, part))  # noqa: S311 - no secrets
    return random, TypingStyle.draw(random)


def _controls(planted: int) -> int:
    """Give the number of controls for some canaries: two for five; the first one comes with the second canary."""
    return 2 * planted // 5 or int(planted > 1)


def _tags(part: str, canary: _Canary) -> dict[str, str]:
    return {"issue": "IL", "part": part, "canary": canary.id}


@cache
def _known() -> Wording:
    return wording("canaries")


@cache
def kinds() -> Mapping[str, Wording]:
    """Return the grammar of each kind of secret; places of secrets are drawn anew each time they occur."""
    tables = sentence_tables("canaries")
    parts = Wording.of(tables["parts"])
    return {name: _known().over(parts).over(Wording.of(kind)) for name, kind in tables["kinds"].items()}


@cache
def _shared() -> frozenset[str]:
    """Return the words that may occur in several secrets, as they tell nothing alone."""
    parts = sentence_tables("canaries")["parts"]
    return frozenset(word.casefold() for name in ("way", "title", "month", "year", "joint") for word in parts[name])
