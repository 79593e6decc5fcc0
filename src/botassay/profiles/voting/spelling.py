"""What the voting rules have in common: they are called, and they print as the text that creates them."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, ClassVar

from botassay.plugins.protocols import Ballot, Count


class Spelled(ABC):
    """A voting rule: a frozen dataclass whose fields are its settings."""

    __slots__ = ()
    name: ClassVar[str]

    @abstractmethod
    def count(self, ballots: Sequence[Ballot]) -> Count:
        """Give the common order, with scores or comparisons, and its ties."""

    def __call__(self, ballots: Sequence[Ballot]) -> tuple[str, ...]:
        """Give the common order, most important first."""
        return self.count(ballots).order

    def __repr__(self) -> str:
        rule: Any = self
        settings = ", ".join(f"{field.name}={getattr(self, field.name)}" for field in fields(rule))
        return f"{self.name}({settings})" if settings else self.name
