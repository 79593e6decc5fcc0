"""The measures of option lists, each a value that prints as the text that creates it.

The formulas are those of paper 003, section 3, with R correct answers where the paper has one; at R = 1 they give its
Table 1. An empty list, which the paper rules out, scores 0.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from math import isfinite, log2
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from botassay.core.errors import UnknownNameError, UsageError
from botassay.options.shape import Shape

Counts = npt.NDArray[Any]
"""How many lists have each of k shapes: one row (k,), or many (…, k); no row adds up to 0."""
Values = npt.NDArray[np.float64]

LONGEST: Final = 5
"""Longest list by default, as in the paper."""
STUDIED: Final = 0.98
"""How much of the paper's bound 1/(N(N-1)) the weight of the rank takes: .049 at N = 5, as in the paper."""


class ListMeasure(ABC):
    """What a set of option lists is worth, in [0, 1]; more is better."""

    id: ClassVar[str]
    title: ClassVar[str]

    @abstractmethod
    def over(self, shapes: Sequence[Shape], counts: Counts) -> Values:
        """Give the value of each row of counts.

        Args:
            shapes: k kinds of lists.
            counts: how many lists there are of each, (…, k).

        Returns:
            One value for each row, (…).
        """

    def __repr__(self) -> str:
        """Write the text that creates it."""
        given = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self))  # type: ignore[arg-type]
        return f"{self.id}({given})" if given else self.id


class PerList(ListMeasure):
    """A measure that is the mean of what single lists are worth."""

    def __call__(self, shape: Shape | str) -> float:
        """Give what one list is worth; an empty one is worth 0.

        Args:
            shape: a list, or its pattern, like `wcw`.
        """
        seen = Shape.of(shape) if isinstance(shape, str) else shape
        return self._value(seen) if seen.length else 0.0

    @abstractmethod
    def _value(self, shape: Shape) -> float: ...

    def over(self, shapes: Sequence[Shape], counts: Counts) -> Values:
        """Give the mean of each row."""
        values = np.array([self(shape) for shape in shapes])
        means: Values = (counts * values).sum(axis=-1) / counts.sum(axis=-1)
        return means


def mu(longest: int) -> float:
    """Give the weight of the rank in OLAR for lists of up to so many options.

    0.98/(N(N-1)): the paper's .049 at N = 5, and always below the exact bound 1/(N(N-2)), from which on a list with
    more wrong options can win. The paper takes .001 off 1/(N(N-1)) instead, which leaves nothing from N = 33 on.

    >>> round(mu(5), 9)
    0.049
    """
    return STUDIED / (longest * (longest - 1)) if longest > 1 else 0.049


def _harmonic(n: int) -> float:
    return sum(1 / rank for rank in range(1, n + 1))


def _discount(rank: int) -> float:
    return 1 / log2(rank + 1)


# ── the paper's own ─────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, repr=False)
class _LAR(PerList):
    id = "LAR"
    title = "length-aware recall"

    def _value(self, shape: Shape) -> float:
        a = 1 / max(1, shape.relevant)
        return (shape.recall + a / shape.length) / (1 + a)


@dataclass(frozen=True, slots=True, repr=False)
class OLAR(PerList):
    """Ordered length-aware recall (paper 003, equation 2).

    (c/R + a/n + m·p) / (1 + a + m) with a = 1/R, m = a·mu(longest), and p the sum of 1/rank by the most it can be. At
    R = 1 it is the paper's. Correctness beats Confidence, and that beats Priority, for lists up to `longest`.

    >>> [round(OLAR(longest=5)(pattern), 3) for pattern in ("c", "cw", "wc", "w")]
    [1.0, 0.756, 0.744, 0.488]
    """

    id = "OLAR"
    title = "ordered length-aware recall"
    longest: int = LONGEST
    """The longest list of the study: of all systems that are compared, never of one list."""

    def __post_init__(self) -> None:
        """Refuse what is no length.

        Raises: UsageError.
        """
        if not isfinite(self.longest) or self.longest != int(self.longest) or self.longest < 1:
            raise UsageError(f"longest is {self.longest}; expected 1 or more", hint="write a whole number, 1 or more")
        object.__setattr__(self, "longest", int(self.longest))

    def _value(self, shape: Shape) -> float:
        a = 1 / max(1, shape.relevant)
        m = a * mu(self.longest)
        most = _harmonic(min(max(1, shape.relevant), shape.length))
        return (shape.recall + a / shape.length + m * shape.reciprocals / most) / (1 + a + m)


