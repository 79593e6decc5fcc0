"""One row of a file of option lists: what may stand there, and what it comes to."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from botassay.core.errors import InputError
from botassay.io.flaws import FlawError
from botassay.options.shape import Shape
from botassay.options.tally import ListCounts

INTENTS: Final = 10_000
"""How many intents are kept apart; what comes after them is counted together, so that memory stays flat."""


class ListRow(msgspec.Struct, gc=False):
    """A row as it stands in a file."""

    options: tuple[str, ...] | None = None
    """What was shown, in this order."""
    correct: str | tuple[str, ...] | None = None
    """The correct answers; None or empty: unknown."""
    pattern: str | None = None
    """Instead of both: c and w."""
    intent: str | None = None
    """Under what it is counted; without it under its correct answer."""
    id: str | int | None = None
    """Which query it answers, for a comparison."""

    @property
    def answers(self) -> tuple[str, ...]:
        """The correct answers that are known; an empty text, like an empty CSV cell, is none."""
        if isinstance(self.correct, str):
            return (self.correct,) if self.correct else ()
        return self.correct or ()


class Listed(NamedTuple):
    """A row, understood."""

    shape: Shape | None
    """None where no correct answer is known."""
    intent: str | None
    line: ListRow
    length: int
    """How many options it holds, also where nothing else is known."""


_shape: Final = lru_cache(maxsize=4096)(Shape)  # shapes are few, and lists are many
_of_pattern: Final = lru_cache(maxsize=4096)(Shape.of)


def listed(line: ListRow, longest: int) -> Listed:
    """Understand a row.

    Args:
        line: the row.
        longest: how long a list may be; of a longer one only the length is found out, however long it is.

    Raises: FlawError for what is no list.

    >>> listed(ListRow(options=("a", "b", "c"), correct="b"), 5).shape
    Shape(length=3, ranks=(2,), relevant=1)
    """
    if line.pattern is not None:
        pattern = _pattern(line)
        shape = _of_pattern(pattern) if len(pattern) <= longest else None
        return Listed(shape, line.intent, line, len(pattern))
    if line.options is None:
        raise FlawError("E153", "the row has neither options nor a pattern", 'write {"options": ["a"], "correct": "a"}')
    answers = line.answers
    check_once("option", line.options)
    check_once("correct answer", answers)
    length = len(line.options)
    if not answers or length > longest:
        return Listed(None, line.intent, line, length)
    ranks = tuple(place for place, option in enumerate(line.options, 1) if option in answers)
    return Listed(_shape(length, ranks, len(answers)), line.intent or " + ".join(answers), line, length)


def check_once(noun: str, texts: Collection[str]) -> None:
    """Refuse texts of which one stands twice.

    Raises: FlawError.
    """
    if len(texts) != len(set(texts)):
        twice = next(text for text, count in Counter(texts).items() if count > 1)
        raise FlawError("E156", f"the {noun} {twice[:80]!r} is repeated", "name each only once")


def _pattern(line: ListRow) -> str:
    if line.options is not None or line.correct is not None:
        raise FlawError("E153", "the row has a pattern and options", "remove one of them")
    pattern = line.pattern or ""
    if strange := pattern.lstrip("cw")[:1]:
        raise FlawError(
            "E155", f"the pattern has the letter {strange!r}", "write c for correct and w for wrong, such as wcw"
        )
    return pattern


@dataclass(slots=True)
class Lists:
    """What a file of option lists comes to, while it is read and after."""

    counts: Counter[Shape] = field(default_factory=Counter)
    intents: dict[str, Counter[Shape]] = field(default_factory=dict)
    others: Counter[Shape] = field(default_factory=Counter)
    """Lists of the intents that came after the first 10,000."""
    unknown: int = 0
    """Lists without a known correct answer; they enter no measure."""
    bad: int = 0
    """Rows that were skipped."""

    @property
    def tally(self) -> ListCounts:
        """The lists with a known correct answer."""
        return ListCounts.counted(self.counts)

    @property
    def rows(self) -> int:
        """How many lists there were."""
        return self.counts.total() + self.unknown

    def add(self, row: Listed) -> None:
        """Count one list."""
        if row.shape is None:
            self.unknown += 1
            return
        self.counts[row.shape] += 1
        if row.intent is not None:
            self.under(row.intent, {row.shape: 1})

    def under(self, intent: str, counts: Mapping[Shape, int]) -> None:
        """Count lists of an intent once more, under its name."""
        if intent not in self.intents and len(self.intents) >= INTENTS:
            self.others.update(counts)
        else:
            self.intents.setdefault(intent, Counter()).update(counts)


class Excess:
    """Keeps in mind the lists that are too long, so that one message can name the length that all of them need."""

    def __init__(self, longest: int) -> None:
        self.longest = longest
        self._needed = 0
        self._first = ""
        self._length = 0

    def see(self, length: int, place: str) -> bool:
        """Say whether a list is too long, and remember it."""
        if length <= self.longest:
            return False
        self._needed = max(self._needed, length)
        if not self._first:
            self._first, self._length = place, length
        return True

    def kept(self, row: Listed, place: str) -> Listed:
        """Give a list; of one that is too long only how long it is."""
        return row._replace(shape=None) if self.see(row.length, place) else row

    def settle(self) -> None:
        """Say so, if any list was.

        Raises: InputError.
        """
        if self._first:
            what = f"E157 the list has {self._length} options, more than {self.longest}"
            hint = f"set --longest {self._needed}, the same for all systems that you compare"
            raise InputError(what, self._first, hint)
