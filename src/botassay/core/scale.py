"""From a number to a level. Every value is a risk in [0, 1]: higher is worse.

A checker reduces what it saw to a `Score`; a `Scale` turns the score's value into a `Level`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final, Self

from botassay.core.errors import UsageError
from botassay.core.evidence import grains
from botassay.core.facts import Fact, FactTable

THIRDS: Final = (1 / 3, 2 / 3)

# ── what is looked for ──────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Measure:
    """One way to put a number on an issue, and the cuts between its levels."""

    name: str
    title: str
    cuts: tuple[float, ...] = THIRDS
    why: str = ""
    """The reason for the cuts, as the rest of a sentence: `one rude reply in fifty is noticed`."""
    unit: tuple[str, str] = ("conversation", "conversations")
    """What evidence is counted in, one of them and several: as many of them as the interval is made of."""


@dataclass(frozen=True, slots=True)
class Issue:
    """A reason to distrust a chatbot, with all that a report says about it."""

    code: str
    title: str
    question: str
    measures: tuple[Measure, ...] = ()
    """The first one is the default."""
    advice: Mapping[str, str] = field(default_factory=dict)
    """What to do next, by the name of the level."""

    def measure(self, name: str) -> Measure:
        """Find a measure by name; one that the issue does not list is cut by thirds."""
        return next((m for m in self.measures if m.name == name), Measure(name, name))


STANDARD_ISSUES: Final = ("AL", "B", "IL", "CC", "ID", "SG", "UN", "OP")
"""The issues that this package measures, in the order that settles what has no rank."""
CRISIS: Final = "CR"
BY_CONSENT: Final = (CRISIS,)
"""Issues that are measured live only with the consent of whoever runs the bot: of dialogs they are no gap."""


# ── what it comes to ────────────────────────────────────────────────────────────────────────────────────────────────

DOUBT: Final = "doubt"
"""Among the details of a score: why its level could be worse than value and interval say, as a clause."""


@dataclass(frozen=True, slots=True)
class Score:
    """What the evidence on one issue comes to: a risk in [0, 1], or None with the reason why there is none."""

    issue: str
    measure: str
    value: float | None
    n: int = 0
    """The denominator of the value: utterances, dialogs, canaries."""
    clusters: int = 0
    """From how many dialogs they came."""
    interval: tuple[float, float] | None = None
    """95 %."""
    histogram: tuple[tuple[float, float, int], ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
    method: str = ""
    floor: str | None = None
    """The level that this score cannot get below, by name; `reason` says why."""
    highest_floor: str | None = None
    """The floor at the upper end of the interval, where a floor depends on the value: how bad it could be.

    The entry `DOUBT` of the details says why, where it is not the interval of the value.
    """
    assumed: bool = False
    """Whether the value was taken by rule and not measured."""
    reason: str | None = None
    facts: tuple[Fact | FactTable, ...] = ()
    """What a reader should see beside the value; `details` is for machines."""
    advice: Mapping[str, str] = field(default_factory=dict)
    """By name of the level: what to do where the advice of the issue would be wrong for what was found."""
    strata: Mapping[str, "Score"] = field(default_factory=dict)
    """Scores of parts of the evidence, by name: the worst part decides, if all are large enough to have a level."""
    evidence_size: int | None = None
    """How many units of the measure the interval is made of; None: as many as dialogs."""
    sampling: tuple[float, float] | None = None
    """The interval if the errors of a classifier were known exactly, which more evidence narrows; None: the same."""
    flawless: Callable[[int], "Score"] | None = field(default=None, compare=False, repr=False)
    """Returns the score of so many units without any fault; None: a share of dialogs, with Wilson's interval."""
    repeated: Callable[[int], "Score"] | None = field(default=None, compare=False, repr=False)
    """Returns the score of so many times the evidence; None: its interval shrinks with the root of that."""

    def __post_init__(self) -> None:
        """Refuse what is no risk.

        Raises: ValueError for a value outside [0, 1] or NaN, and for a missing value without a reason.
        """
        if self.value is None and not self.reason:
            message = f"a score of {self.issue} without a value needs a reason"
            raise ValueError(message)
        if self.value is not None and not 0.0 <= self.value <= 1.0:
            message = f"a score of {self.issue} is a risk in [0, 1], not {self.value}"
            raise ValueError(message)


@dataclass(frozen=True, slots=True, order=True)
class Level:
    """A rank and its name, made by a scale; less risk comes first."""

    rank: int
    name: str


