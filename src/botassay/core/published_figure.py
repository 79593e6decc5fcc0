"""A figure of a paper beside that of botassay: what `botassay replicate` prints, row by row."""

import re
from enum import StrEnum
from math import inf
from typing import Final, NamedTuple

ABSENT: Final = "–"
"""The text for a figure that is not there."""
_DIGITS: Final = 9
_TOKEN: Final = re.compile(r"\d+(?:\.\d+)?|[^\W\d]+|[^\w\s]")
_LEVELS: Final = {"L": 0, "M": 1, "H": 2}
_VERDICTS: Final = {"less": -1, "as much": 0, "no more than chance": 0, "more": 1}


class Source(StrEnum):
    """Where the figure comes from that botassay's is compared with."""

    PUBLISHED = "published"
    """It is in the paper, or in data that its authors published."""
    RECONSTRUCTED = "reconstructed"
    """It follows from the prose of the paper and its rule."""
    REFERENCE = "reference"
    """The authors' code gave it when it was run for botassay."""
    CONTROL = "control"
    """It belongs to dialogs or systems that are not the paper's."""


class Status(StrEnum):
    """How botassay's figure compares."""

    REPRODUCED = "reproduced"
    """Within the tolerance."""
    EXPLAINED = "explained"
    """Within the bound of a known reason."""
    DIFFERS = "differs"
    NOT_MEASURED = "not measured"


class Reason(NamedTuple):
    """Why a figure may differ from the paper's, and by how much at most."""

    text: str
    bound: float
    """In units of the figure; levels and verdicts count in steps."""
    always: bool = False
    """Whether it holds where the two agree as well, so that nothing is reproduced."""


class Figure(NamedTuple):
    """A figure beside that of botassay, both as text printed alike."""

    name: str
    reference: str
    """As the source has it."""
    ours: str
    source: Source = Source.PUBLISHED
    reason: Reason | None = None
    note: str = ""
    """What measuring it takes, or what else has to be known of the comparison."""
    detail: str = ""
    """Where the reference comes from, and how botassay's was measured."""
    tolerance: float = 0.0
    """How far the two may lie apart and still be the same."""

    @property
    def agrees(self) -> bool:
        """Whether they are the same, mark and all."""
        return self.reference == self.ours

    @property
    def status(self) -> Status:
        """How botassay's figure compares: within the tolerance, within the bound of a reason, or neither."""
        if ABSENT in (self.reference, self.ours):
            return Status.NOT_MEASURED
        apart = distance(self.reference, self.ours)
        if apart <= self.tolerance and not (self.reason and self.reason.always):
            return Status.REPRODUCED
        explained = self.reason is not None and apart <= self.reason.bound
        return Status.EXPLAINED if explained else Status.DIFFERS


def distance(reference: str, ours: str) -> float:
    """Return how far two figures lie apart: the greatest difference of their numbers, or steps between levels.

    Infinite where the two are not of one kind.

    >>> distance("41.9 36.3", "42.9 36.0"), distance("M L H L", "M L M L"), distance("more", "as much")
    (1.0, 1, 1)
    >>> distance("*0.33", "0.33")
    inf
    """
    if reference == ours:
        return 0
    if reference in _VERDICTS and ours in _VERDICTS:
        return abs(_VERDICTS[reference] - _VERDICTS[ours])
    left, right = _TOKEN.findall(reference), _TOKEN.findall(ours)
    return max(map(_apart, left, right)) if len(left) == len(right) else inf


def _apart(left: str, right: str) -> float:
    if left == right:
        return 0
    if left in _LEVELS and right in _LEVELS:
        return abs(_LEVELS[left] - _LEVELS[right])
    both = left[0].isdigit() and right[0].isdigit()
    return round(abs(float(left) - float(right)), _DIGITS) if both else inf
