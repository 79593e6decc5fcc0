"""The measures of option lists; the repr of a measure is the text that creates it.

The formulas are those of paper 003, section 3, generalised to R correct answers; for R = 1 they give its Table 1. An
empty list, which the paper excludes, scores 0.
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
from botassay.core.text.plural import many
from botassay.options.shape import Shape

Counts = npt.NDArray[Any]
"""Number of lists of each of k shapes: one row (k,) or several (…, k); no row sums to 0."""
Values = npt.NDArray[np.float64]

LONGEST: Final = 5
"""Default maximum length of a list, as in the paper."""
STUDIED: Final = 0.98
"""The weight of the rank as a share of the paper's bound 1/(N(N-1)); it gives the paper's .049 for N = 5."""


class ListMeasure(ABC):
    """A measure of a set of option lists, in [0, 1]; high is good."""

    id: ClassVar[str]
    title: ClassVar[str]

    @abstractmethod
    def over(self, shapes: Sequence[Shape], counts: Counts) -> Values:
        """Return the value of each row of counts, (…).

        Args:
            shapes: k shapes.
            counts: number of lists of each shape, (…, k).
        """

    def __repr__(self) -> str:
        """Return the text that creates it."""
        values = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self))  # type: ignore[arg-type]
        return f"{self.id}({values})" if values else self.id


class PerList(ListMeasure):
    """A measure that is the mean over single lists."""

    def __call__(self, shape: Shape | str) -> float:
        """Return the score of a list, 0 for an empty one; `shape` may be a pattern like `wcw`."""
        seen = Shape.of(shape) if isinstance(shape, str) else shape
        return self._value(seen) if seen.length else 0.0

    @abstractmethod
    def _value(self, shape: Shape) -> float: ...

    def over(self, shapes: Sequence[Shape], counts: Counts) -> Values:
        """Return the mean of each row."""
        values = np.array([self(shape) for shape in shapes])
        means: Values = (counts * values).sum(axis=-1) / counts.sum(axis=-1)
        return means


def mu(longest: int) -> float:
    """Return the weight of the rank in OLAR for lists of up to `longest` options.

    It is 0.98/(N(N-1)): the paper's .049 for N = 5, and always below the exact bound 1/(N(N-2)), above which a list
    with more wrong options can win. The paper subtracts .001 from 1/(N(N-1)) instead, which is negative from N = 33.

    >>> round(mu(5), 9)
    0.049
    """
    return STUDIED / (longest * (longest - 1)) if longest > 1 else 0.049


def mu_bound(longest: int) -> float:
    """Return what the weight of the rank must stay below, 1/(N(N-2)): above it a list with more wrong options can win.

    >>> round(mu_bound(5), 4), mu_bound(2)
    (0.0667, inf)
    """
    return 1 / (longest * (longest - 2)) if longest > 2 else float("inf")  # noqa: PLR2004 - one wrong option at most


def _harmonic(n: int) -> float:
    return sum(1 / rank for rank in range(1, n + 1))


def _discount(rank: int) -> float:
    return 1 / log2(rank + 1)


# ── measures of the paper ─────────────────────────────────────────────────────────────────────────────────────────────


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

    (c/R + a/n + m·p) / (1 + a + m) with a = 1/R, m = a·mu(longest), and p the sum of 1/rank divided by its maximum. For
    R = 1 it is the paper's. Correctness outweighs Confidence, and that Priority, for lists of up to `longest` options.

    >>> [round(OLAR(longest=5)(pattern), 3) for pattern in ("c", "cw", "wc", "w")]
    [1.0, 0.756, 0.744, 0.488]
    """

    id = "OLAR"
    title = "ordered length-aware recall"
    longest: int = LONGEST
    """The maximum length of the lists of all compared systems, never of a single list."""
    mu: float | None = None
    """The weight of the rank, above 0 and below 1/(N(N-2)), N being `longest`; None: 0.98/(N(N-1))."""

    def __post_init__(self) -> None:
        """Check the length and the weight. Raises UsageError."""
        if not isfinite(self.longest) or self.longest != int(self.longest) or self.longest < 1:
            raise UsageError(f"invalid maximum length longest={self.longest:g}", hint="use an integer of at least 1")
        object.__setattr__(self, "longest", int(self.longest))
        bound = mu_bound(self.longest)
        if self.mu is not None and not 0 < self.mu < bound:
            below = f" and below 1/(N(N-2)) = {bound:.4g} for N = {self.longest}" if isfinite(bound) else ""
            raise UsageError(f"invalid weight mu={self.mu:g} of the rank", hint=f"use a number above 0{below}")

    def __repr__(self) -> str:
        """Return the text that creates it."""
        weight = "" if self.mu is None else f", mu={self.mu!r}"
        return f"OLAR(longest={self.longest}{weight})"

    def _value(self, shape: Shape) -> float:
        a = 1 / max(1, shape.relevant)
        m = a * (mu(self.longest) if self.mu is None else self.mu)
        most = _harmonic(min(max(1, shape.relevant), shape.length))
        return (shape.recall + a / shape.length + m * shape.reciprocals / most) / (1 + a + m)


# ── measures of information retrieval ─────────────────────────────────────────────────────────────────────────────────


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
    return sum(hits / rank for hits, rank in enumerate(shape.ranks, 1))