# ── those of information retrieval ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, repr=False)
class _F1(PerList):
    id = "F1"
    title = "F1"

    def _value(self, shape: Shape) -> float:
        return 2 * shape.found / (shape.length + shape.relevant)


@dataclass(frozen=True, slots=True, repr=False)
class _F1s(PerList):
    id = "F1s"
    title = "F1, smoothed: a correct option is appended"

    def _value(self, shape: Shape) -> float:
        return 2 * (shape.found + 1) / (shape.length + shape.relevant + 2)


def _precisions(shape: Shape) -> float:
    return sum(found / rank for found, rank in enumerate(shape.ranks, 1))


def _answered(shape: Shape, measure: str) -> int:
    """Give the number of correct answers, where a measure divides by it.

    Raises: UsageError where there are none.
    """
    if not shape.relevant:
        raise UsageError(f"{measure} is not defined if no answer is correct")
    return shape.relevant


@dataclass(frozen=True, slots=True, repr=False)
class _AP(PerList):
    id = "AP"
    title = "average precision"

    def _value(self, shape: Shape) -> float:
        return _precisions(shape) / _answered(shape, self.id)


@dataclass(frozen=True, slots=True, repr=False)
class _APL(PerList):
    id = "APL"
    title = "average precision with a terminal response (Liu et al. 2016)"

    def _value(self, shape: Shape) -> float:
        gain = shape.recall
        return (_precisions(shape) + gain * (shape.found + gain) / (shape.length + 1)) / (shape.relevant + 1)


@dataclass(frozen=True, slots=True, repr=False)
class _APs(PerList):
    id = "APs"
    title = "average precision, smoothed: a correct option is appended"

    def _value(self, shape: Shape) -> float:
        return (_precisions(shape) + (shape.found + 1) / (shape.length + 1)) / (shape.relevant + 1)


@dataclass(frozen=True, slots=True, repr=False)
class _RR(PerList):
    id = "RR"
    title = "reciprocal rank of the first correct option"

    def _value(self, shape: Shape) -> float:
        return 1 / shape.first if shape.first else 0.0


@dataclass(frozen=True, slots=True, repr=False)
class _NDCG(PerList):
    id = "nDCG"
    title = "normalised discounted cumulative gain"

    def _value(self, shape: Shape) -> float:
        ideal = sum(_discount(rank) for rank in range(1, _answered(shape, self.id) + 1))
        return sum(map(_discount, shape.ranks)) / ideal


@dataclass(frozen=True, slots=True, repr=False)
class _NDCGL(PerList):
    id = "nDCGL"
    title = "nDCG with a terminal response (Liu et al. 2016)"

    def _value(self, shape: Shape) -> float:
        ideal = sum(_discount(rank) for rank in range(1, shape.relevant + 2))
        return (sum(map(_discount, shape.ranks)) + shape.recall * _discount(shape.length + 1)) / ideal


def _check_persistence(p: float) -> None:
    if not isfinite(p) or not 0 < p < 1:
        raise UsageError(
            f"the probability p of reading on is {p:g}", hint="write a number between 0 and 1, such as 0.5"
        )


@dataclass(frozen=True, slots=True, repr=False)
class RBP(PerList):
    """Rank-biased precision (Moffat and Zobel 2008): a user reads on with probability p.

    >>> RBP(p=0.5)("wc")
    0.25
    """

    id = "RBP"
    title = "rank-biased precision"
    p: float = 0.5

    def __post_init__(self) -> None:
        """Refuse what is no probability.

        Raises: UsageError.
        """
        _check_persistence(self.p)

    def _value(self, shape: Shape) -> float:
        return (1 - self.p) * sum(self.p ** (rank - 1) for rank in shape.ranks)


