"""Drawing lots from a seed: the same seed draws the same on every machine; one draw tells nothing of the others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar
from uuid import UUID

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Lot:
    """Draws from a seed; what is drawn for one purpose says nothing about what is drawn for another."""

    seed: int | str

    def token(self, *purpose: object) -> str:
        """Draw 16 hexadecimal digits.

        >>> Lot(1).token("guest", 1) == Lot(1).token("guest", 1) != Lot(2).token("guest", 1)
        True
        """
        text = "\x1f".join(map(str, (self.seed, *purpose)))
        return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()

    def number(self, below: int, *purpose: object) -> int:
        """Draw a number from 0 on, below another."""
        return int(self.token(*purpose), 16) % below

    def shuffled(self, things: Iterable[Thing], *purpose: object) -> list[Thing]:
        """Draw an order."""
        numbered = sorted(enumerate(things), key=lambda at: (self.token(*purpose, at[0]), at[0]))
        return [thing for _, thing in numbered]

    def one(self, things: Sequence[Thing], *purpose: object) -> Thing:
        """Draw one thing of several."""
        return things[self.number(len(things), *purpose)]

    def guest(self, *purpose: object) -> str:
        """Name a user by what looks like a uuid4, so that the name tells nothing.

        >>> from uuid import UUID
        >>> UUID(Lot(1).guest("AL", 3)).version
        4
        """
        return str(UUID(self.token("guest", *purpose) + self.token("user", *purpose), version=4))
