"""A published figure beside ours: what `botassay replicate` prints, row by row."""

from typing import Final, NamedTuple

ABSENT: Final = "–"
"""The text for a figure that cannot be recomputed."""


class Figure(NamedTuple):
    """A published figure beside ours, both as text printed alike."""

    name: str
    published: str
    ours: str
    note: str = ""
    """Why the two may differ; empty where they have to agree."""
    detail: str = ""
    """Where the published one comes from, and how ours was measured."""

    @property
    def agrees(self) -> bool:
        """Whether they are the same, mark and all."""
        return self.published == self.ours

    @property
    def expected(self) -> bool:
        """Whether they are the same, or differ where it is known why."""
        return self.agrees or bool(self.note)
