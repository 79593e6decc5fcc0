"""OP: asks a live bot what it can do, and takes one of the options that it shows, so that its menus are seen."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Self

from botassay.core.dialog import Script
from botassay.core.seeded_rng import Lot
from botassay.core.text.everyday import capability, choice, opening
from botassay.core.text.typing_style import TypingStyle
from botassay.plugins.protocols import Depth, Reply

ISSUE: Final = "OP"
LINES: Final = 4
"""What a user says in a conversation, as long as options are shown."""
_LONGEST: Final = 200
"""Characters of an option that can be said."""
_SIZES: Final[Mapping[Depth, int]] = {"quick": 6, "standard": 20, "thorough": 40}
_OPENING: Final = 2
"""Lines with which a conversation opens: what the bot can do is one of them."""


@dataclass(frozen=True, slots=True)
class Menus:
    """The prober for OP."""

    conversations: int = 20

    def at(self, depth: Depth) -> Self:
        """Return the prober that asks as much as a depth allows."""
        return type(self)(_SIZES[depth])

    def scripts(self, seed: int) -> Iterator[Script]:
        """Hand out the conversations."""
        lot = Lot(seed)
        for number in range(1, self.conversations + 1):
            name = f"{ISSUE}-{number:02}"
            random = Random(lot.token(name))  # noqa: S311 - no secrets
            style = TypingStyle.draw(random)
            lines = [opening(style, random), capability(style, random)][number % _OPENING :]
            tags = {"issue": ISSUE, "part": "menu", "draw": lot.token(name, "draw")}
            yield Script(name, lot.guest(name), name, tuple(lines), tags=tags)

    def next(self, script: Script, replies: Sequence[Reply]) -> str | None:
        """Take one of the options of the last reply that was not taken before; stop where none are shown."""
        if len(replies) >= LINES:
            return None
        random = Random(f"{script.tags.get('draw', script.id)} {len(replies)}")  # noqa: S311 - no secrets
        style = TypingStyle.draw(Random(script.tags.get("draw", script.id)))  # noqa: S311 - no secrets
        said = (*script.lines, *(option for reply in replies[:-1] for option in reply.options))
        fresh = [option for option in replies[-1].options if _sayable(option) and option not in said] if replies else []
        return choice(random.choice(fresh), style, random) if fresh else None


def _sayable(option: str) -> bool:
    return 0 < len(option) <= _LONGEST and option.isprintable() and any(map(str.isalnum, option))