def _answered(shape: Shape, measure: str) -> int:
    """Return the number of correct answers, as a divisor. Raises UsageError if there are none."""
    if not shape.relevant:
        raise UsageError(f"{measure} is not defined for questions without a correct answer")
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
        """Check the probability. Raises UsageError."""
        if not 0 < self.p < 1:
            hint = "use a number between 0 and 1, such as 0.5"
            raise UsageError(f"invalid probability p={self.p:g} of reading on", hint=hint)

    def _value(self, shape: Shape) -> float:
        return (1 - self.p) * sum(self.p ** (rank - 1) for rank in shape.ranks)


@dataclass(frozen=True, slots=True, repr=False)
class RBPL(RBP):
    """Rank-biased precision with a terminal response, which gets the residual mass.

    >>> [RBPL(p=0.5)(pattern) for pattern in ("c", "cw", "wc")]
    [1.0, 0.75, 0.5]
    """

    id = "RBPL"
    title = "rank-biased precision with a terminal response (Liu et al. 2016)"

    def _value(self, shape: Shape) -> float:
        return RBP(self.p)(shape) + shape.recall * self.p**shape.length


# ── for systems that may return an empty list ─────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, repr=False)
class _C1(ListMeasure):
    """c@1 (Peñas and Rodrigo 2011): an empty list scores the average of the system's answers.

    (nR + nU·nR/n) / n, where nR lists have a correct option first and nU are empty. It is not a mean over lists, so a
    single list has no value.

    >>> shapes = [Shape.of("c"), Shape.of("w"), Shape(0)]
    >>> float(measure("C1").over(shapes, np.array([5, 3, 2])))
    0.6
    """

    id = "C1"
    title = "c@1: the first option only, silence allowed"

    def over(self, shapes: Sequence[Shape], counts: Counts) -> Values:
        """Return c@1 of each row."""
        n = counts.sum(axis=-1)
        right = counts[..., [shape.first == 1 for shape in shapes]].sum(axis=-1)
        empty = counts[..., [shape.length == 0 for shape in shapes]].sum(axis=-1)
        values: Values = (right + empty * (right / n)) / n
        return values


MEASURES: Final[dict[str, Callable[..., ListMeasure]]] = {
    kind.id: kind for kind in (_LAR, OLAR, _F1, _F1s, _AP, _APL, _APs, _RR, _NDCG, _NDCGL, RBP, RBPL, _C1)
}
"""The class of each measure by its id, in the order of reports."""

_SPELLING: Final = re.compile(r"\s*(\w+)\s*(?:\(([-+.\w\s=,]*)\))?\s*")
_PARAMETER: Final = re.compile(r"\s*(\w+)\s*=\s*([-+.\w]+)\s*")


def measure(text: str, longest: int | None = None) -> ListMeasure:
    """Return the measure of a text.

    Args:
        text: an id such as `LAR`, with a parameter such as `OLAR(longest=8)`, `OLAR(mu=0.03)` or `RBP(p=0.8)`.
        longest: the maximum length for `OLAR` without a parameter; None: 5.

    Raises: UsageError for an invalid text; UnknownNameError for an unknown id, with the most similar one.

    >>> measure("OLAR", longest=8), measure("RBP(p=0.8)"), measure("LAR")
    (OLAR(longest=8), RBP(p=0.8), LAR)
    """
    match = _SPELLING.fullmatch(text)
    if not match:
        raise UsageError(f"{text!r} is not a measure", hint="use for example LAR, OLAR(longest=5) or RBP(p=0.5)")
    name, written = match.groups()
    if name not in MEASURES:
        raise UnknownNameError.among("measure", name, MEASURES)
    values = _parameters(name, written or "", text)
    if MEASURES[name] is OLAR and longest is not None:
        values.setdefault("longest", longest)
    return MEASURES[name](**values)


def _parameters(name: str, written: str, text: str) -> dict[str, float]:
    """Return the parameters of a measure. Raises UsageError for one that it has not, or that is no number."""
    known = [field.name for field in fields(MEASURES[name])]  # type: ignore[arg-type]  # each is a dataclass
    values: dict[str, float] = {}
    for part in written.split(",") if written.strip() else ():
        match = _PARAMETER.fullmatch(part)
        if not match or match[1] in values:
            raise UsageError(f"{text!r} is not a measure", hint="use for example LAR, OLAR(longest=5) or RBP(p=0.5)")
        if match[1] not in known:
            hint = f"use {name}({known[0]}=…)" if known else f"use {name} without parameters"
            raise UsageError(f"{name} has no parameter {match[1]!r}", hint=hint)
        try:
            values[match[1]] = float(match[2])
        except ValueError as error:
            raise UsageError(f"{match[2]!r} in {text!r} is not a number") from error
    return values


def check_longest(measures: Sequence[ListMeasure], longest: int) -> None:
    """Refuse an OLAR for shorter lists, as it may rank longer ones wrongly. Raises UsageError."""
    for each in measures:
        if isinstance(each, OLAR) and each.longest < longest:
            hint = f"use OLAR(longest={longest})"
            most = many(each.longest, "option", "options")
            raise UsageError(f"{each!r} is for lists of up to {most}, not {longest}", hint=hint)


def default_measures(longest: int = LONGEST) -> tuple[ListMeasure, ...]:
    """Return all measures, for lists of up to `longest` options."""
    return tuple(measure(name, longest) for name in MEASURES)