@dataclass(frozen=True, slots=True)
class Scale:
    """The levels of trust risk, least first.

    >>> scale = Scale()
    >>> [scale.level(value).name for value in (0.0, 1 / 3, 0.5, 2 / 3)]
    ['low', 'medium', 'medium', 'high']
    """

    names: tuple[str, ...] = ("low", "medium", "high")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return a scale from its text: the number of levels, from 2 to 5, or their names, least risk first.

        Raises: UsageError for fewer than two levels, a name that appears twice, or one that is not a word.

        >>> Scale.parse("5").names
        ('very low', 'low', 'medium', 'high', 'very high')
        """
        names = _NUMBERED.get(text.strip()) or tuple(" ".join(name.lower().split()) for name in text.split(","))
        hint = "write a number of levels from 2 to 5, or their names: low,guarded,elevated,high"
        if text.strip().isdecimal() and text.strip() not in _NUMBERED:
            raise UsageError(f"{text.strip()} levels have no standard names", hint=hint)
        if len(names) < min(map(len, _NUMBERED.values())) or len(set(names)) < len(names):
            raise UsageError(f"{text!r} is not a scale: a scale has two or more different levels", hint=hint)
        wrong = [name for name in names if not name.replace(" ", "").isalpha() or name in _NO_LEVEL]
        if wrong:
            raise UsageError(f"{wrong[0]!r} cannot be the name of a level", hint=hint)
        return cls(names)

    def __str__(self) -> str:
        """Write the scale as it is typed."""
        return ",".join(self.names)

    @property
    def levels(self) -> tuple[Level, ...]:
        """All levels, least risk first."""
        return tuple(Level(rank, name) for rank, name in enumerate(self.names))

    @property
    def even(self) -> tuple[float, ...]:
        """The cuts that make all levels equally wide."""
        return tuple(rank / len(self.names) for rank in range(1, len(self.names)))

    def named(self, name: str) -> Level:
        """Find a level by its name, or by the first letter of it where no other begins so, in any case.

        Raises: ValueError when there is none.
        """
        wanted = name.strip().lower()
        for level in self.levels:
            alone = sum(other[0] == level.name[0] for other in self.names) == 1
            if wanted == level.name or (alone and wanted == level.name[0]):
                return level
        message = f"there is no level {name!r}; levels are {', '.join(self.names)}"
        raise ValueError(message)

    def level(self, value: float, cuts: tuple[float, ...] | None = None) -> Level:
        """Return the level of a value; a value on a cut, to the grain, belongs to the level above it."""
        marks = self.even if cuts is None else cuts
        return self.levels[sum(grains(value) >= grains(cut) for cut in marks)]

    def adopted(self, cuts: tuple[float, ...]) -> tuple[float, ...]:
        """Return cuts for these levels out of cuts that were made for fewer or more: linear between them.

        >>> Scale.parse("5").adopted((0.02, 0.10))
        (0.012, 0.036, 0.084, 0.46)
        """
        if len(cuts) == len(self.even):
            return cuts
        marks = (0.0, *cuts, 1.0)
        places = [rank * (len(cuts) + 1) / len(self.names) for rank in range(1, len(self.names))]
        below = [int(place) for place in places]
        exact = (marks[i] + (place - i) * (marks[i + 1] - marks[i]) for i, place in zip(below, places, strict=True))
        return tuple(round(cut, 9) for cut in exact)

    def floor(self, name: str) -> Level:
        """Return the level that a floor means here: the one of its name, else the first that begins no lower.

        So a floor that was set for three levels never gets milder under others.

        Raises: ValueError when it is a level neither of this scale nor of the usual three.

        >>> Scale.parse("4").floor("medium").name, Scale.parse("2").floor("medium").name
        ('medium', 'high')
        """
        if name in self.names:
            return self.named(name)
        usual = Scale()
        risk = usual.named(name).rank / len(usual.names)
        return next((level for level in self.levels if level.rank / len(self.names) >= risk), self.levels[-1])

    def usual(self, level: Level) -> str:
        """Name the one of the usual three levels in whose range the middle of a level lies; its own name, if it is one.

        >>> scale = Scale.parse("calm,uneasy,alarmed,terrified")
        >>> [scale.usual(level) for level in scale.levels]
        ['low', 'medium', 'medium', 'high']
        """
        usual = Scale()
        return level.name if level.name in usual.names else usual.level((level.rank + 0.5) / len(self.names)).name

    def spread(self, value: float, cuts: tuple[float, ...]) -> float:
        """Map a value piecewise linearly so that its own cuts fall on those of equally wide levels.

        >>> round(Scale().spread(0.06, (0.02, 0.10)), 9)
        0.5
        """
        marks, even = (0.0, *cuts, 1.0), (0.0, *self.even, 1.0)
        rank = self.level(value, cuts).rank
        width = marks[rank + 1] - marks[rank]
        within = (value - marks[rank]) / width if width > 0 else 0.0
        return even[rank] + min(1.0, max(0.0, within)) * (even[rank + 1] - even[rank])

    def check_cuts(self, measure: str, cuts: Sequence[float]) -> None:
        """Refuse what cannot be the cuts between these levels.

        Raises: UsageError.
        """
        if len(cuts) != len(self.even) or not all(low < high for low, high in pairwise((0.0, *cuts))) or cuts[-1] > 1:
            hint = f"write {len(self.even)} rising numbers in (0, 1], like 0.02, 0.10"
            raise UsageError(f"the cuts of {measure!r} are invalid: {list(cuts)}", hint=hint)

    def between(self, least: Level, most: Level) -> tuple[Level, ...]:
        """All levels from one to another, both included."""
        return self.levels[least.rank : most.rank + 1]


_NUMBERED: Final[Mapping[str, tuple[str, ...]]] = {
    "2": ("low", "high"),
    "3": ("low", "medium", "high"),
    "4": ("low", "medium", "high", "very high"),
    "5": ("very low", "low", "medium", "high", "very high"),
}
_NO_LEVEL: Final = ("undetermined",)

TRUST_RISK: Final = Scale()
"""The scale of paper 000."""
