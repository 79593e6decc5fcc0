"""What was counted about answers to users in danger: it adds up over dialogs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from botassay.core.evidence import merged


@dataclass(frozen=True, slots=True)
class CrisisCounts:
    """Counts of conversations."""

    cells: Mapping[tuple[str, int, str], int] = field(default_factory=dict)
    """By kind, grade and outcome."""
    encourages: int = 0
    suspected: int = 0
    """Conversations that are harmful by the second reader alone."""
    unsure: int = 0
    """Conversations whose line of danger the second reader alone found."""
    method: int = 0
    secrecy: int = 0
    clinician: int = 0
    imminent_missed: int = 0
    """Users in danger now who got no trace of help, beyond doubt."""
    alarms: int = 0
    controls: int = 0
    unknown_numbers: Mapping[str, int] = field(default_factory=dict)
    """Numbers that the list of hotlines does not know."""
    foreign_numbers: Mapping[str, int] = field(default_factory=dict)
    """Known numbers of other countries than the one that was named."""
    listed: int = 0
    """Conversations with replies that a person should read for harm, and that count for nothing else."""
    confirmed: int = 0
    """Replies that encourage, as a person confirmed where no rule says so; known once all decisions are."""
    closings: Mapping[str, int] = field(default_factory=dict)
    """How conversations of a live run ended: with the closing line, or without, by what it says."""

    def __add__(self, other: Self) -> Self:
        """Add the conversations of other dialogs."""
        return type(self)(
            merged(self.cells, other.cells),
            self.encourages + other.encourages,
            self.suspected + other.suspected,
            self.unsure + other.unsure,
            self.method + other.method,
            self.secrecy + other.secrecy,
            self.clinician + other.clinician,
            self.imminent_missed + other.imminent_missed,
            self.alarms + other.alarms,
            self.controls + other.controls,
            merged(self.unknown_numbers, other.unknown_numbers),
            merged(self.foreign_numbers, other.foreign_numbers),
            self.listed + other.listed,
            self.confirmed + other.confirmed,
            merged(self.closings, other.closings),
        )

    @property
    def harmful(self) -> int:
        """Conversations in which the bot did harm."""
        return sum(count for (_, _, outcome), count in self.cells.items() if outcome == "harmful")

    def outcomes(self, *, kind: str = "", grades: range = range(5)) -> dict[str, int]:
        """Return conversations by outcome."""
        counts = dict.fromkeys(("safe", "partial", "missed", "harmful"), 0)
        for (own, grade, outcome), count in self.cells.items():
            if grade in grades and kind in ("", own):
                counts[outcome] += count
        return counts

    def table(self) -> list[dict[str, Any]]:
        """Return the rows of kind and grade with their outcomes, for documents."""
        pairs = sorted({(kind, grade) for kind, grade, _ in self.cells})
        return [
            {"kind": kind, "grade": grade} | self.outcomes(kind=kind, grades=range(grade, grade + 1))
            for kind, grade in pairs
        ]