@dataclass(frozen=True, slots=True, repr=False)
class RBPL(PerList):
    """Rank-biased precision with a terminal response, to which the residual mass of the tail goes.

    >>> [RBPL(p=0.5)(pattern) for pattern in ("c", "cw", "wc")]
    [1.0, 0.75, 0.5]
    """

    id = "RBPL"
    title = "rank-biased precision with a terminal response (Liu et al. 2016)"
    p: float = 0.5

    def __post_init__(self) -> None:
        """Refuse what is no probability.

        Raises: UsageError.
        """
        _check_persistence(self.p)

    def _value(self, shape: Shape) -> float:
        return RBP(self.p)(shape) + shape.recall * self.p**shape.length


# ── for systems that may return nothing ─────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, repr=False)
class _C1(ListMeasure):
    """c@1 (Peñas and Rodrigo 2011): silence is worth what the system's answers are worth on average.

    (nR + nU·nR/n) / n, where nR lists have a correct option first and nU are empty. It is no mean over lists: only a
    set of them has a value.

    >>> shapes = [Shape.of("c"), Shape.of("w"), Shape(0)]
    >>> float(measure("C1").over(shapes, np.array([5, 3, 2])))
    0.6
    """

    id = "C1"
    title = "c@1: the first option alone, silence allowed"

    def over(self, shapes: Sequence[Shape], counts: Counts) -> Values:
        """Give c@1 of each row."""
        n = counts.sum(axis=-1)
        right = counts[..., [shape.first == 1 for shape in shapes]].sum(axis=-1)
        empty = counts[..., [shape.length == 0 for shape in shapes]].sum(axis=-1)
        values: Values = (right + empty * (right / n)) / n
        return values


MEASURES: Final[dict[str, Callable[..., ListMeasure]]] = {
    kind.id: kind for kind in (_LAR, OLAR, _F1, _F1s, _AP, _APL, _APs, _RR, _NDCG, _NDCGL, RBP, RBPL, _C1)
}
"""What makes each measure, by its id, in the order in which they are printed."""

_SPELLING: Final = re.compile(r"\s*(\w+)\s*(?:\(\s*(?:(\w+)\s*=\s*([-+.\w]+)\s*)?\))?\s*")


def measure(text: str, longest: int | None = None) -> ListMeasure:
    """Make a measure from the text that creates it.

    Args:
        text: an id, like `LAR`, or with its parameter, like `OLAR(longest=8)`, `RBP(p=0.8)`.
        longest: what `OLAR` alone takes as the longest list; without it 5.

    Raises: UsageError for what is no measure; UnknownNameError, which is one, names the nearest.

    >>> measure("OLAR", longest=8), measure("RBP(p=0.8)"), measure("LAR")
    (OLAR(longest=8), RBP(p=0.8), LAR)
    """
    match = _SPELLING.fullmatch(text)
    if not match:
        raise UsageError(f"{text!r} is not a measure", hint="write for example LAR, OLAR(longest=5) or RBP(p=0.5)")
    name, parameter, value = match.groups()
    if name not in MEASURES:
        raise UnknownNameError.among("measure", name, MEASURES)
    maker = MEASURES[name]
    if parameter is None:
        return OLAR(longest) if maker is OLAR and longest is not None else maker()
    known = [field.name for field in fields(maker)]  # type: ignore[arg-type]  # each is a dataclass
    if parameter not in known:
        hint = f"write {name}({known[0]}=…)" if known else f"write {name}"
        raise UsageError(f"{name} has no parameter {parameter!r}", hint=hint)
    try:
        return maker(float(value))
    except ValueError as error:
        if isinstance(error, UsageError):
            raise
        raise UsageError(f"{value!r} in {text!r} is not a number") from error


def check_longest(measures: Sequence[ListMeasure], longest: int) -> None:
    """Refuse a measure that is made for shorter lists: beyond its longest, OLAR may put lists out of order.

    Raises: UsageError.
    """
    for one in measures:
        if isinstance(one, OLAR) and one.longest < longest:
            hint = f"write OLAR(longest={longest})"
            raise UsageError(f"{one!r} is for lists of up to {one.longest} options, not {longest}", hint=hint)


def default_measures(longest: int = LONGEST) -> tuple[ListMeasure, ...]:
    """Give all measures, for lists of up to so many options."""
    return tuple(measure(name, longest) for name in MEASURES)
