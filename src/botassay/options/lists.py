"""Option lists: a row of a file, and the counts of a file."""

import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal, NamedTuple

import msgspec

from botassay.core.errors import InputError
from botassay.io.flaws import FlawError
from botassay.options.shape import Shape
from botassay.options.tally import ListCounts

INTENTS: Final = 10_000
"""Maximum number of intents counted separately; further ones are counted together, to bound memory."""


Match = Literal["folded", "exact"]
"""Whether options are the same as people see them, or to the letter."""
_MARKS: Final = " .,;:!?¡¿…\"'“”„‘’‚«»()[]*-–—•"
"""What stands around an option without making it another one."""


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Return a text without what people do not see as a difference: case, width, white space, marks around it.

    >>> fold(" “Pay  a BILL.” ") == fold("pay a bill"), fold("?!")
    (True, '?!')
    """
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return plain.strip(_MARKS) or plain


class ListRow(msgspec.Struct, gc=False):
    """A row of a file."""

    options: tuple[str, ...] | None = None
    """The options shown, in order."""
    correct: str | tuple[str, ...] | None = None
    """The correct answers; None or empty: unknown."""
    pattern: str | None = None
    """Instead of both: c for a correct and w for a wrong option."""
    intent: str | None = None
    """The intent; by default the correct answer."""
    id: str | int | None = None
    """The query, for a comparison."""

    @property
    def answers(self) -> tuple[str, ...]:
        """The known correct answers; an empty text, such as an empty CSV cell, does not count."""
        if isinstance(self.correct, str):
            return (self.correct,) if self.correct else ()
        return self.correct or ()


class Listed(NamedTuple):
    """A valid row."""

    shape: Shape | None
    """None if no correct answer is known."""
    intent: str | None
    line: ListRow
    length: int
    """Number of options."""
    folded: bool = False
    """Whether a correct option was found only because case, white space or marks were ignored."""


_shape: Final = lru_cache(maxsize=4096)(Shape)  # shapes are few, and lists are many
_of_pattern: Final = lru_cache(maxsize=4096)(Shape.of)


def listed(line: ListRow, longest: int, match: Match = "folded") -> Listed:
    """Return the list of a row.

    Args:
        line: the row.
        longest: maximum length of a list; for a longer one, only the length is returned.
        match: how options are compared with the correct answers.

    Raises: FlawError for an invalid row.

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
    check_once("option", line.options, match)
    check_once("correct answer", answers, match)
    length = len(line.options)
    if not answers or length > longest:
        return Listed(None, line.intent, line, length)
    exact = tuple(place for place, option in enumerate(line.options, 1) if option in answers)
    ranks = exact if match == "exact" or len(exact) == len(answers) else _folded_ranks(line.options, answers)
    shape = _shape(length, ranks, len(answers))
    return Listed(shape, line.intent or " + ".join(answers), line, length, ranks != exact)


def _folded_ranks(options: Collection[str], answers: Collection[str]) -> tuple[int, ...]:
    wanted = {fold(answer) for answer in answers}
    return tuple(place for place, option in enumerate(options, 1) if fold(option) in wanted)


def check_once(noun: str, texts: Collection[str], match: Match = "exact") -> None:
    """Refuse repeated texts, and with `folded` those that people see as the same. Raises FlawError."""
    if len(texts) != len(set(texts)):
        twice = next(text for text, count in Counter(texts).items() if count > 1)
        raise FlawError("E156", f"the {noun} {twice[:80]!r} is repeated", f"list each {noun} once")
    if match == "folded" and len(texts) > 1 and len({fold(text) for text in texts}) < len(texts):
        first = {fold(text): text for text in reversed([*texts])}
        twice = next(text for text in texts if first[fold(text)] != text)
        what = f"the {noun}s {first[fold(twice)][:80]!r} and {twice[:80]!r} differ only in case, white space or marks"
        raise FlawError("E156", what, f"list each {noun} once, or add --match exact")


def _pattern(line: ListRow) -> str:
    if line.options is not None or line.correct is not None:
        raise FlawError("E153", "the row has a pattern and options", "remove one of them")
    pattern = line.pattern or ""
    if strange := pattern.lstrip("cw")[:1]:
        raise FlawError(
            "E155", f"the pattern has the letter {strange!r}", "use c for correct and w for wrong, such as wcw"
        )
    return pattern


@dataclass(slots=True)
class Lists:
    """The counts of option lists, by shape and by intent."""

    counts: Counter[Shape] = field(default_factory=Counter)
    intents: dict[str, Counter[Shape]] = field(default_factory=dict)
    others: Counter[Shape] = field(default_factory=Counter)
    """Lists of all intents after the first 10,000."""
    unknown: int = 0
    """Lists without a known correct answer, which are not measured."""
    bad: int = 0
    """Skipped rows."""
    folded: int = 0
    """Lists whose correct option differs from the answer in case, white space or marks."""

    @property
    def tally(self) -> ListCounts:
        """The lists with a known correct answer."""
        return ListCounts.counted(self.counts)

    @property
    def rows(self) -> int:
        """The number of lists."""
        return self.counts.total() + self.unknown

    def add(self, row: Listed) -> None:
        """Count a list."""
        if row.shape is None:
            self.unknown += 1
            return
        self.counts[row.shape] += 1
        self.folded += row.folded
        if row.intent is not None:
            self.under(row.intent, {row.shape: 1})

    def under(self, intent: str, counts: Mapping[Shape, int]) -> None:
        """Count lists of an intent."""
        if intent not in self.intents and len(self.intents) >= INTENTS:
            self.others.update(counts)
        else:
            self.intents.setdefault(intent, Counter()).update(counts)


class Excess:
    """Collects the lists that are too long, so that the error can say which length is enough for all."""

    def __init__(self, longest: int) -> None:
        self.longest = longest
        self._needed = 0
        self._first = ""
        self._length = 0

    def limited(self, row: Listed, place: str) -> Listed:
        """Return a list; of one that is too long, only the length."""
        if row.length <= self.longest:
            return row
        self._needed = max(self._needed, row.length)
        if not self._first:
            self._first, self._length = place, row.length
        return row._replace(shape=None)

    def check(self) -> None:
        """Refuse lists that were too long. Raises InputError."""
        if self._first:
            what = f"E157 the list has {self._length} options, more than {self.longest}"
            hint = f"set --longest {self._needed}, and use the same for all systems that you compare"
            raise InputError(what, self._first, hint)
