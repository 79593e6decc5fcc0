"""The shape of an option list: its length and the ranks of its correct options."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from typing import Self

from botassay.core.errors import UsageError


@dataclass(frozen=True)
class Shape:
    """A list as measures see it.

    >>> Shape.of("wcw")
    Shape(length=3, ranks=(2,), relevant=1)
    """

    length: int
    """Number of options; 0 for an empty list."""
    ranks: tuple[int, ...] = ()
    """The ranks of the correct options, from 1, ascending."""
    relevant: int = 1
    """Number of correct answers, in the list or not; 0: the question has none."""

    def __post_init__(self) -> None:
        """Check the numbers. Raises UsageError."""
        if self.length < 0 or self.relevant < len(self.ranks):
            raise UsageError(
                f"a list of {self.length} options cannot contain {len(self.ranks)} of {self.relevant} correct answers"
            )
        if not all(low < high for low, high in pairwise((0, *self.ranks, self.length + 1))):
            raise UsageError(f"ranks must ascend from 1 to at most the length {self.length}, not {list(self.ranks)}")

    @classmethod
    def of(cls, pattern: str, relevant: int | None = None) -> Self:
        """Return the shape of a pattern.

        Args:
            pattern: c for a correct option and w for a wrong one, such as `wcw`.
            relevant: number of correct answers; None: those in the list, at least one.

        Raises: UsageError for any other letter.
        """
        strange = sorted({*pattern} - {"c", "w"})
        if strange:
            hint = "use c for correct and w for wrong, such as wcw"
            raise UsageError(f"the pattern {pattern!r} has the letter {strange[0]!r}", hint=hint)
        ranks = tuple(place for place, letter in enumerate(pattern, 1) if letter == "c")
        return cls(len(pattern), ranks, max(1, len(ranks)) if relevant is None else relevant)

    @cached_property
    def pattern(self) -> str:
        """The pattern, c for a correct option and w for a wrong one."""
        return "".join("c" if place in self.ranks else "w" for place in range(1, self.length + 1))

    @property
    def found(self) -> int:
        """The number of correct options."""
        return len(self.ranks)

    @property
    def wrong(self) -> int:
        """The number of wrong options."""
        return self.length - self.found

    @property
    def first(self) -> int:
        """The rank of the first correct option; 0 without one."""
        return self.ranks[0] if self.ranks else 0

    @property
    def recall(self) -> float:
        """The share of the correct answers in the list; 0 if there are none."""
        return self.found / self.relevant if self.relevant else 0.0

    @property
    def reciprocals(self) -> float:
        """The sum of 1/rank over the correct options: p in the paper."""
        return sum(1 / rank for rank in self.ranks)


def all_shapes(longest: int, relevant: int = 1) -> Iterator[Shape]:
    """Yield all lists of 1 to `longest` options for a question with `relevant` correct answers, short ones first.

    >>> [shape.pattern for shape in all_shapes(2)]
    ['w', 'c', 'ww', 'cw', 'wc']
    """
    for length in range(1, longest + 1):
        for correct in range(min(relevant, length) + 1):
            for ranks in combinations(range(1, length + 1), correct):
                yield Shape(length, ranks, relevant)
