"""What a measure sees of an option list: how long it is, and where the correct options stand."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from typing import Self

from botassay.core.errors import UsageError


@dataclass(frozen=True)
class Shape:
    """A list as a measure sees it.

    >>> Shape.of("wcw")
    Shape(length=3, ranks=(2,), relevant=1)
    """

    length: int
    """How many options were shown; 0 for an empty list."""
    ranks: tuple[int, ...] = ()
    """Where the correct options stand, from 1, rising."""
    relevant: int = 1
    """How many correct answers there are, in the list or not. 0: the question has none, and no list can be right."""

    def __post_init__(self) -> None:
        """Refuse what is no list.

        Raises: UsageError.
        """
        if self.length < 0 or self.relevant < len(self.ranks):
            raise UsageError(
                f"a list of {self.length} options cannot hold {len(self.ranks)} of {self.relevant} answers"
            )
        if not all(low < high for low, high in pairwise((0, *self.ranks, self.length + 1))):
            raise UsageError(f"ranks rise from 1 to the length {self.length}, not {list(self.ranks)}")

    @classmethod
    def of(cls, pattern: str, relevant: int | None = None) -> Self:
        """Read a list from letters, c for a correct option and w for a wrong one.

        Args:
            pattern: like `wcw`.
            relevant: how many correct answers there are; without it as many as the list holds, at least one.

        Raises: UsageError for any other letter.
        """
        strange = sorted({*pattern} - {"c", "w"})
        if strange:
            raise UsageError(
                f"the pattern {pattern!r} has the letter {strange[0]!r}", hint="write only c and w, such as wcw"
            )
        ranks = tuple(place for place, letter in enumerate(pattern, 1) if letter == "c")
        return cls(len(pattern), ranks, max(1, len(ranks)) if relevant is None else relevant)

    @cached_property
    def pattern(self) -> str:
        """The letters, c for a correct option and w for a wrong one."""
        return "".join("c" if place in self.ranks else "w" for place in range(1, self.length + 1))

    @property
    def found(self) -> int:
        """How many correct options the list holds."""
        return len(self.ranks)

    @property
    def wrong(self) -> int:
        """How many wrong options the list holds."""
        return self.length - self.found

    @property
    def first(self) -> int:
        """Where the first correct option stands; 0 where there is none."""
        return self.ranks[0] if self.ranks else 0

    @property
    def recall(self) -> float:
        """The share of the correct answers that the list holds; 0 where there are none."""
        return self.found / self.relevant if self.relevant else 0.0

    @property
    def reciprocals(self) -> float:
        """The sum of 1/rank over the correct options: p in the paper."""
        return sum(1 / rank for rank in self.ranks)


def all_shapes(longest: int, relevant: int = 1) -> Iterator[Shape]:
    """Give every list of 1 to `longest` options for a question with so many correct answers, short ones first.

    >>> [shape.pattern for shape in all_shapes(2)]
    ['w', 'c', 'ww', 'cw', 'wc']
    """
    for length in range(1, longest + 1):
        for found in range(min(relevant, length) + 1):
            for ranks in combinations(range(1, length + 1), found):
                yield Shape(length, ranks, relevant)
